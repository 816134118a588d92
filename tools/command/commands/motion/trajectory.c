/* condyle trajectory: a motion through way points. */
#include "commands/motion/contact_limits.h"
#include "commands/motion/loop_points.h"
#include "commands/motion/motion_rows.h"
#include "commands/motion/way_points.h"
#include "options/command.h"
#include "rows/payload.h"
#include "rows/row_pass.h"
#include "values/place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct trajectory_options {
    calculation_options calculation;
    motion_limit_options limits;
    clearance_options clearance;
    contact_limit_options contact;
    closure_options closure;
    text_list contacts;     /* --contact-limits */
    const char *through;    /* --through */
    int through_format;     /* --through-format, an input_format */
    int profile;            /* --profile, a cdy_profile */
    double scale;           /* --scale */
    double blend;           /* --blend; 0: not given */
    double linear, angular; /* --deviation, --angular-deviation; 0: not given */
    bool lines;             /* --cartesian */
} trajectory_options;

/* A pass over the rows of --through. */
typedef struct way_rows {
    row_pass pass;
    computation *computation;
    const double *start; /* configuration of --q, whose coordinates a row may leave out; NULL: these stay NaN */
    way_points *points;
    bool told; /* that placements take the place of configurations */
} way_rows;

/* Adds a row. The first JSON row decides whether all rows give configurations or placements, as the columns of other
 * formats do. */
static exit_code take_row(void *context)
{
    way_rows *w = context;
    const row_reader *rows = &w->pass.rows;
    way_points *points = w->points;
    const size_t nq = (size_t)cdy_model_nq(w->computation->robot->model);
    const variable_set given = rows->format == INPUT_JSON ? rows->read : rows->given;
    const bool placed = given.has[VARIABLE_T];
    double *q = w->computation->state.values[VARIABLE_Q];
    if (points->count == 0) {
        points->placements = placed;
        points->width = placed ? 16 : nq;
    }
    if (placed != points->placements) {
        return row_pass_report(
            &w->pass, EXIT_INPUT,
            placed ? "the row has a placement \"T\", but the first row has none; expected one in every row"
                   : "the row has no placement \"T\", but the first row has one; expected one in every row",
            true);
    }
    if (placed && given.has[VARIABLE_Q] && !w->told) {
        progress_clear(&w->pass.progress);
        note("q of the rows is not read: their placements T are the way points");
        w->told = true;
    }
    for (size_t i = 0; i < nq && w->start; i++) {
        q[i] = isnan(q[i]) ? w->start[i] : q[i];
    }
    return way_points_add(points, w->computation->state.values[placed ? VARIABLE_T : VARIABLE_Q]);
}

/* Reads the way points; with closed loops, numbers that a row leaves out are NaN. */
static exit_code read_way_points(computation *t, way_points *points, bool loops)
{
    const trajectory_options *o = t->own;
    const row_target target = {.elements = &t->elements,
                               .inputs = SET_OF(HAS(Q), HAS(T)),
                               .values = t->state.values,
                               .degrees = o->calculation.numbers.degrees,
                               .notes_results = true};
    const row_options options = {.input = o->through, .format = o->through_format};
    const size_t nq = (size_t)cdy_model_nq(t->robot->model);
    double *q = t->state.values[VARIABLE_Q], *start = calloc(nq + 1, sizeof *start);
    way_rows rows = {.computation = t, .start = loops ? NULL : start, .points = points};
    if (!start) {
        return fail_memory();
    }
    memcpy(start, q, nq * sizeof *start);
    const exit_code code = row_pass_read(&rows.pass, &options, &target, take_row, &rows);
    row_reader_close(&rows.pass.rows);
    memcpy(q, start, nq * sizeof *q);
    free(start);
    return code == EXIT_FINE && points->count == 0 ? fail(EXIT_INPUT, "%s has no way points", o->through) : code;
}

