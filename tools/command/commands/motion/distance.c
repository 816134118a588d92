/* condyle distance: how far the bodies of a robot are from each other and from obstacles. */
#include "commands/motion/clearance.h"

#include "compute/limit_watch.h"
#include "options/command.h"
#include "options/ending.h"
#include "rows/row_pass.h"
#include "values/state_options.h"
#include "values/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_SAMPLES = 10000000, MOST_OBSTACLES = 100, MOST_SHAPES = 4000 };

typedef struct distance_options {
    invocation invocation;
    state_options state;
    row_options rows;
    robot_options robot;
    format_options format;
    text_list obstacles, excluded;
    double margin;
    int samples, most, precision;
    bool visuals, degrees, between;
} distance_options;

static exit_code complete(void *values, const invocation *given)
{
    const distance_options *o = values;
    (void)given;
    if (o->samples > 0 && (o->rows.input || o->state.vectors[VECTOR_Q])) {
        return fail(EXIT_USAGE, "--sample draws its configurations; expected it without --q and --input");
    }
    if (o->between && !o->rows.input) {
        return fail(EXIT_USAGE, "--between looks between the rows of a motion; expected --input FILE with it");
    }
    if (format_or(&o->format, FORMAT_TABLE) == FORMAT_NPY) {
        return fail(EXIT_USAGE, "'distance' has no npy output; expected --format table, csv or json");
    }
    return o->obstacles.count > MOST_OBSTACLES
               ? fail(EXIT_USAGE, "--with is given %zu times; expected at most %d", o->obstacles.count, MOST_OBSTACLES)
               : EXIT_FINE;
}

static const option_row option_rows[] = {
    {.kind = OPTION_TEXTS,
     .name = "--with",
     .metavar = "FILE[#MODEL]",
     .offset = offsetof(distance_options, obstacles),
     .reads = true,
     .help = "a robot file whose shapes are obstacles, or a model of a file with several, its base at the robot's base "
             "frame, its joints at home; may be repeated"},
    {.kind = OPTION_TEXTS,
     .name = "--exclude",
     .metavar = "BODY,BODY",
     .names = NAMES_BODY_PAIR,
     .offset = offsetof(distance_options, excluded),
     .help = "a pair of bodies that is not looked at; may be repeated"},
    {.kind = OPTION_TEXT,
     .name = "--srdf",
     .metavar = "FILE",
     .offset = offsetof(distance_options, robot.srdf),
     .reads = true,
     .help = "MoveIt's file for the robot, whose pairs of disable_collisions are not looked at"},
    {.kind = OPTION_NUMBER,
     .name = "--margin",
     .metavar = "M",
     .offset = offsetof(distance_options, margin),
     .standard = "0",
     .help = "distance from which on bodies count as touching, m",
     .most = 1000},
    {.kind = OPTION_FLAG,
     .name = "--between",
     .offset = offsetof(distance_options, between),
     .help = "the rows of --input are a motion: also the least distance between them, with a bound"},
    {.kind = OPTION_INTEGER,
     .name = "--sample",
     .metavar = "N",
     .offset = offsetof(distance_options, samples),
     .help = "random configurations within the limits, in place of a state: which pairs touch always or never",
     .least = 1,
     .most = MOST_SAMPLES},
    {.kind = OPTION_INTEGER,
     .name = "--most",
     .metavar = "N",
     .offset = offsetof(distance_options, most),
     .standard = "10",
     .help = "pairs in the table, the nearest; 0: all",
     .most = 1000000},
    {.kind = OPTION_FLAG,
     .name = "--visuals",
     .offset = offsetof(distance_options, visuals),
     .help = "the visuals' shapes in place of the collision shapes"},
    INCLUDE_TABLE(q_table, distance_options, state),
    INCLUDE_TABLE(seed_table, distance_options, state.seed),
    INCLUDE_TABLE(row_table, distance_options, rows),
    INCLUDE_TABLE(robot_table, distance_options, robot),
    INCLUDE_TABLE(format_table, distance_options, format),
    INCLUDE_TABLE(degree_table, distance_options, degrees),
    {.kind = OPTION_INTEGER,
     .name = "--precision",
     .metavar = "D",
     .offset = offsetof(distance_options, precision),
     .help = "significant digits of csv, 1 to 17 (default: as many as read back exactly)",
     .least = 1,
     .most = 17},
    {0},
};
static const option_table table = {.rows = option_rows, .complete = complete};

