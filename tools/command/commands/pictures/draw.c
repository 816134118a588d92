/* condyle draw: a picture of a robot. */
#include "commands/pictures/draw_poses.h"
#include "compute/picture.h"
#include "draw/drawing.h"
#include "draw/png.h"
#include "draw/still.h"
#include "draw/svg.h"
#include "draw/view.h"
#include "options/command.h"
#include "options/ending.h"
#include "options/mesh_places.h"
#include "options/number_options.h"
#include "rows/payload.h"
#include "values/drives.h"
#include "values/wrench.h"

#include <stdlib.h>
#include <string.h>

typedef struct draw_options {
    invocation invocation;
    state_options state;
    row_options rows;
    text_list payloads;
    drive_options drives;
    robot_options robot;
    bool degrees;
    const char *view;
    double size[2];
    int rate;
    bool frames, names, joints, inertia, torques, collisions, outlines;
} draw_options;

typedef enum picture_format { PICTURE_NONE = -1, PICTURE_PNG, PICTURE_APNG, PICTURE_SVG } picture_format;

enum { FASTEST = 100 };

static const char *const endings[] = {".png", ".svg", ".apng", NULL};

static picture_format format_of(const char *name)
{
    static const picture_format formats[] = {PICTURE_PNG, PICTURE_SVG, PICTURE_APNG};
    const int ending = ending_find(name, endings);
    return ending < 0 ? PICTURE_NONE : formats[ending];
}

static exit_code complete(void *values, const invocation *given)
{
    const draw_options *o = values;
    if (format_of(given->output) == PICTURE_NONE) {
        return fail(EXIT_USAGE, "'draw' needs -o FILE, a name that ends in .png, .svg or, for an animation, .apng");
    }
    if (format_of(given->output) == PICTURE_APNG && !o->rows.input) {
        return fail(EXIT_USAGE, "an animation needs --input FILE, a motion with a configuration a row");
    }
    if (o->outlines && format_of(given->output) != PICTURE_SVG) {
        return fail(EXIT_USAGE, "--outlines are vectors: expected -o FILE, a name that ends in .svg");
    }
    for (int k = 0; k < 2; k++) {
        if (!(o->size[k] >= (double)STILL_SMALLEST && o->size[k] <= (double)STILL_LARGEST)) {
            return fail(EXIT_USAGE, "--size: %g is no size of a picture; expected %d to %d pixels", o->size[k],
                        STILL_SMALLEST, STILL_LARGEST);
        }
    }
    return EXIT_FINE;
}

static const option_row option_rows[] = {
    {.kind = OPTION_TEXT,
     .name = "--view",
     .metavar = "VIEW",
     .offset = offsetof(draw_options, view),
     .standard = "iso",
     .help = "iso, front (against x), back, side (along y), top, or AZIMUTH,ELEVATION of the viewer in degrees"},
    {.kind = OPTION_NUMBERS,
     .name = "--size",
     .metavar = "W,H",
     .offset = offsetof(draw_options, size),
     .standard = "800,600",
     .help = "width and height in pixels",
     .count = 2,
     .expected = "W,H in pixels"},
    {.kind = OPTION_FLAG,
     .name = "--frames",
     .offset = offsetof(draw_options, frames),
     .help = "show the axes of each body's frame: x red, y green, z blue"},
    {.kind = OPTION_FLAG, .name = "--names", .offset = offsetof(draw_options, names), .help = "show the bodies' names"},
    {.kind = OPTION_FLAG,
     .name = "--joints",
     .offset = offsetof(draw_options, joints),
     .help = "show the axes of the joints that move, and their names"},
    {.kind = OPTION_FLAG,
     .name = "--inertia",
     .offset = offsetof(draw_options, inertia),
     .help = "show each body's center of mass, and the ellipsoid with its mass and inertia"},
    {.kind = OPTION_FLAG,
     .name = "--torques",
     .offset = offsetof(draw_options, torques),
     .help =
         "show the torques of id as arcs, forces of prismatic joints as arrows: those that hold the robot still, or "
         "move it as --qd and --qdd say"},
    {.kind = OPTION_FLAG,
     .name = "--collisions",
     .offset = offsetof(draw_options, collisions),
     .help = "show the collision shapes in place of the visuals"},
    {.kind = OPTION_FLAG,
     .name = "--outlines",
     .offset = offsetof(draw_options, outlines),
     .help =
         "an .svg of vectors alone, with labels beside the robot:\noutlines of shapes, the nearest last; of a mesh, "
         "its convex\nhull"},
    {.kind = OPTION_INTEGER,
     .name = "--rate",
     .metavar = "N",
     .offset = offsetof(draw_options, rate),
     .standard = "25",
     .help = "pictures a second of an animation",
     .least = 1,
     .most = FASTEST},
    INCLUDE_TABLE(q_table, draw_options, state),
    INCLUDE_TABLE(qd_table, draw_options, state),
    INCLUDE_TABLE(qdd_table, draw_options, state),
    INCLUDE_TABLE(wrench_table, draw_options, state.wrenches),
    INCLUDE_TABLE(seed_table, draw_options, state.seed),
    INCLUDE_TABLE(row_table, draw_options, rows),
    INCLUDE_TABLE(payload_table, draw_options, payloads),
    INCLUDE_TABLE(drive_table, draw_options, drives),
    INCLUDE_TABLE(robot_table, draw_options, robot),
    INCLUDE_TABLE(degree_table, draw_options, degrees),
    {0},
};
static const option_table table = {.rows = option_rows, .complete = complete};

