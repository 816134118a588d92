/* condyle stop: how far and how long a robot runs on. */
#include "compute/limit_watch.h"
#include "options/command.h"
#include "options/number_options.h"
#include "rows/json.h"
#include "rows/payload.h"
#include "run/csv.h"
#include "values/per_joint.h"
#include "values/place.h"
#include "values/quantity.h"
#include "values/state_options.h"
#include "values/vector.h"

#include <condyle/stop.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Parts of the full speed and of the full load, as ISO 10218-1, annex B, asks to be told. */
enum { PARTS = 3 };
static const double parts[PARTS] = {33, 66, 100};

typedef struct stop_options {
    invocation invocation;
    robot_options robot;
    drive_options drives;
    text_list payloads;
    state_options state;
    format_options format;
    const char *at, *brakes, *effort, *deceleration;
    int category; /* of cdy_stop_category */
    double step, most_time;
    int precision;
    bool degrees;
} stop_options;

/* One stop: of a joint alone, or of all joints (-1). */
typedef struct stop_row {
    int joint;
    double load, speed; /* per cent */
    cdy_stop stop;
    double *travel; /* n, rad or m; in degrees where asked for */
} stop_row;

/* The stops of a robot. */
typedef struct stops {
    const stop_options *options;
    robot robot;
    int n;
    place at;
    double *q, *full, *brakes, *effort, *deceleration, *qd; /* n each, of one piece of memory */
    cdy_payload *payloads;                                  /* of each frame */
    bool loaded;
    stop_row *rows;
    double *travel;
    int count, unstopped, stuck; /* stuck: those of the unstopped whose drives cannot brake or hold */
    limit_watch limits;
    text_buffer beyond; /* the first joint that ends beyond its position limit */
    int beyond_count;
} stops;

static void clear(stops *s)
{
    free(s->q);
    free(s->payloads);
    free(s->rows);
    free(s->travel);
    limit_watch_close(&s->limits);
    text_clear(&s->beyond);
    robot_clear(&s->robot);
}

static double friction_of(const cdy_tree *tree, const char *joint)
{
    const int body = cdy_tree_find_joint(tree, joint);
    return body >= 0 ? cdy_tree_body(tree, body)->joint.dynamics.friction : 0;
}

/* The torques of the brakes: of the option, or the joints' friction. */
static exit_code read_brakes(stops *s)
{
    const stop_options *o = s->options;
    const per_joint_option option = {.name = "--brakes", .noun = "brake", .kind = VECTOR_TAU};
    if (!o->brakes || strcmp(o->brakes, "friction") != 0) {
        return per_joint_read(&s->robot, &option, o->brakes, s->brakes);
    }
    const exit_code code = robot_needs_tree(&s->robot, "stop --brakes friction");
    for (int i = 0; code == EXIT_FINE && i < s->n; i++) {
        s->brakes[i] = friction_of(s->robot.tree, vector_coordinate(s->robot.model, VECTOR_QD, i).joint);
    }
    return code;
}

static exit_code read_numbers(stops *s)
{
    const stop_options *o = s->options;
    const per_joint_option effort = {.name = "--effort", .noun = "effort", .kind = VECTOR_TAU};
    const per_joint_option deceleration = {.name = "--deceleration",
                                           .noun = "deceleration",
                                           .kind = VECTOR_QDD,
                                           .above_zero = true,
                                           .degrees = o->degrees};
    for (int i = 0; i < s->n; i++) {
        const cdy_coordinate c = vector_coordinate(s->robot.model, VECTOR_QD, i);
        s->full[i] = c.velocity;
        s->effort[i] = c.effort;
        s->deceleration[i] = HUGE_VAL;
    }
    exit_code code = place_read(s->robot.model, "--at", o->at, &s->at);
    code = code == EXIT_FINE
               ? vector_read(&s->robot, VECTOR_Q, "--q", o->state.vectors[VECTOR_Q], o->state.seed, o->degrees, s->q)
               : code;
    if (code == EXIT_FINE && o->state.vectors[VECTOR_QD]) {
        code =
            vector_read(&s->robot, VECTOR_QD, "--qd", o->state.vectors[VECTOR_QD], o->state.seed, o->degrees, s->full);
    }
    if (code == EXIT_FINE) {
        limit_watch_state(&s->limits, "--q", o->state.vectors[VECTOR_Q] ? s->q : NULL,
                          o->state.vectors[VECTOR_QD] ? s->full : NULL);
    }
    code = code == EXIT_FINE ? read_brakes(s) : code;
    code = code == EXIT_FINE ? per_joint_read(&s->robot, &effort, o->effort, s->effort) : code;
    return code == EXIT_FINE ? per_joint_read(&s->robot, &deceleration, o->deceleration, s->deceleration) : code;
}