/* A measurement in progress. */
typedef struct measurement {
    const distance_options *options;
    robot robot;
    robot *obstacles;
    char **files; /* of the obstacles */
    shape_list shapes;
    cdy_distance_scene *scene;
    cdy_workspace *workspace;
    cdy_separation *separations; /* of pairs of shapes */
    size_t *owners;              /* of each pair of shapes the pair of bodies */
    double *home;                /* --q, or the home configuration: coordinates that a row leaves out */
    double *q, *row, *gradient, time;
    clearance between; /* of --between */
    distance_results results;
    limit_watch limits;
    row_pass pass;
} measurement;

/* ---- pairs ---- */

static int compare_bodies(const void *left, const void *right)
{
    const body_pair *a = left, *b = right;
    return a->first != b->first ? (a->first > b->first) - (a->first < b->first)
                                : (a->second > b->second) - (a->second < b->second);
}

/* The bodies of a pair of shapes. */
static body_pair bodies_of(const measurement *m, size_t pair)
{
    size_t a = 0, b = 0;
    cdy_distance_pair(m->scene, pair, &a, &b);
    return (body_pair){.first = m->shapes.bodies[a], .second = m->shapes.bodies[b], .most = -(double)INFINITY};
}

/* Lists the pairs of bodies, each once, and of each pair of shapes that of its bodies. */
static exit_code list_pairs(measurement *m)
{
    const size_t count = cdy_distance_pair_count(m->scene);
    distance_results *r = &m->results;
    r->pairs = calloc(count + 1, sizeof *r->pairs);
    m->owners = calloc(count + 1, sizeof *m->owners);
    m->separations = calloc(count + 1, sizeof *m->separations);
    if (!r->pairs || !m->owners || !m->separations) {
        return fail_memory();
    }
    for (size_t i = 0; i < count; i++) {
        r->pairs[i] = bodies_of(m, i);
    }
    qsort(r->pairs, count, sizeof *r->pairs, compare_bodies);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || compare_bodies(&r->pairs[i], &r->pairs[r->count - 1]) != 0) {
            r->pairs[r->count++] = r->pairs[i];
        }
    }
    for (size_t i = 0; i < count; i++) {
        const body_pair wanted = bodies_of(m, i);
        const body_pair *found = bsearch(&wanted, r->pairs, r->count, sizeof *r->pairs, compare_bodies);
        m->owners[i] = (size_t)(found - r->pairs);
    }
    return EXIT_FINE;
}

/* ---- states ---- */

/* Keeps the gradient of the distance that is the least so far. */
static cdy_status keep_gradient(measurement *m, cdy_error *error)
{
    cdy_distance nearest;
    return cdy_distance_nearest(m->robot.model, m->workspace, m->scene, m->q, &nearest, m->gradient, error);
}

/* Adds the state q to the results. */
static cdy_status add_state(measurement *m, cdy_error *error)
{
    distance_results *r = &m->results;
    const cdy_status status = cdy_distance_all(m->robot.model, m->workspace, m->scene, m->q, m->separations, error);
    if (status) {
        return status;
    }
    r->states++;
    const unsigned long long row = m->options->rows.input ? row_reader_row(&m->pass.rows) : r->states;
    for (size_t i = 0; i < r->count; i++) {
        r->pairs[i].here = (double)INFINITY;
    }
    bool nearer = false;
    for (size_t i = 0; i < cdy_distance_pair_count(m->scene); i++) {
        body_pair *p = &r->pairs[m->owners[i]];
        const double distance = m->separations[i].distance;
        p->here = fmin(p->here, distance);
        if (p->row == 0 || distance < p->separation.distance) {
            p->separation = m->separations[i];
            p->row = row;
        }
        if (distance < r->least) {
            r->least = distance;
            nearer = true;
        }
    }
    for (size_t i = 0; i < r->count; i++) {
        r->pairs[i].touches += r->pairs[i].here <= r->margin;
        r->pairs[i].most = fmax(r->pairs[i].most, r->pairs[i].here);
    }
    if (nearer && !r->sampled) {
        r->time = m->time;
        return keep_gradient(m, error);
    }
    return CDY_OK;
}

