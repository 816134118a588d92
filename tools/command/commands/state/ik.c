/* condyle ik: inverse kinematics. */
#include "commands/motion/clearance.h"
#include "commands/state/ik_closed.h"
#include "commands/state/ik_constraints.h"
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
    const char *given;   /* --given */
    double arm_angle[1]; /* --arm-angle, rad or, with --deg, degrees */
    bool arm_angle_given;
    const char *constraints; /* --constraints */
    clearance_options avoid; /* --avoid */
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
    double *T = t->state.values[VARIABLE_T];
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
        t->inputs.has[VARIABLE_T] = false; /* rows give initial configurations */
        t->state.data = o->avoid.given ? t->state.data : T;
    }
    t->state.seed = o->calculation.state.seed;
    t->state.search = make_search(o);
    return calculation_find_body(t, "--body", o->calculation.body, &t->state.frame);
}

/* The search of a state, from its configuration. */
static cdy_ik_problem make_problem(const state *s, const cdy_ik_options *options)
{
    return (cdy_ik_problem){
        .frame = s->frame, .target = s->values[VARIABLE_T], .start = s->values[VARIABLE_Q], .options = options};
}

static void write_report(const state *s, size_t row, const cdy_ik_report *report)
{
    s->values[VARIABLE_CONVERGED][row] = report->converged;
    s->values[VARIABLE_ERROR][row] = hypot(report->angular_error, report->linear_error);
    s->values[VARIABLE_ANGULAR_ERROR][row] = report->angular_error;
    s->values[VARIABLE_LINEAR_ERROR][row] = report->linear_error;
    s->values[VARIABLE_ITERATIONS][row] = report->iterations;
    s->values[VARIABLE_RESTARTS][row] = report->restarts;
}

