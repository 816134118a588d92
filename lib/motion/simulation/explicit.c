/* Explicit integrators: semi-implicit Euler, and the fourth-order Runge-Kutta method on the configuration manifold. */
#include "base/error.h"
#include "model/model.h"
#include "simulation/group.h"
#include "simulation/simulation.h"

#include <math.h>
#include <string.h>

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

/* x := x0 + h k. */
static void advance(int count, const double *x0, double h, const double *k, double *x)
{
    for (int i = 0; i < count; i++) {
        x[i] = x0[i] + h * k[i];
    }
}

/* The series for rates of displacements are exact to rounding for rotations under 1 rad. */
static cdy_status check_turn(const cdy_simulation *s, double t, const double *displacement, cdy_error *error)
{
    return cdy_largest_turn(s->model, displacement) < 1
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_NUMERIC,
                          "at t = %.9g s a body turns by more than 1 rad within a step: take a shorter one", t);
}

/* One stage, at t = fraction h after the beginning of the step: the rates of displacement and velocity at the state
 * that the rates of the stage before lead to in that time. */
static cdy_status evaluate(cdy_simulation *s, double fraction, const double *previous_rate,
                           const double *previous_acceleration, double *rate, double *acceleration, cdy_error *error)
{
    const int n = s->model->nv;
    const double h = fraction * s->options.step, t = cdy_simulation_time(s) + h;
    double *displacement = s->scratch[SCRATCH_VECTORS - 1];
    for (int i = 0; i < n; i++) {
        displacement[i] = h * previous_rate[i];
    }
    advance(n, s->now.qd, h, previous_acceleration, s->stage.qd);
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
    static const double fractions[4] = {0, 0.5, 0.5, 1}, weights[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    const int n = s->model->nv;
    double *mean_rate = s->scratch[0], *mean_acceleration = s->scratch[1]; /* sum of weight x stage rate */
    double *rate = s->scratch[2], *acceleration = s->scratch[3];
    const size_t bytes = (size_t)n * sizeof(double);
    memset(mean_rate, 0, bytes);
    memset(mean_acceleration, 0, bytes);
    memset(rate, 0, bytes);
    memset(acceleration, 0, bytes);
    for (int stage = 0; stage < 4; stage++) {
        cdy_status status = evaluate(s, fractions[stage], rate, acceleration, rate, acceleration, error);
        if (status) {
            return status;
        }
        advance(n, mean_rate, weights[stage], rate, mean_rate);
        advance(n, mean_acceleration, weights[stage], acceleration, mean_acceleration);
    }
    const double h = s->options.step;
    advance(n, s->now.qd, h, mean_acceleration, s->next.qd);
    for (int i = 0; i < n; i++) {
        mean_rate[i] *= h;
    }
    return cdy_simulation_move(s, cdy_simulation_time(s), s->now.q, mean_rate, s->next.q, error);
}