/* Keeps the payloads that the model carries at full load. */
static exit_code keep_payloads(stops *s)
{
    const int frames = cdy_model_frame_count(s->robot.model);
    s->payloads = calloc((size_t)frames + 1, sizeof *s->payloads);
    for (int i = 0; s->payloads && i < frames; i++) {
        s->loaded = cdy_model_get_payload(s->robot.model, i, &s->payloads[i]) || s->loaded;
    }
    return s->payloads ? EXIT_FINE : fail_memory();
}

static exit_code set_load(const stops *s, double percent)
{
    cdy_error error;
    for (int i = 0; i < cdy_model_frame_count(s->robot.model); i++) {
        cdy_payload part = s->payloads[i];
        if (part.mass <= 0) {
            continue;
        }
        part.mass *= percent / 100;
        for (int k = 0; k < 6; k++) {
            part.inertia[k] *= percent / 100;
        }
        if (cdy_model_set_payload(s->robot.model, i, &part, &error) != CDY_OK) {
            return fail_library(&error);
        }
    }
    return EXIT_FINE;
}

/* Drives that cannot keep the line, or hold the robot at its end, end the motion before its time. */
static bool is_stuck(const stops *s, const stop_row *row)
{
    return !row->stop.stopped && row->stop.time < s->options->most_time * (1 - 1e-9);
}

/* Counts a stop at whose end q a joint has gone beyond its position limit. */
static void watch_end(stops *s, const double *q)
{
    for (int i = 0; i < s->n; i++) {
        const cdy_coordinate c = vector_coordinate(s->robot.model, VECTOR_Q, i);
        const double limit = q[i] < c.lower ? c.lower : c.upper;
        const bool in_degrees = s->options->degrees && c.angular, moves = fabs(q[i] - s->q[i]) > 0;
        if (moves && (q[i] < c.lower || q[i] > c.upper)) {
            if (!s->beyond_count++) {
                text_add(&s->beyond, "joint '%s' at %.4g, beyond its limit of %.4g %s", c.joint,
                         q[i] / (in_degrees ? radians(1) : 1), limit / (in_degrees ? radians(1) : 1),
                         coordinate_unit(VECTOR_Q, &c, s->options->degrees));
            }
            return;
        }
    }
}

/* Stops one motion: of one joint, or of all (-1). */
static exit_code add_stop(stops *s, int joint, double load, double speed)
{
    const stop_options *o = s->options;
    stop_row *row = &s->rows[s->count];
    cdy_error error;
    *row =
        (stop_row){.joint = joint, .load = load, .speed = speed, .travel = s->travel + (size_t)s->count * (size_t)s->n};
    for (int i = 0; i < s->n; i++) {
        s->qd[i] = joint < 0 || joint == i ? speed / 100 * s->full[i] : 0;
    }
    cdy_stop_state state = {.category = (cdy_stop_category)o->category,
                            .q = s->q,
                            .qd = s->qd,
                            .brakes = s->brakes,
                            .effort = s->effort,
                            .deceleration = s->deceleration,
                            .frame = s->at.frame,
                            .step = o->step,
                            .most_time = o->most_time};
    memcpy(state.point, s->at.point, sizeof state.point);
    if (cdy_find_stop(s->robot.model, &state, &row->stop, row->travel, &error) != CDY_OK) {
        return fail_library(&error);
    }
    watch_end(s, row->travel);
    for (int i = 0; i < s->n; i++) {
        const cdy_coordinate c = vector_coordinate(s->robot.model, VECTOR_QD, i);
        row->travel[i] = (row->travel[i] - s->q[i]) / (o->degrees && c.angular ? radians(1) : 1);
    }
    s->unstopped += !row->stop.stopped;
    s->stuck += is_stuck(s, row);
    s->count++;
    return EXIT_FINE;
}

