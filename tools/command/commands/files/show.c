/* condyle show: the structure of a robot. */
#include "commands/files/show.h"

#include "options/command.h"
#include "options/ending.h"
#include "options/number_options.h"
#include "writing/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool show_has_axis(const cdy_joint *joint)
{
    return cdy_joint_type_traits(joint->type)->has_axis;
}

void show_axis(const cdy_joint *joint, double axis[3])
{
    double size = fmax(fabs(joint->axis[0]), fmax(fabs(joint->axis[1]), fabs(joint->axis[2])));
    double squares = 0;
    for (int i = 0; i < 3; i++) { /* scaled first, so that no square underflows or overflows */
        axis[i] = joint->axis[i] / size;
        squares += axis[i] * axis[i];
    }
    for (int i = 0; i < 3; i++) {
        axis[i] /= sqrt(squares);
    }
}

void show_range(const cdy_joint *joint, double *lower, double *upper)
{
    if (cdy_joint_type_nv(joint->type) == 1) {
        cdy_joint_position_limits(joint, lower, upper);
    } else {
        *lower = joint->limit.lower;
        *upper = joint->limit.upper;
    }
}

/* Makes a table safe for a terminal; only its line feeds stay. */
static void make_lines_printable(char *details)
{
    while (*details) {
        char *end = details + strcspn(details, "\n");
        char kept = *end;
        *end = 0;
        utf8_make_printable(details);
        *end = kept;
        details = kept ? end + 1 : end;
    }
}

static exit_code show_write_table(const robot *r, output *out)
{
    size_t size = cdy_tree_write_details(r->tree, NULL, 0) + 1;
    char *details = malloc(size);
    if (!details) {
        return fail_memory();
    }
    cdy_tree_write_details(r->tree, details, size);
    make_lines_printable(details);
    output_text(out, details);
    free(details);
    return EXIT_FINE;
}

typedef struct show_options {
    invocation invocation;
    robot_options robot;
    format_options format;
} show_options;

static const option_row rows[] = {
    INCLUDE_TABLE(robot_table, show_options, robot),
    INCLUDE_TABLE(format_table, show_options, format),
    {0},
};
static const option_table table = {.rows = rows};

static exit_code run(const void *options, output *out)
{
    const show_options *o = options;
    robot r;
    exit_code code = robot_load(&r, o->invocation.robot, &o->robot, NULL);
    code = code == EXIT_FINE ? robot_needs_tree(&r, "show") : code;
    if (code == EXIT_FINE) {
        switch (format_or(&o->format, FORMAT_TABLE)) {
        case FORMAT_TABLE: code = show_write_table(&r, out); break;
        case FORMAT_CSV: code = show_write_csv(&r, out); break;
        case FORMAT_JSON: code = show_write_json(&r, out); break;
        case FORMAT_NPY: code = fail(EXIT_USAGE, "'show' has no arrays; expected --format table, csv or json"); break;
        }
    }
    robot_clear(&r);
    return code;
}

const command command_show = {
    .name = "show",
    .summary = "bodies, joints, parents and children of a robot",
    .description = "Structure: a table of the bodies in their order (depth-first, children by the names of their\n"
                   "joints) with the joint that moves each body, its type, the parent and the children.  The base has\n"
                   "index 0.\n"
                   "\n"
                   "JSON has everything: for each body, the base included, index, name, joint, type, axis, placement\n"
                   "(xyz m, rpy rad, in the parent's frame), limits, dynamics, mimic, safety, calibration, mass (kg),\n"
                   "center_of_mass (m), inertia ([Ixx Iyy Izz Iyz Ixz Ixy] about the body's origin, kg m2), inertial\n"
                   "(as in URDF, about the center of mass), visuals, collisions, parent, children; before them nq and\n"
                   "nv, the lengths of configurations and velocities, and the names of the degrees of freedom.\n"
                   "csv has the main numbers, one row a body.  Missing limits, and limits of effort and velocity that\n"
                   "are 0 (unknown), are empty in csv and null in JSON.\n",
    .examples = "condyle show universalUR5e\n"
                "condyle show omronEcobra600 --format csv\n"
                "condyle show kukaIiwa14 --floating-base --format json\n",
    .options = &table,
    .endings = ending_table,
    .size = sizeof(show_options),
    .run = run,
    .needs_file = true,
};
