/* Levenberg-Marquardt on the manifold of configurations, with joint limits and random restarts.
 *
 * All lanes evaluate a placement and a Jacobian and solve for a step at once, by the kernels; each lane accepts or
 * rejects its own step. No decision depends on other lanes. */
#include "ik/search_rows.h"

#include <limits.h>
#include <math.h>

/* ---- errors ---- */

/* The norm of three components; squares may overflow or vanish. */
static double norm(const double v[3])
{
    const double square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    return square > 1e-280 && square < 1e280 ? sqrt(square) : hypot(hypot(v[0], v[1]), v[2]);
}

double cdy_ik_error_length(const ik_search *s, const pose_error *e, int first)
{
    double parts[3];
    for (int i = 0; i < 3; i++) {
        parts[i] = s->options.weights[first + i] > 0 ? e->parts[first + i] : 0;
    }
    return norm(parts);
}

bool cdy_ik_is_reached(const ik_search *s, const search_lane *lane, const pose_error *e)
{
    return cdy_ik_error_length(s, e, 3) <= lane->linear_tolerance &&
           cdy_ik_error_length(s, e, 0) <= s->options.angular_tolerance;
}

/* The error at `trial`, from its placement. */
static pose_error read_error(const ik_search *s, size_t lane)
{
    pose_error e = {.cost = 0};
    for (size_t i = 0; i < 6; i++) {
        e.parts[i] = s->next_error[i * s->lanes + lane];
        const double part = s->options.weights[i] * e.parts[i];
        e.cost += part * part;
    }
    return e;
}

/* ---- one descent ---- */

/* Damping = factor * cost: it vanishes at the solution, so that convergence is quadratic (Fan and Yuan 2005). The
 * factor is adapted to the ratio of actual to predicted cost reduction (Nielsen 1999). */
static const double min_factor = 1e-6, max_factor = 1e9, min_damping = 1e-14;

static void adapt_damping(search_lane *d, double gain)
{
    if (gain > 0) {
        const double x = 2 * gain - 1;
        d->factor = fmax(d->factor * fmax(0.1, 1 - x * x * x), min_factor);
        d->growth = 2;
    } else {
        d->factor *= d->growth;
        d->growth *= 2;
    }
}

static void end_descent(ik_search *s, size_t lane, cdy_ik_end end)
{
    search_lane *l = &s->lane[lane];
    l->end = end;
    if (l->error.cost < l->best.cost || cdy_ik_is_reached(s, l, &l->error)) {
        l->best = l->error;
        copy_lane(s, s->q, lane, s->best);
    }
    l->phase = SEARCH_ENDED;
}

/* Ends a descent at its target, after all its steps, or where the caller ends the search. */
static void end_where_due(ik_search *s, size_t lane)
{
    const search_lane *l = &s->lane[lane];
    const bool reached = cdy_ik_is_reached(s, l, &l->error);
    if (l->step >= s->options.iterations || reached || s->is_interrupted) {
        end_descent(s, lane, reached ? CDY_IK_CONVERGED : s->is_interrupted ? CDY_IK_INTERRUPTED : CDY_IK_ITERATIONS);
    }
}

/* The components of an error that have weight. */
static void weighted_parts(const ik_search *s, const pose_error *e, double parts[6])
{
    for (int i = 0; i < 6; i++) {
        parts[i] = s->options.weights[i] > 0 ? e->parts[i] : 0;
    }
}

/* The length of the step that a lane has tried. */
static double step_length(const ik_search *s, size_t lane)
{
    double square = 0;
    for (size_t j = 0; j < s->count; j++) {
        const double x = s->x[(size_t)s->columns[j] * s->lanes + lane];
        square += x * x;
    }
    return sqrt(square);
}