/* Placements of --body at way points that are configurations, which become *given. */
static exit_code place_way_points(computation *t, way_points *points, way_points *given)
{
    way_points placed = {.width = 16, .placements = true};
    exit_code code = EXIT_FINE;
    for (size_t i = 0; i < points->count && code == EXIT_FINE; i++) {
        double T[16];
        cdy_error error;
        const double *q = points->numbers + i * points->width;
        code = cdy_get_transform(t->robot->model, t->workspace, t->state.frame, 0, q, T, &error) == CDY_OK
                   ? way_points_add(&placed, T)
                   : fail_library(&error);
    }
    if (code == EXIT_FINE) { /* the lines begin in the first configuration */
        memcpy(t->state.values[VARIABLE_Q], points->numbers, points->width * sizeof(double));
    }
    *given = *points;
    *points = placed;
    return code;
}

/* Solves for the configurations of way points that are placements, each near the one before. */
static exit_code reach_way_points(computation *t, way_points *points)
{
    way_points reached = {.width = (size_t)cdy_model_nq(t->robot->model)};
    double *q = t->state.values[VARIABLE_Q];
    exit_code code = EXIT_FINE;
    for (size_t i = 0; i < points->count && code == EXIT_FINE; i++) {
        cdy_ik_options options = cdy_ik_options_default();
        cdy_ik_report report;
        cdy_error error;
        options.seed = t->options->state.seed;
        const cdy_ik_problem problem = {
            .frame = t->state.frame, .target = points->numbers + i * 16, .start = q, .options = &options};
        if (cdy_inverse_kinematics(t->robot->model, t->workspace, &problem, q, &report, &error) != CDY_OK) {
            code = fail_library(&error);
        } else if (!report.converged) {
            code = fail(EXIT_NUMERICAL,
                        "no configuration reaches way point %zu: the nearest found is %.6g rad and %.6g m away", i + 1,
                        report.angular_error, report.linear_error);
        } else {
            code = way_points_add(&reached, q);
        }
    }
    free(points->numbers);
    *points = reached;
    return code;
}

/* Lines need placements, other paths configurations; *given: those that were given for lines. */
static exit_code convert_way_points(computation *t, way_points *points, way_points *given)
{
    const trajectory_options *o = t->own;
    exit_code code = EXIT_FINE;
    if (o->lines || points->placements) {
        code = calculation_find_body(t, "--body", o->calculation.body, &t->state.frame);
    }
    if (code == EXIT_FINE && o->lines && !points->placements) {
        code = place_way_points(t, points, given);
    } else if (code == EXIT_FINE && !o->lines && points->placements) {
        code = reach_way_points(t, points);
    }
    return code;
}

/* Refuses a profile that needs limits of acceleration where a joint has none; with closed loops only the independent
 * joints need one. */
static exit_code check_accelerations(const computation *t, const trajectory_options *o, const motion_limits *limits,
                                     const closure *loops)
{
    for (int i = 0; i < cdy_model_nv(t->robot->model) && o->profile != CDY_PROFILE_TIME_OPTIMAL; i++) {
        if ((!loops->mechanism || loops->held[i]) &&
            !(limits->acceleration[i] < HUGE_VAL || limits->jerk[i] < HUGE_VAL)) {
            const cdy_coordinate c = vector_coordinate(t->robot->model, VECTOR_QDD, i);
            return fail(EXIT_USAGE,
                        "nothing bounds the acceleration of joint '%s'; expected --acceleration VALUE, rad/s2 or m/s2 "
                        "for all joints, or <limit acceleration=...> of URDF 1.2 in the file",
                        c.joint);
        }
    }
    return EXIT_FINE;
}

/* The points of --contact-limits, and the joints that do not give way there. */
typedef struct contact_points {
    cdy_contact_point *points;
    bool *locked;
} contact_points;

static void contact_points_clear(contact_points *c)
{
    free(c->points);
    free(c->locked);
}

static exit_code read_contacts(const computation *t, contact_points *c)
{
    const trajectory_options *o = t->own;
    const cdy_model *model = t->robot->model;
    c->points = calloc(o->contacts.count + 1, sizeof *c->points);
    c->locked = calloc((size_t)cdy_model_nv(model) + 1, sizeof *c->locked);
    if (!c->points || !c->locked) {
        return fail_memory();
    }
    exit_code code = contact_read_locked(model, &o->contact, c->locked);
    for (size_t i = 0; code == EXIT_FINE && i < o->contacts.count; i++) {
        place at;
        code = place_read(model, "--contact-limits", o->contacts.items[i], false, &at);
        if (code == EXIT_FINE && at.rows) {
            code = fail(EXIT_USAGE, "--contact-limits takes BODY[:X,Y,Z]; the direction is that of the motion");
        }
        if (code == EXIT_FINE) {
            c->points[i] = (cdy_contact_point){.frame = at.frame, .locked = c->locked, .limit = o->contact.limit};
            memcpy(c->points[i].point, at.point, sizeof at.point);
        }
    }
    return code;
}