/* The motions at one load. */
static exit_code add_motions(stops *s, double load)
{
    exit_code code = set_load(s, load);
    for (int joint = s->options->state.vectors[VECTOR_QD] ? -1 : 0; joint < s->n && code == EXIT_FINE; joint++) {
        for (int k = 0; k < PARTS && code == EXIT_FINE; k++) {
            code = joint < 0 || isfinite(s->full[joint]) ? add_stop(s, joint, load, parts[k]) : EXIT_FINE;
        }
        if (joint < 0) {
            break;
        }
    }
    return code;
}

static exit_code find_stops(stops *s)
{
    const size_t most = (size_t)(s->n + 1) * PARTS * PARTS, n = (size_t)s->n;
    s->rows = calloc(most, sizeof *s->rows);
    s->travel = calloc(most * n + 1, sizeof *s->travel);
    if (!s->rows || !s->travel) {
        return fail_memory();
    }
    exit_code code = EXIT_FINE;
    for (int k = s->loaded ? 0 : PARTS - 1; k < PARTS && code == EXIT_FINE; k++) {
        code = add_motions(s, parts[k]);
    }
    if (code == EXIT_FINE && s->count == 0) {
        code = fail(EXIT_ROBOT, "the robot does not tell the velocity limit of a joint; give the motion by --qd");
    }
    return code;
}

/* Names the joints that are left out as their speed is not known, and where a joint ends beyond its limit. */
static exit_code add_notes(const stops *s)
{
    text_buffer names = {0};
    for (int i = 0; i < s->n; i++) {
        if (!isfinite(s->full[i])) {
            text_add(&names, "%s'%s'", text_get(&names)[0] ? ", " : "",
                     vector_coordinate(s->robot.model, VECTOR_QD, i).joint);
        }
    }
    const bool failed = names.failed || s->beyond.failed;
    if (!failed && text_get(&names)[0]) {
        note("left out, as the robot does not tell their velocity limits: %s; give their motion by --qd",
             text_get(&names));
    }
    if (!failed && s->beyond_count) {
        note("in %d of %d stops a joint ends beyond a position limit, first %s; the robot hits its mechanical stop "
             "before",
             s->beyond_count, s->count, text_get(&s->beyond));
    }
    text_clear(&names);
    return failed ? fail_memory() : EXIT_FINE;
}

/* ---- results ---- */

static const char *row_name(const stops *s, const stop_row *row)
{
    return row->joint < 0 ? "all" : vector_coordinate(s->robot.model, VECTOR_QD, row->joint).joint;
}

/* The way of the joint that moves, or of that which moves most. */
static double largest_travel(const stops *s, const stop_row *row)
{
    double most = 0;
    for (int i = 0; i < s->n; i++) {
        most = (row->joint < 0 || row->joint == i) && fabs(row->travel[i]) > fabs(most) ? row->travel[i] : most;
    }
    return most;
}

static void write_table(const stops *s, output *out)
{
    const char *angle = s->options->degrees ? "deg" : "rad";
    output_format(out, "Stops of category %d of ", s->options->category);
    output_name(out, robot_name(&s->robot));
    output_format(out,
                  ", no safety assessment\n\n  joint                 load %%  speed %%    time s   way %s, m  point m\n"
                  "  ------------------------------------------------------------------------\n",
                  angle);
    for (int i = 0; i < s->count; i++) {
        const stop_row *row = &s->rows[i];
        const char *name = row_name(s, row);
        const size_t width = output_short_columns(name);
        output_text(out, "  ");
        output_short_name(out, name);
        output_repeat(out, ' ', width < 21 ? 21 - width : 1);
        output_format(out, "%7g %8g %9.4g %11.4g %9.4g%s\n", row->load, row->speed, row->stop.time,
                      largest_travel(s, row), row->stop.length,
                      row->stop.stopped  ? ""
                      : is_stuck(s, row) ? "  cannot brake or hold"
                                         : "  not stopped");
    }
}