/* The largest derivative of half the cost by a coordinate that no limit holds, at q. */
static double slope_at(const ik_search *s, size_t lane)
{
    const size_t n = (size_t)s->model->nv;
    double largest = 0;
    for (size_t j = 0; j < s->count; j++) {
        const size_t at = (size_t)s->columns[j] * s->lanes + lane;
        double slope = 0; /* A^T r: where the step goes */
        for (size_t i = 0; i < 6; i++) {
            slope += s->A[i * n * s->lanes + at] * s->options.weights[i] * s->lane[lane].error.parts[i];
        }
        const bool is_held = (slope > 0 && !(s->upper[at] > 0)) || (slope < 0 && !(s->lower[at] < 0));
        largest = is_held ? largest : fmax(largest, fabs(slope));
    }
    return largest;
}

/* Ends a descent by the tolerances of the caller, where STOP_STRIDE steps are made; the derivatives are those at q. */
static void end_where_idle(ik_search *s, size_t lane)
{
    search_lane *l = &s->lane[lane];
    double parts[6];
    weighted_parts(s, &l->error, parts);
    if (l->watch.steps == STOP_STRIDE) {
        const cdy_ik_end end = cdy_stop_watch_end(&l->watch, &s->options.stop, parts, 6, slope_at(s, lane));
        if (end != CDY_IK_CONVERGED) {
            end_descent(s, lane, end);
        }
    }
}

/* After a step, with which the lane `moved` or not: ends the descent at a minimum and, unless until_minimum, where
 * STRIDE steps have not halved the cost. */
static void finish_step(ik_search *s, size_t lane, bool moved)
{
    enum { STRIDE = 8 };
    search_lane *l = &s->lane[lane];
    const bool strides = l->step % STRIDE == STRIDE - 1;
    cdy_stop_watch_step(&l->watch, moved ? step_length(s, lane) : 0);
    if (!(l->factor < max_factor) || (strides && !l->until_minimum && l->error.cost > l->before / 2)) {
        end_descent(s, lane, cdy_ik_is_reached(s, l, &l->error) ? CDY_IK_CONVERGED : CDY_IK_MINIMUM);
        return;
    }
    l->before = strides ? l->error.cost : l->before;
    l->step++;
    end_where_due(s, lane);
}

/* Decides on the next step from a start: a frame far from its target is moved near it first, by coordinates that only
 * translate the frame, such as those of a mobile or floating base. The linear model is exact for translations of any
 * length; for rotations it fails at this distance, and the angular error vanishes beside the linear error in the cost.
 */
static void begin_steps(ik_search *s, size_t lane)
{
    enum { TRANSLATIONS = 4 };
    const double distant = 10; /* m */
    search_lane *l = &s->lane[lane];
    l->translates =
        !s->is_interrupted && l->translations < TRANSLATIONS && cdy_ik_error_length(s, &l->error, 3) > distant;
    l->before = l->error.cost;
    double parts[6];
    weighted_parts(s, &l->error, parts);
    cdy_stop_watch_begin(&l->watch, parts, 6);
    if (!l->translates) {
        end_where_due(s, lane);
    }
}

/* Accepts the evaluated configuration of a lane where its cost is lower, and the first one after a start or a return.
 * Returns whether the lane moves there. */
static bool accept_or_reject(ik_search *s, size_t lane)
{
    search_lane *l = &s->lane[lane];
    const pose_error next = read_error(s, lane);
    const double gain = l->phase == SEARCH_STEP ? (l->error.cost - next.cost) / l->predicted : 0;
    if (l->phase == SEARCH_STEP) {
        adapt_damping(l, gain);
    }
    const bool is_better = l->phase == SEARCH_TRANSLATE ? next.cost < l->error.cost : gain > 0;
    const bool moves = l->phase == SEARCH_START || l->phase == SEARCH_RETURN || is_better;
    if (moves) {
        l->error = next;
        l->cotangent = s->next_cotangent[lane];
        copy_lane(s, s->trial, lane, s->q);
    }
    return moves;
}