/* Reads --view: azimuth and elevation of the viewer. */
static exit_code read_view(const char *given, camera *c)
{
    return view_read(given ? given : "iso", c)
               ? EXIT_FINE
               : fail(EXIT_USAGE,
                      "--view: '%s' is no view; expected iso, front, back, side, top or AZIMUTH,ELEVATION in degrees",
                      given);
}

/* A drawing in progress. */
typedef struct drawing {
    const draw_options *options;
    subject subject;
    pose_list poses;
    wrench_list wrenches;
    pose_wrench *shown_wrenches;
    double *fext;
    const char *title;
    pose_style style;
    camera camera;
    size_t nq;
} drawing;

/* Takes the wrenches of --wrench into the style. */
static exit_code show_wrenches(drawing *d)
{
    const wrench_list *list = &d->wrenches;
    d->shown_wrenches = calloc(list->count + 1, sizeof *d->shown_wrenches);
    if (!d->shown_wrenches) {
        return fail_memory();
    }
    for (size_t i = 0; i < list->count; i++) {
        const wrench *w = &list->items[i];
        d->shown_wrenches[i] = (pose_wrench){.frame = w->frame, .in_body = w->kind == WRENCH_IN_BODY};
        memcpy(d->shown_wrenches[i].values, w->values, sizeof w->values);
    }
    d->style.wrenches = d->shown_wrenches;
    d->style.wrench_count = list->count;
    return EXIT_FINE;
}

/* Takes velocities, accelerations and external forces of a pose into the style, whose torques they change. */
static exit_code load_pose(drawing *d, size_t number)
{
    const cdy_model *model = d->subject.model;
    const pose_list *list = &d->poses;
    cdy_error error;
    const double *q = list->values[VECTOR_Q] + number * list->lengths[VECTOR_Q];
    d->style.qd = list->values[VECTOR_QD] + number * list->lengths[VECTOR_QD];
    d->style.qdd = list->values[VECTOR_QDD] + number * list->lengths[VECTOR_QDD];
    d->style.fext = d->fext;
    memset(d->fext, 0, 6 * (size_t)cdy_model_force_rows(model) * sizeof *d->fext);
    return wrench_list_apply(&d->wrenches, model, d->subject.workspace, q, d->fext, &error) == CDY_OK
               ? EXIT_FINE
               : fail_library(&error);
}

/* Draws all poses into one picture of vectors. */
static exit_code draw_outlines(drawing *d, output *out)
{
    const sink to = output_sink(out);
    cdy_error error;
    return drawing_write(&d->subject, d->poses.values[VECTOR_Q], d->poses.count, &d->style, d->camera,
                         (int)d->options->size[0], (int)d->options->size[1], d->title, &to, &error) == CDY_OK
               ? EXIT_FINE
               : fail_library(&error);
}

/* Draws all poses into one picture. */
static exit_code draw_still(drawing *d, output *out)
{
    const bool svg = format_of(d->options->invocation.output) == PICTURE_SVG;
    const sink to = output_sink(out);
    still p;
    cdy_error error;
    exit_code code = EXIT_FINE;
    if (still_draw(&p, &d->subject, d->poses.values[VECTOR_Q], d->poses.count, &d->style, d->camera,
                   (int)d->options->size[0], (int)d->options->size[1], !svg, &error) != CDY_OK) {
        code = fail_library(&error);
    } else if (!(svg ? svg_write(&p.shown, &p.view, &p.made, d->title, picture_pack, &to)
                     : png_write(&p.made, picture_pack, &to))) {
        code = fail_memory();
    }
    still_clear(&p);
    return code;
}

/* Finds the extent of all poses, so that the view stands still. */
static exit_code find_extent(drawing *d, extent *e)
{
    cdy_error error;
    exit_code code = EXIT_FINE;
    for (size_t i = 0; code == EXIT_FINE && i < d->poses.count; i++) {
        scene s = {0};
        code = load_pose(d, i);
        if (code == EXIT_FINE &&
            subject_add(&d->subject, d->poses.values[VECTOR_Q] + i * d->nq, &d->style, 0, &s, &error) != CDY_OK) {
            code = fail_library(&error);
        }
        camera_extend(&d->camera, &s, e);
        scene_clear(&s);
    }
    return code;
}