/* Assembles the first of the way points of a robot with closed loops. */
static exit_code close_way_points(computation *t, way_points *points, loop_points *loops)
{
    if (points->placements) {
        return fail(EXIT_INPUT, "way points of robots with closed loops are configurations; %s has placements T",
                    ((const trajectory_options *)t->own)->through);
    }
    return loop_points_close(loops, t->workspace, points->count, points->numbers, t->state.values[VARIABLE_Q]);
}

static exit_code make(computation *t, const way_points *points, const motion_limits *limits,
                      const contact_points *contacts, cdy_mechanism *mechanism, cdy_trajectory **made)
{
    const trajectory_options *o = t->own;
    cdy_trajectory_options options = cdy_trajectory_options_default();
    cdy_error error;
    options.profile = (cdy_profile)o->profile;
    options.velocity = limits->velocity;
    options.acceleration = limits->acceleration;
    options.effort = limits->effort;
    options.jerk = o->limits.jerk ? limits->jerk : NULL;
    options.blend = o->blend;
    options.linear_deviation = o->linear;
    options.angular_deviation = o->angular;
    options.scale = o->scale;
    options.contacts = contacts->points;
    options.contact_count = o->contacts.count;
    const cdy_status status =
        mechanism  ? cdy_trajectory_create_loops(mechanism, t->robot->model, points->count, points->numbers, &options,
                                                 made, &error)
        : o->lines ? cdy_trajectory_create_lines(t->robot->model, t->state.frame, points->count, points->numbers,
                                                 t->state.values[VARIABLE_Q], &options, made, &error)
                   : cdy_trajectory_create(t->robot->model, points->count, points->numbers, &options, made, &error);
    if (status == CDY_ERROR_ARGUMENT) {
        return fail(EXIT_INPUT, "%s: %s", o->through, error.text);
    }
    return status ? fail_library(&error) : EXIT_FINE;
}

static cdy_status evaluate(const void *motion, double t, double *q, double *qd, double *qdd, cdy_error *error)
{
    return cdy_trajectory_evaluate(motion, t, q, qd, qdd, error);
}

/* What a trajectory is made of. */
typedef struct motion_inputs {
    way_points points, given;
    motion_limits limits;
    contact_points contacts;
    loop_points loops;
} motion_inputs;

static void motion_inputs_clear(motion_inputs *in)
{
    motion_limits_clear(&in->limits);
    contact_points_clear(&in->contacts);
    loop_points_clear(&in->loops);
    free(in->points.numbers);
    free(in->given.numbers);
}

/* Reads the limits and the way points; of robots with closed loops, the independent joints are known behind these. */
static exit_code read_inputs(computation *t, motion_inputs *in)
{
    const trajectory_options *o = t->own;
    exit_code code = motion_limits_read(t, &o->limits, &in->limits);
    code = code == EXIT_FINE ? loop_points_open(&in->loops, t->robot, &o->closure, "trajectory") : code;
    const bool loops = in->loops.closure.mechanism != NULL;
    if (code == EXIT_FINE && loops && o->lines) {
        code = fail(EXIT_USAGE, "--cartesian is not for robots with closed loops; expected way points of joints");
    }
    code = code == EXIT_FINE ? read_contacts(t, &in->contacts) : code;
    code = code == EXIT_FINE && !loops ? check_accelerations(t, o, &in->limits, &in->loops.closure) : code;
    code = code == EXIT_FINE ? read_way_points(t, &in->points, loops) : code;
    code = code == EXIT_FINE && loops ? close_way_points(t, &in->points, &in->loops) : code;
    return code == EXIT_FINE && loops ? check_accelerations(t, o, &in->limits, &in->loops.closure) : code;
}

