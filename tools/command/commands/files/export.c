/* condyle export: a robot as a file in URDF, MJCF or SDF. */
#include "commands/files/collect.h"
#include "commands/files/losses.h"
#include "options/collision.h"
#include "options/command.h"
#include "options/ending.h"
#include "options/mesh_places.h"
#include "values/robot.h"

#include <condyle/robot.h>
#include <condyle/write.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The text is kept until it is whole: it is read back to tell what its losses cost. */
static cdy_status keep_piece(void *context, const char *text, size_t size)
{
    text_buffer *t = context;
    text_add_bytes(t, text, size);
    return t->failed ? CDY_ERROR_MEMORY : CDY_OK;
}

typedef struct export_options {
    invocation invocation;
    robot_options robot;
    int kind; /* --as, or the ending of --output: of cdy_file_kind */
    bool kind_given;
    const char *mesh_folder, *collect;
    bool actuators;
} export_options;

static const char *const kinds[] = {"urdf", "mjcf", "sdf", NULL};

static const option_row rows[] = {
    {.kind = OPTION_CHOICE,
     .name = "--as",
     .offset = offsetof(export_options, kind),
     .given = offsetof(export_options, kind_given),
     .tells_content = true,
     .help = "format of the file; sdf is SDF 1.9, with mimic joints 1.11 (default: by the ending of --output, .urdf, "
             ".sdf, .xml or .mjcf; else urdf)",
     .words = kinds},
    {.kind = OPTION_TEXT,
     .name = "--mesh-folder",
     .metavar = "DIR",
     .offset = offsetof(export_options, mesh_folder),
     .folder = true,
     .help = "for mjcf: meshes lie in DIR, under their names without folders (default: meshes are left out, since "
             "MuJoCo refuses a file whose meshes are missing)"},
    {.kind = OPTION_TEXT,
     .name = "--collect",
     .metavar = "DIR",
     .offset = offsetof(export_options, collect),
     .folder = true,
     .help = "copy the meshes and pictures of the robot into DIR, made where it is missing, and name them from the "
             "folder of the robot's new file"},
    {.kind = OPTION_FLAG,
     .name = "--actuators",
     .offset = offsetof(export_options, actuators),
     .help = "for mjcf: a motor for each joint with a limit of effort"},
    {.kind = OPTION_TEXT,
     .name = "--srdf",
     .metavar = "FILE",
     .offset = offsetof(export_options, robot.srdf),
     .reads = true,
     .help = "for mjcf: MoveIt's file for the robot, whose pairs of disable_collisions become <exclude>"},
    INCLUDE_TABLE(robot_table, export_options, robot),
    {0},
};

static const char *const endings[] = {".urdf", ".sdf", ".xml", ".mjcf", NULL};

/* Takes the format of a file from its name where --as does not give it; notes where the two differ, but for .xml, which
 * all formats may have, though it is MuJoCo's ending. */
static void choose_kind(export_options *o, const char *name)
{
    static const cdy_file_kind named_kinds[] = {CDY_FILE_URDF, CDY_FILE_SDF, CDY_FILE_MJCF, CDY_FILE_MJCF};
    const int ending = ending_find(name, endings);
    const int named = ending < 0 ? CDY_FILE_URDF : (int)named_kinds[ending];
    if (o->kind_given && ending >= 0 && named != o->kind && strcmp(endings[ending], ".xml") != 0) {
        note("'%.200s' is written as %s, as --as says; its name ends as that of %s", name, kinds[o->kind],
             kinds[named]);
    }
    o->kind = o->kind_given ? o->kind : named;
}

static exit_code complete(void *values, const invocation *given)
{
    export_options *o = values;
    choose_kind(o, given->output);
    const exit_code code = o->kind_given
                               ? EXIT_FINE
                               : ending_require("--output", given->output, endings, "'export'", "or --as that says it");
    if (code != EXIT_FINE) {
        return code;
    }
    return o->collect && *o->collect && given->output ? collect_prepare(o->collect, given->output) : EXIT_FINE;
}

static const option_table table = {.rows = rows, .complete = complete};

static exit_code refuse_copy(void *context, const char *path)
{
    return collision_refuse_file(&table, context, "--collect", path);
}

/* Copies what the robot names; MJCF then has its meshes in that folder. */
static exit_code collect(robot *r, const export_options *o, cdy_write_options *how, char *relative, size_t size)
{
    mesh_places meshes;
    export_options given = *o; /* the options are listed by an interface that may change them, and are not changed */
    const bool file = o->invocation.output && strcmp(o->invocation.output, "-") != 0;
    const collect_options options = {.folder = o->collect,
                                     .file = file ? o->invocation.output : NULL,
                                     .replace = o->invocation.force,
                                     .refuse = refuse_copy,
                                     .context = &given.invocation};
    exit_code code = mesh_places_fill(&meshes, r->source, &o->robot.source);
    code = code == EXIT_FINE ? collect_files(r->tree, &meshes.places, &options, relative, size) : code;
    how->mesh_folder = how->kind == CDY_FILE_MJCF ? relative : NULL;
    mesh_places_clear(&meshes);
    return code;
}

static exit_code write_text(const robot *r, const cdy_write_options *how, text_buffer *text)
{
    cdy_error error;
    return cdy_tree_write(r->tree, how, keep_piece, text, &error) == CDY_OK ? EXIT_FINE : fail_library(&error);
}

