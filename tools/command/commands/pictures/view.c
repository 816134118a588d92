/* condyle view: a page with the robot to move. */
#include "commands/pictures/view_files.h"
#include "commands/pictures/view_page.h"
#include "commands/pictures/view_robot.h"
#include "options/command.h"
#include "options/ending.h"
#include "options/mesh_places.h"
#include "options/number_options.h"
#include "options/row_options.h"
#include "run/page_server.h"
#include "values/state_options.h"
#include "values/vector.h"

#include <condyle/configuration.h>
#include <stdlib.h>
#include <string.h>

typedef struct view_options {
    invocation invocation;
    state_options state;
    row_options rows;
    robot_options robot;
    const char *beside; /* NULL: none */
    bool degrees;
    bool serve;
    int port;
} view_options;

static const option_row option_rows[] = {
    {.kind = OPTION_TEXT,
     .name = "--beside",
     .metavar = "ROBOT",
     .offset = offsetof(view_options, beside),
     .reads = true,
     .help =
         "a second robot, a file or a bundled name, in the same scene\nand pose, joints by their names; what differs "
         "is orange"},
    {.kind = OPTION_INTEGER,
     .name = "--serve",
     .metavar = "PORT",
     .offset = offsetof(view_options, port),
     .given = offsetof(view_options, serve),
     .bare = "0",
     .least = 0,
     .most = 65535,
     .help = "serve the page at http://127.0.0.1:PORT/, to this machine\nonly, and show changes of its files at once; "
             "without PORT,\nor with 0, at a free port"},
    INCLUDE_TABLE(q_table, view_options, state),
    INCLUDE_TABLE(seed_table, view_options, state.seed),
    INCLUDE_TABLE(row_table, view_options, rows),
    INCLUDE_TABLE(robot_table, view_options, robot),
    INCLUDE_TABLE(degree_table, view_options, degrees),
    {0},
};

/* Without a robot the page is an empty one. */
static exit_code complete(void *values, const invocation *given)
{
    const view_options *o = values;
    if (!given->robot && (o->serve || o->beside || o->rows.input || o->state.vectors[VECTOR_Q] ||
                          o->robot.gravity_given || o->robot.floating_base || o->robot.mimic_given)) {
        return fail(EXIT_USAGE, "without a robot, 'view' makes an empty page, which takes no options of the robot or "
                                "its state; expected ROBOT, or -o FILE and --deg alone");
    }
    return EXIT_FINE;
}

static const option_table table = {.rows = option_rows, .complete = complete};

/* Writes the page before the robot; a served page may connect to its own server only, which reports changes. */
static void write_head(const view_options *o, output *out)
{
    const char *rest = o->serve ? strstr(view_page_head, "img-src ") : NULL;
    if (rest) {
        output_bytes(out, view_page_head, (size_t)(rest - view_page_head));
        output_text(out, "connect-src 'self'; ");
    }
    output_text(out, rest ? rest : view_page_head);
}

/* A robot with the places of its meshes, and the options that it was loaded by. */
typedef struct viewed {
    robot robot;
    mesh_places meshes;
    robot_options options;
} viewed;

static void viewed_clear(viewed *w)
{
    mesh_places_clear(&w->meshes);
    robot_clear(&w->robot);
}

/* Loads a robot; `files` NULL: nobody follows them. */
static exit_code viewed_load(viewed *w, const char *source, const char *rows, const robot_options *options,
                             watch_list *files)
{
    w->options = *options;
    exit_code code = files ? view_files_add_sources(files, source, rows, &options->source) : EXIT_FINE;
    if (code != EXIT_FINE) {
        return code;
    }
    code = robot_load(&w->robot, source, options, NULL);
    code = code == EXIT_FINE ? robot_needs_tree(&w->robot, "view") : code;
    code = code == EXIT_FINE ? mesh_places_fill(&w->meshes, w->robot.source, &options->source) : code;
    return code == EXIT_FINE && files ? view_files_add_meshes(files, w->robot.tree, &w->meshes.places) : code;
}

/* How the page shows a robot; everything but the robot is that of a robot beside. */
static view_robot view_of(const viewed *w, const view_options *o, const double *q, output *out)
{
    return (view_robot){.robot = &w->robot,
                        .source = &w->options.source,
                        .reading = &w->options.reading,
                        .meshes = &w->meshes.places,
                        .q = q,
                        .degrees = o->degrees,
                        .out = out};
}

static exit_code write_page(const view_options *o, const viewed *w, const view_robot *beside, long long revision,
                            output *out)
{
    const robot *r = &w->robot;
    view_motion motion = {0};
    double *q = calloc((size_t)cdy_model_nq(r->model) + 1, sizeof *q);
    exit_code code =
        q ? vector_read(r, VECTOR_Q, "--q", o->state.vectors[VECTOR_Q], o->state.seed, o->degrees, q) : fail_memory();
    if (code == EXIT_FINE && o->rows.input) {
        code = view_motion_read(&motion, &o->rows, r, q, o->degrees, o->robot.gravity_given);
    }
    if (code == EXIT_FINE) {
        view_robot v = view_of(w, o, q, out);
        v.motion = o->rows.input ? &motion : NULL;
        v.revision = revision;
        v.beside = beside;
        write_head(o, out);
        code = view_robot_write(&v);
        output_text(out, view_page_tail);
    }
    view_motion_clear(&motion);
    free(q);
    return code;
}