static exit_code run_computation(computation *t, output *out)
{
    const trajectory_options *o = t->own;
    motion_inputs in = {.loops = {.count = 0}};
    cdy_trajectory *trajectory = NULL;
    exit_code code = read_inputs(t, &in);
    code = code == EXIT_FINE ? convert_way_points(t, &in.points, &in.given) : code;
    code = code == EXIT_FINE ? make(t, &in.points, &in.limits, &in.contacts, in.loops.closure.mechanism, &trajectory)
                             : code;
    code = code == EXIT_FINE ? way_points_compare(t, &in.given, trajectory) : code;
    code = code == EXIT_FINE && in.loops.closure.mechanism
               ? loop_points_tell(&in.loops, trajectory, o->calculation.numbers.degrees)
               : code;
    if (code == EXIT_FINE) {
        const known_motion motion = {.motion = trajectory,
                                     .evaluate = evaluate,
                                     .duration = cdy_trajectory_duration(trajectory),
                                     .rate = o->limits.rate,
                                     .clearance = &o->clearance};
        code = motion_rows_write(t, out, &motion);
    }
    cdy_trajectory_destroy(trajectory);
    motion_inputs_clear(&in);
    return code;
}

static const calculation trajectory = {
    .command = "trajectory",
    .title = "Trajectory",
    .inputs = SET_OF(HAS(Q), HAS(T)),
    .results = SET_OF(HAS(TIME), HAS(QD), HAS(QDD)),
    .gravity = true,
    .run = run_computation,
};

/* As cdy_trajectory_create() and cdy_trajectory_create_lines() have them. */
static const double least_blend = 1e-9, least_deviation = 1e-5;

/* Deviations are those of lines. */
static exit_code check_deviation(const trajectory_options *o, const char *name, double given)
{
    if (given > 0 && !o->lines) {
        return fail(EXIT_USAGE, "%s needs --cartesian: it is a deviation from straight lines of --body", name);
    }
    return given > 0 && given < least_deviation
               ? fail(EXIT_USAGE, "%s: expected %g m or rad at least, got %g", name, least_deviation, given)
               : EXIT_FINE;
}

static exit_code complete(void *values, const invocation *given)
{
    (void)given;
    trajectory_options *o = values;
    o->calculation.robot.srdf = o->clearance.srdf;
    if (!o->through) {
        return fail(EXIT_USAGE, "'trajectory' needs --through FILE, the way points, one a row");
    }
    if (o->limits.jerk && o->profile != CDY_PROFILE_TIME_OPTIMAL && (o->lines || o->profile != CDY_PROFILE_TRAPEZOID)) {
        return fail(EXIT_USAGE,
                    o->lines
                        ? "--cartesian with --jerk needs --profile time-optimal"
                        : "--jerk limits trapezoids and time-optimal motions; expected no other --profile with it");
    }
    if (o->blend > 0 && (!o->limits.jerk || o->profile != CDY_PROFILE_TRAPEZOID)) {
        return fail(EXIT_USAGE, "--blend needs --jerk VALUES, limits of jerk, and --profile trapezoid");
    }
    if (o->blend > 0 && o->blend < least_blend) {
        return fail(EXIT_USAGE, "--blend: expected %g rad or m at least, got %g", least_blend, o->blend);
    }
    const bool limited = contact_limits_given(&o->contact);
    if (o->contacts.count > 0 && !limited) {
        return fail(EXIT_USAGE, "--contact-limits needs the limits: --most-force or --energy, with --region-mass");
    }
    if (o->contacts.count == 0 && (limited || o->contact.locked.count > 0)) {
        return fail(EXIT_USAGE, "limits of contact need --contact-limits BODY[:X,Y,Z], the point that keeps them");
    }
    if (o->contacts.count > 0 && o->profile != CDY_PROFILE_TIME_OPTIMAL) {
        return fail(EXIT_USAGE, "--contact-limits needs --profile time-optimal");
    }
    if (check_deviation(o, "--deviation", o->linear) || check_deviation(o, "--angular-deviation", o->angular)) {
        return EXIT_USAGE;
    }
    if (o->lines && !o->calculation.body) {
        return fail(EXIT_USAGE, "--cartesian needs --body NAME, the body that moves in straight lines");
    }
    return EXIT_FINE;
}