static exit_code write_csv(const stops *s, output *out)
{
    static const char *const names[] = {"joint", "load_percent", "speed_percent", "stopped", "time", "length"};
    const int precision = s->options->precision;
    csv_row csv = {.out = out};
    text_buffer label = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        csv_add_text(&csv, names[i]);
    }
    for (int i = 0; i < s->n; i++) {
        const cdy_coordinate c = vector_coordinate(s->robot.model, VECTOR_QD, i);
        text_reset(&label);
        text_add(&label, "travel.");
        coordinate_add_label(&c, &label);
        csv_add_text(&csv, text_get(&label));
    }
    csv_end_row(&csv);
    for (int k = 0; k < s->count; k++) {
        const stop_row *row = &s->rows[k];
        csv_add_text(&csv, row_name(s, row));
        csv_add_number(&csv, row->load, precision);
        csv_add_number(&csv, row->speed, precision);
        csv_add_integer(&csv, row->stop.stopped);
        csv_add_number(&csv, row->stop.time, precision);
        csv_add_number(&csv, row->stop.length, precision);
        for (int i = 0; i < s->n; i++) {
            csv_add_number(&csv, row->travel[i], precision);
        }
        csv_end_row(&csv);
    }
    const exit_code code = label.failed ? fail_memory() : EXIT_FINE;
    text_clear(&label);
    return code;
}

static json_t *row_to_json(const stops *s, const stop_row *row)
{
    json_builder object = json_build_object();
    json_put(&object, "joint", json_from_text(row_name(s, row)));
    json_put(&object, "load_percent", json_from_number(row->load));
    json_put(&object, "speed_percent", json_from_number(row->speed));
    json_put(&object, "stopped", json_boolean(row->stop.stopped));
    json_put(&object, "time", json_from_number(row->stop.time));
    json_put(&object, "length", json_from_number(row->stop.length));
    json_put(&object, "travel", json_from_numbers(row->travel, (size_t)s->n));
    return json_built(&object);
}

static exit_code write_json(const stops *s, output *out)
{
    json_builder object = json_build_object(), rows = json_build_array();
    for (int i = 0; i < s->count; i++) {
        json_add(&rows, row_to_json(s, &s->rows[i]));
    }
    json_put(&object, "command", json_string("stop"));
    json_put(&object, "robot", json_from_text(cdy_model_name(s->robot.model)));
    json_put(&object, "joints", json_labels(s->robot.model, VECTOR_QD));
    if (s->options->degrees) {
        json_put(&object, "angle_unit", json_string("deg"));
    }
    json_put(&object, "category", json_integer(s->options->category));
    json_put(&object, "stops", json_built(&rows));
    return json_write(out, json_built(&object));
}

/* Fails where motions do not stop; the output is complete all the same. */
static exit_code judge(const stops *s, output *out)
{
    const int late = s->unstopped - s->stuck;
    out->complete = true;
    if (!s->stuck) {
        return fail(EXIT_EXCEEDED, "%d of %d stops do not come to rest within %g s", late, s->count,
                    s->options->most_time);
    }
    if (!late) {
        return fail(EXIT_EXCEEDED,
                    "in %d of %d stops the drives cannot brake on the line, or hold the robot at its end, within their "
                    "torques",
                    s->stuck, s->count);
    }
    return fail(EXIT_EXCEEDED,
                "in %d of %d stops the drives cannot brake on the line, or hold the robot at its end, within their "
                "torques; %d more do not come to rest within %g s",
                s->stuck, s->count, late, s->options->most_time);
}