/* Writes the page of a robot with the one beside it, which is loaded as the first, but in the format of its content. */
static exit_code write_both(const view_options *o, const viewed *w, long long revision, output *out, watch_list *files)
{
    viewed other = {0};
    robot_options options = o->robot;
    options.model = NULL;
    options.reading.from = CDY_FROM_CONTENT; /* --from is the first robot's format */
    exit_code code = viewed_load(&other, o->beside, NULL, &options, files);
    double *home = code == EXIT_FINE ? calloc((size_t)cdy_model_nq(other.robot.model) + 1, sizeof *home) : NULL;
    if (code == EXIT_FINE && !home) {
        code = fail_memory();
    }
    if (code == EXIT_FINE) {
        robot_note_open_loops(other.robot.tree);
        cdy_home_configuration(other.robot.model, home);
        const view_robot v = view_of(&other, o, home, out);
        code = write_page(o, w, &v, revision, out);
    }
    free(home);
    viewed_clear(&other);
    return code;
}

/* Loads the robot and writes its page; `files` NULL: nobody follows them, and there is no revision. */
static exit_code make_page(const view_options *o, long long revision, output *out, watch_list *files)
{
    viewed w = {0};
    if (!o->invocation.robot) {
        output_text(out, view_page_head);
        output_format(out, "{\"head\": null, \"degrees\": %s}\n", o->degrees ? "true" : "false");
        output_text(out, view_page_tail);
        return EXIT_FINE;
    }
    exit_code code = viewed_load(&w, o->invocation.robot, o->rows.input, &o->robot, files);
    if (code == EXIT_FINE) {
        code = o->beside ? write_both(o, &w, revision, out, files) : write_page(o, &w, NULL, revision, out);
    }
    viewed_clear(&w);
    return code;
}

static exit_code make_served_page(const void *options, long long revision, output *page, watch_list *files)
{
    return make_page(options, revision, page, files);
}

static exit_code run(const void *options, output *out)
{
    const view_options *o = options;
    if (!view_page_head) {
        return fail(EXIT_USAGE,
                    "this condyle was built without the page of 'view': run tools/setup.sh --web in its sources, "
                    "then build or pip install it again");
    }
    if (!o->serve) {
        return make_page(o, 0, out, NULL);
    }
    if (o->invocation.output) {
        return fail(EXIT_USAGE, "--serve writes no file: leave out --output");
    }
    if (strcmp(o->invocation.robot, "-") == 0 || (o->beside && strcmp(o->beside, "-") == 0) ||
        (o->rows.input && strcmp(o->rows.input, "-") == 0)) {
        return fail(EXIT_USAGE, "--serve reads its files whenever ROBOT changes: give files, not the standard input");
    }
    const served_page page = {.self = o, .write = make_served_page};
    return page_server_run(&page, o->port, out);
}

const command command_view = {
    .name = "view",
    .summary = "a page with the robot to move, and its torques beside their limits",
    .description =
        "View: one HTML page for a browser, with the robot in three dimensions at the configuration q (meshes,\n"
        "primitives, or links as lines where there is no shape), and a slider for each joint.  Beside it the page\n"
        "shows the torques of gravity, velocities and accelerations as bars against the limits of effort, a payload\n"
        "and a wrench on any body, the largest mass that the pose can hold, the center of mass and what supports it,\n"
        "the mass matrix and Jacobians, the tree of bodies, and what 'check' finds in the file.  The page computes\n"
        "by this library, in WebAssembly; it needs no other file, no network and no server.\n"
        "With --serve the page stands at an address of this machine instead, and follows its files (ROBOT, what it\n"
        "includes, meshes, --input): a saved change shows at once in the same pose; while a file has errors, the\n"
        "page keeps the last robot and says why.\n"
        "\n"
        "Rows of --input (t, q, qd, qdd, tau) are a motion to play, with plots of positions, velocities and\n"
        "torques below the scene; torques that the rows do not give are computed from q, qd and qdd.  Rows without t\n"
        "play at 25 a second.\n"
        "\n"
        "Closed loops of the file stay closed: a slider takes the joints along that depend on it.  A move at which\n"
        "they cannot be closed is refused with the gap.  Torques are those of the tree alone.\n"
        "\n"
        "With --beside a second robot stands in the same scene and pose: pale blue, and orange where a body differs;\n"
        "a panel has the torques of both.  The box 'nearest pair' (key n) draws a line between the two bodies that\n"
        "are nearest, with the distance of 'condyle distance' in mm, orange where they touch; 'collision shapes'\n"
        "shows what is measured.\n"
        "\n"
        "Without ROBOT the page is empty: a robot file or a compiled model is dropped onto it, or chosen, with its\n"
        "meshes (STL, OBJ), and read in the page.  A page with a robot takes another one in the same way.\n"
        "\n"
        "Keys: h home, r random pose, u radians or degrees, f whole robot, c pose as a list for --q, p picture,\n"
        "t dark or light, g move the chosen frame, m turn it, w pull a force on it, e a moment, n nearest pair, s the\n"
        "chosen body stands on the ground, o other robot, / search of bodies; on a slider, the arrows move by a\n"
        "hundredth of its range, with Shift by a thousandth; of a motion, k or space play and pause, comma and period\n"
        "a row back and forward, < and > slower and faster.\n",
    .examples = "condyle view universalUR5e -o ur5e.html\n"
                "condyle view arm.urdf --serve 8000\n"
                "condyle view kukaIiwa14 --q 0,1,0,-1,0,1,0 --deg -o iiwa14.html\n"
                "condyle view universalUR5e --input motion.csv -o motion.html\n"
                "condyle view universalUR5e --beside universalUR10e -o both.html\n"
                "condyle view -o page.html\n",
    .usage = "[ROBOT]",
    .robot_optional = true,
    .options = &table,
    .endings = ending_page,
    .size = sizeof(view_options),
    .uses_mass = true,
    .closes_loops = true,
    .needs_file = true,
    .run = run,
};
