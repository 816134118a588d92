/* Inverse kinematics: Levenberg-Marquardt on the manifold of configurations, with joint limits and random restarts. */
#include "base/error.h"
#include "dynamics/arguments.h"
#include "ik/pose.h"
#include "ik/solutions.h"
#include "ik/step.h"
#include "model/range.h"

#include <condyle/inverse_kinematics.h>
#include <float.h>
#include <limits.h>
#include <string.h>

cdy_ik_options cdy_ik_options_default(void)
{
    return (cdy_ik_options){.weights = {1, 1, 1, 1, 1, 1},
                            .angular_tolerance = 1e-8,
                            .linear_tolerance = 1e-8,
                            .iterations = 200,
                            .restarts = 50};
}

/* The components of a pose error, and the weighted sum of their squares. */
typedef struct pose_error {
    double parts[6], cost;
} pose_error;

/* State of the search; its arrays are in the workspace. */
typedef struct search {
    const cdy_model *model;
    cdy_workspace *w;
    int frame;
    cdy_ik_options options;
    double target[16];
    pose_error error, best; /* at w->ik.q, at w->ik.best */
    int iterations;
} search;

static pose_error evaluate(const search *s, const double *q)
{
    pose_error e = {.cost = 0};
    double T[16];
    const double *tree_q = q;
    if (s->model->has_followers) {
        s->w->kernels->expand_positions(s->model, q, s->w->q);
        tree_q = s->w->q;
    }
    s->w->kernels->placement(s->model, s->w->kernel_scratch, s->frame, tree_q, T);
    cdy_pose_error(T, s->target, e.parts);
    for (int i = 0; i < 6; i++) {
        double part = s->options.weights[i] * e.parts[i];
        e.cost += part * part;
    }
    return e;
}

/* Returns the norm of the angular (first 0) or linear (first 3) error, without components of weight 0. */
static double error_length(const search *s, const pose_error *e, int first)
{
    double length = 0;
    for (int i = first; i < first + 3; i++) {
        length = s->options.weights[i] > 0 ? hypot(length, e->parts[i]) : length; /* squares may overflow */
    }
    return length;
}

static bool is_reached(const search *s, const pose_error *e)
{
    return error_length(s, e, 0) <= s->options.angular_tolerance &&
           error_length(s, e, 3) <= s->options.linear_tolerance;
}

/* Computes the frame's Jacobian at w->ik.q in w->ik.J, in the frame's axes. */
static void compute_jacobian(const search *s)
{
    const cdy_model *model = s->model;
    cdy_workspace *w = s->w;
    const double *tree_q = w->ik.q;
    double *J = w->ik.J;
    if (model->has_followers) {
        w->kernels->expand_positions(model, w->ik.q, w->q);
        tree_q = w->q;
    }
    w->kernels->jacobian(model, w->kernel_scratch, s->frame, true, tree_q, model->has_followers ? w->columns : J);
    if (model->has_followers) {
        w->kernels->project_columns(model, 6, w->columns, J);
    }
}

/* Computes the weighted Jacobian of the pose error at w->ik.q in w->ik.J. */
static void compute_error_jacobian(const search *s)
{
    const size_t n = (size_t)s->model->nv;
    double *J = s->w->ik.J;
    compute_jacobian(s);
    cdy_pose_error_jacobian(s->error.parts, n, J);
    for (size_t i = 0; i < 6 * n; i++) {
        J[i] *= s->options.weights[i / n];
    }
}

/* Narrows the bounds of the leaders' steps to those that keep their followers' limits as well. */
static void narrow_step_bounds(const search *s)
{
    const model_joint *joints = model_joints(s->model);
    for (int32_t i = 1; i < s->model->body_count; i++) {
        if (joints[i].is_follower) {
            const position_range own = cdy_follower_range(s->model, i);
            const double q = s->w->ik.q[joints[i].position];
            double *lower = &s->w->ik.lower[joints[i].velocity], *upper = &s->w->ik.upper[joints[i].velocity];
            position_range step = {*lower, *upper};
            cdy_narrow_range(&step, (position_range){own.lower - q, own.upper - q});
            *lower = step.lower;
            *upper = step.upper;
        }
    }
}

