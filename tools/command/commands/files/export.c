/* condyle export: a robot as a file in URDF, MJCF or SDF. */
#include "commands/files/collect.h"
#include "options/command.h"
#include "options/mesh_places.h"
#include "values/robot.h"

#include <condyle/write.h>
#include <stdio.h>
#include <string.h>

/* Write errors are kept in the output and reported at the end. */
static cdy_status write_piece(void *context, const char *text, size_t size)
{
    output_bytes((output *)context, text, size);
    return CDY_OK;
}

typedef struct export_options {
    invocation invocation;
    robot_options robot;
    int kind; /* --as: of cdy_file_kind */
    const char *mesh_folder, *collect;
    bool actuators;
} export_options;

static const char *const kinds[] = {"urdf", "mjcf", "sdf", NULL};

static const option_row rows[] = {
    {.kind = OPTION_CHOICE,
     .name = "--as",
     .offset = offsetof(export_options, kind),
     .standard = "urdf",
     .help = "format of the file; sdf is SDF 1.9, with mimic joints 1.11",
     .words = kinds},
    {.kind = OPTION_TEXT,
     .name = "--mesh-folder",
     .metavar = "DIR",
     .offset = offsetof(export_options, mesh_folder),
     .help = "for mjcf: meshes lie in DIR, under their names without folders (default: meshes are left out, since "
             "MuJoCo refuses a file whose meshes are missing)"},
    {.kind = OPTION_TEXT,
     .name = "--collect",
     .metavar = "DIR",
     .offset = offsetof(export_options, collect),
     .help = "copy the meshes and pictures of the robot into DIR, made where it is missing, and name them from the "
             "folder of the robot's new file"},
    {.kind = OPTION_FLAG,
     .name = "--actuators",
     .offset = offsetof(export_options, actuators),
     .help = "for mjcf: a motor for each joint with a limit of effort"},
    INCLUDE_TABLE(robot_table, export_options, robot),
    {0},
};
static const option_table table = {.rows = rows};

enum { MOST_LOST = 64 };

/* The parts of a robot that the format cannot hold: each with the number of elements that have it and the name of the
 * first one. */
typedef struct losses {
    struct {
        const char *what;
        char element[160];
        int count;
    } kinds[MOST_LOST];
    int count;
} losses;

static void count_loss(void *context, const char *element, const char *what)
{
    losses *l = context;
    int i = 0;
    while (i < l->count && strcmp(l->kinds[i].what, what) != 0) {
        i++;
    }
    if (i == l->count && l->count < MOST_LOST) {
        l->kinds[l->count].what = what;
        snprintf(l->kinds[l->count++].element, sizeof l->kinds->element, "%s", element);
    }
    if (i < MOST_LOST) {
        l->kinds[i].count++;
    }
}

static void name_losses(const losses *l, const char *kind)
{
    for (int i = 0; i < l->count; i++) {
        const int others = l->kinds[i].count - 1;
        if (others > 0) {
            note("not written in %s: of %s and %d other%s, %s", kind, l->kinds[i].element, others,
                 others == 1 ? "" : "s", l->kinds[i].what);
        } else {
            note("not written in %s: of %s, %s", kind, l->kinds[i].element, l->kinds[i].what);
        }
    }
}

/* Copies what the robot names; MJCF then has its meshes in that folder. */
static exit_code collect(robot *r, const export_options *o, cdy_write_options *how, char *relative, size_t size)
{
    mesh_places meshes;
    const bool file = o->invocation.output && strcmp(o->invocation.output, "-") != 0;
    const collect_options options = {o->collect, file ? o->invocation.output : NULL, o->invocation.force};
    exit_code code = mesh_places_fill(&meshes, r->source, &o->robot.source);
    code = code == EXIT_FINE ? collect_files(r->tree, &meshes.places, &options, relative, size) : code;
    how->mesh_folder = how->kind == CDY_FILE_MJCF ? relative : NULL;
    mesh_places_clear(&meshes);
    return code;
}

static exit_code run(const void *options, output *out)
{
    const export_options *o = options;
    robot r;
    cdy_error error;
    losses lost = {.count = 0};
    char relative[4096];
    cdy_write_options how = cdy_write_options_default();
    how.kind = (cdy_file_kind)o->kind;
    how.mesh_folder = o->mesh_folder;
    how.actuators = o->actuators;
    how.lost = count_loss;
    how.context = &lost;
    if (how.kind != CDY_FILE_MJCF && (o->mesh_folder || o->actuators)) {
        return fail(EXIT_USAGE, "%s is for --as mjcf", o->mesh_folder ? "--mesh-folder" : "--actuators");
    }
    if (o->mesh_folder && o->collect) {
        return fail(EXIT_USAGE, "--mesh-folder and --collect cannot both be given");
    }
    exit_code code = robot_load(&r, o->invocation.robot, &o->robot, NULL);
    code = code == EXIT_FINE ? robot_needs_tree(&r, "export") : code;
    if (code == EXIT_FINE && o->collect) {
        code = collect(&r, o, &how, relative, sizeof relative);
    }
    if (code == EXIT_FINE && cdy_tree_write(r.tree, &how, write_piece, out, &error) != CDY_OK) {
        code = fail_library(&error);
    }
    if (code == EXIT_FINE) {
        name_losses(&lost, kinds[o->kind]);
    }
    robot_clear(&r);
    return code;
}

const command command_export = {
    .name = "export",
    .summary = "the robot as a file in URDF, MJCF or SDF",
    .description =
        "Export: the robot as URDF, MJCF or SDF.  Loading URDF gives the same tree and the same dynamics to\n"
        "the last bit: numbers have enough digits to be read back exactly.  Loading MJCF or SDF gives the\n"
        "same frames and torques to the rounding of rotations.  Notes name what the format cannot have.\n"
        "An existing file is replaced only with --force.\n",
    .examples = "condyle export universalUR5e\n"
                "condyle export omronEcobra600 --floating-base\n"
                "condyle export omronEcobra600 --as mjcf\n"
                "condyle export kukaIiwa14 --output -\n",
    .options = &table,
    .size = sizeof(export_options),
    .run = run,
    .needs_file = true,
};
