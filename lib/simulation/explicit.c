/* Explicit integrators: semi-implicit Euler, and Runge-Kutta on the manifold. */
#include "base/error.h"
#include "model/model.h"
#include "simulation/group.h"
#include "simulation/simulation.h"

#include <math.h>
#include <string.h>

cdy_status cdy_step_euler(cdy_simulation *s, cdy_error *error)
{
    const double h = s->options.step, t = cdy_simulation_time(s);
    double *step = s->room[0];
    cdy_status status = cdy_simulation_acceleration(s, t, s->now, step, error);
    for (int i = 0; !status && i < s->model->nv; i++) {
        s->next.qd[i] = s->now.qd[i] + h * step[i];
        step[i] = h * s->next.qd[i];
    }
    return status ? status : cdy_simulation_move(s, t, s->now.q, step, s->next.q, error);
}

/* x0 + h k */
static void advance(int count, const double *x0, double h, const double *k, double *x)
{
    for (int i = 0; i < count; i++) {
        x[i] = x0[i] + h * k[i];
    }
}

/* Rates of displacements are series, which hold for turns under 1 rad. */
static cdy_status check_turn(const cdy_simulation *s, double t, const double *displacement, cdy_error *error)
{
    return cdy_largest_turn(s->model, displacement) < 1
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_NUMERIC,
                          "at t = %.9g s a body turns by more than 1 rad within a step: take a shorter one", t);
}

/* A stage: the rates (of displacement and velocity) at t behind the step's beginning, `share` of the step along the
 * rates of the stage before. */
static cdy_status evaluate(cdy_simulation *s, double share, const double *moving, const double *turning, double *rate,
                           double *acceleration, cdy_error *error)
{
    const int n = s->model->nv;
    const double h = share * s->options.step, t = cdy_simulation_time(s) + h;
    double *displacement = s->room[STAGES - 1];
    for (int i = 0; i < n; i++) {
        displacement[i] = h * moving[i];
    }
    advance(n, s->now.qd, h, turning, s->stage.qd);
    cdy_status status = cdy_simulation_move(s, t, s->now.q, displacement, s->stage.q, error);
    status = status ? status : check_turn(s, t, displacement, error);
    status = status ? status : cdy_simulation_acceleration(s, t, s->stage, acceleration, error);
    if (!status) {
        cdy_displacement_rate(s->model, displacement, s->stage.qd, rate);
    }
    return status;
}

cdy_status cdy_step_rk4(cdy_simulation *s, cdy_error *error)
{
    static const double shares[4] = {0, 0.5, 0.5, 1}, weights[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    const int n = s->model->nv;
    double *moving = s->room[0], *turning = s->room[1]; /* the sums over the stages */
    double *rate = s->room[2], *acceleration = s->room[3];
    const size_t bytes = (size_t)n * sizeof(double);
    memset(moving, 0, bytes);
    memset(turning, 0, bytes);
    memset(rate, 0, bytes);
    memset(acceleration, 0, bytes);
    for (int stage = 0; stage < 4; stage++) {
        cdy_status status = evaluate(s, shares[stage], rate, acceleration, rate, acceleration, error);
        if (status) {
            return status;
        }
        advance(n, moving, weights[stage], rate, moving);
        advance(n, turning, weights[stage], acceleration, turning);
    }
    const double h = s->options.step;
    advance(n, s->now.qd, h, turning, s->next.qd);
    for (int i = 0; i < n; i++) {
        moving[i] *= h;
    }
    return cdy_simulation_move(s, cdy_simulation_time(s), s->now.q, moving, s->next.q, error);
}
