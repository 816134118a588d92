/* Generalized inverse kinematics: Levenberg-Marquardt on the manifold of configurations, over any number of
 * constraints, with joint limits and random restarts. The normal equations are summed constraint by constraint, so that
 * the memory of a search does not depend on their number, and is that of a workspace. */
#include "ik/generalized.h"

#include "base/error.h"
#include "base/random.h"
#include "dynamics/arguments.h"
#include "ik/search.h"
#include "model/range.h"

#include <condyle/configuration.h>
#include <string.h>

/* ---- one descent ---- */

static void copy(const gik_search *s, const double *from, double *to)
{
    memcpy(to, from, (size_t)s->model->nq * sizeof *to);
}

/* Sets the trial to the configuration after the step; returns false where there is none. */
static bool take_step(const gik_search *s)
{
    double *step = s->rhs;
    memset(step, 0, (size_t)s->model->nv * sizeof *step);
    for (size_t j = 0; j < s->n; j++) {
        step[s->columns[j]] = s->x[j];
    }
    if (cdy_configuration_integrate(s->model, s->q, step, s->trial, NULL)) {
        return false;
    }
    if (!s->options.ignore_limits) {
        cdy_configuration_clamp(s->model, s->trial);
    }
    return true;
}

static double largest_diagonal(const gik_search *s)
{
    double largest = 0;
    for (size_t j = 0; j < s->n; j++) {
        largest = fmax(largest, s->H[j * s->n + j]);
    }
    return largest;
}

/* Damping = factor x cost, as in search.c, but for costs above 1, of errors in many m. */
static double damping_of(const gik_search *s)
{
    return fmax(s->damping * fmin(s->error.cost, 1), fmax(1e-12 * largest_diagonal(s), 1e-30));
}

static void adapt_damping(gik_search *s, double gain)
{
    const double least = 1e-6;
    if (gain > 0) {
        const double x = 2 * gain - 1;
        s->damping = fmax(s->damping * fmax(0.1, 1 - x * x * x), least);
        s->growth = 2;
    } else {
        s->damping *= s->growth;
        s->growth *= 2;
    }
}

/* Tries a step; returns whether q has moved. */
static bool try_step(gik_search *s)
{
    const double min_gain = 1e-15; /* relative decrease predicted at a minimum */
    const bool made = cdy_make_gik_step(s, damping_of(s)) && s->predicted > min_gain * s->error.cost && take_step(s);
    const gik_error next = made ? cdy_gik_error_at(s, s->trial) : s->error;
    const double gain = made ? (s->error.cost - next.cost) / s->predicted : 0;
    s->length = 0;
    for (size_t j = 0; gain > 0 && j < s->n; j++) {
        s->length = hypot(s->length, s->x[j]);
    }
    adapt_damping(s, gain);
    if (gain > 0) {
        s->error = next;
        copy(s, s->trial, s->q);
        cdy_differentiate_gik(s);
    }
    return gain > 0;
}

static bool is_met(const gik_search *s, gik_error e)
{
    return e.largest <= s->options.tolerance;
}

/* Whether a slow descent, whose cost was `before` some steps ago, may still end below the best: the decreases to come
 * are taken for no more than the last one. */
static bool may_be_best(const gik_search *s, double before)
{
    const double decrease = before - s->error.cost, least = 1e-3;
    return s->restarts > 0 && decrease > least * before && s->error.cost - decrease < s->least.cost;
}

/* Notes the step of a descent; returns whether the caller's tolerances end it. */
static bool is_idle(gik_search *s, stop_watch *watch)
{
    if (!cdy_stop_watch_step(watch, s->length)) {
        return false;
    }
    const cdy_ik_end end = cdy_stop_watch_end(watch, &s->options.stop, &s->error.largest, 1, cdy_gik_slope(s));
    s->end = end != CDY_IK_CONVERGED ? end : s->end;
    return end != CDY_IK_CONVERGED;
}

/* Descends from q to a minimum or, unless until_minimum, until STRIDE steps have not halved the cost.  Where a step
 * converges, the next one costs little and takes the violations far below the tolerance. */
static void descend(gik_search *s, bool until_minimum, int most)
{
    enum { STRIDE = 8 };
    const double largest_factor = 1e9;
    double before;
    stop_watch watch;
    s->error = cdy_gik_error_at(s, s->q);
    s->end = CDY_IK_ITERATIONS;
    cdy_stop_watch_begin(&watch, &s->error.largest, 1);
    s->damping = 0.1;
    s->growth = 2;
    s->at_minimum = false;
    before = s->error.cost;
    cdy_differentiate_gik(s);
    for (int step = 1; s->iterations < most && s->error.largest > 1e-3 * s->options.tolerance; step++) {
        s->is_interrupted = cdy_ik_is_interrupted(&s->options.stop);
        if (s->is_interrupted) {
            break;
        }
        s->iterations++;
        try_step(s);
        s->at_minimum = !(s->damping < largest_factor);
        const bool is_slow = step % STRIDE == 0 && s->error.cost > before / 2;
        if (s->at_minimum || (is_slow && !(until_minimum || may_be_best(s, before))) ||
            (is_slow && is_met(s, s->error))) {
            s->end = CDY_IK_MINIMUM;
            break;
        }
        if (is_idle(s, &watch)) {
            break;
        }
        before = step % STRIDE == 0 ? s->error.cost : before;
    }
}