static const char *const profile_words[] = {"trapezoid", "cubic",        "quintic", "minimum-jerk",
                                            "b-spline",  "time-optimal", NULL};
static const char *const format_words[] = {"csv", "json", "npy", NULL};

static const option_row rows[] = {
    {.kind = OPTION_READ_FILE,
     .name = "--through",
     .metavar = "FILE",
     .offset = offsetof(trajectory_options, through),
     .help = "way points, one a row, - for standard input: q.JOINT ..., or placements T[0][0] ... of --body"},
    {.kind = OPTION_CHOICE,
     .name = "--through-format",
     .offset = offsetof(trajectory_options, through_format),
     .help = "how they are written (default: by FILE's name or beginning)",
     .words = format_words,
     .first = INPUT_CSV},
    {.kind = OPTION_CHOICE,
     .name = "--profile",
     .metavar = "NAME",
     .offset = offsetof(trajectory_options, profile),
     .standard = "trapezoid",
     .help = "trapezoid, cubic, quintic, minimum-jerk, b-spline or time-optimal",
     .words = profile_words},
    {.kind = OPTION_FLAG,
     .name = "--cartesian",
     .offset = offsetof(trajectory_options, lines),
     .help = "--body moves in straight lines from way point to way point, and stops at each"},
    {.kind = OPTION_NUMBER,
     .name = "--deviation",
     .metavar = "M",
     .offset = offsetof(trajectory_options, linear),
     .help = "with --cartesian: near singularities the body may be off its place on the line by M, m",
     .most = 1000,
     .above_zero = true},
    {.kind = OPTION_NUMBER,
     .name = "--angular-deviation",
     .metavar = "A",
     .offset = offsetof(trajectory_options, angular),
     .help = "and its rotation by A, rad (default of each where the other is given: 1e-5)",
     .most = 1000,
     .above_zero = true},
    {.kind = OPTION_TEXT,
     .name = "--jerk",
     .metavar = "VALUES",
     .offset = offsetof(trajectory_options, limits.jerk),
     .help = "limits of jerk of trapezoids and time-optimal motions, as --velocity, rad/s3 or m/s3 (default: none)",
     .names = NAMES_VELOCITIES},
    {.kind = OPTION_NUMBER,
     .name = "--blend",
     .metavar = "D",
     .offset = offsetof(trajectory_options, blend),
     .help = "with --jerk: each coordinate may pass way points by D, rad or m, instead of stopping",
     .most = 1e9,
     .above_zero = true},
    {.kind = OPTION_NUMBER,
     .name = "--scale",
     .metavar = "S",
     .offset = offsetof(trajectory_options, scale),
     .standard = "1",
     .most = 1e9,
     .help = "factor of all limits of velocity, acceleration and jerk",
     .above_zero = true},
    {.kind = OPTION_TEXTS,
     .name = "--contact-limits",
     .metavar = "BODY[:X,Y,Z]",
     .names = NAMES_BODY,
     .offset = offsetof(trajectory_options, contacts),
     .help = "time-optimal: this point moves no faster than the limits of contact allow; may be repeated"},
    INCLUDE_TABLE(motion_limit_table, trajectory_options, limits),
    INCLUDE_TABLE(contact_limit_table, trajectory_options, contact),
    INCLUDE_TABLE(closure_table, trajectory_options, closure),
    INCLUDE_TABLE(clearance_table, trajectory_options, clearance),
    INCLUDE_TABLE(body_table, trajectory_options, calculation.body),
    INCLUDE_TABLE(q_table, trajectory_options, calculation.state),
    INCLUDE_TABLE(seed_table, trajectory_options, calculation.state.seed),
    INCLUDE_TABLE(payload_table, trajectory_options, calculation.payloads),
    INCLUDE_TABLE(drive_table, trajectory_options, calculation.drives),
    INCLUDE_TABLE(robot_table, trajectory_options, calculation.robot),
    INCLUDE_TABLE(number_table, trajectory_options, calculation.numbers),
    {0},
};
static const option_table table = {.rows = rows, .complete = complete};

