/* Levenberg-Marquardt on the manifold of configurations, with joint limits and random restarts.
 *
 * All lanes evaluate a placement and a Jacobian and solve for a step at once, by the kernels; each lane accepts or
 * rejects its own step. No decision depends on other lanes. */
#include "ik/search.h"

#include "base/error.h"
#include "dynamics/arguments.h"
#include "dynamics/manifold.h"
#include "ik/pose.h"
#include "model/range.h"

#include <condyle/configuration.h>
#include <float.h>
#include <limits.h>
#include <string.h>

/* Small lane-packed arrays in s->small. */
static double *small_at(const ik_search *s, size_t offset)
{
    return s->small + offset * s->lanes;
}

static double *placement_at(const ik_search *s)
{
    return small_at(s, 0);
}

static double *target_at(const ik_search *s)
{
    return small_at(s, 16);
}

static double *between_at(const ik_search *s)
{
    return small_at(s, 32);
}

static double *error_at(const ik_search *s)
{
    return small_at(s, 48);
}

static double *cotangent_at(const ik_search *s)
{
    return small_at(s, 54);
}

static double *residual_at(const ik_search *s)
{
    return small_at(s, 55);
}

static double *damping_at(const ik_search *s)
{
    return small_at(s, 61);
}

static double *decrease_at(const ik_search *s)
{
    return small_at(s, 62);
}

/* Errors and cotangents at the trials. */
static double *next_error_at(const ik_search *s)
{
    return small_at(s, 63);
}

static double *next_cotangent_at(const ik_search *s)
{
    return small_at(s, 69);
}

/* One state of a packed array: the array itself where there is one lane, else a copy in `row`. */
static double *read_row(const ik_search *s, double *packed, size_t lane, double *row)
{
    for (size_t i = 0; s->lanes > 1 && i < (size_t)s->model->nq; i++) {
        row[i] = packed[i * s->lanes + lane];
    }
    return s->lanes > 1 ? row : packed;
}

static void write_row(const ik_search *s, const double *row, size_t lane, double *packed)
{
    for (size_t i = 0; row != packed && i < (size_t)s->model->nq; i++) {
        packed[i * s->lanes + lane] = row[i];
    }
}

static void copy_lane(const ik_search *s, const double *from, size_t lane, double *to)
{
    for (size_t i = 0; i < (size_t)s->model->nq; i++) {
        to[i * s->lanes + lane] = from[i * s->lanes + lane];
    }
}

/* ---- errors ---- */

/* The norm of three components; squares may overflow or vanish. */
static double norm(const double v[3])
{
    const double square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    return square > 1e-280 && square < 1e280 ? sqrt(square) : hypot(hypot(v[0], v[1]), v[2]);
}

/* Returns the norm of the angular (first 0) or linear (first 3) error, without components of weight 0. */
static double error_length(const ik_search *s, const pose_error *e, int first)
{
    double parts[3];
    for (int i = 0; i < 3; i++) {
        parts[i] = s->options.weights[first + i] > 0 ? e->parts[first + i] : 0;
    }
    return norm(parts);
}

bool cdy_ik_is_reached(const ik_search *s, const search_lane *lane, const pose_error *e)
{
    return error_length(s, e, 3) <= lane->linear_tolerance && error_length(s, e, 0) <= s->options.angular_tolerance;
}

/* The error at `trial`, from its placement. */
static pose_error read_error(const ik_search *s, size_t lane)
{
    pose_error e = {.cost = 0};
    for (size_t i = 0; i < 6; i++) {
        e.parts[i] = next_error_at(s)[i * s->lanes + lane];
        const double part = s->options.weights[i] * e.parts[i];
        e.cost += part * part;
    }
    return e;
}

/* ---- steps ---- */

static const model_joint *joint_of(const cdy_model *model, int32_t velocity)
{
    const int32_t *own = model_section(model, model->own_velocities);
    return &model_joints(model)[model_velocities(model)[own[velocity]].body];
}