static exit_code write_results(const stops *s, output *out)
{
    exit_code code = EXIT_FINE;
    switch (format_or(&s->options->format, FORMAT_TABLE)) {
    case FORMAT_TABLE: write_table(s, out); break;
    case FORMAT_CSV: code = write_csv(s, out); break;
    case FORMAT_JSON: code = write_json(s, out); break;
    case FORMAT_NPY: break; /* refused by complete() */
    }
    return code == EXIT_FINE && s->unstopped ? judge(s, out) : code;
}

static exit_code complete(void *values, const invocation *given)
{
    const stop_options *o = values;
    (void)given;
    if (!o->at) {
        return fail(EXIT_USAGE, "'stop' needs --at BODY[:X,Y,Z], the point whose way is told, such as --at tool0");
    }
    if (format_or(&o->format, FORMAT_TABLE) == FORMAT_NPY) {
        return fail(EXIT_USAGE, "'stop' has no npy output; expected --format table, csv or json");
    }
    if (o->brakes && strcmp(o->brakes, "friction") == 0 && drives_of(&o->drives).friction) {
        return fail(EXIT_USAGE, "--brakes friction and --drives friction would count the friction twice; give one of "
                                "them");
    }
    if (o->category == CDY_STOP_DRIVES_OFF && (o->effort || o->deceleration)) {
        return fail(EXIT_USAGE, "--effort and --deceleration are of drives that brake: give --category 1");
    }
    if (o->category == CDY_STOP_BRAKED && o->brakes) {
        return fail(EXIT_USAGE, "--brakes are those of --category 0");
    }
    return o->category == CDY_STOP_DRIVES_OFF && !o->brakes
               ? fail(EXIT_USAGE, "--category 0 needs --brakes: the torques of the brakes, or friction")
               : EXIT_FINE;
}

static const char *const categories[] = {"0", "1", NULL};

static const option_row rows[] = {
    {.kind = OPTION_TEXT,
     .name = "--at",
     .metavar = "BODY[:X,Y,Z]",
     .names = NAMES_BODY,
     .offset = offsetof(stop_options, at),
     .help = "the point X,Y,Z of BODY (m, in its frame; default its origin) whose way is told"},
    {.kind = OPTION_CHOICE,
     .name = "--category",
     .offset = offsetof(stop_options, category),
     .standard = "0",
     .help = "0: the drives are off, brakes stop; 1: the drives brake on a straight line in joint space",
     .words = categories},
    {.kind = OPTION_TEXT,
     .name = "--brakes",
     .metavar = "LIST",
     .offset = offsetof(stop_options, brakes),
     .help = "torques of the brakes, N m or N: a number for all joints, numbers separated by commas, JOINT=B,...;\n"
             "or friction: the friction of the joints in the robot's file alone"},
    {.kind = OPTION_TEXT,
     .name = "--effort",
     .metavar = "LIST",
     .offset = offsetof(stop_options, effort),
     .help = "largest torques of drives that brake, likewise (default: the robot's limits)"},
    {.kind = OPTION_TEXT,
     .name = "--deceleration",
     .metavar = "LIST",
     .offset = offsetof(stop_options, deceleration),
     .help = "largest decelerations of drives that brake, rad/s2 or m/s2, likewise (default: none)"},
    {.kind = OPTION_NUMBER,
     .name = "--step",
     .metavar = "S",
     .offset = offsetof(stop_options, step),
     .standard = "1e-3",
     .unit = "s",
     .most = 1,
     .above_zero = true,
     .help = "step of the integration, s"},
    {.kind = OPTION_NUMBER,
     .name = "--most-time",
     .metavar = "S",
     .offset = offsetof(stop_options, most_time),
     .standard = "10",
     .unit = "s",
     .above_zero = true,
     .help = "time within which a robot counts as stopped, s"},
    INCLUDE_TABLE(q_table, stop_options, state),
    INCLUDE_TABLE(qd_table, stop_options, state),
    INCLUDE_TABLE(payload_table, stop_options, payloads),
    INCLUDE_TABLE(drive_table, stop_options, drives),
    INCLUDE_TABLE(seed_table, stop_options, state.seed),
    INCLUDE_TABLE(robot_table, stop_options, robot),
    INCLUDE_TABLE(format_table, stop_options, format),
    INCLUDE_TABLE(degree_table, stop_options, degrees),
    {.kind = OPTION_INTEGER,
     .name = "--precision",
     .metavar = "D",
     .offset = offsetof(stop_options, precision),
     .help = "significant digits of csv, 1 to 17 (default: as many as read back exactly)",
     .least = 1,
     .most = 17},
    {0},
};
static const option_table table = {.rows = rows, .complete = complete};