/* Computes the bounds of a step from w->ik.q, by the joint limits, in w->ik.lower and w->ik.upper. */
static void compute_step_bounds(const search *s)
{
    const int32_t *own = model_section(s->model, s->model->own_velocities);
    for (int i = 0; i < s->model->nv; i++) {
        const model_joint *joint = &model_joints(s->model)[model_velocities(s->model)[own[i]].body];
        double q = s->w->ik.q[joint->position]; /* joints with several positions have no limits */
        s->w->ik.lower[i] = s->options.ignore_limits ? -HUGE_VAL : joint->lower - q;
        s->w->ik.upper[i] = s->options.ignore_limits ? HUGE_VAL : joint->upper - q;
    }
    if (s->model->has_followers && !s->options.ignore_limits) {
        narrow_step_bounds(s);
    }
}

/* Computes the weighted linear Jacobian in w->ik.J, with zero columns for coordinates that rotate the frame. */
static void compute_translation_jacobian(const search *s)
{
    const size_t n = (size_t)s->model->nv;
    double *J = s->w->ik.J;
    compute_jacobian(s);
    for (size_t column = 0; column < n; column++) {
        const bool rotates = fabs(J[column]) > 0 || fabs(J[n + column]) > 0 || fabs(J[2 * n + column]) > 0;
        for (size_t i = 0; i < 6; i++) {
            J[i * n + column] *= rotates || i < 3 ? 0 : s->options.weights[i];
        }
    }
}

/* Moves a frame far from its target near it, by coordinates that only translate the frame, such as those of a mobile or
 * floating base. The linear model is exact for translations of any length; for rotations it fails at this distance, and
 * the angular error vanishes beside the linear error in the cost. */
static void translate_to_target(search *s)
{
    enum { STEPS = 4 };
    const double distant = 10; /* m */
    cdy_workspace *w = s->w;
    for (int i = 0; i < STEPS && error_length(s, &s->error, 3) > distant; i++) {
        double r[6] = {0};
        for (int k = 3; k < 6; k++) {
            r[k] = s->options.weights[k] * s->error.parts[k];
        }
        compute_translation_jacobian(s);
        compute_step_bounds(s);
        const step_problem problem = {(size_t)s->model->nv, w->ik.J, r,          w->ik.lower,
                                      w->ik.upper,          1e-6,    w->ik.step, w->ik.free_columns};
        if (!(cdy_bounded_step(&problem) > 0) ||
            cdy_configuration_integrate(s->model, w->ik.q, w->ik.step, w->ik.trial, NULL)) {
            return;
        }
        if (!s->options.ignore_limits) {
            cdy_configuration_clamp(s->model, w->ik.trial);
        }
        const pose_error next = evaluate(s, w->ik.trial);
        if (!(next.cost < s->error.cost)) {
            return;
        }
        memcpy(w->ik.q, w->ik.trial, (size_t)s->model->nq * sizeof *w->ik.q);
        s->error = next;
    }
}

/* Damping = factor * cost: it vanishes at the solution, so that convergence is quadratic (Fan and Yuan 2005). The
 * factor is adapted to the ratio of actual to predicted cost reduction (Nielsen 1999). */
typedef struct damping {
    double factor, growth;
} damping;

static const double min_factor = 1e-6, max_factor = 1e9, min_damping = 1e-14;

static void adapt_damping(damping *d, double gain)
{
    if (gain > 0) {
        double x = 2 * gain - 1;
        d->factor = fmax(d->factor * fmax(0.1, 1 - x * x * x), min_factor);
        d->growth = 2;
    } else {
        d->factor *= d->growth;
        d->growth *= 2;
    }
}

