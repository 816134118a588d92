/* Explicit integrators: semi-implicit Euler, and the fourth-order Runge-Kutta method on the configuration manifold. */
#include "model/model.h"
#include "simulation/runge_kutta.h"

cdy_status cdy_step_euler(cdy_simulation *s, cdy_error *error)
{
    const double h = s->options.step, t = cdy_simulation_time(s);
    double *step = s->scratch[0];
    cdy_status status = cdy_simulation_acceleration(s, t, s->now, step, error);
    for (int i = 0; !status && i < s->model->nv; i++) {
        s->next.qd[i] = s->now.qd[i] + h * step[i];
        step[i] = h * s->next.qd[i];
    }
    return status ? status : cdy_simulation_move(s, t, s->now.q, step, s->next.q, error);
}

cdy_status cdy_step_rk4(cdy_simulation *s, cdy_error *error)
{
    static const runge_kutta method = {
        4, {0, 0.5, 0.5, 1}, {{0}, {0.5}, {0, 0.5}, {0, 0, 1}, {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}}};
    const double h = s->options.step, t = cdy_simulation_time(s);
    double *displacement = s->scratch[0], *change = s->scratch[1];
    cdy_status status = cdy_compute_stages(s, &method, 0, t, h, s->now, displacement, change, error);
    if (status) {
        return status;
    }
    cdy_combine_stages(s, &method, method.stages, h, displacement, change);
    for (int v = 0; v < s->model->nv; v++) {
        s->next.qd[v] = s->now.qd[v] + change[v];
    }
    return cdy_simulation_move(s, t, s->now.q, displacement, s->next.q, error);
}
