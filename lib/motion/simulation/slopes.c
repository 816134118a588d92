/* Slopes of the forces that resist the motion: how fast torques of drives and control laws grow with position and
 * velocity. */
#include "base/error.h"
#include "dynamics/arguments.h"
#include "dynamics/drives.h"
#include "simulation/simulation.h"

#include <math.h>
#include <string.h>

/* A follower's velocity is m qd, and it contributes m^2 times its slope. */
cdy_status cdy_simulation_drive_slopes(cdy_simulation *s, const double *qd, double q_weight, double qd_weight,
                                       double *D, cdy_error *error)
{
    cdy_workspace *w = s->workspace;
    const double *tree_qd, *factors;
    if (s->model->load_acts) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "implicit steps take no friction by the load; choose an explicit integrator, or set drives "
                        "without it");
    }
    for (int i = 0; i < s->model->nv; i++) {
        D[i] = 1;
    }
    cdy_status status = cdy_read_velocity(s->model, w, qd, w->qd, "velocity", &tree_qd, error);
    status = status ? status : cdy_read_velocity(s->model, w, D, w->qdd, "factor", &factors, error);
    if (status) {
        return status;
    }
    cdy_drive_slopes(s->model, tree_qd, q_weight, qd_weight, w->tau);
    for (int i = 0; i < s->model->tree_nv; i++) {
        w->tau[i] *= factors[i];
    }
    return cdy_write_torque(s->model, w, D, error);
}

static cdy_status check_slopes(const cdy_simulation *s, double t, const double *slopes, cdy_error *error)
{
    for (int i = 0; i < s->model->nv; i++) {
        if (!(slopes[i] >= 0 && isfinite(slopes[i]))) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT,
                            "a slope of the control law at t = %.9g s is %g; expected a finite number from 0 on", t,
                            slopes[i]);
        }
    }
    return CDY_OK;
}

/* Slopes of the law; a torque at its limit does not grow any more. */
static cdy_status law_slopes(cdy_simulation *s, double t, motion_state x, double *K, double *D, cdy_error *error)
{
    const cdy_simulation_options *o = &s->options;
    if (!o->control_slopes || !o->control || o->sampled_control) {
        return CDY_OK;
    }
    cdy_status status = o->control_slopes(o->control_user, t, x.q, x.qd, K, D);
    if (status) {
        return cdy_fail(error, status, "the slopes of the control law fail at t = %.9g s: %s", t,
                        cdy_status_text(status));
    }
    status = check_slopes(s, t, K, error);
    status = status ? status : check_slopes(s, t, D, error);
    if (status || !o->saturate) {
        return status;
    }
    status = cdy_simulation_control(s, t, x, s->tau, error);
    for (int i = 0; i < s->model->nv && !status; i++) {
        if (cdy_is_saturated(s->model, i, s->tau[i])) {
            K[i] = D[i] = 0;
        }
    }
    return status;
}

cdy_status cdy_simulation_slopes(cdy_simulation *s, double t, motion_state x, double *K, double *D, cdy_error *error)
{
    const size_t n = (size_t)s->model->nv;
    cdy_error inner = {.status = CDY_OK};
    memset(K, 0, n * sizeof *K);
    memset(D, 0, n * sizeof *D);
    cdy_status status = law_slopes(s, t, x, K, D, error);
    if (status || !s->model->drives_act) {
        return status;
    }
    double *slope = s->tau;
    status = cdy_simulation_drive_slopes(s, x.qd, 1, 0, slope, &inner);
    for (size_t i = 0; i < n && !status; i++) {
        K[i] += slope[i];
    }
    status = status ? status : cdy_simulation_drive_slopes(s, x.qd, 0, 1, slope, &inner);
    for (size_t i = 0; i < n && !status; i++) {
        D[i] += slope[i];
    }
    return cdy_simulation_fail_at(t, status, &inner, error);
}