static exit_code run(const void *options, output *out)
{
    return calculation_run(&trajectory, options, out);
}

const command command_trajectory = {
    .name = "trajectory",
    .summary = "a motion through way points, as rows t, q, qd, qdd",
    .description =
        "Trajectory: a motion through the way points of --through, at rest at both ends, as rows t (s),\n"
        "q, qd and qdd at --rate; the last row is at rest at the goal, or with --deviation as near to it as\n"
        "that allows. Durations come from the limits of velocity and acceleration, times --scale. Positions\n"
        "stay within their limits. The profiles:\n"
        "\n"
        "  trapezoid     straight in joint space, at rest at every way point\n"
        "  cubic         cubic spline; its acceleration jumps at both ends\n"
        "  quintic       its velocities and accelerations at the way points, joined by quintics\n"
        "  minimum-jerk  quintic spline with the least integral of jerk squared\n"
        "  b-spline      cubic B-spline with accelerations that begin and end at 0\n"
        "  time-optimal  cubic spline, as fast as limits of velocity, acceleration and effort let it (TOPP-\n"
        "                RA); gravity, --payload and --drives count; without --acceleration efforts alone bound\n"
        "                it; every row keeps the limits, and the robot can hold itself at both ends\n"
        "\n"
        "Way points are configurations, what a row leaves out being --q, or placements of --body, which\n"
        "inverse kinematics reaches from --q on. With --cartesian the body moves in straight lines, and\n"
        "the profile is of the distance along each line; --deviation allows to leave lines near singularities\n"
        "(damped least squares) where that makes the motion faster by a tenth, or possible. With --jerk\n"
        "trapezoids have round corners, and --blend passes way points without a stop, between straight lines;\n"
        "time-optimal motions keep those limits as well, from rest to rest.\n"
        "\n"
        "With --contact-limits the points that it names move no faster anywhere than --most-force or --energy\n"
        "allow their effective mass in the direction of their motion, by the formula of 'contact'.  --scale\n"
        "does not change these limits.  This is no safety assessment.\n"
        "\n"
        "Of a robot with closed loops, in its file or of --loop and --constraints, --actuated names the joints\n"
        "that have drives. Way points give the positions of the independent joints, the first one also where\n"
        "the search for the others begins; these follow so that the loops stay closed, within their limits.\n"
        "Time-optimal motions keep the limits of effort of the drives, with more drives than degrees of\n"
        "freedom those of the least sum of squares. There are no --cartesian, --jerk and --contact-limits.\n"
        "\n"
        "With --clearance a note tells the least distance between bodies, in the rows and between them, where\n"
        "each joint goes evenly from one row to the next, a planar or floating one on a screw.  Exit code 5: it is\n"
        "not above M; the rows are written.\n",
    .examples = "condyle random universalUR5e -n 3 | condyle trajectory universalUR5e --through - --acceleration 5\n"
                "condyle trajectory universalUR5e --through way.csv --profile time-optimal --rate 500 -o motion.csv\n"
                "condyle trajectory universalUR5e --through way.csv --profile time-optimal --payload tool0:3\n"
                "condyle trajectory universalUR5e --through way.csv --acceleration 5 --jerk 50 --blend 0.05\n"
                "condyle trajectory universalUR5e --through way.csv --acceleration 5 --clearance 0.02 -o motion.csv\n"
                "condyle trajectory universalUR5e --through way.csv --profile time-optimal --jerk 200\n"
                "condyle trajectory universalUR5e --through way.csv --profile time-optimal --contact-limits tool0 "
                "--most-force 280 --stiffness 75000 --region-mass 4\n"
                "condyle trajectory universalUR5e --through way.csv --cartesian --body tool0 --acceleration 5\n"
                "condyle trajectory bars.urdf --constraints loops.json --actuated crank --through way.csv --profile "
                "time-optimal --acceleration 50\n"
                "condyle trajectory universalUR5e --through way.csv --cartesian --body tool0 --acceleration 5 "
                "--deviation 0.002 --angular-deviation 0.01\n",
    .options = &table,
    .size = sizeof(trajectory_options),
    .uses_mass = false,
    .closes_loops = true,
    .run = run,
};
