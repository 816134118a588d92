/* condyle ik: inverse kinematics. */
#include "compute/calculation.h"
#include "compute/row_writer.h"
#include "options/command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct ik_options {
    calculation_options calculation;
    double pose[6]; /* --pose: x y z in m, rx ry rz in rad or, with --deg, in degrees */
    bool pose_given;
    double target[16]; /* --target: 4 x 4, row-major */
    bool target_given;
    bool position_only;
    double weights[6]; /* --weights: rx ry rz x y z */
    bool weights_given;
    double tolerance; /* --tolerance, rad and m; 0: default */
    bool ignore_limits;
    int starts; /* --starts */
    bool starts_given;
    bool all;
} ik_options;

/* R = Rz(rz) Ry(ry) Rx(rx), p = x y z. */
static void place(const double pose[6], double T[16])
{
    double cx = cos(pose[3]), sx = sin(pose[3]), cy = cos(pose[4]), sy = sin(pose[4]);
    double cz = cos(pose[5]), sz = sin(pose[5]);
    const double placed[16] = {cz * cy,
                               cz * sy * sx - sz * cx,
                               cz * sy * cx + sz * sx,
                               pose[0],
                               sz * cy,
                               sz * sy * sx + cz * cx,
                               sz * sy * cx - cz * sx,
                               pose[1],
                               -sy,
                               cy * sx,
                               cy * cx,
                               pose[2],
                               0,
                               0,
                               0,
                               1};
    memcpy(T, placed, sizeof placed);
}

/* The options of the search. */
static cdy_ik_options make_search(const ik_options *o)
{
    cdy_ik_options search = cdy_ik_options_default();
    if (o->weights_given) {
        memcpy(search.weights, o->weights, sizeof search.weights);
    }
    for (int i = 0; i < 3 && o->position_only; i++) {
        search.weights[i] = 0;
    }
    if (o->tolerance > 0) {
        search.angular_tolerance = search.linear_tolerance = o->tolerance;
    }
    search.ignore_limits = o->ignore_limits;
    search.restarts = o->starts - 1;
    return search;
}

/* Reads the target from --pose, --target or the rows. */
static exit_code prepare(computation *t)
{
    const ik_options *o = t->own;
    const bool pose = o->pose_given, target = o->target_given, rows = o->calculation.rows.input;
    double *T = t->state.values[QUANTITY_T];
    if (pose && target) {
        return fail(EXIT_USAGE, "--pose and --target exclude each other; give one of them");
    }
    if (!pose && !target && !rows) {
        return fail(EXIT_USAGE,
                    "'ik' needs a target: --pose x,y,z,rx,ry,rz, --target with 16 numbers, or rows of --input");
    }
    if (pose) {
        double given[6];
        memcpy(given, o->pose, sizeof given);
        for (int i = 3; i < 6 && o->calculation.numbers.degrees; i++) {
            given[i] = radians(given[i]);
        }
        if (!o->calculation.numbers.degrees) {
            limit_watch_pose(given + 3);
        }
        place(given, T);
    } else {
        memcpy(T, o->target, sizeof o->target);
    }
    if (rows && (pose || target)) {
        t->inputs &= ~BIT(QUANTITY_T); /* rows give initial configurations */
        t->state.data = T;
    }
    t->state.seed = o->calculation.state.seed;
    t->state.search = make_search(o);
    return calculation_find_body(t, "--body", o->calculation.body, &t->state.frame);
}

/* The search of a state, from its configuration. */
static cdy_ik_problem make_problem(const state *s, const cdy_ik_options *options)
{
    return (cdy_ik_problem){
        .frame = s->frame, .target = s->values[QUANTITY_T], .start = s->values[QUANTITY_Q], .options = options};
}

static void write_report(const state *s, size_t row, const cdy_ik_report *report)
{
    s->values[QUANTITY_CONVERGED][row] = report->converged;
    s->values[QUANTITY_ERROR][row] = hypot(report->angular_error, report->linear_error);
    s->values[QUANTITY_ANGULAR_ERROR][row] = report->angular_error;
    s->values[QUANTITY_LINEAR_ERROR][row] = report->linear_error;
    s->values[QUANTITY_ITERATIONS][row] = report->iterations;
    s->values[QUANTITY_RESTARTS][row] = report->restarts;
}

static cdy_status compute(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    cdy_ik_options search = s->search;
    const cdy_ik_problem problem = make_problem(s, &search);
    cdy_ik_report report;
    double *q = s->values[QUANTITY_Q];
    search.seed = s->seed;
    cdy_status status = cdy_inverse_kinematics(model, workspace, &problem, q, &report, error);
    if (status == CDY_OK) {
        write_report(s, 0, &report);
    }
    return status;
}

/* The target of each row: `one` for all of them, where there is one. */
static const double *spread_target(const double *one, const double *each, size_t count, double *copies)
{
    for (size_t i = 0; one && i < 16 * count; i++) {
        copies[i] = one[i % 16];
    }
    return one ? copies : each;
}