/* ---- all descents ---- */

/* Keeps q where it is better than the best. */
static void keep_best(gik_search *s)
{
    const bool met = is_met(s, s->error), was_met = is_met(s, s->least);
    if (met == was_met ? s->error.cost < s->least.cost : met) {
        s->least = s->error;
        s->is_least_minimum = s->at_minimum;
        copy(s, s->q, s->best);
    }
}

/* Draws coordinates that constraints bound anew, within their bounds. */
static void draw_bounded(gik_search *s)
{
    for (int i = 0; i < s->count; i++) {
        const cdy_ik_constraint *c = &s->constraints[i];
        if (compares_frames(c) || !(c->weights[6] > 0)) {
            continue;
        }
        position_range range = {-HUGE_VAL, HUGE_VAL};
        range = s->options.ignore_limits ? range : cdy_coordinate_range(s->model, c->position);
        const double lower = fmax(range.lower, c->bounds[0][0]), upper = fmin(range.upper, c->bounds[0][1]);
        double *q = &s->q[c->position];
        if (isfinite(upper - lower) && lower <= upper) {
            *q = lower < upper ? cdy_random_between(&s->seed, lower, upper) : lower;
        } else if (lower <= upper) {
            *q = fmin(fmax(*q, lower), upper);
        }
    }
}

/* Sets q to the best configuration with random positions of the joints that constraints depend on. */
static void draw(gik_search *s)
{
    cdy_random_configuration(s->model, &s->seed, s->trial);
    copy(s, s->best, s->q);
    for (size_t j = 0; j < s->n; j++) {
        const model_joint *joint = cdy_joint_of_velocity(s->model, s->columns[j]);
        const size_t count = (size_t)cdy_joint_type_nq((cdy_joint_type)joint->type);
        memcpy(s->q + joint->position, s->trial + joint->position, count * sizeof *s->q);
    }
    if (s->restarts % 2) { /* where bounds contradict other constraints, the best may be far outside of them */
        draw_bounded(s);
    }
    if (!s->options.ignore_limits) {
        cdy_configuration_clamp(s->model, s->q);
    }
}

/* A quarter of the iterations is left to the last descent, which goes on from the best configuration. */
static void search(gik_search *s)
{
    const cdy_gik_options *o = &s->options;
    const bool restarts = o->restarts > 0 && s->n > 0;
    const int most = restarts ? o->iterations - o->iterations / 4 : o->iterations;
    s->least = (gik_error){HUGE_VAL, HUGE_VAL};
    descend(s, !restarts, most);
    copy(s, s->q, s->best);
    s->least = s->error;
    s->is_least_minimum = s->at_minimum;
    while (restarts && !is_met(s, s->least) && s->restarts < o->restarts && s->iterations < most &&
           !s->is_interrupted) {
        s->restarts++;
        draw(s);
        descend(s, false, most);
        keep_best(s);
    }
    const bool is_used_up = s->iterations >= most;
    if (restarts && !is_met(s, s->least) && !s->is_least_minimum && !s->is_interrupted) {
        copy(s, s->best, s->q);
        descend(s, true, o->iterations);
        keep_best(s);
        s->is_least_minimum = s->at_minimum;
    }
    s->end = is_met(s, s->least) ? CDY_IK_CONVERGED
             : s->is_interrupted ? CDY_IK_INTERRUPTED
             : is_used_up        ? CDY_IK_ITERATIONS
                                 : s->end;
}

/* Copies the start (NULL: home) to q, within the limits. */
static cdy_status read_start(const gik_search *s, const double *start, cdy_error *error)
{
    if (!start) {
        cdy_home_configuration(s->model, s->q);
    } else if (cdy_all_finite(start, (size_t)s->model->nq)) {
        memmove(s->q, start, (size_t)s->model->nq * sizeof *s->q);
    } else {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the start has a number that is not finite");
    }
    if (!s->options.ignore_limits) {
        cdy_configuration_clamp(s->model, s->q);
    }
    return cdy_check_quaternions(s->model, s->q, error);
}