static exit_code take_row(void *context)
{
    measurement *m = context;
    cdy_error error;
    for (int i = 0; i < cdy_model_nq(m->robot.model); i++) {
        m->q[i] = isnan(m->row[i]) ? m->home[i] : m->row[i];
    }
    limit_watch_rows(&m->limits, m->pass.rows.in.name, 1, &m->pass.rows.line, m->q, NULL, &m->pass.progress);
    cdy_status status = add_state(m, &error);
    if (!status && m->options->between) {
        status = clearance_add(&m->between, row_reader_row(&m->pass.rows), &m->time, m->q, &error);
    }
    return status ? row_pass_report(&m->pass, exit_code_of(status), error.text, false) : EXIT_FINE;
}

static exit_code measure_rows(measurement *m)
{
    const distance_options *o = m->options;
    double *values[VARIABLE_COUNT] = {[VARIABLE_Q] = m->row, [VARIABLE_TIME] = &m->time};
    elements names;
    const row_target target = {.elements = &names,
                               .inputs = SET_OF(HAS(Q), HAS(TIME)),
                               .needed = SET_OF(HAS(Q)),
                               .values = values,
                               .map = &o->rows.map,
                               .topic = o->rows.topic,
                               .degrees = o->degrees};
    exit_code code = elements_create(&names, &m->robot) ? EXIT_FINE : fail_memory();
    if (code == EXIT_FINE) {
        code = row_pass_read(&m->pass, &o->rows, &target, take_row, m);
        row_reader_close(&m->pass.rows);
        row_faults_finish(&m->pass.faults);
    }
    elements_clear(&names);
    return code == EXIT_FINE && m->results.states == 0 ? fail(EXIT_INPUT, "'%s' has no row", o->rows.input) : code;
}

static exit_code measure_samples(measurement *m)
{
    uint64_t seed = vector_seed(VECTOR_Q, m->options->state.seed);
    cdy_status status = CDY_OK;
    cdy_error error;
    for (int k = 0; k < m->options->samples && !status; k++) {
        cdy_random_configuration(m->robot.model, &seed, m->q);
        status = add_state(m, &error);
    }
    return status ? fail_library(&error) : EXIT_FINE;
}

static exit_code measure_state(measurement *m)
{
    cdy_error error;
    if (m->options->state.vectors[VECTOR_Q]) {
        limit_watch_state(&m->limits, "--q", m->q, NULL);
    }
    return add_state(m, &error) ? fail_library(&error) : EXIT_FINE;
}

/* ---- the whole ---- */

/* Takes FILE#MODEL of --with apart, at its last mark, where no file has the whole name; NULL: memory ran out. */
static char *find_file(const char *given, const char **model)
{
    struct stat status;
    const char *mark = stat(given, &status) == 0 ? NULL : strrchr(given, '#');
    *model = mark ? mark + 1 : NULL;
    return mark ? strndup(given, (size_t)(mark - given)) : strdup(given);
}

static exit_code load_obstacles(measurement *m)
{
    const text_list *files = &m->options->obstacles;
    robot_options o = m->options->robot;
    o.floating_base = false;
    o.srdf = NULL;
    o.reading.from = CDY_FROM_CONTENT; /* --from is the robot's format */
    m->obstacles = calloc(files->count + 1, sizeof *m->obstacles);
    m->files = calloc(files->count + 1, sizeof *m->files);
    if (!m->obstacles || !m->files) {
        return fail_memory();
    }
    exit_code code = EXIT_FINE;
    for (size_t i = 0; i < files->count && code == EXIT_FINE; i++) {
        robot *r = &m->obstacles[i];
        const size_t before = m->shapes.count;
        m->files[i] = find_file(files->items[i], &o.model);
        o.others_chosen = o.model != NULL;
        code = m->files[i] ? robot_load(r, m->files[i], &o, NULL) : fail_memory();
        code = code == EXIT_FINE ? robot_needs_tree(r, "distance") : code;
        code = code == EXIT_FINE ? shape_list_add(&m->shapes, r, &o, true, m->options->visuals) : code;
        if (code == EXIT_FINE && m->shapes.count == before) {
            code = fail(EXIT_ROBOT, "--with: '%s' has no shapes", files->items[i]);
        }
    }
    return code;
}