/* Narrows the bounds of the leaders' steps to those that keep their followers' limits as well. */
static void narrow_step_bounds(const ik_search *s)
{
    const model_joint *joints = model_joints(s->model);
    for (int32_t i = 1; i < s->model->body_count; i++) {
        const position_range own = joints[i].is_follower ? cdy_follower_range(s->model, i) : (position_range){0, 0};
        for (size_t lane = 0; joints[i].is_follower && lane < s->lanes; lane++) {
            const double q = s->q[(size_t)joints[i].position * s->lanes + lane];
            double *lower = s->lower + (size_t)joints[i].velocity * s->lanes + lane;
            double *upper = s->upper + (size_t)joints[i].velocity * s->lanes + lane;
            position_range step = {*lower, *upper};
            cdy_narrow_range(&step, (position_range){own.lower - q, own.upper - q});
            *lower = step.lower;
            *upper = step.upper;
        }
    }
}

/* Computes the bounds of steps from s->q, by the joint limits; joints with several positions have none. */
static void compute_step_bounds(const ik_search *s)
{
    const bool ignore = s->options.ignore_limits;
    for (size_t j = 0; j < s->count; j++) {
        const model_joint *joint = joint_of(s->model, s->columns[j]);
        const double *q = s->q + (size_t)joint->position * s->lanes;
        double *lower = s->lower + (size_t)s->columns[j] * s->lanes;
        double *upper = s->upper + (size_t)s->columns[j] * s->lanes;
        for (size_t lane = 0; lane < s->lanes; lane++) {
            lower[lane] = ignore ? -HUGE_VAL : joint->lower - q[lane];
            upper[lane] = ignore ? HUGE_VAL : joint->upper - q[lane];
        }
    }
    if (s->model->has_followers && !ignore) {
        narrow_step_bounds(s);
    }
}

/* The coordinate of a joint with one degree of freedom after the step, within its limits. */
static void step_coordinate(const ik_search *s, int32_t velocity, const bool *stepping)
{
    const model_joint *joint = joint_of(s->model, velocity);
    const size_t at = (size_t)joint->position * s->lanes;
    const bool ignore = s->options.ignore_limits;
    for (size_t lane = 0; lane < s->lanes; lane++) {
        double next = s->q[at + lane] + s->x[(size_t)velocity * s->lanes + lane];
        next = !ignore && next < joint->lower ? joint->lower : next; /* removes rounding errors */
        next = !ignore && next > joint->upper ? joint->upper : next;
        s->trial[at + lane] = stepping[lane] ? next : s->trial[at + lane];
    }
}

/* The coordinates of a joint that moves along screws after the step. */
static void step_joint(const ik_search *s, int body, size_t lane)
{
    const model_joint *joint = &model_joints(s->model)[body];
    const size_t count = (size_t)cdy_joint_type_nq((cdy_joint_type)joint->type);
    double q[CDY_JOINT_MOST_NQ] = {0}, step[CDY_JOINT_MOST_NV] = {0}, next[CDY_JOINT_MOST_NQ] = {0};
    for (size_t k = 0; k < count; k++) {
        q[k] = s->q[((size_t)joint->position + k) * s->lanes + lane];
    }
    for (size_t k = 0; k < (size_t)model_bodies(s->model)[body].nv; k++) {
        step[k] = s->x[((size_t)joint->velocity + k) * s->lanes + lane];
    }
    cdy_integrate_joint((joint_kind)model_bodies(s->model)[body].kind, q, step, next);
    for (size_t k = 0; k < count; k++) {
        s->trial[((size_t)joint->position + k) * s->lanes + lane] = next[k];
    }
}

/* Sets the trials of the stepping lanes to their configurations after the step. Other coordinates than those that move
 * the frame are as the descent began. */
static void integrate_steps(const ik_search *s, const bool *stepping)
{
    for (size_t j = 0; j < s->count; j++) {
        if (cdy_joint_type_nq((cdy_joint_type)joint_of(s->model, s->columns[j])->type) == 1) {
            step_coordinate(s, s->columns[j], stepping);
        }
    }
    const model_body *bodies = model_bodies(s->model);
    for (int i = model_frames(s->model)[s->frame].body; i > 0; i = bodies[i].parent) {
        for (size_t lane = 0; is_on_manifold((joint_kind)bodies[i].kind) && lane < s->lanes; lane++) {
            if (stepping[lane]) {
                step_joint(s, i, lane);
            }
        }
    }
    for (size_t lane = 0; s->model->has_followers && !s->options.ignore_limits && lane < s->lanes; lane++) {
        if (stepping[lane]) {
            double *q = read_row(s, s->trial, lane, s->row);
            cdy_configuration_clamp(s->model, q);
            write_row(s, q, lane, s->trial);
        }
    }
}

