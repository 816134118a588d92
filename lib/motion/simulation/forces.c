/* Forces on the robot at a point of the motion, and its acceleration. */
#include "base/error.h"
#include "base/finite.h"
#include "model/model.h"
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

cdy_status cdy_simulation_move(const cdy_simulation *s, double t, const double *q, const double *step, double *next,
                               cdy_error *error)
{
    cdy_error inner = {.status = CDY_OK};
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
    cdy_status status = check_motion(s, t, x, error);
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

cdy_status cdy_simulation_acceleration(cdy_simulation *s, double t, motion_state x, double *qdd, cdy_error *error)
{
    const double *tau, *fext;
    cdy_error inner = {.status = CDY_OK};
    cdy_status status = cdy_simulation_forces(s, t, x, &tau, &fext, error);
    if (status) {
        return status;
    }
    status = cdy_forward_dynamics(s->model, s->workspace, x.q, x.qd, tau, fext, qdd, &inner);
    return cdy_simulation_fail_at(t, status, &inner, error);
}