static exit_code make_scene(measurement *m)
{
    const distance_options *o = m->options;
    cdy_error error;
    exit_code code = shape_list_add(&m->shapes, &m->robot, &o->robot, false, o->visuals);
    if (code == EXIT_FINE && m->shapes.count == 0) {
        code = fail(EXIT_USAGE, "%s has no shapes, so that it has no distances", robot_name(&m->robot));
    }
    code = code == EXIT_FINE ? load_obstacles(m) : code;
    if (code == EXIT_FINE && m->shapes.count > MOST_SHAPES) {
        code = fail(EXIT_USAGE, "there are %zu shapes; expected at most %d, whose pairs are looked at", m->shapes.count,
                    MOST_SHAPES);
    }
    if (code == EXIT_FINE && (shape_list_make_scene(&m->shapes, &m->robot, &m->scene, &error) != CDY_OK ||
                              cdy_workspace_create(m->robot.model, &m->workspace, &error) != CDY_OK)) {
        code = fail_library(&error);
    }
    for (size_t i = 0; i < o->excluded.count && code == EXIT_FINE; i++) {
        code = shape_pairs_exclude(m->scene, &m->robot, o->excluded.items[i]);
    }
    if (code == EXIT_FINE && cdy_distance_pair_count(m->scene) == 0) {
        code = fail(EXIT_USAGE, "%s has no two bodies with shapes whose distance changes%s", robot_name(&m->robot),
                    o->excluded.count > 0 ? " and that are not excluded" : "");
    }
    if (code == EXIT_FINE && o->between) {
        code = clearance_begin(&m->between, m->robot.model, &m->shapes, m->scene, m->workspace, o->margin);
        m->results.between = &m->between;
    }
    return code == EXIT_FINE ? list_pairs(m) : code;
}

static exit_code open_state(measurement *m)
{
    const cdy_model *model = m->robot.model;
    m->q = calloc((size_t)cdy_model_nq(model) + 1, sizeof *m->q);
    m->home = calloc((size_t)cdy_model_nq(model) + 1, sizeof *m->home);
    m->row = calloc((size_t)cdy_model_nq(model) + 1, sizeof *m->row);
    m->gradient = calloc((size_t)cdy_model_nv(model) + 1, sizeof *m->gradient);
    m->time = (double)NAN;
    m->results = (distance_results){.robot = &m->robot,
                                    .shapes = &m->shapes,
                                    .rows = m->options->rows.input != NULL,
                                    .sampled = m->options->samples > 0,
                                    .margin = m->options->margin,
                                    .gradient = m->gradient,
                                    .least = (double)INFINITY,
                                    .time = (double)NAN,
                                    .most = m->options->most,
                                    .precision = m->options->precision};
    if (!limit_watch_open(&m->limits, &m->robot, m->options->degrees) || !m->q || !m->home || !m->row || !m->gradient) {
        return fail_memory();
    }
    const exit_code code = vector_read(&m->robot, VECTOR_Q, "--q", m->options->state.vectors[VECTOR_Q],
                                       m->options->state.seed, m->options->degrees, m->home);
    memcpy(m->q, m->home, (size_t)cdy_model_nq(model) * sizeof *m->q);
    return code;
}

static int compare_distances(const void *left, const void *right)
{
    const body_pair *a = left, *b = right;
    const double x = a->separation.distance, y = b->separation.distance;
    return x < y ? -1 : x > y ? 1 : compare_bodies(left, right);
}

/* Fails where bodies touch, but not of random configurations, which no one goes to. */
static exit_code judge(const measurement *m, output *out)
{
    const distance_results *r = &m->results;
    if (r->sampled || !(r->least <= r->margin)) {
        return r->between ? clearance_judge(r->between, out) : EXIT_FINE;
    }
    out->complete = true;
    size_t touching = 0;
    for (size_t i = 0; i < r->count; i++) {
        touching += r->pairs[i].touches > 0;
    }
    return fail(EXIT_EXCEEDED,
                "%zu of %zu pair%s of bodies come%s within %g m; the least distance is %g m, of '%s' and '%s'",
                touching, r->count, r->count == 1 ? "" : "s", touching == 1 ? "s" : "", r->margin, r->least,
                m->shapes.named[r->pairs[0].first].name, m->shapes.named[r->pairs[0].second].name);
}

static exit_code write_results(measurement *m, output *out)
{
    distance_results *r = &m->results;
    exit_code code = EXIT_FINE;
    qsort(r->pairs, r->count, sizeof *r->pairs, compare_distances);
    switch (format_or(&m->options->format, FORMAT_TABLE)) {
    case FORMAT_TABLE: code = distance_write_table(r, out); break;
    case FORMAT_CSV: code = distance_write_csv(r, out); break;
    case FORMAT_JSON: code = distance_write_json(r, out); break;
    case FORMAT_NPY: break; /* complete() refused it */
    }
    if (m->shapes.flat > 0) {
        note("%d mesh%s lie%s in a plane or have no hull; all their vertices are used", m->shapes.flat,
             m->shapes.flat == 1 ? "" : "es", m->shapes.flat == 1 ? "s" : "");
    }
    return code == EXIT_FINE ? judge(m, out) : code;
}