/* The limits of the columns' coordinates; joints with several degrees of freedom have none. */
static void read_limits(const gik_search *s)
{
    for (size_t j = 0; j < s->n; j++) {
        const int32_t body = cdy_body_of_velocity(s->model, s->columns[j]);
        const bool is_free = s->options.ignore_limits || is_on_manifold((joint_kind)model_bodies(s->model)[body].kind);
        position_range range = {-HUGE_VAL, HUGE_VAL};
        range = is_free ? range : cdy_coordinate_range(s->model, model_joints(s->model)[body].position);
        s->lower[j] = range.lower;
        s->upper[j] = range.upper;
    }
}

/* Only the ratios of the weights matter. */
static double scale_of(const cdy_gik_problem *problem)
{
    double largest = 0;
    for (int i = 0; i < problem->count; i++) {
        for (int k = 0; k < VIOLATION_PARTS; k++) {
            largest = fmax(largest, problem->constraints[i].weights[k]);
        }
    }
    return largest > 0 ? 1 / largest : 1;
}

static gik_search make_search(const cdy_model *model, cdy_workspace *w, const cdy_gik_problem *problem)
{
    const cdy_gik_options defaults = cdy_gik_options_default();
    gik_search s = {.model = model,
                    .w = w,
                    .constraints = problem->constraints,
                    .count = problem->count,
                    .options = problem->options ? *problem->options : defaults,
                    .scale = scale_of(problem),
                    .columns = w->ik.columns,
                    .q = w->ik.q,
                    .trial = w->ik.trial,
                    .best = w->ik.best,
                    .J = w->ik.J,
                    .K = w->block,
                    .H = w->M,
                    .factor = w->L,
                    .gradient = w->qd,
                    .x = w->ik.step,
                    .lower = w->ik.lower,
                    .upper = w->ik.upper,
                    .rhs = w->qdd,
                    .freely = (void *)w->tau};
    s.seed = s.options.seed;
    s.n = cdy_list_gik_columns(model, problem->constraints, problem->count, w->ik.columns);
    return s;
}

/* Gives the violations at the best configuration, and the largest in the report. */
static void judge(const gik_search *s, cdy_gik_report *report, cdy_ik_violation *violations)
{
    report->worst = -1;
    for (int i = 0; i < s->count; i++) {
        cdy_ik_violation v;
        cdy_ik_violation_at(s->model, s->w, &s->constraints[i], s->best, &v);
        if (v.size > report->violation) {
            report->violation = v.size;
            report->worst = i;
        }
        if (violations) {
            violations[i] = v;
        }
    }
}

cdy_status cdy_generalized_inverse_kinematics(const cdy_model *model, cdy_workspace *workspace,
                                              const cdy_gik_problem *problem, double *q, cdy_gik_report *report,
                                              cdy_ik_violation *violations, cdy_error *error)
{
    cdy_status status = cdy_check_gik_problem(model, workspace, problem, error);
    if (!status && !q) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "generalized inverse kinematics needs a pointer for the result");
    }
    if (status) {
        return status;
    }
    gik_search s = make_search(model, workspace, problem);
    read_limits(&s);
    status = read_start(&s, problem->start, error);
    if (status) {
        return status;
    }
    search(&s);
    const double numbers[] = {s.least.cost / s.scale / s.scale, s.least.largest};
    status = cdy_check_result(numbers, 2, error);
    if (status) {
        return status;
    }
    cdy_gik_report found = {.converged = is_met(&s, s.least),
                            .at_minimum = s.is_least_minimum && !is_met(&s, s.least),
                            .cost = numbers[0],
                            .iterations = s.iterations,
                            .restarts = s.restarts,
                            .at_limit = cdy_count_at_limit(model, s.best),
                            .end = s.end};
    judge(&s, &found, violations);
    memcpy(q, s.best, (size_t)model->nq * sizeof *q);
    if (report) {
        *report = found;
    }
    return CDY_OK;
}

cdy_status cdy_ik_violations(const cdy_model *model, cdy_workspace *workspace, const double *q,
                             const cdy_ik_constraint *constraints, int count, cdy_ik_violation *violations,
                             cdy_error *error)
{
    const double *tree_q;
    cdy_status status = cdy_check_workspace(model, workspace, error);
    if (!status && count > 0 && !violations) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no memory for the violations was given");
    }
    status = status ? status : cdy_read_position(model, workspace, q, &tree_q, error);
    status = status ? status : cdy_check_ik_constraints(model, constraints, count, error);
    if (status) {
        return status;
    }
    if (q) {
        memcpy(workspace->ik.q, q, (size_t)model->nq * sizeof *q);
    } else {
        cdy_home_configuration(model, workspace->ik.q);
    }
    for (int i = 0; i < count; i++) {
        cdy_ik_violation v;
        cdy_ik_violation_at(model, workspace, &constraints[i], workspace->ik.q, &v);
        violations[i] = v;
    }
    return CDY_OK;
}
