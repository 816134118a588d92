/* Inverse kinematics: Levenberg-Marquardt on the manifold of configurations, with limits and restarts. */
#include "base/error.h"
#include "dynamics/arguments.h"
#include "ik/pose.h"
#include "ik/step.h"

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

/* A pose error by its components, and weighted: their squares added up. */
typedef struct pose_error {
    double parts[6], cost;
} pose_error;

/* A search: what is looked for, and where it stands.  Its arrays are the workspace's. */
typedef struct search {
    const cdy_model *model;
    cdy_workspace *w;
    int frame;
    cdy_ik_options options;
    double target[16];
    pose_error error, best; /* of w->ik.q, of w->ik.best */
    int iterations;
} search;

static pose_error evaluate(const search *s, const double *q)
{
    pose_error e = {.cost = 0};
    double T[16];
    const double *tree_q = q;
    if (s->model->has_followers) {
        cdy_expand_position(s->model, q, s->w->q);
        tree_q = s->w->q;
    }
    s->w->kernels->placement(s->model, s->w->state, s->frame, tree_q, T);
    cdy_pose_error(T, s->target, e.parts);
    for (int i = 0; i < 6; i++) {
        double part = s->options.weights[i] * e.parts[i];
        e.cost += part * part;
    }
    return e;
}

/* The length of the error's angular part (first 0) or linear part (first 3), without components that are free. */
static double error_length(const search *s, const pose_error *e, int first)
{
    double length = 0;
    for (int i = first; i < first + 3; i++) {
        length = s->options.weights[i] > 0 ? hypot(length, e->parts[i]) : length; /* squares may be too large */
    }
    return length;
}

static bool is_reached(const search *s, const pose_error *e)
{
    return error_length(s, e, 0) <= s->options.angular_tolerance &&
           error_length(s, e, 3) <= s->options.linear_tolerance;
}

/* Fills w->ik.J with the frame's Jacobian at w->ik.q, in its own axes. */
static void compute_jacobian(const search *s)
{
    const cdy_model *model = s->model;
    cdy_workspace *w = s->w;
    const double *tree_q = w->ik.q;
    double *J = w->ik.J;
    if (model->has_followers) {
        cdy_expand_position(model, w->ik.q, w->q);
        tree_q = w->q;
    }
    w->kernels->jacobian(model, w->state, s->frame, true, tree_q, model->has_followers ? w->columns : J);
    if (model->has_followers) {
        cdy_project_columns(model, 6, w->columns, J);
    }
}

/* Fills w->ik.J with the weighted rates of the pose error at w->ik.q. */
static void compute_rates(const search *s)
{
    const size_t n = (size_t)s->model->nv;
    double *J = s->w->ik.J;
    compute_jacobian(s);
    cdy_pose_error_rates(s->error.parts, n, J);
    for (size_t i = 0; i < 6 * n; i++) {
        J[i] *= s->options.weights[i / n];
    }
}

/* Fills w->ik.lower and w->ik.upper with how far each velocity may step from w->ik.q. */
static void measure_bounds(const search *s)
{
    const int32_t *own = model_section(s->model, s->model->own_velocities);
    for (int i = 0; i < s->model->nv; i++) {
        const model_joint *joint = &model_joints(s->model)[model_velocities(s->model)[own[i]].body];
        double q = s->w->ik.q[joint->position]; /* where there are several, the joint has no limits */
        s->w->ik.lower[i] = s->options.ignore_limits ? -HUGE_VAL : joint->lower - q;
        s->w->ik.upper[i] = s->options.ignore_limits ? HUGE_VAL : joint->upper - q;
    }
}

/* Leaves in w->ik.J the weighted shifts by what slides the frame and does not turn it. */
static void compute_slides(const search *s)
{
    const size_t n = (size_t)s->model->nv;
    double *J = s->w->ik.J;
    compute_jacobian(s);
    for (size_t column = 0; column < n; column++) {
        const bool turns = fabs(J[column]) > 0 || fabs(J[n + column]) > 0 || fabs(J[2 * n + column]) > 0;
        for (size_t i = 0; i < 6; i++) {
            J[i * n + column] *= turns || i < 3 ? 0 : s->options.weights[i];
        }
    }
}