static void clear(measurement *m)
{
    for (size_t i = 0; m->obstacles && i < m->options->obstacles.count; i++) {
        robot_clear(&m->obstacles[i]);
    }
    for (size_t i = 0; m->files && i < m->options->obstacles.count; i++) {
        free(m->files[i]);
    }
    free(m->files);
    free(m->obstacles);
    shape_list_clear(&m->shapes);
    cdy_distance_scene_destroy(m->scene);
    cdy_workspace_destroy(m->workspace);
    clearance_end(&m->between);
    limit_watch_close(&m->limits);
    free(m->separations);
    free(m->owners);
    free(m->results.pairs);
    free(m->q);
    free(m->home);
    free(m->row);
    free(m->gradient);
    robot_clear(&m->robot);
}

static exit_code run(const void *options, output *out)
{
    const distance_options *o = options;
    measurement m = {.options = o};
    exit_code code = robot_load(&m.robot, o->invocation.robot, &o->robot, NULL);
    code = code == EXIT_FINE ? robot_needs_tree(&m.robot, "distance") : code;
    code = code == EXIT_FINE ? open_state(&m) : code;
    code = code == EXIT_FINE ? make_scene(&m) : code;
    if (code == EXIT_FINE) {
        code = o->rows.input ? measure_rows(&m) : o->samples > 0 ? measure_samples(&m) : measure_state(&m);
    }
    code = code == EXIT_FINE ? write_results(&m, out) : code;
    clear(&m);
    return code;
}

const command command_distance = {
    .name = "distance",
    .summary = "how far bodies are from each other and from obstacles",
    .description =
        "Distances between the bodies of a robot, and from obstacles (--with): at the configuration q, least\n"
        "over the rows of --input, or over random configurations (--sample).  For each pair of bodies the\n"
        "distance of their nearest shapes; below 0 they overlap, and one of them must go so far until they\n"
        "only touch.  Bodies that a joint or a loop holds at each other are not looked at, nor is the base\n"
        "beside obstacles; bodies welded together count as one, joints with nothing between as well.  A body\n"
        "on a floating or planar joint is looked at beside the one that it moves on.  Shapes are the collision\n"
        "shapes, or the visuals where the robot has none; a mesh counts as its convex hull.  Of the nearest\n"
        "pair the points (in the base frame), the normal and the derivative of the distance by q.\n"
        "Between two rows nothing is looked at but with --between: there each joint goes evenly from one row to\n"
        "the next, a planar or floating one on a screw, and no two bodies are nearer anywhere than the bound\n"
        "that is printed, to 0.1 mm.\n"
        "\n"
        "With --sample the table tells which pairs always or never touched; these are candidates for --exclude.\n"
        "Exit code 5: bodies come within --margin, or with --between may do so (not with --sample).\n"
        "\n"
        "csv has one row a pair of bodies, nearest first: first, second, whether one is an obstacle, distance\n"
        "(the least), most, touches of so many states, row of the least (from 1), the points ax..az and bx..bz\n"
        "and the normal nx..nz from the first body to the second; JSON \"pairs\" with the same, and of the\n"
        "nearest \"distance\" and \"gradient\".  With --between, csv has five columns more: at the pair that comes\n"
        "nearest on the whole motion the least distance \"way\", the rows way_from and way_to that it is between\n"
        "(or in) and the time way_t, and at each pair the bound that none is below anywhere; JSON \"between\" has\n"
        "the same, and whether the margin is known to be \"kept\".  \"collides\": bodies come within the margin, in\n"
        "rows or between them.\n",
    .examples = "condyle distance universalUR5e --q 0,-1.2,1.5,-1.9,-1.57,0\n"
                "condyle distance universalUR5e --input motion.csv --margin 0.02 --format json\n"
                "condyle distance universalUR5e --input motion.csv --between --with cell.urdf\n"
                "condyle distance universalUR5e --sample 1000\n",
    .options = &table,
    .endings = ending_table,
    .size = sizeof(distance_options),
    .needs_file = true,
    .run = run,
};