static exit_code draw_frame(drawing *d, size_t number, const sink *to)
{
    scene s = {0};
    image made = {0};
    cdy_error error;
    exit_code code = load_pose(d, number);
    if (code != EXIT_FINE) {
        return code;
    }
    if (subject_add(&d->subject, d->poses.values[VECTOR_Q] + number * d->nq, &d->style, 0, &s, &error) != CDY_OK) {
        code = fail_library(&error);
    } else if (!raster_draw(&s, &d->camera, (int)d->options->size[0], (int)d->options->size[1], true, &made) ||
               !apng_write(&made, (unsigned)number, d->options->rate, picture_pack, to)) {
        code = fail_memory();
    }
    free(made.pixels);
    scene_clear(&s);
    return code;
}

static exit_code draw_motion(drawing *d, output *out)
{
    const int width = (int)d->options->size[0], height = (int)d->options->size[1];
    const sink to = output_sink(out);
    extent covered = {0};
    exit_code code = find_extent(d, &covered);
    if (code == EXIT_FINE) {
        camera_fit(&d->camera, &covered, width, height);
        apng_begin(width, height, (unsigned)d->poses.count, &to);
    }
    for (size_t i = 0; code == EXIT_FINE && i < d->poses.count; i++) {
        code = draw_frame(d, i, &to);
    }
    if (code == EXIT_FINE) {
        apng_end(&to);
    }
    return code;
}

static exit_code draw(drawing *d, const robot *r, const mesh_places *meshes, output *out)
{
    const draw_options *o = d->options;
    const pose_request wanted = {.state = &o->state,
                                 .rows = &o->rows,
                                 .moves = o->torques,
                                 .animated = format_of(o->invocation.output) == PICTURE_APNG,
                                 .degrees = o->degrees};
    d->nq = (size_t)cdy_model_nq(r->model);
    exit_code code = read_view(o->view, &d->camera);
    code = code == EXIT_FINE ? pose_list_read(&d->poses, &wanted, r) : code;
    code = code == EXIT_FINE ? wrench_list_read(&d->wrenches, r, &o->state.wrenches) : code;
    code = code == EXIT_FINE ? picture_open(&d->subject, r, &meshes->places, o->collisions) : code;
    d->title = robot_name(r);
    d->style = (pose_style){
        .frames = o->frames, .names = o->names, .joints = o->joints, .inertia = o->inertia, .torques = o->torques};
    code = code == EXIT_FINE ? show_wrenches(d) : code;
    d->fext = calloc((size_t)cdy_model_force_rows(r->model) + 1, 6 * sizeof *d->fext);
    code = code == EXIT_FINE && !d->fext ? fail_memory() : code;
    code = code == EXIT_FINE ? load_pose(d, d->poses.count - 1) : code;
    if (code == EXIT_FINE) {
        code = o->outlines                                       ? draw_outlines(d, out)
               : format_of(o->invocation.output) == PICTURE_APNG ? draw_motion(d, out)
                                                                 : draw_still(d, out);
    }
    subject_close(&d->subject);
    wrench_list_clear(&d->wrenches);
    free(d->shown_wrenches);
    free(d->fext);
    pose_list_clear(&d->poses);
    return code;
}

static exit_code run(const void *options, output *out)
{
    const draw_options *o = options;
    drawing d = {.options = o};
    robot r;
    mesh_places meshes = {0};
    exit_code code = robot_load(&r, o->invocation.robot, &o->robot, &o->drives);
    code = code == EXIT_FINE ? robot_needs_tree(&r, "draw") : code;
    code = code == EXIT_FINE ? payloads_apply(&r, &o->payloads) : code;
    code = code == EXIT_FINE ? mesh_places_fill(&meshes, r.source, &o->robot.source) : code;
    code = code == EXIT_FINE ? draw(&d, &r, &meshes, out) : code;
    mesh_places_clear(&meshes);
    robot_clear(&r);
    return code;
}

const command command_draw = {
    .name = "draw",
    .summary = "a picture of the robot, or an animation of a motion",
    .description =
        "Draw: the robot at the configuration q as PNG or SVG, by the ending of its name: meshes (STL, OBJ, GLB;\n"
        "Collada) and primitives shaded, seen in parallel projection; where there is no shape, or one "
        "that\n"
        "cannot be read, links as lines and the joints' axes as well.  --wrench shows forces as arrows and moments as "
        "arcs,\n"
        "each in proportion to the largest; --torques counts wrenches, payloads, drives and motion as id does.\n"
        "\n"
        "Rows of --input are poses in one picture, the last in full colors, of more than 40 rows 12 evenly spaced "
        "ones;\n"
        "with a name that ends in .apng they are an animation (animated PNG, which browsers play).\n",
    .examples = "condyle draw universalUR5e --q 0,-1.2,1.5,-1.9,-1.57,0 -o ur5e.png\n"
                "condyle draw kukaIiwa14 --view side --frames --names -o iiwa14.svg\n"
                "condyle draw kukaIiwa14 --inertia --torques --q 0,1,0,-1,0,1,0 -o loads.png\n"
                "condyle draw universalUR5e --torques --wrench tool0@base-axes:0,0,0,0,0,-50 -o force.png\n",
    .options = &table,
    .endings = endings,
    .size = sizeof(draw_options),
    .run = run,
    .needs_file = true,
};