/* Searches for all rows at once.  Rows without a result keep their start, from which compute() tells why. */
static cdy_status compute_rows(const cdy_model *model, cdy_batch *batch, size_t count, const state *s,
                               cdy_status *statuses)
{
    const size_t nq = (size_t)cdy_model_nq(model);
    cdy_ik_options search = s->search;
    double *q = calloc(count * (nq + 16) + 1, sizeof *q);
    cdy_ik_report *reports = calloc(count + 1, sizeof *reports);
    const bool made = q && reports;
    if (made) {
        const double *targets = spread_target(s->data, s->values[QUANTITY_T], count, q + count * nq);
        search.seed = s->seed;
        const cdy_ik_problem problems = {s->frame, targets, s->values[QUANTITY_Q], &search};
        cdy_batch_inverse_kinematics(model, batch, count, &problems, q, reports, statuses, NULL);
    }
    for (size_t i = 0; made && i < count; i++) {
        if (statuses[i] == CDY_OK) {
            memcpy(s->values[QUANTITY_Q] + i * nq, q + i * nq, nq * sizeof *q);
            write_report(s, i, &reports[i]);
        }
    }
    free(q);
    free(reports);
    return made ? CDY_OK : CDY_ERROR_MEMORY;
}

static const calculation inverse_kinematics = {
    .command = "ik",
    .title = "Inverse kinematics",
    .inputs = BIT(QUANTITY_Q) | BIT(QUANTITY_T),
    .results = BIT(QUANTITY_Q) | BIT(QUANTITY_CONVERGED) | BIT(QUANTITY_ERROR) | BIT(QUANTITY_ANGULAR_ERROR) |
               BIT(QUANTITY_LINEAR_ERROR) | BIT(QUANTITY_ITERATIONS) | BIT(QUANTITY_RESTARTS),
    .search = true,
    .prepare = prepare,
    .compute = compute,
    .compute_rows = compute_rows,
};

/* Writes a row for each of `count` solutions, or for the nearest configuration where there is none. */
static exit_code write_solutions(computation *t, row_writer *writer, const double *solutions, int count)
{
    const cdy_model *model = t->robot->model;
    const size_t nq = (size_t)cdy_model_nq(model);
    double *q = t->state.values[QUANTITY_Q];
    cdy_error error;
    for (int i = 0; i < (count ? count : 1); i++) {
        if (count) {
            memcpy(q, solutions + (size_t)i * nq, nq * sizeof *q);
        }
        if (compute(model, t->workspace, &t->state, &error) != CDY_OK) {
            return fail_library(&error);
        }
        if (t->options->numbers.degrees) {
            quantity_to_degrees(model, QUANTITY_Q, q);
        }
        const char *problem = row_writer_add(writer);
        if (problem) {
            return fail(EXIT_IO, "%s", problem);
        }
    }
    return EXIT_FINE;
}

/* Finds all solutions; `solutions` has room for `most`. */
static exit_code write_all(computation *t, output *out, double *solutions, int most)
{
    state *s = &t->state;
    cdy_ik_options search = s->search;
    const cdy_ik_problem problem = make_problem(s, &search);
    row_writer writer;
    cdy_error error;
    int count = 0;
    search.seed = s->seed;
    if (cdy_inverse_kinematics_all(t->robot->model, t->workspace, &problem, most, solutions, &count, &error) !=
        CDY_OK) {
        return fail_library(&error);
    }
    exit_code code = row_writer_open(&writer, t, out, 0);
    row_writer_expect(&writer, count ? (uint64_t)count : 1);
    code = code == EXIT_FINE ? write_solutions(t, &writer, solutions, count) : code;
    code = code == EXIT_FINE ? row_writer_finish(&writer) : code;
    row_writer_close(&writer);
    if (code == EXIT_FINE && count == 0) {
        out->complete = true;
        return fail(EXIT_NUMERICAL, "no configuration reaches the target: the nearest found is %.6g away (rad and m)",
                    s->values[QUANTITY_ERROR][0]);
    }
    return code;
}

static exit_code run_all(computation *t, output *out)
{
    const ik_options *o = t->own;
    const int most = o->starts < 10000 ? o->starts : 10000;
    double *solutions = calloc((size_t)most * (size_t)cdy_model_nq(t->robot->model) + 1, sizeof *solutions);
    const exit_code code = solutions ? write_all(t, out, solutions, most) : fail_memory();
    free(solutions);
    return code;
}

/* Refuses options that exclude each other. */
static exit_code complete(void *values, const invocation *given)
{
    ik_options *o = values;
    (void)given;
    o->starts = o->starts_given ? o->starts : o->all ? 500 : 51;
    if (o->all && o->calculation.rows.input) {
        return fail(EXIT_USAGE, "--all looks for the solutions of one target; give --pose or --target without --input");
    }
    double largest = o->weights_given ? 0 : 1;
    for (int i = 0; i < 6 && o->weights_given; i++) {
        if (!(o->weights[i] >= 0)) {
            return fail(EXIT_USAGE, "--weights: %g is no weight; expected numbers from 0 on", o->weights[i]);
        }
        largest = i < 3 && o->position_only ? largest : fmax(largest, o->weights[i]);
    }
    return largest > 0 ? EXIT_FINE : fail(EXIT_USAGE, "--weights: all are 0, so there is nothing to look for");
}