/* Far from its target, the frame is first brought near by what slides it alone, a base that drives or floats: shifts
 * add up however long they are, but beside them turns are lost in the cost, and steps by them are not what their rates
 * foresee. */
static void approach(search *s)
{
    enum { STEPS = 4 };
    const double far = 10; /* m */
    cdy_workspace *w = s->w;
    for (int i = 0; i < STEPS && error_length(s, &s->error, 3) > far; i++) {
        double r[6] = {0};
        for (int k = 3; k < 6; k++) {
            r[k] = s->options.weights[k] * s->error.parts[k];
        }
        compute_slides(s);
        measure_bounds(s);
        const step_problem problem = {(size_t)s->model->nv, w->ik.J, r,          w->ik.lower,
                                      w->ik.upper,          1e-6,    w->ik.step, w->ik.free_columns};
        if (!(cdy_bounded_step(&problem) > 0) ||
            cdy_integrate_configuration(s->model, w->ik.q, w->ik.step, w->ik.trial, NULL)) {
            return;
        }
        if (!s->options.ignore_limits) {
            cdy_clamp_configuration(s->model, w->ik.trial);
        }
        const pose_error next = evaluate(s, w->ik.trial);
        if (!(next.cost < s->error.cost)) {
            return;
        }
        memcpy(w->ik.q, w->ik.trial, (size_t)s->model->nq * sizeof *w->ik.q);
        s->error = next;
    }
}

/* Damping in proportion to the cost vanishes with it, which makes the last steps Newton's (Fan and Yuan 2005); the
 * factor follows how well the model of the error foresaw the last step (Nielsen 1999). */
typedef struct damping {
    double factor, raise;
} damping;

static const double least_factor = 1e-6, most_factor = 1e9, least_damping = 1e-14;

static void adapt_damping(damping *d, double gain)
{
    if (gain > 0) {
        double x = 2 * gain - 1;
        d->factor = fmax(d->factor * fmax(0.1, 1 - x * x * x), least_factor);
        d->raise = 2;
    } else {
        d->factor *= d->raise;
        d->raise *= 2;
    }
}

/* Takes one step from w->ik.q if it makes the error smaller.  Returns false where no step helps any more. */
static bool improve(search *s, damping *d)
{
    const double least_gain = 1e-15; /* of the cost: what steps foresee to bring at a minimum */
    cdy_workspace *w = s->w;
    double r[6];
    for (int i = 0; i < 6; i++) {
        r[i] = s->options.weights[i] * s->error.parts[i];
    }
    const step_problem problem = {
        (size_t)s->model->nv, w->ik.J,           r,
        w->ik.lower,          w->ik.upper,       fmax(d->factor * s->error.cost, least_damping),
        w->ik.step,           w->ik.free_columns};
    double foreseen = cdy_bounded_step(&problem);
    double gain = 0;
    pose_error next = s->error;
    if (foreseen > least_gain * s->error.cost &&
        !cdy_integrate_configuration(s->model, w->ik.q, w->ik.step, w->ik.trial, NULL)) {
        if (!s->options.ignore_limits) {
            cdy_clamp_configuration(s->model, w->ik.trial); /* what rounding adds */
        }
        next = evaluate(s, w->ik.trial);
        gain = (s->error.cost - next.cost) / foreseen;
    }
    adapt_damping(d, gain);
    if (gain > 0) {
        memcpy(w->ik.q, w->ik.trial, (size_t)s->model->nq * sizeof *w->ik.q);
        s->error = next;
        compute_rates(s);
        measure_bounds(s);
    }
    return d->factor < most_factor;
}

/* Goes down from w->ik.q as far as it leads, or, where it is not to be patient, as long as the cost falls to half in
 * each few steps; keeps where it came to if that is the best so far. */
