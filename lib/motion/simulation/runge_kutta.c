#include "simulation/runge_kutta.h"

#include "base/error.h"
#include "model/model.h"
#include "simulation/group.h"

#include <string.h>

cdy_status cdy_check_turn(const cdy_simulation *s, double t, const double *displacement, cdy_error *error)
{
    return s->is_flat || cdy_largest_turn(s->model, displacement) < 1
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_NUMERIC,
                          "at t = %.9g s a body turns by more than 1 rad within a step: take a shorter one", t);
}

/* Sums the vectors (n each) of `count` stages, each times h and its weight. */
static void sum_stages(int n, int count, const double *weights, double h, const double *stages, double *sum)
{
    for (int v = 0; v < n; v++) {
        double x = 0;
        for (int k = 0; k < count; k++) {
            x += weights[k] * stages[k * n + v];
        }
        sum[v] = h * x;
    }
}

void cdy_combine_stages(const cdy_simulation *s, const runge_kutta *method, int row, double h, double *displacement,
                        double *change)
{
    sum_stages(s->model->nv, row, method->weights[row], h, s->rates, displacement);
    sum_stages(s->model->nv, row, method->weights[row], h, s->accelerations, change);
}

/* Moves s->stage to the state of stage `row`. */
static cdy_status move_to_stage(cdy_simulation *s, const runge_kutta *method, int row, double t, double h,
                                motion_state from, double *displacement, double *change, cdy_error *error)
{
    cdy_combine_stages(s, method, row, h, displacement, change);
    for (int v = 0; v < s->model->nv; v++) {
        s->stage.qd[v] = from.qd[v] + change[v];
    }
    cdy_status status = cdy_simulation_move(s, t, from.q, displacement, s->stage.q, error);
    return status ? status : cdy_check_turn(s, t, displacement, error);
}

/* The rates of the displacement and of the velocity at the state of stage `row`. */
static cdy_status find_rates(cdy_simulation *s, int row, double t, motion_state x, const double *displacement,
                             cdy_error *error)
{
    const size_t n = (size_t)s->model->nv;
    double *rate = s->rates + (size_t)row * n;
    cdy_status status = cdy_simulation_acceleration(s, t, x, s->accelerations + (size_t)row * n, error);
    if (!status && (s->is_flat || row == 0)) {
        memcpy(rate, x.qd, n * sizeof *rate);
    } else if (!status) {
        cdy_displacement_rate(s->model, displacement, x.qd, rate);
    }
    return status;
}

cdy_status cdy_compute_stages(cdy_simulation *s, const runge_kutta *method, int first, double t, double h,
                              motion_state from, double *displacement, double *change, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (int row = first; row < method->stages && !status; row++) {
        const double now = t + h * method->nodes[row];
        status = row ? move_to_stage(s, method, row, now, h, from, displacement, change, error) : CDY_OK;
        status = status ? status : find_rates(s, row, now, row ? s->stage : from, displacement, error);
    }
    return status;
}