static const option_row rows[] = {
    {.kind = OPTION_NUMBERS,
     .name = "--pose",
     .metavar = "x,y,z,rx,ry,rz",
     .offset = offsetof(ik_options, pose),
     .given = offsetof(ik_options, pose_given),
     .help = "target in the base frame: m, and rad about the fixed axes, R = Rz Ry Rx",
     .count = 6,
     .expected = "x,y,z in m and rx,ry,rz, angles about fixed axes"},
    {.kind = OPTION_NUMBERS,
     .name = "--target",
     .metavar = "T",
     .offset = offsetof(ik_options, target),
     .given = offsetof(ik_options, target_given),
     .help = "target as a 4 x 4 matrix: 16 numbers, row by row",
     .count = 16,
     .expected = "a 4 x 4 matrix row by row"},
    {.kind = OPTION_FLAG,
     .name = "--position-only",
     .offset = offsetof(ik_options, position_only),
     .help = "reach the position in any attitude"},
    {.kind = OPTION_NUMBERS,
     .name = "--weights",
     .metavar = "rx,ry,rz,x,y,z",
     .offset = offsetof(ik_options, weights),
     .given = offsetof(ik_options, weights_given),
     .help = "weights of the errors in the body's axes, 0: free (default: 1 each)",
     .count = 6,
     .expected = "weights of the errors of rotation rx,ry,rz and position x,y,z"},
    {.kind = OPTION_NUMBER,
     .name = "--tolerance",
     .metavar = "E",
     .offset = offsetof(ik_options, tolerance),
     .help = "largest error that counts as reached, rad and m (default: 1e-8)",
     .above_zero = true},
    {.kind = OPTION_FLAG,
     .name = "--ignore-limits",
     .offset = offsetof(ik_options, ignore_limits),
     .help = "let joints leave their position limits"},
    {.kind = OPTION_INTEGER,
     .name = "--starts",
     .metavar = "N",
     .offset = offsetof(ik_options, starts),
     .given = offsetof(ik_options, starts_given),
     .help = "starts of the search, the first from --q, the others random (default: 51; with --all 500)",
     .least = 1,
     .most = 1e6},
    {.kind = OPTION_FLAG,
     .name = "--all",
     .offset = offsetof(ik_options, all),
     .help = "print all distinct solutions that the starts find, a row each, by distance from --q"},
    INCLUDE_TABLE(body_table, ik_options, calculation.body),
    INCLUDE_TABLE(q_table, ik_options, calculation.state),
    INCLUDE_TABLE(calculation_table, ik_options, calculation),
    INCLUDE_TABLE(thread_table, ik_options, calculation.rows),
    {0},
};
static const option_table table = {.rows = rows, .complete = complete};

static exit_code run(const void *options, output *out)
{
    const ik_options *o = options;
    calculation chosen = inverse_kinematics;
    chosen.run = o->all ? run_all : NULL;
    return calculation_run(&chosen, options, out);
}

const command command_ik = {
    .name = "ik",
    .summary = "inverse kinematics: a configuration that places a body",
    .description =
        "Inverse kinematics: a configuration q within the limits that places --body at --pose or --target\n"
        "in the base frame, by damped least squares from --q, then from random configurations.  error is\n"
        "the norm of the remaining rotation (rad, angular_error) and distance (m, linear_error) together.\n"
        "If no configuration is found, the nearest one is printed, converged is false (0 in csv), and the\n"
        "exit code is 4: the one of least sum of the squares of the errors, rad and m, times their weights.\n"
        "--all prints a row for each solution; whole turns of a joint make none of their own.\n"
        "\n"
        "Rows of --input have targets, T[0][0] to T[3][3] or \"T\", and initial configurations q; arrays have\n"
        "q, then T, or T alone.  With --pose or --target the rows are initial configurations for one\n"
        "target; a note tells where they have targets, too.\n",
    .examples = "condyle ik universalUR5e --body tool0 --pose 0.4,0.2,0.5,0,3.14,0\n"
                "condyle ik universalUR5e --body tool0 --pose 0.4,0.2,0.5,0,180,0 --deg --q 0,-90,90,0,0,0\n"
                "condyle ik kukaIiwa14 --body iiwa_link_ee --target 1,0,0,.4,0,1,0,.1,0,0,1,.8,0,0,0,1 --format csv\n"
                "condyle ik universalUR5e --body tool0 --pose 0.4,0.2,0.5,0,180,0 --deg --all --format csv\n"
                "condyle ik universalUR5e --body tool0 --pose 0.4,0.2,0.5,0,0,0 --position-only\n",
    .options = &table,
    .size = sizeof(ik_options),
    .run = run,
};
