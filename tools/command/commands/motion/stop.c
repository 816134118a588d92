/* condyle stop: how far and how long a robot runs on. */
#include "commands/motion/stops.h"

#include "options/command.h"
#include "options/ending.h"
#include "rows/payload.h"
#include "values/per_joint.h"
#include "values/variable.h"
#include "values/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const double stop_parts[PARTS] = {33, 66, 100};

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

/* Without any brake the robot never stops, in no pose, and all poses would be followed until the end of the time. */
static exit_code check_brakes(const stops *s)
{
    const stop_options *o = s->options;
    bool brakes = !o->worst || o->category != CDY_STOP_DRIVES_OFF;
    for (int i = 0; i < s->n && !brakes; i++) {
        brakes = s->brakes[i] > 0;
    }
    return brakes
               ? EXIT_FINE
               : fail(EXIT_USAGE, "--brakes %s: no joint has a brake, so that no pose of --worst stops; give torques",
                      o->brakes);
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
    exit_code code = place_read(s->robot.model, "--at", o->at, false, &s->at);
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
    code = code == EXIT_FINE ? check_brakes(s) : code;
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

exit_code stops_set_load(const stops *s, double percent)
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

bool stops_is_stuck(const stops *s, const stop_row *row)
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

cdy_stop_state stops_state(const stops *s, int joint, double speed)
{
    const stop_options *o = s->options;
    for (int i = 0; i < s->n; i++) {
        s->qd[i] = joint < 0 || joint == i ? speed / 100 * s->full[i] : 0;
    }
    cdy_stop_state state = {.category = (cdy_stop_category)o->category,
                            .q = s->q,
                            .qd = s->qd,
                            .brakes = s->brakes,
                            .effort = s->effort,
                            .deceleration = o->fastest ? NULL : s->deceleration,
                            .fastest = o->fastest,
                            .frame = s->at.frame,
                            .step = o->step,
                            .most_time = o->most_time};
    memcpy(state.point, s->at.point, sizeof state.point);
    return state;
}

/* Stops one motion: of one joint, or of all (-1). */
static exit_code add_stop(stops *s, int joint, double load, double speed)
{
    const stop_options *o = s->options;
    stop_row *row = &s->rows[s->count];
    cdy_error error;
    *row =
        (stop_row){.joint = joint, .load = load, .speed = speed, .travel = s->travel + (size_t)s->count * (size_t)s->n};
    const cdy_stop_state state = stops_state(s, joint, speed);
    if (cdy_find_stop(s->robot.model, &state, &row->stop, row->travel, &error) != CDY_OK) {
        return fail_library(&error);
    }
    watch_end(s, row->travel);
    for (int i = 0; i < s->n; i++) {
        const cdy_coordinate c = vector_coordinate(s->robot.model, VECTOR_QD, i);
        row->travel[i] = (row->travel[i] - s->q[i]) / (o->degrees && c.angular ? radians(1) : 1);
    }
    s->unstopped += !row->stop.stopped;
    s->stuck += stops_is_stuck(s, row);
    s->tried++;
    s->count++;
    return EXIT_FINE;
}

/* The motions at one load. */
static exit_code add_motions(stops *s, double load)
{
    exit_code code = stops_set_load(s, load);
    for (int joint = s->options->state.vectors[VECTOR_QD] ? -1 : 0; joint < s->n && code == EXIT_FINE; joint++) {
        for (int k = 0; k < PARTS && code == EXIT_FINE; k++) {
            code = joint < 0 || isfinite(s->full[joint]) ? add_stop(s, joint, load, stop_parts[k]) : EXIT_FINE;
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
        code = add_motions(s, stop_parts[k]);
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
        const char *first = text_get(&s->beyond);
        note("in %zu of %zu stops a joint ends beyond a position limit%s%s; the robot hits its mechanical stop before",
             s->beyond_count, s->tried, first[0] ? ", first " : "", first);
    }
    text_clear(&names);
    return failed ? fail_memory() : EXIT_FINE;
}

/* ---- results ---- */

/* Fails where motions do not stop; the output is complete all the same. */
static exit_code judge(const stops *s, output *out)
{
    const size_t late = s->unstopped - s->stuck;
    out->complete = true;
    if (!s->stuck) {
        return fail(EXIT_EXCEEDED, "%zu of %zu stops do not come to rest within %g s", late, s->tried,
                    s->options->most_time);
    }
    if (!late) {
        return fail(EXIT_EXCEEDED,
                    "in %zu of %zu stops the drives cannot brake on the line, or hold the robot at its end, within "
                    "their torques",
                    s->stuck, s->tried);
    }
    return fail(EXIT_EXCEEDED,
                "in %zu of %zu stops the drives cannot brake on the line, or hold the robot at its end, within their "
                "torques; %zu more do not come to rest within %g s",
                s->stuck, s->tried, late, s->options->most_time);
}

static exit_code write_results(const stops *s, output *out)
{
    exit_code code = EXIT_FINE;
    if (s->options->worst) {
        code = stops_write_worst(s, out);
        return code == EXIT_FINE && s->unstopped ? judge(s, out) : code;
    }
    switch (format_or(&s->options->format, FORMAT_TABLE)) {
    case FORMAT_TABLE: stops_write_table(s, out); break;
    case FORMAT_CSV: code = stops_write_csv(s, out); break;
    case FORMAT_JSON: code = stops_write_json(s, out); break;
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
    if (o->category != CDY_STOP_DRIVES_OFF && o->brakes) {
        return fail(EXIT_USAGE, "--brakes are those of --category 0");
    }
    if (o->fastest && (o->category == CDY_STOP_DRIVES_OFF || o->deceleration)) {
        return fail(EXIT_USAGE,
                    "--fastest is of drives that brake within --effort alone: give --category 1 or 2, and no "
                    "--deceleration");
    }
    if (o->worst && o->state.vectors[VECTOR_Q]) {
        return fail(EXIT_USAGE, "--worst looks at poses of its own; --q is that of one pose");
    }
    return o->category == CDY_STOP_DRIVES_OFF && !o->brakes
               ? fail(EXIT_USAGE, "--category 0 needs --brakes: the torques of the brakes, or friction")
               : EXIT_FINE;
}

static const char *const categories[] = {"0", "1", "2", NULL};

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
     .help = "0: the drives are off, brakes stop; 1: the drives brake; 2: likewise, and go on holding",
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
    {.kind = OPTION_FLAG,
     .name = "--fastest",
     .offset = offsetof(stop_options, fastest),
     .help = "drives that brake do so each by itself with all of its --effort, not on a straight line in joint space"},
    {.kind = OPTION_WHOLE,
     .name = "--worst",
     .metavar = "N",
     .offset = offsetof(stop_options, worst),
     .help = "the worst stops over N random poses at 33, 66 and 100 % of the reach of the point --at",
     .least = 1,
     .most = 1e5},
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
    code = code != EXIT_FINE ? code : s.options->worst ? stops_find_worst(&s) : find_stops(&s);
    code = code == EXIT_FINE ? add_notes(&s) : code;
    code = code == EXIT_FINE ? write_results(&s, out) : code;
    clear(&s);
    return code;
}

const command command_stop = {
    .name = "stop",
    .summary = "how far and how long a robot runs on once it is told to stop",
    .description =
        "Stop: time and way of stops of category 0 (drives off, brakes with torques --brakes), 1 and 2\n"
        "(the drives brake as hard as --effort and --deceleration let them, on a straight line in joint\n"
        "space, or each by itself with --fastest; after 2 they go on holding), from the configuration q, at\n"
        "33, 66 and 100 % of the speed and of the load: of each joint alone at its velocity limit, or, with\n"
        "--qd, of this motion; --payload is the full load.\n"
        "\n"
        "Rows tell the time (s), the length of the way of the point --at (m), and how far each joint travels\n"
        "(rad or m).  A brake holds a joint that has come to rest where it can; else the joint slips.  Delays\n"
        "before the stop are not part of it: there the robot keeps its speed.  Exit code 5: a motion does not\n"
        "come to rest within --most-time, or drives cannot brake on the line or hold the robot at its end.\n"
        "This is no safety assessment.\n"
        "\n"
        "--worst N looks at N random poses at 33, 66 and 100 % (+-5) of the reach, the distance of --at from\n"
        "the base's origin, in place of one pose, and tells the largest time, length and travel of the poses.\n"
        "\n"
        "csv and JSON have joint (all for --qd), load_percent, speed_percent, stopped, time, length, travel;\n"
        "JSON names the joints of travel in joints.  With --worst there are reach_percent, the travel of the\n"
        "joint that moves farthest, travel_joint, poses, and from how many of them the robot did not stop,\n"
        "unstopped; as the drives cannot brake or hold, stuck; and a joint ends beyond its position limit,\n"
        "beyond.\n",
    .examples = "condyle stop universalUR5e --at tool0 --brakes 200,200,150,40,40,40 --q 0,-1.57,1.57,0,0,0\n"
                "condyle stop universalUR5e --at tool0 --category 1 --deceleration 20 --payload tool0:5\n"
                "condyle stop universalUR5e --at tool0 --category 2 --fastest --worst 20 --payload tool0:5\n"
                "condyle stop universalUR5e --at tool0 --category 1 --qd 1,0.5,0,0,0,0 --format json\n",
    .options = &table,
    .endings = ending_table,
    .size = sizeof(stop_options),
    .uses_mass = true,
    .run = run,
};