/* Whether the trial of a lane is finite. */
static bool is_trial_finite(const ik_search *s, size_t lane)
{
    double sum = 0;
    for (size_t i = 0; i < (size_t)s->model->nq; i++) {
        sum += 0 * s->trial[i * s->lanes + lane];
    }
    return isfinite(sum);
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

static void end_descent(ik_search *s, size_t lane)
{
    search_lane *l = &s->lane[lane];
    if (l->error.cost < l->best.cost || cdy_ik_is_reached(s, l, &l->error)) {
        l->best = l->error;
        copy_lane(s, s->q, lane, s->best);
    }
    l->phase = SEARCH_ENDED;
}

/* Ends a descent at its target, or after all its steps. */
static void end_where_due(ik_search *s, size_t lane)
{
    const search_lane *l = &s->lane[lane];
    if (l->step >= s->options.iterations || cdy_ik_is_reached(s, l, &l->error)) {
        end_descent(s, lane);
    }
}

/* After a step: ends the descent at a minimum and, unless until_minimum, where STRIDE steps have not halved the cost.
 */
static void finish_step(ik_search *s, size_t lane)
{
    enum { STRIDE = 8 };
    search_lane *l = &s->lane[lane];
    const bool strides = l->step % STRIDE == STRIDE - 1;
    if (!(l->factor < max_factor) || (strides && !l->until_minimum && l->error.cost > l->before / 2)) {
        end_descent(s, lane);
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
    l->translates = l->translations < TRANSLATIONS && error_length(s, &l->error, 3) > distant;
    l->before = l->error.cost;
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
        l->cotangent = next_cotangent_at(s)[lane];
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
        if (!moved) { /* the derivative of all components at q is not known yet */
            l->translations = INT_MAX;
            l->phase = SEARCH_RETURN;
            copy_lane(s, s->q, lane, s->trial);
            break;
        }
        begin_steps(s, lane);
        break;
    case SEARCH_START:
    case SEARCH_RETURN: begin_steps(s, lane); break;
    case SEARCH_STEP: finish_step(s, lane); break;
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
    double *error = error_at(s), *cotangent = cotangent_at(s);
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
    double *r = residual_at(s), *damping = damping_at(s);
    for (size_t lane = 0; lane < s->lanes; lane++) {
        const search_lane *l = &s->lane[lane];
        for (size_t i = 0; i < 6; i++) {
            r[i * s->lanes + lane] = l->translates && i < 3 ? 0 : s->options.weights[i] * l->error.parts[i];
        }
        damping[lane] = l->translates ? 1e-6 : fmax(l->factor * l->error.cost, min_damping);
    }
}

/* Tries the steps of the lanes that want one; a lane without a step that may help stays. */
static void try_steps(ik_search *s, const bool *wanted)
{
    const double min_gain = 1e-15; /* relative cost reduction predicted at a minimum */
    bool stepping[STEP_LANES] = {false};
    for (size_t lane = 0; lane < s->lanes; lane++) {
        search_lane *l = &s->lane[lane];
        l->predicted = decrease_at(s)[lane];
        stepping[lane] = wanted[lane] && l->predicted > (l->translates ? 0 : min_gain * l->error.cost);
    }
    integrate_steps(s, stepping);
    for (size_t lane = 0; lane < s->lanes; lane++) {
        search_lane *l = &s->lane[lane];
        if (!wanted[lane]) {
            continue;
        }
        const bool tries = stepping[lane] && is_trial_finite(s, lane);
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
            finish_step(s, lane);
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
    kernels->placement_jacobian(s->model, s->kernel_scratch, s->frame, tree_q, placement_at(s), s->tree_J);
    if (s->model->has_followers) {
        kernels->project_columns(s->model, 6, s->tree_J, s->J);
    }
    kernels->relative_placement(placement_at(s), target_at(s), between_at(s));
    kernels->pose_error(between_at(s), next_error_at(s), next_cotangent_at(s));
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
                          .r = residual_at(s),
                          .lower = s->lower,
                          .upper = s->upper,
                          .damping = damping_at(s),
                          .x = s->x,
                          .decrease = decrease_at(s),
                          .y = s->y,
                          .mask = s->mask,
                          .scratch = small_at(s, 70)};
}

void cdy_ik_make_step(ik_search *s)
{
    bool moved[STEP_LANES] = {false}, wanted[STEP_LANES] = {false};
    evaluate(s);
    for (size_t lane = 0; lane < s->lanes; lane++) {
        const search_phase phase = s->lane[lane].phase;
        if (phase != SEARCH_IDLE && phase != SEARCH_ENDED && phase != SEARCH_STAY) {
            moved[lane] = accept_or_reject(s, lane);
            enter_next_phase(s, lane, moved[lane]);
        }
        const search_phase next = s->lane[lane].phase;
        wanted[lane] = next != SEARCH_IDLE && next != SEARCH_ENDED && (next != SEARCH_RETURN || phase == SEARCH_RETURN);
    }
    if (!any_lane(s, wanted)) {
        return;
    }
    differentiate_errors(s, moved);
    compute_step_bounds(s);
    write_residuals(s);
    const step_problem problem = make_problem(s);
    cdy_bounded_steps(&problem, wanted);
    try_steps(s, wanted);
}

/* ---- all descents of a target ---- */

static void begin_descent(ik_search *s, size_t lane, bool until_minimum)
{
    search_lane *l = &s->lane[lane];
    copy_lane(s, s->q, lane, s->trial);
    l->phase = SEARCH_START;
    l->factor = 1e-1;
    l->growth = 2;
    l->step = l->translations = 0;
    l->until_minimum = until_minimum;
}

void cdy_ik_begin_random(ik_search *s, size_t lane)
{
    const model_body *bodies = model_bodies(s->model);
    const model_joint *joints = model_joints(s->model);
    double *drawn = s->lanes > 1 ? s->row : s->trial;
    cdy_random_configuration(s->model, &s->lane[lane].seed, drawn);
    for (int i = model_frames(s->model)[s->frame].body; i > 0; i = bodies[i].parent) {
        const size_t count = (size_t)cdy_joint_type_nq((cdy_joint_type)joints[i].type);
        for (size_t k = (size_t)joints[i].position; k < (size_t)joints[i].position + count; k++) {
            s->q[k * s->lanes + lane] = drawn[k];
        }
    }
    begin_descent(s, lane, false);
}

bool cdy_ik_continue(ik_search *s, size_t lane)
{
    search_lane *l = &s->lane[lane];
    const bool is_over = l->is_last || !s->is_movable || cdy_ik_is_reached(s, l, &l->best);
    if (!is_over && l->restarts < s->options.restarts) {
        l->restarts++;
        cdy_ik_begin_random(s, lane);
        return true;
    }
    if (is_over || l->restarts == 0) {
        return false;
    }
    l->is_last = true;
    copy_lane(s, s->best, lane, s->q);
    begin_descent(s, lane, true);
    return true;
}

/* Copies the start (NULL: the home configuration) to a row q, within the limits. */
static cdy_status read_start(const ik_search *s, const double *start, double *q, cdy_error *error)
{
    const cdy_model *model = s->model;
    if (!start) {
        cdy_home_configuration(model, q);
    } else if (cdy_all_finite(start, (size_t)model->nq)) {
        memmove(q, start, (size_t)model->nq * sizeof *q);
    } else {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the start has a number that is not finite");
    }
    if (!s->options.ignore_limits) {
        cdy_configuration_clamp(model, q);
    }
    return cdy_check_quaternions(model, q, error);
}

cdy_status cdy_ik_begin(ik_search *s, size_t lane, const double *target, const double *start, cdy_error *error)
{
    double *q = s->lanes > 1 ? s->row : s->q, placement[16];
    const cdy_status status = read_start(s, start, q, error);
    if (status) {
        return status;
    }
    memcpy(placement, target, sizeof placement);
    if (!cdy_make_placement(placement)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the target is no placement; expected a rotation, a position and a "
                        "last row 0 0 0 1, 4 x 4 by rows");
    }
    const double resolution = 1e-15 * hypot(hypot(placement[3], placement[7]), placement[11]);
    s->lane[lane] = (search_lane){.linear_tolerance = fmax(s->options.linear_tolerance, resolution),
                                  .best = {.cost = HUGE_VAL},
                                  .seed = s->options.seed};
    write_row(s, q, lane, s->q);
    for (size_t i = 0; i < 16; i++) {
        target_at(s)[i * s->lanes + lane] = placement[i];
    }
    begin_descent(s, lane, s->options.restarts == 0 || !s->is_movable);
    return CDY_OK;
}

/* ---- the searches ---- */

cdy_ik_options cdy_ik_options_default(void)
{
    return (cdy_ik_options){.weights = {1, 1, 1, 1, 1, 1},
                            .angular_tolerance = 1e-8,
                            .linear_tolerance = 1e-8,
                            .iterations = 200,
                            .restarts = 50};
}

/* Checks the options, and scales the weights to a maximum of 1: only their ratios matter. */
static cdy_status read_options(cdy_ik_options *o, cdy_error *error)
{
    double largest = 0;
    for (int i = 0; i < 6; i++) {
        if (!(o->weights[i] >= 0 && o->weights[i] <= DBL_MAX)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "the weight number %d is %g; expected 0 or a positive number", i,
                            o->weights[i]);
        }
        largest = fmax(largest, o->weights[i]);
    }
    if (!(largest > 0)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "all weights are 0, so there is nothing to look for");
    }
    if (!(o->angular_tolerance > 0) || !(o->linear_tolerance > 0)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the tolerances are %g rad and %g m; expected positive numbers",
                        o->angular_tolerance, o->linear_tolerance);
    }
    if (o->iterations < 1 || o->restarts < 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "there are %d iterations and %d restarts; expected 1 iteration or more and no negative number",
                        o->iterations, o->restarts);
    }
    for (int i = 0; i < 6; i++) {
        o->weights[i] /= largest;
    }
    return CDY_OK;
}

