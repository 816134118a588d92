/* Generalized inverse kinematics. */
#include "configuration.h"
#include "ik_ends.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* Constraints, and their violations. */
typedef struct constraint_list {
    cdy_ik_constraint *constraints;
    cdy_ik_violation *violations;
    size_t count;
} constraint_list;

/* A frame by its name; "" is the base. */
static bool read_frame(const held_robot *robot, const mxArray *array, int *frame)
{
    char *name;
    cdy_error error;
    *frame = 0;
    return read_text(array, "a body's name", &name) &&
           (!*name || !cdy_model_require_frame(robot->model, name, frame, &error) || fail_with(&error));
}

static bool read_kind(const mxArray *array, cdy_ik_constraint_kind *kind)
{
    const char *words[CDY_IK_PRISMATIC_JOINT + 2] = {NULL};
    for (int k = 0; k <= CDY_IK_PRISMATIC_JOINT; k++) {
        words[k] = cdy_ik_constraint_kind_name((cdy_ik_constraint_kind)k);
    }
    const int word = read_word(array, "the kind of a constraint", words);
    *kind = (cdy_ik_constraint_kind)word;
    return word >= 0;
}

/* Sets what is numbers in a constraint: the coordinate, both places and the bounds by rows, tolerances, weights. */
static bool read_numbers(const mxArray *array, cdy_ik_constraint *c)
{
    enum { PLACE = 16, BOUNDS = 6, WEIGHTS = 7, ALL = 1 + 2 * PLACE + BOUNDS + 2 + WEIGHTS };
    const double *numbers;
    if (!read_vector(array, "the numbers of a constraint", ALL, &numbers)) {
        return false;
    }
    if (!(*numbers >= -1 && *numbers <= INT_MAX && floor(*numbers) >= *numbers)) {
        return fail("condyle:argument", "the coordinate of a constraint is %g; expected a whole number from 0, or -1",
                    *numbers);
    }
    c->position = (int)*numbers++;
    memcpy(c->in_frame, numbers, sizeof c->in_frame);
    memcpy(c->in_reference, numbers += PLACE, sizeof c->in_reference);
    memcpy(c->bounds, numbers += PLACE, sizeof c->bounds);
    numbers += BOUNDS;
    c->angular_tolerance = numbers[0];
    c->linear_tolerance = numbers[1];
    memcpy(c->weights, numbers + 2, sizeof c->weights);
    return true;
}

/* Reads rows {kind, frame, reference, numbers}. */
static bool read_constraints(const held_robot *robot, const mxArray *cells, constraint_list *list)
{
    list->count = cells && mxIsCell(cells) ? mxGetM(cells) : 0;
    if (cells && (!mxIsCell(cells) || mxGetN(cells) != 4 || list->count > INT_MAX)) {
        return fail("condyle:argument", "the constraints: expected a cell array with 4 columns");
    }
    list->constraints = mxCalloc(list->count + 1, sizeof *list->constraints);
    list->violations = mxCalloc(list->count + 1, sizeof *list->violations);
    for (size_t i = 0; i < list->count; i++) {
        cdy_ik_constraint *c = &list->constraints[i];
        const mxArray *cell[4];
        for (size_t k = 0; k < 4; k++) {
            cell[k] = mxGetCell(cells, k * list->count + i);
        }
        cdy_ik_constraint_kind kind;
        if (!read_kind(cell[0], &kind)) {
            return false;
        }
        *c = cdy_ik_constraint_default(kind);
        if (!read_frame(robot, cell[1], &c->frame) || !read_frame(robot, cell[2], &c->relative_to) ||
            !read_numbers(cell[3], c)) {
            return false;
        }
    }
    return true;
}

/* A row [angular linear bound] for each constraint. */
static mxArray *make_violations(const constraint_list *list)
{
    enum { PARTS = 7 };
    double *rows = mxCalloc(list->count * PARTS + 1, sizeof *rows);
    for (size_t i = 0; i < list->count; i++) {
        const cdy_ik_violation *v = &list->violations[i];
        memcpy(rows + i * PARTS, v->angular, sizeof v->angular);
        memcpy(rows + i * PARTS + 3, v->linear, sizeof v->linear);
        rows[i * PARTS + 6] = v->bound;
    }
    return make_matrix(rows, list->count, PARTS);
}