/* URDF has no positions at home; what is written stands elsewhere at home then, and feels another gravity there. */
static void note_lost_homes(const cdy_tree *tree)
{
    const char *first = NULL;
    int count = 0;
    for (int i = 1; i <= cdy_tree_body_count(tree); i++) {
        const cdy_joint *j = &cdy_tree_body(tree, i)->joint;
        if (j->home_given && cdy_joint_type_nv(j->type) > 0) {
            first = first ? first : j->name;
            count++;
        }
    }
    if (count > 0) {
        note("not in URDF: the home position of joint '%.80s'%s", first, count > 1 ? " and of others" : "");
    }
}

/* A mesh that is named from the folder of the robot's file; NULL: there is none. */
static const char *relative_mesh(const cdy_tree *tree)
{
    for (int i = 0; i <= cdy_tree_body_count(tree); i++) {
        const cdy_body *body = cdy_tree_body(tree, i);
        for (size_t k = 0; k < body->visual_count + body->collision_count; k++) {
            const cdy_shape *s = k < body->visual_count ? &body->visuals[k] : &body->collisions[k - body->visual_count];
            const char *mesh = s->geometry.type == CDY_GEOMETRY_MESH ? s->geometry.mesh : NULL;
            if (mesh && *mesh != '/' && !strstr(mesh, ":/")) {
                return mesh;
            }
        }
    }
    return NULL;
}

/* Whether two files are in one folder. */
static bool are_side_by_side(const char *a, const char *b)
{
    const char *const paths[] = {a, b};
    struct stat folders[2];
    for (int i = 0; i < 2; i++) {
        const char *slash = strrchr(paths[i], '/');
        char *folder = slash ? strndup(paths[i], (size_t)(slash - paths[i]) + 1) : strdup(".");
        const bool found = folder && stat(folder, &folders[i]) == 0;
        free(folder);
        if (!found) {
            return false;
        }
    }
    return folders[0].st_dev == folders[1].st_dev && folders[0].st_ino == folders[1].st_ino;
}

/* Paths of meshes are written as they are: from another folder they lead elsewhere. */
static void note_meshes_left_behind(const robot *r, const export_options *o)
{
    const char *mesh = relative_mesh(r->tree), *file = o->invocation.output;
    const bool to_file = file && strcmp(file, "-") != 0;
    if (mesh && to_file && cdy_robot_source_is_path(r->source) && !are_side_by_side(r->source, file)) {
        note("mesh '%.200s' and others that are named from the folder of '%.200s' are not found from that of '%.200s'; "
             "--collect DIR copies them",
             mesh, r->source, file);
    }
}

static exit_code run(const void *options, output *out)
{
    const export_options *o = options;
    robot r;
    losses lost = {.count = 0};
    text_buffer text = {0};
    char relative[4096];
    cdy_write_options how = cdy_write_options_default();
    how.kind = (cdy_file_kind)o->kind;
    how.mesh_folder = o->mesh_folder;
    how.actuators = o->actuators;
    how.lost = losses_add;
    how.context = &lost;
    if (how.kind != CDY_FILE_MJCF && (o->mesh_folder || o->actuators)) {
        return fail(EXIT_USAGE, "%s is for --as mjcf, or an --output that ends in .xml or .mjcf",
                    o->mesh_folder ? "--mesh-folder" : "--actuators");
    }
    if (o->mesh_folder && o->collect) {
        return fail(EXIT_USAGE, "--mesh-folder and --collect cannot both be given");
    }
    exit_code code = robot_load(&r, o->invocation.robot, &o->robot, NULL);
    code = code == EXIT_FINE ? robot_needs_tree(&r, "export") : code;
    if (code == EXIT_FINE && how.kind == CDY_FILE_URDF) { /* the other formats have loops */
        robot_note_open_loops(r.tree);
        note_lost_homes(r.tree);
    }
    if (code == EXIT_FINE && o->collect) {
        code = collect(&r, o, &how, relative, sizeof relative);
    } else if (code == EXIT_FINE && how.kind != CDY_FILE_MJCF) { /* which has meshes from --mesh-folder alone */
        note_meshes_left_behind(&r, o);
    }
    code = code == EXIT_FINE ? write_text(&r, &how, &text) : code;
    if (code == EXIT_FINE) { /* write errors are kept in the output and reported at the end */
        output_bytes(out, text_get(&text), text.length);
    }
    if (code == EXIT_FINE && (how.kind != CDY_FILE_URDF || lost.count > 0 || lost.out_of_memory)) {
        code = losses_report(&lost, &r, &o->robot, &text, kinds[o->kind]);
    }
    losses_clear(&lost);
    text_clear(&text);
    robot_clear(&r);
    return code;
}

const command command_export = {
    .name = "export",
    .summary = "the robot as a file in URDF, MJCF or SDF",
    .description =
        "Export: the robot as URDF, MJCF or SDF, by --as or the ending of --output.  Loading URDF gives the\n"
        "same tree and the same dynamics to the last bit: numbers have enough digits to be read back exactly.\n"
        "Loading MJCF or SDF gives the same frames and torques to the rounding of rotations.  Notes name what\n"
        "the format cannot have, each with the torque that it costs: the file is read back, and its torques\n"
        "are compared with those of the robot in 1000 random states within the limits, drives included.\n"
        "An existing file is replaced only with --force.\n",
    .examples = "condyle export universalUR5e\n"
                "condyle export omronEcobra600 --floating-base\n"
                "condyle export omronEcobra600 --as mjcf\n"
                "condyle export kukaIiwa14 --output -\n",
    .options = &table,
    .endings = endings,
    .size = sizeof(export_options),
    .closes_loops = true,
    .run = run,
    .needs_file = true,
};
