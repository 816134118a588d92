/* Forces on the robot at a point of the motion, and its acceleration. */
#include "base/error.h"
#include "base/finite.h"
#include "dynamics/arguments.h"
#include "dynamics/forward_dynamics.h"
#include "dynamics/manifold.h"
#include "model/idle.h"
#include "simulation/simulation.h"

#include <string.h>

/* Call a control law or an environment and check its result. */
static cdy_status evaluate_law(cdy_control law, void *user, const char *name, double t, motion_state x, double *result,
                               size_t count, cdy_error *error)
{
    memset(result, 0, count * sizeof *result);
    cdy_status status = law(user, t, x.q, x.qd, result);
    if (status) {
        return cdy_fail(error, status, "the %s fails at t = %.9g s: %s", name, t, cdy_status_text(status));
    }
    if (!cdy_all_finite(result, count)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the %s gives a number at t = %.9g s that is not finite", name, t);
    }
    return CDY_OK;
}

/* Checks that the motion is finite before a law is called: with an infinite argument it may fail without being at
 * fault. */
static cdy_status check_motion(const cdy_simulation *s, double t, motion_state x, cdy_error *error)
{
    if (!cdy_all_finite(x.q, (size_t)s->model->nq) || !cdy_all_finite(x.qd, (size_t)s->model->nv)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "the motion is not finite at t = %.9g s: take a step shorter than %g s, lower the gains, or "
                        "use the integrator 'implicit'",
                        t, s->options.step);
    }
    return CDY_OK;
}

cdy_status cdy_simulation_fail_at(double t, cdy_status status, const cdy_error *inner, cdy_error *error)
{
    status = status == CDY_ERROR_ARGUMENT ? CDY_ERROR_NUMERIC : status;
    const bool infinite = status == CDY_ERROR_NUMERIC && strstr(inner->text, "not finite");
    return status ? cdy_fail(error, status, "at t = %.9g s: %s%s", t, inner->text,
                             infinite ? "; take a shorter step, lower the gains, or use the integrator 'implicit'" : "")
                  : CDY_OK;
}

/* next := q (+) step, joint by joint. */
static void integrate_joints(const cdy_model *model, const double *q, const double *step, double *next)
{
    const model_joint *joints = model_joints(model);
    for (int i = 1; i < model->body_count; i++) {
        const int p = joints[i].position, v = joints[i].velocity;
        if (!joints[i].is_follower) {
            cdy_integrate_joint((joint_kind)model_bodies(model)[i].kind, q + p, step + v, next + p);
        }
    }
}

/* The configurations of a simulation are finite and have unit quaternions, so that the checks of
 * cdy_configuration_integrate() tell only what a step that is not finite did. */
cdy_status cdy_simulation_move(const cdy_simulation *s, double t, const double *q, const double *step, double *next,
                               cdy_error *error)
{
    cdy_error inner = {.status = CDY_OK};
    if (s->is_flat) {
        for (int i = 0; i < s->model->nq; i++) {
            next[i] = q[i] + step[i];
        }
    } else {
        integrate_joints(s->model, q, step, next);
    }
    if (cdy_all_finite(next, (size_t)s->model->nq)) {
        return CDY_OK;
    }
    cdy_status status = cdy_configuration_integrate(s->model, q, step, next, &inner);
    return cdy_simulation_fail_at(t, status, &inner, error);
}

cdy_status cdy_simulation_control(cdy_simulation *s, double t, motion_state x, double *tau, cdy_error *error)
{
    const size_t n = (size_t)s->model->nv;
    if (!s->options.control) {
        memset(tau, 0, n * sizeof *tau);
        return CDY_OK;
    }
    cdy_status status = check_motion(s, t, x, error);
    status =
        status ? status : evaluate_law(s->options.control, s->options.control_user, "control law", t, x, tau, n, error);
    if (!status && s->options.saturate) {
        cdy_saturate(s->model, tau);
    }
    return status;
}

cdy_status cdy_simulation_forces(cdy_simulation *s, double t, motion_state x, const double **tau, const double **fext,
                                 cdy_error *error)
{
    const cdy_simulation_options *o = &s->options;
    const bool asks = (o->control && !o->sampled_control) || o->environment;
    cdy_status status = asks ? check_motion(s, t, x, error) : CDY_OK;
    *tau = o->sampled_control ? s->sampled_tau : s->tau;
    *fext = o->environment ? s->fext : NULL;
    if (!status && !o->sampled_control) {
        status = cdy_simulation_control(s, t, x, s->tau, error);
    }
    if (!status && o->environment) {
        size_t count = 6 * (size_t)s->model->force_rows;
        status = evaluate_law(o->environment, o->environment_user, "environment", t, x, s->fext, count, error);
    }
    return status;
}

/* Forward dynamics of torques and forces that were checked. */
static cdy_status accelerate(cdy_simulation *s, motion_state x, const double *tau, const double *fext, double *qdd,
                             cdy_error *error)
{
    cdy_workspace *w = s->workspace;
    const double *tree_q, *tree_qd;
    cdy_status status = cdy_check_idle(s->model, error);
    status = status ? status : cdy_read_position(s->model, w, x.q, &tree_q, error);
    status = status ? status : cdy_read_velocity(s->model, w, x.qd, w->qd, "velocity", &tree_qd, error);
    status = status ? status : cdy_compute_accelerations(s->model, w, tree_q, tree_qd, tau, fext, error);
    if (!status) {
        memcpy(qdd, w->qdd, (size_t)s->model->nv * sizeof *qdd);
    }
    return status;
}

cdy_status cdy_simulation_acceleration(cdy_simulation *s, double t, motion_state x, double *qdd, cdy_error *error)
{
    const double *tau, *fext;
    cdy_error inner = {.status = CDY_OK};
    cdy_status status = cdy_simulation_forces(s, t, x, &tau, &fext, error);
    if (status) {
        return status;
    }
    status = accelerate(s, x, tau, fext, qdd, &inner);
    const cdy_status unsound = status ? check_motion(s, t, x, error) : CDY_OK;
    return unsound ? unsound : cdy_simulation_fail_at(t, status, &inner, error);
}