static void descend(search *s, bool patient)
{
    enum { STRIDE = 8 };
    cdy_workspace *w = s->w;
    damping d = {1e-1, 2};
    s->error = evaluate(s, w->ik.q);
    approach(s);
    compute_rates(s);
    measure_bounds(s);
    double before = s->error.cost;
    for (int i = 0; i < s->options.iterations && !is_reached(s, &s->error); i++) {
        s->iterations += s->iterations < INT_MAX;
        if (!improve(s, &d)) {
            break;
        }
        if (i % STRIDE == STRIDE - 1) {
            if (!patient && s->error.cost > before / 2) {
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

/* Draws new positions for the joints that carry the frame; the others stay where they are. */
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

/* Checks the options, and scales the weights so that the largest is 1: only their ratios have a meaning. */
static cdy_status read_options(cdy_ik_options *o, cdy_error *error)
{
    double most = 0;
    for (int i = 0; i < 6; i++) {
        if (!(o->weights[i] >= 0 && o->weights[i] <= DBL_MAX)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "the weight number %d is %g; expected 0 or a positive number", i,
                            o->weights[i]);
        }
        most = fmax(most, o->weights[i]);
    }
    if (!(most > 0)) {
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
        o->weights[i] /= most;
    }
    return CDY_OK;
}

/* Copies the start, the home configuration where it is NULL, to w->ik.q. */
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
        cdy_clamp_configuration(model, q);
    }
    return cdy_check_quaternions(model, q, error);
}

static int count_at_limit(const cdy_model *model, const double *q)
{
    int count = 0;
    cdy_coordinate c;
    for (int i = 0; i < model->nq; i++) {
        cdy_model_position(model, i, &c);
        count += q[i] <= c.lower || q[i] >= c.upper;
    }
    return count;
}

/* The search itself: from the start in w->ik.q, then from random configurations; if none of these leads there, on from
 * the best.  Returns how many were random. */
static int run(search *s)
{
    bool moves = model_frames(s->model)[s->frame].body > 0;
    uint64_t seed = s->options.seed;
    int restarts = 0;
    descend(s, s->options.restarts == 0 || !moves);
    while (moves && restarts < s->options.restarts && !is_reached(s, &s->best)) {
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

cdy_status cdy_inverse_kinematics(const cdy_model *model, cdy_workspace *workspace, int frame, const double target[16],
                                  const double *start, const cdy_ik_options *options, double *q, cdy_ik_report *report,
                                  cdy_error *error)
{
    search s = {.model = model, .w = workspace, .frame = frame, .best = {.cost = HUGE_VAL}};
    s.options = options ? *options : cdy_ik_options_default();
    cdy_status status = cdy_check_workspace(model, workspace, error);
    if (!status && (!target || !q)) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "inverse kinematics needs a target and a place for the result");
    }
    if (status || (status = cdy_check_frame(model, frame, error)) || (status = read_options(&s.options, error)) ||
        (status = read_start(&s, start, error))) {
        return status;
    }
    memcpy(s.target, target, sizeof s.target);
    if (!cdy_make_placement(s.target)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the target is no placement; expected a rotation, a position and a "
                        "last row 0 0 0 1, 4 x 4 by rows");
    }
    const double resolved = 1e-15 * hypot(hypot(s.target[3], s.target[7]), s.target[11]);
    s.options.linear_tolerance = fmax(s.options.linear_tolerance, resolved);
    int restarts = run(&s);
    const double told[] = {s.best.cost, error_length(&s, &s.best, 0), error_length(&s, &s.best, 3)};
    status = cdy_check_result(told, sizeof told / sizeof *told, error);
    if (status) {
        return status;
    }
    memcpy(q, workspace->ik.best, (size_t)model->nq * sizeof *q);
    if (report) {
        *report = (cdy_ik_report){.converged = is_reached(&s, &s.best),
                                  .angular_error = told[1],
                                  .linear_error = told[2],
                                  .iterations = s.iterations,
                                  .restarts = restarts,
                                  .at_limit = count_at_limit(model, q)};
    }
    return CDY_OK;
}
