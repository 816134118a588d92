/* condyle draw: a picture of a robot. */
#include "compute/limit_watch.h"
#include "compute/picture.h"
#include "draw/drawing.h"
#include "draw/png.h"
#include "draw/still.h"
#include "draw/svg.h"
#include "draw/view.h"
#include "options/command.h"
#include "options/mesh_places.h"
#include "options/number_options.h"
#include "options/row_options.h"
#include "rows/row_pass.h"
#include "values/state_options.h"
#include "values/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct draw_options {
    invocation invocation;
    state_options state;
    row_options rows;
    robot_options robot;
    bool degrees;
    const char *view;
    double size[2];
    int rate;
    bool frames, names, joints, inertia, torques, collisions, outlines;
} draw_options;

typedef enum picture_format { PICTURE_NONE = -1, PICTURE_PNG, PICTURE_APNG, PICTURE_SVG } picture_format;

enum { MOST_POSES = 10000, FASTEST = 100 };

static picture_format format_of(const char *name)
{
    static const char *const endings[] = {".png", ".apng", ".svg"};
    const char *ending = name ? strrchr(name, '.') : NULL;
    for (int i = 0; ending && i < 3; i++) {
        if (strcasecmp(ending, endings[i]) == 0) {
            return (picture_format)i;
        }
    }
    return PICTURE_NONE;
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
     .help = "show the gravity torques as arcs, forces of prismatic joints as arrows"},
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
    INCLUDE_TABLE(wrench_table, draw_options, state.wrenches),
    INCLUDE_TABLE(seed_table, draw_options, state.seed),
    INCLUDE_TABLE(row_table, draw_options, rows),
    INCLUDE_TABLE(robot_table, draw_options, robot),
    INCLUDE_TABLE(degree_table, draw_options, degrees),
    {0},
};
static const option_table table = {.rows = option_rows, .complete = complete};

/* Configurations, one after another. */
typedef struct pose_list {
    double *values;
    size_t count, capacity;
} pose_list;

static bool add_pose(pose_list *list, const double *q, size_t length)
{
    if (list->count == list->capacity) {
        const size_t larger = list->capacity ? 2 * list->capacity : 16;
        double *grown = realloc(list->values, larger * (length + 1) * sizeof *grown);
        if (!grown) {
            return false;
        }
        list->values = grown;
        list->capacity = larger;
    }
    memcpy(list->values + list->count++ * length, q, length * sizeof *q);
    return true;
}

/* A pass over the rows of --input, each of which adds a pose. */
typedef struct pose_rows {
    row_pass pass;
    const draw_options *options;
    size_t length;
    const double *row; /* NaN where the row gives no coordinate */
    const double *home;
    double *q;
    limit_watch *limits;
    pose_list *list;
} pose_rows;

/* Adds the configuration of a row; coordinates that the row does not have are those of --q, or of home. */
static exit_code take_row(void *context)
{
    pose_rows *p = context;
    if (p->list->count == MOST_POSES) {
        return fail(EXIT_USAGE, "'%s' has more than %d rows; expected fewer poses", p->options->rows.input, MOST_POSES);
    }
    for (size_t i = 0; i < p->length; i++) {
        p->q[i] = isnan(p->row[i]) ? p->home[i] : p->row[i];
    }
    if (!add_pose(p->list, p->q, p->length)) {
        return fail_memory();
    }
    limit_watch_rows(p->limits, p->pass.rows.in.name, 1, &p->pass.rows.line, p->q, NULL, NULL);
    return EXIT_FINE;
}

/* Reads the configurations of the rows; `home` has the coordinates that a row leaves out. */
static exit_code read_rows(const draw_options *o, const robot *r, const double *home, limit_watch *limits,
                           pose_list *list)
{
    const size_t length = (size_t)cdy_model_nq(r->model);
    double *row = calloc(2 * length + 1, sizeof *row), *values[QUANTITY_COUNT] = {[QUANTITY_Q] = row};
    elements names;
    pose_rows rows = {
        .options = o, .length = length, .row = row, .home = home, .q = row + length, .limits = limits, .list = list};
    const row_target target = {.elements = &names,
                               .inputs = BIT(QUANTITY_Q),
                               .needed = BIT(QUANTITY_Q),
                               .values = values,
                               .map = &o->rows.map,
                               .topic = o->rows.topic,
                               .degrees = o->degrees};
    exit_code code = elements_create(&names, r) && row ? EXIT_FINE : fail_memory();
    if (code == EXIT_FINE) {
        code = row_pass_read(&rows.pass, &o->rows, &target, take_row, &rows);
        row_reader_close(&rows.pass.rows);
        row_faults_finish(&rows.pass.faults);
    }
    elements_clear(&names);
    free(row);
    return code == EXIT_FINE && list->count == 0 ? fail(EXIT_INPUT, "'%s' has no row", o->rows.input) : code;
}