static bool is_listed(const ik_search *s, int32_t column)
{
    for (size_t j = 0; s->model->has_followers && j < s->count; j++) {
        if (s->columns[j] == column) {
            return true;
        }
    }
    return false;
}

/* Lists the caller's velocities that move the frame. */
static void list_columns(ik_search *s)
{
    const model_body *bodies = model_bodies(s->model);
    s->count = 0;
    for (int i = model_frames(s->model)[s->frame].body; i > 0; i = bodies[i].parent) {
        for (int k = 0; k < bodies[i].nv; k++) {
            const int32_t column = model_velocities(s->model)[bodies[i].v + k].index;
            if (!is_listed(s, column)) {
                s->columns[s->count++] = column;
            }
        }
    }
}

cdy_status cdy_ik_prepare(ik_search *s, int frame, const cdy_ik_options *options, cdy_error *error)
{
    s->frame = frame;
    s->options = options ? *options : cdy_ik_options_default();
    cdy_status status = cdy_check_frame(s->model, frame, error);
    status = status ? status : read_options(&s->options, error);
    if (status) {
        return status;
    }
    s->is_movable = model_frames(s->model)[frame].body > 0;
    list_columns(s);
    for (size_t lane = 0; lane < s->lanes; lane++) {
        s->lane[lane] = (search_lane){.phase = SEARCH_IDLE};
    }
    return CDY_OK;
}

