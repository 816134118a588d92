/* Motion of mechanisms over time: steps that end on the constraints. */
#include "base/error.h"
#include "constraints/mechanism.h"
#include "dynamics/arguments.h"

#include <math.h>
#include <string.h>

/* s->x (k) = the independent parts of s->next_qd (n). */
static void pick_velocities(cdy_mechanism *s)
{
    for (int i = s->rank; i < s->n; i++) {
        s->x[i - s->rank] = s->next_qd[s->order[i]];
    }
}

/* The rates of q and qd at a stage of a step: s->next_qd at s->next_q, made to agree with the constraints, and its
 * accelerations. The loops are open there by the square of the way in the step. */
static cdy_status fill_stage(cdy_mechanism *s, const cdy_model *model, cdy_workspace *workspace, const double *tau,
                             const double *fext, double *rates, cdy_error *error)
{
    const size_t n = (size_t)s->n;
    pick_velocities(s);
    cdy_status status = cdy_read_mechanism_nearby(s, model, workspace, s->next_q, s->x, error);
    status = status ? status : cdy_accelerate_mechanism(s, model, workspace, s->next_q, tau, fext, error);
    if (!status) {
        memcpy(rates, s->qd, n * sizeof *rates);
        memcpy(rates + n, s->qdd, n * sizeof *rates);
    }
    return status;
}

/* s->next_q = q (+) h v, s->next_qd = qd + h a for the rates v, a (n each).  Fails with CDY_ERROR_NUMERIC where a rate
 * leads out of the finite numbers: the caller's state was finite. */
static cdy_status follow_rates(cdy_mechanism *s, const cdy_model *model, double h, const double *q, const double *qd,
                               const double *rates, cdy_error *error)
{
    for (int i = 0; i < s->n; i++) {
        s->y[i] = h * rates[i];
        s->next_qd[i] = qd[i] + h * rates[s->n + i];
    }
    cdy_status status = cdy_check_result(s->y, (size_t)s->n, error);
    status = status ? status : cdy_check_result(s->next_qd, (size_t)s->n, error);
    return status ? status : cdy_configuration_integrate(model, q, s->y, s->next_q, error);
}

/* The classical Runge-Kutta step; leaves its end in s->next_q, s->next_qd. */
static cdy_status integrate(cdy_mechanism *s, const cdy_model *model, cdy_workspace *workspace, double dt,
                            const double *tau, const double *fext, const double *q, const double *qd, cdy_error *error)
{
    const size_t n = (size_t)s->n;
    const double parts[4] = {0, 0.5, 0.5, 1}, weights[4] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
    double *rates = s->stages, *mean = s->stages + 2 * n;
    cdy_status status = CDY_OK;
    memset(s->stages, 0, 4 * n * sizeof *s->stages);
    for (int stage = 0; stage < 4 && !status; stage++) {
        status = follow_rates(s, model, parts[stage] * dt, q, qd, rates, error);
        status = status ? status : fill_stage(s, model, workspace, tau, fext, rates, error);
        for (size_t i = 0; i < 2 * n && !status; i++) {
            mean[i] += weights[stage] * rates[i];
        }
    }
    return status ? status : follow_rates(s, model, dt, q, qd, mean, error);
}

/* Closes the loops at s->next_q again, which becomes s->best, and gives s->qd, the velocities there. */
static cdy_status project(cdy_mechanism *s, const cdy_model *model, cdy_workspace *workspace, cdy_error *error)
{
    constraint_problem p;
    cdy_assembly_report report;
    cdy_status status = cdy_read_mechanism(s, model, workspace, s->next_q, &p, error);
    status = status ? status : cdy_close_loops(s, &p, s->next_q, NULL, 0, &report, error);
    if (status) {
        return status;
    }
    pick_velocities(s);
    status = cdy_read_mechanism_state(s, model, workspace, s->best, s->x, error);
    return status ? status : cdy_check_result(s->qd, (size_t)s->n, error);
}

/* A step with the best-conditioned coordinates, which s->order receives. */
static cdy_status step_by_own_coordinates(cdy_mechanism *s, const cdy_model *model, cdy_workspace *workspace, double dt,
                                          const double *tau, const double *fext, const double *q, const double *qd,
                                          cdy_error *error)
{
    constraint_problem p;
    cdy_status status = cdy_read_mechanism(s, model, workspace, q, &p, error);
    status = status ? status : cdy_check_closed(s, &p, q, error);
    status = status ? status : cdy_fill_mechanism_rows(s, &p, error);
    if (status) {
        return status;
    }
    s->rank = cdy_pick_columns(s, false, s->order);
    s->chosen = true;
    status = integrate(s, model, workspace, dt, tau, fext, q, qd, error);
    return status ? status : project(s, model, workspace, error);
}

static void exchange_orders(cdy_mechanism *s)
{
    int *order = s->order;
    s->order = s->trial_order;
    s->trial_order = order;
}

cdy_status cdy_mechanism_step(cdy_mechanism *mechanism, const cdy_model *model, cdy_workspace *workspace, double dt,
                              const double *tau, const double *fext, double *q, double *qd, cdy_error *error)
{
    if (!mechanism || !q || !qd) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a step needs a mechanism, q and qd");
    }
    if (!isfinite(dt) || !cdy_all_finite(qd, (size_t)mechanism->n)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the step or a velocity is not finite");
    }
    const int rank = mechanism->rank;
    const bool chosen = mechanism->chosen;
    exchange_orders(mechanism);
    mechanism->steps = true;
    const cdy_status status = step_by_own_coordinates(mechanism, model, workspace, dt, tau, fext, q, qd, error);
    mechanism->steps = false;
    exchange_orders(mechanism);
    mechanism->rank = rank;
    mechanism->chosen = chosen;
    if (!status) {
        memcpy(q, mechanism->best, (size_t)mechanism->nq * sizeof *q);
        memcpy(qd, mechanism->qd, (size_t)mechanism->n * sizeof *qd);
    }
    return status;
}