/* Takes one step from w->ik.q if it reduces the cost. Returns false at a minimum, where no step does. */
static bool take_step(search *s, damping *d)
{
    const double min_gain = 1e-15; /* relative cost reduction predicted at a minimum */
    cdy_workspace *w = s->w;
    double r[6];
    for (int i = 0; i < 6; i++) {
        r[i] = s->options.weights[i] * s->error.parts[i];
    }
    const step_problem problem = {(size_t)s->model->nv, w->ik.J,           r,
                                  w->ik.lower,          w->ik.upper,       fmax(d->factor * s->error.cost, min_damping),
                                  w->ik.step,           w->ik.free_columns};
    double predicted = cdy_bounded_step(&problem);
    double gain = 0;
    pose_error next = s->error;
    if (predicted > min_gain * s->error.cost &&
        !cdy_configuration_integrate(s->model, w->ik.q, w->ik.step, w->ik.trial, NULL)) {
        if (!s->options.ignore_limits) {
            cdy_configuration_clamp(s->model, w->ik.trial); /* removes rounding errors */
        }
        next = evaluate(s, w->ik.trial);
        gain = (s->error.cost - next.cost) / predicted;
    }
    adapt_damping(d, gain);
    if (gain > 0) {
        memcpy(w->ik.q, w->ik.trial, (size_t)s->model->nq * sizeof *w->ik.q);
        s->error = next;
        compute_error_jacobian(s);
        compute_step_bounds(s);
    }
    return d->factor < max_factor;
}

/* Iterates from w->ik.q to a minimum or, if not until_minimum, while each STRIDE steps halve the cost; keeps the result
 * in w->ik.best if it is the best so far. */
static void descend(search *s, bool until_minimum)
{
    enum { STRIDE = 8 };
    cdy_workspace *w = s->w;
    damping d = {1e-1, 2};
    s->error = evaluate(s, w->ik.q);
    translate_to_target(s);
    compute_error_jacobian(s);
    compute_step_bounds(s);
    double before = s->error.cost;
    for (int i = 0; i < s->options.iterations && !is_reached(s, &s->error); i++) {
        s->iterations += s->iterations < INT_MAX;
        if (!take_step(s, &d)) {
            break;
        }
        if (i % STRIDE == STRIDE - 1) {
            if (!until_minimum && s->error.cost > before / 2) {
                break;
            }
            before = s->error.cost;
        }
    }
    if (s->error.cost < s->best.cost || is_reached(s, &s->error)) {
        s->best = s->error;
        memcpy(w->ik.best, w->ik.q, (size_t)s->model->nq * sizeof *w->ik.q);
    }
}

/* Draws random positions for the joints between the base and the frame; the others do not change. */
static void draw_start(const search *s, uint64_t *seed)
{
    const model_body *bodies = model_bodies(s->model);
    const model_joint *joints = model_joints(s->model);
    cdy_random_configuration(s->model, seed, s->w->ik.trial);
    for (int i = model_frames(s->model)[s->frame].body; i > 0; i = bodies[i].parent) {
        size_t count = (size_t)cdy_joint_type_nq((cdy_joint_type)joints[i].type);
        memcpy(s->w->ik.q + joints[i].position, s->w->ik.trial + joints[i].position, count * sizeof(double));
    }
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

/* Copies the start (NULL: the home configuration) to w->ik.q. */
static cdy_status read_start(const search *s, const double *start, cdy_error *error)
{
    const cdy_model *model = s->model;
    double *q = s->w->ik.q;
    if (!start) {
        cdy_home_configuration(model, q);
    } else if (cdy_all_finite(start, (size_t)model->nq)) {
        memcpy(q, start, (size_t)model->nq * sizeof *q);
    } else {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the start has a number that is not finite");
    }
    if (!s->options.ignore_limits) {
        cdy_configuration_clamp(model, q);
    }
    return cdy_check_quaternions(model, q, error);
}

static int count_at_limit(const cdy_model *model, const double *q)
{
    int count = 0;
    for (int i = 0; i < model->nq; i++) {
        const position_range range = cdy_coordinate_range(model, i);
        count += q[i] <= range.lower || q[i] >= range.upper;
    }
    return count;
}

/* Searches from the start in w->ik.q, then from random configurations and, if none converges, on from the best. Returns
 * the number of random starts. */
static int search_all_starts(search *s)
{
    bool is_movable = model_frames(s->model)[s->frame].body > 0;
    uint64_t seed = s->options.seed;
    int restarts = 0;
    descend(s, s->options.restarts == 0 || !is_movable);
    while (is_movable && restarts < s->options.restarts && !is_reached(s, &s->best)) {
        restarts++;
        draw_start(s, &seed);
        descend(s, false);
    }
    if (restarts > 0 && !is_reached(s, &s->best)) {
        memcpy(s->w->ik.q, s->w->ik.best, (size_t)s->model->nq * sizeof *s->w->ik.q);
        descend(s, true);
    }
    return restarts;
}

/* Checks the arguments of a search and copies the start to w->ik.q. */
static cdy_status begin_search(search *s, const cdy_ik_problem *problem, cdy_error *error)
{
    s->frame = problem->frame;
    s->options = problem->options ? *problem->options : cdy_ik_options_default();
    s->best = (pose_error){.cost = HUGE_VAL};
    cdy_status status = cdy_check_frame(s->model, s->frame, error);
    status = status ? status : read_options(&s->options, error);
    status = status ? status : read_start(s, problem->start, error);
    if (status) {
        return status;
    }
    memcpy(s->target, problem->target, sizeof s->target);
    if (!cdy_make_placement(s->target)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the target is no placement; expected a rotation, a position and a "
                        "last row 0 0 0 1, 4 x 4 by rows");
    }
    const double resolution = 1e-15 * hypot(hypot(s->target[3], s->target[7]), s->target[11]);
    s->options.linear_tolerance = fmax(s->options.linear_tolerance, resolution);
    return CDY_OK;
}