int cdy_count_at_limit(const cdy_model *model, const double *q)
{
    const double rounding = 4 * DBL_EPSILON;
    int count = 0;
    for (int i = 0; i < model->nq; i++) {
        const position_range r = cdy_coordinate_range(model, i);
        count += q[i] <= r.lower + rounding * fabs(r.lower) || q[i] >= r.upper - rounding * fabs(r.upper);
    }
    return count;
}

cdy_status cdy_ik_result(const ik_search *s, size_t lane, double *q, cdy_ik_report *report, cdy_error *error)
{
    const search_lane *l = &s->lane[lane];
    const double results[] = {l->best.cost, error_length(s, &l->best, 0), error_length(s, &l->best, 3)};
    const cdy_status status = cdy_check_result(results, sizeof results / sizeof *results, error);
    if (status) {
        return status;
    }
    for (size_t i = 0; i < (size_t)s->model->nq; i++) {
        q[i] = s->best[i * s->lanes + lane];
    }
    if (report) {
        *report = (cdy_ik_report){.converged = cdy_ik_is_reached(s, l, &l->best),
                                  .angular_error = results[1],
                                  .linear_error = results[2],
                                  .iterations = l->iterations,
                                  .restarts = l->restarts,
                                  .at_limit = cdy_count_at_limit(s->model, q)};
    }
    return CDY_OK;
}
