/* condyle export: a robot as a URDF file. */
#include "run/command.h"
#include "run/robot.h"

#include <condyle/urdf.h>

/* Write errors are kept in the output and reported at the end. */
static cdy_status write_piece(void *context, const char *text, size_t size)
{
    output_bytes((output *)context, text, size);
    return CDY_OK;
}

typedef struct export_options {
    invocation invocation;
    robot_options robot;
} export_options;

static const option_row rows[] = {
    INCLUDE_TABLE(robot_table, export_options, robot),
    {0},
};
static const option_table table = {.rows = rows};

static exit_code run(const void *options, output *out)
{
    const export_options *o = options;
    robot r;
    cdy_error error;
    exit_code code = robot_load(&r, o->invocation.robot, &o->robot, NULL);
    code = code == EXIT_FINE ? robot_needs_tree(&r, "export") : code;
    if (code == EXIT_FINE && cdy_urdf_write(r.tree, write_piece, out, &error) != CDY_OK) {
        code = fail_library(&error);
    }
    robot_clear(&r);
    return code;
}

const command command_export = {
    .name = "export",
    .summary = "the robot as a URDF file",
    .description = "Export: the robot as URDF.  Loading the result gives the same tree and the same dynamics to the\n"
                   "last bit: numbers have enough digits to be read back exactly.  An existing file is replaced only\n"
                   "with --force.\n",
    .examples = "condyle export universalUR5e\n"
                "condyle export omronEcobra600 --floating-base\n"
                "condyle export kukaIiwa14 --output -\n",
    .options = &table,
    .size = sizeof(export_options),
    .run = run,
    .needs_file = true,
};