/* Keeps poses evenly spaced from the first to the last, as many as can be told apart in one picture. */
static void thin_poses(const draw_options *o, pose_list *list, size_t length)
{
    enum { MOST_TOLD_APART = 40, SHOWN = 12 };
    const size_t count = list->count;
    if (format_of(o->invocation.output) == PICTURE_APNG || count <= MOST_TOLD_APART) {
        return;
    }
    for (size_t i = 0; i < SHOWN; i++) {
        memmove(list->values + i * length, list->values + i * (count - 1) / (SHOWN - 1) * length,
                length * sizeof *list->values);
    }
    list->count = SHOWN;
    note("'%s' has %zu poses, which would cover each other in one picture: %d of them are shown, evenly spaced; a name "
         "that ends in .apng gives an animation of all",
         o->rows.input, count, (int)SHOWN);
}

static exit_code read_poses(const draw_options *o, const robot *r, pose_list *list)
{
    const size_t length = (size_t)cdy_model_nq(r->model);
    double *q = calloc(length + 1, sizeof *q);
    limit_watch limits;
    exit_code code = limit_watch_open(&limits, r, o->degrees) && q ? EXIT_FINE : fail_memory();
    if (code == EXIT_FINE) {
        code = vector_read(r, VECTOR_Q, "--q", o->state.vectors[VECTOR_Q], o->state.seed, o->degrees, q);
    }
    if (code == EXIT_FINE && o->state.vectors[VECTOR_Q]) {
        limit_watch_state(&limits, "--q", q, NULL);
    }
    if (code == EXIT_FINE && o->rows.input) {
        code = read_rows(o, r, q, &limits, list);
        thin_poses(o, list, length);
    } else if (code == EXIT_FINE && !add_pose(list, q, length)) {
        code = fail_memory();
    }
    limit_watch_close(&limits);
    free(q);
    return code;
}

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

/* Draws all poses into one picture of vectors. */
static exit_code draw_outlines(drawing *d, output *out)
{
    const sink to = output_sink(out);
    cdy_error error;
    return drawing_write(&d->subject, d->poses.values, d->poses.count, &d->style, d->camera, (int)d->options->size[0],
                         (int)d->options->size[1], d->title, &to, &error) == CDY_OK
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
    if (still_draw(&p, &d->subject, d->poses.values, d->poses.count, &d->style, d->camera, (int)d->options->size[0],
                   (int)d->options->size[1], !svg, &error) != CDY_OK) {
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
        if (subject_add(&d->subject, d->poses.values + i * d->nq, &d->style, 0, &s, &error) != CDY_OK) {
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
    exit_code code = EXIT_FINE;
    if (subject_add(&d->subject, d->poses.values + number * d->nq, &d->style, 0, &s, &error) != CDY_OK) {
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
    d->nq = (size_t)cdy_model_nq(r->model);
    exit_code code = read_view(o->view, &d->camera);
    code = code == EXIT_FINE ? read_poses(o, r, &d->poses) : code;
    code = code == EXIT_FINE ? wrench_list_read(&d->wrenches, r, &o->state.wrenches) : code;
    code = code == EXIT_FINE ? picture_open(&d->subject, r, &meshes->places, o->collisions) : code;
    d->title = robot_name(r);
    d->style = (pose_style){
        .frames = o->frames, .names = o->names, .joints = o->joints, .inertia = o->inertia, .torques = o->torques};
    code = code == EXIT_FINE ? show_wrenches(d) : code;
    if (code == EXIT_FINE) {
        code = o->outlines                                       ? draw_outlines(d, out)
               : format_of(o->invocation.output) == PICTURE_APNG ? draw_motion(d, out)
                                                                 : draw_still(d, out);
    }
    subject_close(&d->subject);
    wrench_list_clear(&d->wrenches);
    free(d->shown_wrenches);
    free(d->poses.values);
    return code;
}

static exit_code run(const void *options, output *out)
{
    const draw_options *o = options;
    drawing d = {.options = o};
    robot r;
    mesh_places meshes = {0};
    exit_code code = robot_load(&r, o->invocation.robot, &o->robot, NULL);
    code = code == EXIT_FINE ? robot_needs_tree(&r, "draw") : code;
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
        "each in proportion to the largest.\n"
        "\n"
        "Rows of --input are poses in one picture, the last in full colors, of more than 40 rows 12 evenly spaced "
        "ones;\n"
        "with a name that ends in .apng they are an animation (animated PNG, which browsers play).\n",
    .examples = "condyle draw universalUR5e --q 0,-1.2,1.5,-1.9,-1.57,0 -o ur5e.png\n"
                "condyle draw kukaIiwa14 --view side --frames --names -o iiwa14.svg\n"
                "condyle draw kukaIiwa14 --inertia --torques --q 0,1,0,-1,0,1,0 -o loads.png\n",
    .options = &table,
    .size = sizeof(draw_options),
    .run = run,
    .needs_file = true,
};