/* condyle("ik_violations", robot, constraints, q): a row for each constraint */
static bool ik_violations(const gateway_call *call)
{
    held_robot *robot;
    constraint_list list;
    const double *q;
    cdy_error error;
    if (!handle_find_model(call->arguments[0], &robot) || !read_constraints(robot, argument_at(call, 1), &list) ||
        !configuration_read_state(robot, argument_at(call, 2), "the configuration", cdy_model_nq(robot->model), &q)) {
        return false;
    }
    if (cdy_ik_violations(robot->model, robot->workspace, q, list.constraints, (int)list.count, list.violations,
                          &error)) {
        return fail_with(&error);
    }
    call->results[0] = make_violations(&list);
    return true;
}

/* Reads the options of a search, and what ends it where there is an argument for it. */
static bool read_options(const gateway_call *call, ik_ends *ends, cdy_gik_options *options)
{
    double iterations, restarts, seed;
    if (!read_number(call->arguments[3], "SolutionTolerance", &options->tolerance) ||
        !read_integer(call->arguments[4], "MaxIterations", 1, 1e9, &iterations) ||
        !read_integer(call->arguments[5], "the restarts", 0, 1e9, &restarts) ||
        !read_integer(call->arguments[6], "the seed", 0, 9007199254740992.0, &seed) ||
        !read_flag(call->arguments[7], "IgnoreLimits", &options->ignore_limits)) {
        return false;
    }
    options->iterations = (int)iterations;
    options->restarts = (int)restarts;
    options->seed = (uint64_t)seed;
    const mxArray *ending = argument_at(call, 8);
    if (ending && !ik_ends_read(ending, ends)) {
        return false;
    }
    if (ending) {
        options->stop = ends->stop;
    }
    return true;
}

/* Puts 0 in place of rounding errors around it, where the configuration keeps the constraints and its limits then. */
static bool remove_dust(const held_robot *robot, const cdy_gik_problem *problem, constraint_list *list, double *q)
{
    const size_t nq = (size_t)cdy_model_nq(robot->model);
    double *clean = mxCalloc(nq + 1, sizeof *clean);
    cdy_ik_violation *violations = mxCalloc(list->count + 1, sizeof *violations);
    bool fine = true;
    cdy_error error;
    for (size_t i = 0; i < nq; i++) {
        clean[i] = fabs(q[i]) < 1e-9 ? 0 : q[i];
    }
    if (cdy_ik_violations(robot->model, robot->workspace, clean, problem->constraints, problem->count, violations,
                          &error)) {
        return fail_with(&error);
    }
    for (size_t i = 0; i < list->count; i++) {
        fine = fine && violations[i].size <= problem->options->tolerance;
    }
    if (fine &&
        (problem->options->ignore_limits || cdy_configuration_limit_violations(robot->model, clean, 0, NULL) == 0)) {
        memcpy(q, clean, nq * sizeof *q);
        list->violations = violations;
    }
    return true;
}

/* condyle("generalized_inverse_kinematics", robot, constraints, start, tolerance, iterations, restarts, seed,
 * ignore_limits, what ends it): q, [converged at_minimum iterations restarts end] and a row of violations for each
 * constraint */
static bool generalized_inverse_kinematics(const gateway_call *call)
{
    held_robot *robot;
    constraint_list list;
    cdy_gik_options options = cdy_gik_options_default();
    cdy_gik_problem problem = {.options = &options};
    cdy_gik_report report;
    cdy_error error;
    ik_ends ends;
    if (!handle_find_model(call->arguments[0], &robot) || !read_constraints(robot, argument_at(call, 1), &list) ||
        !configuration_read_state(robot, argument_at(call, 2), "the initial guess", cdy_model_nq(robot->model),
                                  &problem.start) ||
        !read_options(call, &ends, &options)) {
        return false;
    }
    problem.constraints = list.constraints;
    problem.count = (int)list.count;
    double *q = mxCalloc((size_t)cdy_model_nq(robot->model) + 1, sizeof *q);
    if (cdy_generalized_inverse_kinematics(robot->model, robot->workspace, &problem, q, &report, list.violations,
                                           &error)) {
        return fail_with(&error);
    }
    if (report.converged && !remove_dust(robot, &problem, &list, q)) {
        return false;
    }
    const double numbers[] = {report.converged, report.at_minimum, report.iterations, report.restarts,
                              (double)report.end};
    call->results[0] = configuration_make(robot, q);
    if (call->result_count > 1) {
        call->results[1] = make_row(numbers, 5);
    }
    if (call->result_count > 2) {
        call->results[2] = make_violations(&list);
    }
    return true;
}

const gateway_entry gik_calls[] = {
    {"ik_violations", ik_violations, 3, 3},
    {"generalized_inverse_kinematics", generalized_inverse_kinematics, 8, 9},
    {NULL, NULL, 0, 0},
};