/* Chooses the next phase of a lane. */
static void enter_next_phase(ik_search *s, size_t lane, bool moved)
{
    search_lane *l = &s->lane[lane];
    switch (l->phase) {
    case SEARCH_TRANSLATE:
        l->translations++;
        if (!moved && !s->is_interrupted) { /* the derivative of all components at q is not known yet */
            l->translations = INT_MAX;
            l->phase = SEARCH_RETURN;
            copy_lane(s, s->q, lane, s->trial);
            break;
        }
        begin_steps(s, lane);
        break;
    case SEARCH_START:
    case SEARCH_RETURN: begin_steps(s, lane); break;
    case SEARCH_STEP: finish_step(s, lane, moved); break;
    case SEARCH_STAY:
    case SEARCH_IDLE:
    case SEARCH_ENDED: break;
    }
}

/* Makes of a lane's Jacobian the weighted linear one, with zero columns for coordinates that rotate the frame. */
static void keep_translations(const ik_search *s, size_t lane)
{
    const size_t n = (size_t)s->model->nv;
    for (size_t j = 0; j < s->count; j++) {
        double *a = s->J + (size_t)s->columns[j] * s->lanes + lane;
        const size_t row = n * s->lanes;
        const bool rotates = fabs(a[0]) > 0 || fabs(a[row]) > 0 || fabs(a[2 * row]) > 0;
        for (size_t i = 0; i < 6; i++) {
            a[i * row] *= rotates || i < 3 ? 0 : s->options.weights[i];
        }
    }
}

/* The derivatives of the errors in s->A, in the lanes that have moved. */
static void differentiate_errors(const ik_search *s, const bool *moved)
{
    const size_t n = (size_t)s->model->nv;
    scalar_bits chosen[STEP_LANES] = {0}, translating[STEP_LANES] = {0};
    double *error = s->error, *cotangent = s->cotangent;
    bool any = false, any_translating = false;
    for (size_t lane = 0; lane < s->lanes; lane++) {
        const search_lane *l = &s->lane[lane];
        translating[lane] = moved[lane] && l->translates ? -1 : 0;
        chosen[lane] = moved[lane] && !l->translates ? -1 : 0;
        any = any || chosen[lane];
        any_translating = any_translating || translating[lane];
        cotangent[lane] = l->cotangent;
        for (size_t i = 0; i < 6; i++) {
            error[i * s->lanes + lane] = l->error.parts[i];
        }
    }
    for (size_t lane = 0; any_translating && lane < s->lanes; lane++) {
        if (translating[lane]) {
            keep_translations(s, lane);
        }
    }
    if (any_translating) {
        s->kernels->choose_lanes(6 * n, translating, s->J, s->A);
    }
    if (any) {
        s->kernels->pose_error_jacobian(n, s->count, s->columns, error, cotangent, s->options.weights, s->J);
        s->kernels->choose_lanes(6 * n, chosen, s->J, s->A);
    }
}

/* Residuals and damping of the next steps. */
static void write_residuals(const ik_search *s)
{
    double *r = s->residual, *damping = s->damping;
    for (size_t lane = 0; lane < s->lanes; lane++) {
        const search_lane *l = &s->lane[lane];
        for (size_t i = 0; i < 6; i++) {
            r[i * s->lanes + lane] = l->translates && i < 3 ? 0 : s->options.weights[i] * l->error.parts[i];
        }
        const double own = s->options.constant_damping ? 0 : l->factor * l->error.cost;
        damping[lane] = l->translates ? 1e-6 : fmax(own + s->options.damping_bias, min_damping);
    }
}