static cdy_status compute(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    cdy_ik_options search = s->search;
    const cdy_ik_problem problem = make_problem(s, &search);
    cdy_ik_report report;
    double *q = s->values[VARIABLE_Q];
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
        const double *targets = spread_target(s->data, s->values[VARIABLE_T], count, q + count * nq);
        search.seed = s->seed;
        const cdy_ik_problem problems = {s->frame, targets, s->values[VARIABLE_Q], &search};
        cdy_batch_inverse_kinematics(model, batch, count, &problems, q, reports, statuses, NULL);
    }
    for (size_t i = 0; made && i < count; i++) {
        if (statuses[i] == CDY_OK) {
            memcpy(s->values[VARIABLE_Q] + i * nq, q + i * nq, nq * sizeof *q);
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
    .inputs = SET_OF(HAS(Q), HAS(T)),
    .results = SET_OF(HAS(Q), HAS(CONVERGED), HAS(ERROR), HAS(ANGULAR_ERROR), HAS(LINEAR_ERROR), HAS(ITERATIONS),
                      HAS(RESTARTS)),
    .search = true,
    .prepare = prepare,
    .compute = compute,
    .compute_rows = compute_rows,
};

/* ---- apart from each other ---- */

/* The shapes of --avoid. */
typedef struct apart_shapes {
    clearance clearance;
    bool tells; /* notes the least distance: of one state, not of rows, of which `converged` tells */
} apart_shapes;

static exit_code measure_shapes(computation *t)
{
    const ik_options *o = t->own;
    apart_shapes *shapes = calloc(1, sizeof *shapes);
    t->state.data = shapes;
    if (!shapes) {
        return fail_memory();
    }
    shapes->tells = !o->all && !o->calculation.rows.input;
    return clearance_open(&shapes->clearance, t->robot, &o->calculation.robot, &o->avoid);
}

static void clear_shapes(computation *t)
{
    apart_shapes *shapes = t->state.data;
    if (shapes) {
        clearance_close(&shapes->clearance);
        free(shapes);
    }
}

static void tell_nearest(const clearance *c, const cdy_distance_reach *reach)
{
    size_t a = 0, b = 0;
    if (cdy_distance_pair(c->scene, reach->nearest.pair, &a, &b)) {
        note("the least distance between bodies is %g m, of '%s' and '%s'", reach->nearest.separation.distance,
             c->shapes->named[c->shapes->bodies[a]].name, c->shapes->named[c->shapes->bodies[b]].name);
    }
}

/* The search of a state apart from shapes. */
static cdy_status compute_apart(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    const apart_shapes *shapes = s->data;
    const clearance *c = &shapes->clearance;
    cdy_ik_options search = s->search;
    const cdy_ik_problem problem = make_problem(s, &search);
    cdy_distance_reach reach;
    double *q = s->values[VARIABLE_Q];
    search.seed = s->seed;
    const cdy_status status =
        cdy_distance_inverse_kinematics(model, workspace, c->scene, &problem, c->margin, q, &reach, error);
    if (status == CDY_OK) {
        write_report(s, 0, &reach.search);
        s->values[VARIABLE_CONVERGED][0] = reach.clear;
        if (shapes->tells) {
            tell_nearest(c, &reach);
        }
    }
    return status;
}

static const calculation apart_kinematics = {
    .command = "ik",
    .title = "Inverse kinematics apart from shapes",
    .inputs = SET_OF(HAS(Q), HAS(T)),
    .results = SET_OF(HAS(Q), HAS(CONVERGED), HAS(ERROR), HAS(ANGULAR_ERROR), HAS(LINEAR_ERROR), HAS(ITERATIONS),
                      HAS(RESTARTS)),
    .search = true,
    .in_vain =
        "no configuration that was found reaches the target with bodies farther apart than --avoid: the best has "
        "the error",
    .measure = measure_shapes,
    .clear = clear_shapes,
    .prepare = prepare,
    .compute = compute_apart,
};

/* ---- under constraints ---- */

static void clear_constraints(computation *t)
{
    ik_constraint_list *list = t->state.data;
    if (list) {
        ik_constraints_clear(list);
        free(list);
    }
}

/* Reads the constraints, each of which has a row of the violations. */
static exit_code measure_constraints(computation *t)
{
    const ik_options *o = t->own;
    ik_constraint_list *list = calloc(1, sizeof *list);
    t->state.data = list;
    return list ? ik_constraints_read(o->constraints, t->robot->model, list, &t->dimensions) : fail_memory();
}

/* Checks the constraints, so that a wrong one is no fault of a row. */
static exit_code prepare_constraints(computation *t)
{
    const ik_options *o = t->own;
    const ik_constraint_list *list = t->state.data;
    for (size_t i = 0; i < list->count; i++) {
        cdy_ik_violation violation;
        cdy_error error;
        if (cdy_ik_violations(t->robot->model, t->workspace, NULL, &list->items[i], 1, &violation, &error) != CDY_OK) {
            const char *fault = strstr(error.text, "): "); /* behind the number in the list of one */
            return fail(EXIT_INPUT, "%s: constraint %zu: %s", o->constraints, i + 1, fault ? fault + 3 : error.text);
        }
    }
    t->state.seed = o->calculation.state.seed;
    t->state.search = make_search(o);
    t->state.search.linear_tolerance = o->tolerance > 0 ? o->tolerance : cdy_gik_options_default().tolerance;
    return EXIT_FINE;
}

static cdy_gik_options make_gik_options(const state *s)
{
    cdy_gik_options options = cdy_gik_options_default();
    options.tolerance = s->search.linear_tolerance;
    options.restarts = s->search.restarts;
    options.ignore_limits = s->search.ignore_limits;
    options.seed = s->seed;
    options.iterations = options.restarts > 200 ? 50 * options.restarts : options.iterations; /* at most 1e6 starts */
    return options;
}

static double size_of(const double v[3])
{
    return hypot(hypot(v[0], v[1]), v[2]);
}

static void write_constrained(const state *s, size_t row, size_t count, const cdy_gik_report *report,
                              const cdy_ik_violation *violations)
{
    s->values[VARIABLE_CONVERGED][row] = report->converged;
    s->values[VARIABLE_ERROR][row] = report->violation;
    s->values[VARIABLE_ITERATIONS][row] = report->iterations;
    s->values[VARIABLE_RESTARTS][row] = report->restarts;
    for (size_t i = 0; i < count; i++) {
        double *parts = s->values[VARIABLE_VIOLATIONS] + 3 * (row * count + i);
        parts[0] = size_of(violations[i].angular);
        parts[1] = size_of(violations[i].linear);
        parts[2] = violations[i].bound;
    }
}

static cdy_status compute_constrained(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    const ik_constraint_list *list = s->data;
    const cdy_gik_options options = make_gik_options(s);
    double *q = s->values[VARIABLE_Q];
    const cdy_gik_problem problem = {
        .constraints = list->items, .count = (int)list->count, .start = q, .options = &options};
    cdy_gik_report report;
    cdy_ik_violation *violations = calloc(list->count + 1, sizeof *violations);
    *error = (cdy_error){.status = CDY_ERROR_MEMORY, .text = "out of memory"};
    const cdy_status status =
        violations ? cdy_generalized_inverse_kinematics(model, workspace, &problem, q, &report, violations, error)
                   : CDY_ERROR_MEMORY;
    if (status == CDY_OK) {
        write_constrained(s, 0, list->count, &report, violations);
    }
    free(violations);
    return status;
}

/* The memory of searches in rows. */
typedef struct constrained_rows {
    double *q;
    cdy_ik_constraint *constraints;
    cdy_gik_report *reports;
    cdy_ik_violation *violations;
} constrained_rows;

static bool make_rows(constrained_rows *r, const ik_constraint_list *list, size_t count, size_t nq)
{
    *r = (constrained_rows){.q = calloc(count * nq + 1, sizeof *r->q),
                            .constraints = calloc(count * list->count + 1, sizeof *r->constraints),
                            .reports = calloc(count + 1, sizeof *r->reports),
                            .violations = calloc(count * list->count + 1, sizeof *r->violations)};
    const bool made = r->q && r->constraints && r->reports && r->violations;
    for (size_t i = 0; made && i < count; i++) {
        memcpy(r->constraints + i * list->count, list->items, list->count * sizeof *list->items);
    }
    return made;
}

/* Searches for all rows at once; as compute_rows(). */
static cdy_status compute_constrained_rows(const cdy_model *model, cdy_batch *batch, size_t count, const state *s,
                                           cdy_status *statuses)
{
    const ik_constraint_list *list = s->data;
    const cdy_gik_options options = make_gik_options(s);
    const size_t nq = (size_t)cdy_model_nq(model);
    constrained_rows r;
    const bool made = make_rows(&r, list, count, nq);
    if (made) {
        const cdy_gik_problem problems = {.constraints = r.constraints,
                                          .count = (int)list->count,
                                          .start = s->values[VARIABLE_Q],
                                          .options = &options};
        cdy_batch_generalized_inverse_kinematics(model, batch, count, &problems, r.q, r.reports, r.violations, statuses,
                                                 NULL);
    }
    for (size_t i = 0; made && i < count; i++) {
        if (statuses[i] == CDY_OK) {
            memcpy(s->values[VARIABLE_Q] + i * nq, r.q + i * nq, nq * sizeof *r.q);
            write_constrained(s, i, list->count, &r.reports[i], r.violations + i * list->count);
        }
    }
    free(r.q);
    free(r.constraints);
    free(r.reports);
    free(r.violations);
    return made ? CDY_OK : CDY_ERROR_MEMORY;
}

static const calculation constrained_kinematics = {
    .command = "ik",
    .title = "Inverse kinematics under constraints",
    .inputs = SET_OF(HAS(Q)),
    .results = SET_OF(HAS(Q), HAS(CONVERGED), HAS(ERROR), HAS(VIOLATIONS), HAS(ITERATIONS), HAS(RESTARTS)),
    .search = true,
    .in_vain = "no configuration that was found meets all constraints: the largest violation is",
    .measure = measure_constraints,
    .clear = clear_constraints,
    .prepare = prepare_constraints,
    .compute = compute_constrained,
    .compute_rows = compute_constrained_rows,
};

/* ---- all solutions ---- */

/* Writes a row for each of `count` solutions, or for the nearest configuration where there is none. */
static exit_code write_solutions(computation *t, row_writer *writer, const double *solutions, int count)
{
    const cdy_model *model = t->robot->model;
    const size_t nq = (size_t)cdy_model_nq(model);
    double *q = t->state.values[VARIABLE_Q];
    cdy_error error;
    for (int i = 0; i < (count ? count : 1); i++) {
        if (count) {
            memcpy(q, solutions + (size_t)i * nq, nq * sizeof *q);
        }
        if (t->calculation->compute(model, t->workspace, &t->state, &error) != CDY_OK) {
            return fail_library(&error);
        }
        if (t->options->numbers.degrees) {
            variable_to_degrees(model, VARIABLE_Q, q);
        }
        const char *problem = row_writer_add(writer);
        if (problem) {
            return fail(EXIT_IO, "%s", problem);
        }
    }
    return EXIT_FINE;
}

/* Whether the whole pose is asked for, by no certain number of starts. */
static bool asks_for_whole_pose(const ik_options *o)
{
    bool has_weights = !o->position_only;
    for (int i = 0; i < 6 && o->weights_given; i++) {
        has_weights = has_weights && o->weights[i] > 0;
    }
    return has_weights && !o->starts_given;
}

/* Finds all solutions in closed form, or else from the starts. */
static exit_code find_all(computation *t, double *solutions, int most, int *count)
{
    const ik_options *o = t->own;
    state *s = &t->state;
    const double angle = t->options->numbers.degrees ? radians(o->arm_angle[0]) : o->arm_angle[0];
    const ik_closed_request request = {.model = t->robot->model,
                                       .frame = s->frame,
                                       .given = o->given,
                                       .arm_angle = o->arm_angle_given ? &angle : NULL,
                                       .ignore_limits = o->ignore_limits,
                                       .problem = {.target = s->values[VARIABLE_T], .start = s->values[VARIABLE_Q]}};
    bool is_closed = false;
    cdy_ik_options search = s->search;
    const cdy_ik_problem problem = make_problem(s, &search);
    cdy_error error;
    if (asks_for_whole_pose(o)) {
        const exit_code code = ik_closed_solve(&request, most, solutions, count, &is_closed);
        if (is_closed || code != EXIT_FINE) {
            return code;
        }
    }
    search.seed = s->seed;
    return cdy_inverse_kinematics_all(t->robot->model, t->workspace, &problem, most, solutions, count, &error) == CDY_OK
               ? EXIT_FINE
               : fail_library(&error);
}

/* Leaves out the solutions in which bodies come within --avoid. */
static exit_code drop_near(computation *t, double *solutions, int *count)
{
    const apart_shapes *shapes = t->state.data;
    const clearance *c = &shapes->clearance;
    const size_t nq = (size_t)cdy_model_nq(t->robot->model);
    const int found = *count;
    *count = 0;
    for (int i = 0; i < found; i++) {
        cdy_distance nearest;
        cdy_error error;
        const double *q = solutions + (size_t)i * nq;
        if (cdy_distance_nearest(t->robot->model, t->workspace, c->scene, q, &nearest, NULL, &error) != CDY_OK) {
            return fail_library(&error);
        }
        if (nearest.separation.distance > c->margin) {
            memmove(solutions + (size_t)(*count)++ * nq, q, nq * sizeof *q);
        }
    }
    if (*count < found) {
        note("%d of %d solutions bring bodies within %g m and are left out", found - *count, found, c->margin);
    }
    return EXIT_FINE;
}

/* Fails for the row that is no solution; `found` solutions were left out. */
static exit_code fail_all(const computation *t, int found)
{
    const ik_options *o = t->own;
    const double error = t->state.values[VARIABLE_ERROR][0];
    if (found > 0) {
        return fail(EXIT_NUMERICAL,
                    "all %d solutions that were found bring bodies within %g m; the row is the one of the greatest "
                    "distance that the search from --q found: expected a smaller --avoid, another target, or --exclude "
                    "with the pairs that may come nearer",
                    found, o->avoid.margin);
    }
    return o->avoid.given
               ? fail(EXIT_NUMERICAL, "%s %.6g (rad and m)", t->calculation->in_vain, error)
               : fail(EXIT_NUMERICAL, "no configuration reaches the target: the nearest found is %.6g away (rad and m)",
                      error);
}

/* Finds all solutions; `solutions` has room for `most`. */
static exit_code write_all(computation *t, output *out, double *solutions, int most)
{
    const ik_options *o = t->own;
    row_writer writer;
    int count = 0;
    exit_code code = find_all(t, solutions, most, &count);
    const int found = count;
    code = code == EXIT_FINE && o->avoid.given ? drop_near(t, solutions, &count) : code;
    if (code != EXIT_FINE) {
        return code;
    }
    code = row_writer_open(&writer, t, out, NO_VARIABLES);
    row_writer_expect(&writer, count ? (uint64_t)count : 1);
    code = code == EXIT_FINE ? write_solutions(t, &writer, solutions, count) : code;
    code = code == EXIT_FINE ? row_writer_finish(&writer) : code;
    row_writer_close(&writer);
    if (code == EXIT_FINE && count == 0 && t->state.values[VARIABLE_CONVERGED][0] == 0) {
        out->complete = true;
        return fail_all(t, found);
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

/* Refuses options of one target beside constraints. */
static exit_code refuse_target(const ik_options *o)
{
    const char *other = o->pose_given         ? "--pose"
                        : o->target_given     ? "--target"
                        : o->position_only    ? "--position-only"
                        : o->weights_given    ? "--weights"
                        : o->all              ? "--all"
                        : o->given            ? "--given"
                        : o->arm_angle_given  ? "--arm-angle"
                        : o->avoid.given      ? "--avoid"
                        : o->calculation.body ? "--body"
                                              : NULL;
    return other ? fail(EXIT_USAGE, "--constraints and %s exclude each other; the constraints say what to reach", other)
                 : EXIT_FINE;
}

/* Refuses options that exclude each other. */
static exit_code complete(void *values, const invocation *given)
{
    ik_options *o = values;
    (void)given;
    o->starts = o->starts_given ? o->starts : o->all ? 500 : o->constraints ? 201 : 51;
    o->avoid.option = "--avoid";
    if (!o->avoid.given && (o->avoid.excluded.count > 0 || o->calculation.robot.srdf)) {
        return fail(EXIT_USAGE, "%s leaves out pairs of --avoid; give --avoid M as well",
                    o->calculation.robot.srdf ? "--srdf" : "--exclude");
    }
    if (o->constraints) {
        return refuse_target(o);
    }
    if ((o->given || o->arm_angle_given) && (!o->all || o->starts_given || (o->given && o->arm_angle_given))) {
        return fail(EXIT_USAGE, "--given and --arm-angle choose among the solutions of seven joints in closed form; "
                                "give one of them, with --all and without --starts");
    }
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
    {.kind = OPTION_READ_FILE,
     .name = "--constraints",
     .metavar = "FILE",
     .offset = offsetof(ik_options, constraints),
     .help = "in place of --body and a target: a JSON list of constraints to meet; see below"},
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
     .help = "largest error that counts as reached, rad and m (default: 1e-8; with --constraints 1e-6)",
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
     .help = "starts of the search, the first from --q, the others random\n(default: 51; with --constraints 201, with "
             "--all 500)",
     .least = 1,
     .most = 1e6},
    {.kind = OPTION_FLAG,
     .name = "--all",
     .offset = offsetof(ik_options, all),
     .help = "print all distinct solutions, a row each, by distance from --q: in closed form, or with\n--starts, free "
             "weights or other robots those that the starts find"},
    {.kind = OPTION_TEXT,
     .name = "--given",
     .metavar = "JOINT",
     .offset = offsetof(ik_options, given),
     .help = "of seven joints, with --all: the joint that stays as in --q, in closed form",
     .names = NAMES_MOVING_JOINT},
    {.kind = OPTION_NUMBERS,
     .name = "--arm-angle",
     .metavar = "ANGLE",
     .offset = offsetof(ik_options, arm_angle),
     .given = offsetof(ik_options, arm_angle_given),
     .help = "of seven joints with spherical shoulder and wrist, with --all: the angle of the elbow\nabout the line "
             "between them, from the plane with the first axis, rad",
     .count = 1,
     .expected = "an angle"},
    {.kind = OPTION_NUMBER,
     .name = "--avoid",
     .metavar = "M",
     .offset = offsetof(ik_options, avoid.margin),
     .given = offsetof(ik_options, avoid.given),
     .help = "bodies of the robot stay farther apart than M (m); with --all solutions that do not are left out",
     .most = 1000},
    {.kind = OPTION_TEXTS,
     .name = "--exclude",
     .metavar = "BODY,BODY",
     .names = NAMES_BODY_PAIR,
     .offset = offsetof(ik_options, avoid.excluded),
     .help = "with --avoid: a pair of bodies that is not looked at; may be repeated"},
    {.kind = OPTION_TEXT,
     .name = "--srdf",
     .metavar = "FILE",
     .offset = offsetof(ik_options, calculation.robot.srdf),
     .reads = true,
     .help = "with --avoid: MoveIt's file for the robot, whose pairs of disable_collisions are not looked at"},
    INCLUDE_TABLE(body_table, ik_options, calculation.body),
    INCLUDE_TABLE(q_table, ik_options, calculation.state),
    INCLUDE_TABLE(calculation_table, ik_options, calculation),
    INCLUDE_TABLE(thread_table, ik_options, calculation.rows),
    {0},
};
static const option_table table = {.rows = rows, .note = IK_CONSTRAINTS_NOTE, .complete = complete};

static exit_code run(const void *options, output *out)
{
    const ik_options *o = options;
    calculation chosen = o->constraints   ? constrained_kinematics
                         : o->avoid.given ? apart_kinematics
                                          : inverse_kinematics;
    chosen.run = o->all ? run_all : NULL;
    return calculation_run(&chosen, options, out);
}

const command command_ik = {
    .name = "ik",
    .summary = "inverse kinematics: a configuration that places a body, or meets constraints",
    .description =
        "Inverse kinematics: a configuration q within the limits that places --body at --pose or --target\n"
        "in the base frame, by damped least squares from --q, then from random configurations.  error is\n"
        "the norm of the remaining rotation (rad, angular_error) and distance (m, linear_error) together.\n"
        "If no configuration is found, the nearest one is printed, converged is false (0 in csv), and the\n"
        "exit code is 4: the one of least sum of the squares of the errors, rad and m, times their weights.\n"
        "--all prints a row for each solution; whole turns of a joint make none of their own.  A note\n"
        "tells where the arm is solved in closed form: six revolute joints, or seven with --given or\n"
        "--arm-angle; the rows are then all solutions within the limits, but of general six axes some may\n"
        "be missing near singular poses and at right angles.\n"
        "\n"
        "Rows of --input have targets, T[0][0] to T[3][3] or \"T\", and initial configurations q; arrays have\n"
        "q, then T, or T alone.  With --pose or --target the rows are initial configurations for one\n"
        "target; a note tells where they have targets, too.\n"
        "\n"
        "With --avoid each solution is moved along the gradient of the least distance between bodies, in the\n"
        "directions that the target leaves free, and other starts follow until bodies are farther apart than\n"
        "M; a note tells the least distance.  Where none is, the one of the greatest distance is printed,\n"
        "converged is false, and the exit code is 4.\n"
        "\n"
        "With --constraints the result is a configuration that meets all constraints of the list; error is\n"
        "the largest violation, and violations has those of each.  Where none is found, the one of the least\n"
        "sum of (weight x violation)^2 is printed, with exit code 4.  Rows of --input are initial\n"
        "configurations q.\n",
    .examples = "condyle ik universalUR5e --body tool0 --pose 0.4,0.2,0.5,0,3.14,0\n"
                "condyle ik universalUR5e --body tool0 --pose 0.4,0.2,0.5,0,180,0 --deg --q 0,-90,90,0,0,0\n"
                "condyle ik kukaIiwa14 --body iiwa_link_ee --target 1,0,0,.4,0,1,0,.1,0,0,1,.8,0,0,0,1 --format csv\n"
                "condyle ik universalUR5e --body tool0 --pose .4,.2,.5,0,180,0 --deg --all --starts 99 --format csv\n"
                "condyle ik universalUR5e --body tool0 --pose 0.4,0.2,0.5,0,0,0 --position-only\n"
                "condyle ik kukaIiwa14 --body iiwa_link_ee --pose 0.5,0.1,0.6,0,1.57,0 --avoid 0.01\n"
                "echo '[{\"kind\": \"aiming\", \"body\": \"tool0\", \"target\": [1, 0, 0]}]' |\n"
                "    condyle ik universalUR5e --constraints -\n",
    .options = &table,
    .size = sizeof(ik_options),
    .run = run,
};