static exit_code refuse_several_degrees(const cdy_model *model)
{
    for (int i = 0; i < cdy_model_nv(model); i++) {
        const cdy_coordinate c = vector_coordinate(model, VECTOR_QD, i);
        if (c.count > 1) {
            return fail(EXIT_USAGE,
                        "'stop' is about revolute and prismatic joints; joint '%s' has several degrees of freedom",
                        c.joint);
        }
    }
    return EXIT_FINE;
}

static exit_code run(const void *options, output *out)
{
    stops s = {.options = options};
    exit_code code = robot_load(&s.robot, s.options->invocation.robot, &s.options->robot, &s.options->drives);
    code = code == EXIT_FINE ? payloads_apply(&s.robot, &s.options->payloads) : code;
    if (code == EXIT_FINE) {
        s.n = cdy_model_nv(s.robot.model);
        code = refuse_several_degrees(s.robot.model);
    }
    if (code == EXIT_FINE) {
        const size_t n = (size_t)s.n + 1;
        s.q = calloc(6 * n, sizeof *s.q);
        code = s.q ? EXIT_FINE : fail_memory();
        if (s.q) {
            double **const vectors[] = {&s.full, &s.brakes, &s.effort, &s.deceleration, &s.qd};
            for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
                *vectors[i] = s.q + (i + 1) * n;
            }
        }
    }
    if (code == EXIT_FINE && !limit_watch_open(&s.limits, &s.robot, s.options->degrees)) {
        code = fail_memory();
    }
    code = code == EXIT_FINE ? read_numbers(&s) : code;
    code = code == EXIT_FINE ? keep_payloads(&s) : code;
    code = code == EXIT_FINE ? find_stops(&s) : code;
    code = code == EXIT_FINE ? add_notes(&s) : code;
    code = code == EXIT_FINE ? write_results(&s, out) : code;
    clear(&s);
    return code;
}

const command command_stop = {
    .name = "stop",
    .summary = "how far and how long a robot runs on once it is told to stop",
    .description =
        "Stop: time and way of stops of category 0 (drives off, brakes with torques --brakes) and\n"
        "1 (the drives brake as hard as --effort and --deceleration let them, on a straight line in joint\n"
        "space), from the configuration q, at 33, 66 and 100 % of the speed and of the load: of each joint\n"
        "alone at its velocity limit, or, with --qd, of this motion; --payload is the full load.\n"
        "\n"
        "Rows tell the time (s), the length of the way of the point --at (m), and how far each joint travels\n"
        "(rad or m).  A brake holds a joint that has come to rest where it can; else the joint slips.  Delays\n"
        "before the stop are not part of it: there the robot keeps its speed.  Exit code 5: a motion does not\n"
        "come to rest within --most-time, or drives cannot brake on the line or hold the robot at its end.\n"
        "This is no safety assessment.\n"
        "\n"
        "csv and JSON have joint (all for --qd), load_percent, speed_percent, stopped, time, length, travel; JSON\n"
        "names the joints of travel in joints.\n",
    .examples = "condyle stop universalUR5e --at tool0 --brakes 200,200,150,40,40,40 --q 0,-1.57,1.57,0,0,0\n"
                "condyle stop universalUR5e --at tool0 --category 1 --deceleration 20 --payload tool0:5\n"
                "condyle stop universalUR5e --at tool0 --category 1 --qd 1,0.5,0,0,0,0 --format json\n",
    .options = &table,
    .size = sizeof(stop_options),
    .uses_mass = true,
    .run = run,
};