/* Tries the steps of the lanes that want one; a lane without a step that may help stays. */
static void try_steps(ik_search *s, const bool *wanted)
{
    const double min_gain = 1e-15; /* relative cost reduction predicted at a minimum */
    bool stepping[STEP_LANES] = {false};
    for (size_t lane = 0; lane < s->lanes; lane++) {
        search_lane *l = &s->lane[lane];
        l->predicted = s->decrease[lane];
        stepping[lane] = wanted[lane] && l->predicted > (l->translates ? 0 : min_gain * l->error.cost);
    }
    cdy_ik_integrate_steps(s, stepping);
    for (size_t lane = 0; lane < s->lanes; lane++) {
        search_lane *l = &s->lane[lane];
        if (!wanted[lane]) {
            continue;
        }
        const bool tries = stepping[lane] && cdy_ik_is_trial_finite(s, lane);
        l->iterations += !l->translates && l->iterations < INT_MAX;
        if (l->translates) {
            l->phase = tries ? SEARCH_TRANSLATE : SEARCH_RETURN;
            l->translations = tries ? l->translations : INT_MAX;
        } else {
            l->phase = tries ? SEARCH_STEP : SEARCH_STAY;
        }
        if (!tries) {
            copy_lane(s, s->q, lane, s->trial);
        }
        if (l->phase == SEARCH_STAY) {
            adapt_damping(l, 0);
            finish_step(s, lane, false);
        }
    }
}

/* Placements, Jacobians and pose errors at the trials. */
static void evaluate(const ik_search *s)
{
    const cdy_kernels *kernels = s->kernels;
    const double *tree_q = s->trial;
    if (s->model->has_followers) {
        kernels->expand_positions(s->model, s->trial, s->tree_q);
        tree_q = s->tree_q;
    }
    kernels->placement_jacobian(s->model, s->kernel_scratch, s->frame, tree_q, s->placement, s->tree_J);
    if (s->model->has_followers) {
        kernels->project_columns(s->model, 6, s->tree_J, s->J);
    }
    kernels->relative_placement(s->placement, s->target, s->between);
    kernels->pose_error(s->between, s->next_error, s->next_cotangent);
}

static bool any_lane(const ik_search *s, const bool *lanes)
{
    for (size_t lane = 0; lane < s->lanes; lane++) {
        if (lanes[lane]) {
            return true;
        }
    }
    return false;
}

static step_problem make_problem(const ik_search *s)
{
    return (step_problem){.kernels = s->kernels,
                          .n = (size_t)s->model->nv,
                          .count = s->count,
                          .columns = s->columns,
                          .A = s->A,
                          .r = s->residual,
                          .lower = s->lower,
                          .upper = s->upper,
                          .damping = s->damping,
                          .x = s->x,
                          .decrease = s->decrease,
                          .y = s->y,
                          .mask = s->mask,
                          .scratch = s->step_scratch};
}

void cdy_ik_make_step(ik_search *s)
{
    bool moved[STEP_LANES] = {false}, wanted[STEP_LANES] = {false};
    s->is_interrupted = s->is_interrupted || cdy_ik_is_interrupted(&s->options.stop);
    evaluate(s);
    for (size_t lane = 0; lane < s->lanes; lane++) {
        const search_phase phase = s->lane[lane].phase;
        if (phase != SEARCH_IDLE && phase != SEARCH_ENDED && phase != SEARCH_STAY) {
            moved[lane] = accept_or_reject(s, lane);
            enter_next_phase(s, lane, moved[lane]);
        } else if (phase == SEARCH_STAY && s->is_interrupted) {
            end_where_due(s, lane);
        }
        const search_phase next = s->lane[lane].phase;
        wanted[lane] = next != SEARCH_IDLE && next != SEARCH_ENDED && (next != SEARCH_RETURN || phase == SEARCH_RETURN);
    }
    if (!any_lane(s, wanted)) {
        return;
    }
    differentiate_errors(s, moved);
    cdy_ik_bound_steps(s);
    for (size_t lane = 0; lane < s->lanes; lane++) {
        if (wanted[lane] && !s->lane[lane].translates) {
            end_where_idle(s, lane);
            wanted[lane] = s->lane[lane].phase != SEARCH_ENDED;
        }
    }
    if (!any_lane(s, wanted)) {
        return;
    }
    write_residuals(s);
    const step_problem problem = make_problem(s);
    cdy_bounded_steps(&problem, wanted);
    try_steps(s, wanted);
}