cdy_status cdy_inverse_kinematics(const cdy_model *model, cdy_workspace *workspace, const cdy_ik_problem *problem,
                                  double *q, cdy_ik_report *report, cdy_error *error)
{
    search s = {.model = model, .w = workspace};
    cdy_status status = cdy_check_workspace(model, workspace, error);
    if (!status && (!problem || !problem->target || !q)) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "inverse kinematics needs a target and a place for the result");
    }
    if (status || (status = begin_search(&s, problem, error))) {
        return status;
    }
    int restarts = search_all_starts(&s);
    const double results[] = {s.best.cost, error_length(&s, &s.best, 0), error_length(&s, &s.best, 3)};
    status = cdy_check_result(results, sizeof results / sizeof *results, error);
    if (status) {
        return status;
    }
    memcpy(q, workspace->ik.best, (size_t)model->nq * sizeof *q);
    if (report) {
        *report = (cdy_ik_report){.converged = is_reached(&s, &s.best),
                                  .angular_error = results[1],
                                  .linear_error = results[2],
                                  .iterations = s.iterations,
                                  .restarts = restarts,
                                  .at_limit = count_at_limit(model, q)};
    }
    return CDY_OK;
}

cdy_status cdy_inverse_kinematics_all(const cdy_model *model, cdy_workspace *workspace, const cdy_ik_problem *problem,
                                      int most, double *solutions, int *count, cdy_error *error)
{
    search s = {.model = model, .w = workspace};
    cdy_status status = cdy_check_workspace(model, workspace, error);
    if (!status && (!problem || !problem->target || !solutions || !count || most < 1)) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT,
                          "finding all solutions needs a target, room for 1 solution or more, and a place for their "
                          "number");
    }
    if (status || (status = begin_search(&s, problem, error))) {
        return status;
    }
    ik_solutions found = {.model = model, .w = workspace, .start = problem->start, .q = solutions, .most = most};
    found.ignore_limits = s.options.ignore_limits;
    const bool is_movable = model_frames(model)[s.frame].body > 0;
    uint64_t seed = s.options.seed;
    for (int i = 0; i <= (is_movable ? s.options.restarts : 0); i++) {
        if (i > 0) {
            draw_start(&s, &seed);
        }
        s.best = (pose_error){.cost = HUGE_VAL};
        descend(&s, i == 0);
        if (is_reached(&s, &s.best)) {
            cdy_add_solution(&found, workspace->ik.best);
        }
    }
    *count = found.count;
    return CDY_OK;
}
