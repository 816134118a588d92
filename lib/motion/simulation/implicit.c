/* The implicit integrator: extrapolated linearly implicit Euler steps (Deuflhard 1985; Hairer and Wanner 1996, section
 * IV.9), in displacements d from the configuration at the beginning of an inner step. With the forces F, their slopes
 * K = -dF/dq, D = -dF/dqd of drives and control law at that beginning, a step of length h is
 *
 *   (M(q) + h D + h^2 K) dv = h (F(q, v) - h K v),   v := v + dv,   d := d + h rate(d, v).
 *
 * An inner step of length H is made four times, by 1, 2, 3 and 4 such steps. The error of the results has an expansion
 * in powers of h = H/j, whatever the slopes are, so that the polynomial through the results at h = 0 has order 4; the
 * last three results give order 3, and the difference of both the error that the length H is chosen by. Stiff forces
 * are damped: with h to infinity dv tends to -v.
 *
 * Where neither slopes nor stops act, such steps would be explicit ones; an inner step is then made by the pair of
 * Dormand and Prince (1980) of orders 5 and 4, which evaluates the dynamics six times instead of ten: its last stage is
 * the first of the next inner step. */
#include "simulation/implicit.h"

#include "base/error.h"
#include "model/model.h"
#include "simulation/group.h"
#include "simulation/runge_kutta.h"

#include <math.h>
#include <string.h>

enum { CHAINS = 4, MOST_INNER_STEPS = 20000 };

static const double shortest = 1e-9; /* an inner step, in parts of the step */

/* The change of velocity in a step of length h that ends at time t, from s->stage. */
static cdy_status compute_change(cdy_simulation *s, implicit_step *p, double t, double h, cdy_error *error)
{
    const int n = s->model->nv;
    cdy_error inner = {.status = CDY_OK};
    cdy_status status = cdy_implicit_impulse(s, p, t, s->stage, h, p->change, error);
    if (status) {
        return status;
    }
    for (int i = 0; i < n; i++) {
        p->change[i] = s->held[i] > 0 ? 0 : p->change[i];
    }
    status = cdy_implicit_matrix(s, p, s->stage.q, h, &inner);
    status = status ? status : cdy_implicit_solve(s, p->change, &inner);
    return cdy_simulation_fail_at(t - h, status, &inner, error);
}

/* A linearly implicit Euler step of length h that ends at time t, from s->stage.qd and the displacement. */
static cdy_status take_euler_step(cdy_simulation *s, implicit_step *p, double t, double h, cdy_error *error)
{
    const int n = s->model->nv;
    cdy_status status = cdy_simulation_move(s, t, s->next.q, p->displacement, s->stage.q, error);
    status = status ? status : compute_change(s, p, t, h, error);
    if (status) {
        return status;
    }
    for (int i = 0; i < n; i++) {
        s->stage.qd[i] += p->change[i];
    }
    cdy_displacement_rate(s->model, p->displacement, s->stage.qd, p->change);
    for (int i = 0; i < n; i++) {
        p->displacement[i] += h * p->change[i];
    }
    return cdy_check_turn(s, t, p->displacement, error);
}

static void add_result(const cdy_simulation *s, const implicit_step *p, double weight, double *position, double *change)
{
    for (int i = 0; i < s->model->nv; i++) {
        position[i] += weight * p->displacement[i];
        change[i] += weight * (s->stage.qd[i] - s->next.qd[i]);
    }
}

/* The result of an inner step of length h from s->next at time t, and its error. The weights are those of Lagrange's
 * polynomials through 1/j at 0: of four, and the differences from those of the last three, which are 0, 2, -9, 8. */
static cdy_status extrapolate(cdy_simulation *s, implicit_step *p, double t, double h, cdy_error *error)
{
    static const double high[CHAINS] = {-1.0 / 6, 4, -13.5, 32.0 / 3};
    static const double difference[CHAINS] = {-1.0 / 6, 2, -4.5, 8.0 / 3};
    const size_t bytes = (size_t)s->model->nv * sizeof(double);
    double *const sums[] = {p->high_position, p->high_change, p->position_error, p->velocity_error};
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        memset(sums[i], 0, bytes);
    }
    for (int chain = 1; chain <= CHAINS; chain++) {
        memset(p->displacement, 0, bytes);
        memcpy(s->stage.qd, s->next.qd, bytes);
        for (int i = 1; i <= chain; i++) {
            cdy_status status = take_euler_step(s, p, t + h * i / chain, h / chain, error);
            if (status) {
                /* A failure in the first chain is a failure at the state itself, which no shorter step avoids, unless
                 * the turn was too large. */
                p->fatal = chain == 1 && !(cdy_largest_turn(s->model, p->displacement) >= 1);
                return status;
            }
        }
        add_result(s, p, high[chain - 1], p->high_position, p->high_change);
        add_result(s, p, difference[chain - 1], p->position_error, p->velocity_error);
    }
    return CDY_OK;
}

/* The pair of Dormand and Prince (1980): the last stage is at the result of order 5. */
static const runge_kutta dormand_prince = {
    7,
    {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1},
    {{0},
     {1.0 / 5},
     {3.0 / 40, 9.0 / 40},
     {44.0 / 45, -56.0 / 15, 32.0 / 9},
     {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
     {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
     {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
     {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40}}}; /* of both orders */

/* The result of an inner step without slopes or stops, and its difference from the result of order 4. */
static cdy_status step_explicitly(cdy_simulation *s, implicit_step *p, double t, double h, cdy_error *error)
{
    if (!p->knows_acceleration) {
        cdy_status status = cdy_simulation_acceleration(s, t, s->next, s->accelerations, error);
        p->fatal = status != CDY_OK; /* at the state itself, so that no shorter step avoids the failure */
        if (status) {
            return status;
        }
        p->knows_acceleration = true;
    }
    memcpy(s->rates, s->next.qd, (size_t)s->model->nv * sizeof *s->rates);
    cdy_status status =
        cdy_compute_stages(s, &dormand_prince, 1, t, h, s->next, p->high_position, p->high_change, error);
    if (!status) {
        cdy_combine_stages(s, &dormand_prince, dormand_prince.stages, h, p->position_error, p->velocity_error);
    }
    return status;
}

/* The largest error of an inner step, in parts of its tolerance; not finite where the motion is not. */
static double find_error(const cdy_simulation *s, const implicit_step *p)
{
    const double absolute = s->options.absolute_tolerance, relative = s->options.relative_tolerance;
    double largest = 0;
    for (int i = 0; i < s->model->nv; i++) {
        const double v = fabs(s->next.qd[i]), end = fabs(s->next.qd[i] + p->high_change[i]);
        const double position = fabs(p->position_error[i]) / (absolute + relative);
        const double velocity = fabs(p->velocity_error[i]) / (absolute + relative * fmax(v, end));
        const double error = position + velocity;
        largest = error <= largest ? largest : error; /* NaN stays */
        if (!isfinite(largest)) {
            return HUGE_VAL;
        }
    }
    return largest;
}

/* Ends an inner step: s->next at its end. */
static cdy_status accept(cdy_simulation *s, implicit_step *p, const double *q)
{
    const size_t n = (size_t)s->model->nv;
    memcpy(s->next.q, q, (size_t)s->model->nq * sizeof *q);
    for (size_t i = 0; i < n; i++) {
        s->next.qd[i] += p->high_change[i];
    }
    p->knows_acceleration = !p->coupled && !s->options.stops;
    if (p->knows_acceleration) {
        memcpy(s->accelerations, s->accelerations + ((size_t)dormand_prince.stages - 1) * n, n * sizeof(double));
    }
    return CDY_OK;
}

/* Computes the slopes, and contacts, at the beginning of an inner step. */
static cdy_status begin_inner_step(cdy_simulation *s, implicit_step *p, double t, double h, cdy_error *error)
{
    cdy_status status = cdy_simulation_slopes(s, t, s->next, p->K, p->D, error);
    if (!status && s->options.stops) { /* an impact may change the velocities */
        p->knows_acceleration = false;
        status = cdy_contact_begin(s, p, t, h, error);
    }
    p->coupled = false;
    for (int i = 0; i < s->model->nv; i++) {
        p->coupled = p->coupled || p->K[i] > 0 || p->D[i] > 0 || s->held[i] > 0;
    }
    return status;
}

/* Tries an inner step of length h at time t. *factor becomes the factor for the length of the next one, under 1 where
 * this one is refused (*done false); a failure of the dynamics that a shorter step may avoid refuses it too. */
static cdy_status try_inner_step(cdy_simulation *s, implicit_step *p, double t, double h, double *factor, bool *done,
                                 cdy_error *error)
{
    *done = false;
    *factor = 0.25;
    cdy_status status = begin_inner_step(s, p, t, h, error);
    if (!status) {
        status = p->coupled ? extrapolate(s, p, t, h, error) : step_explicitly(s, p, t, h, error);
    }
    if (status) {
        return status;
    }
    const double size = find_error(s, p), power = p->coupled ? -1.0 / 4 : -1.0 / 5; /* of the lower order and 1 */
    *factor = size > 0 ? fmin(fmax(0.9 * pow(size, power), 0.1), 4) : 4;
    if (!(size <= 1)) {
        *factor = fmin(*factor, 0.8);
        return CDY_OK;
    }
    if (p->coupled) { /* else the last stage is there */
        status = cdy_simulation_move(s, t + h, s->next.q, p->high_position, s->stage.q, error);
    }
    const double part = !status && s->options.stops ? cdy_contact_fraction(s, s->stage.q) : 1;
    if (status || (part < 1 && h * part >= shortest * s->options.step)) {
        *factor = status ? 0.25 : part;
        return status;
    }
    *done = true;
    return accept(s, p, s->stage.q);
}

static cdy_status fail_short(const cdy_simulation *s, double t, cdy_error *error)
{
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "behind t = %.9g s forces change faster than the integrator 'implicit' can follow: it would need "
                    "steps under %.3g s; lower the gains, or raise the tolerances",
                    t, shortest * s->options.step);
}

cdy_status cdy_step_implicit(cdy_simulation *s, cdy_error *error)
{
    double **const scratch = s->scratch;
    /* Laws may give another torque in the next step at the same state. */
    const bool may_know = !s->options.control && !s->options.environment && !s->options.stops;
    implicit_step p = {scratch[0],
                       scratch[1],
                       scratch[2],
                       scratch[3],
                       scratch[4],
                       scratch[5],
                       scratch[6],
                       scratch[7],
                       false,
                       false,
                       may_know && s->knows_acceleration};
    const double t = cdy_simulation_time(s), h = s->options.step;
    double length = s->inner_step > 0 ? fmin(s->inner_step, h) : h, passed = 0;
    memcpy(s->next.q, s->now.q, (size_t)s->model->nq * sizeof(double));
    memcpy(s->next.qd, s->now.qd, (size_t)s->model->nv * sizeof(double));
    memset(s->held, 0, (size_t)s->model->nv * sizeof(double));
    s->knows_acceleration = false; /* while the step may fail */
    for (int i = 0; i < MOST_INNER_STEPS && passed < h; i++) {
        const bool last = length >= (h - passed) * (1 - 1e-12);
        const double inner = last ? h - passed : fmin(length, fmax((h - passed) / 2, shortest * h));
        double factor;
        bool done;
        cdy_status status = try_inner_step(s, &p, t + passed, inner, &factor, &done, error);
        const bool too_short = !done && inner * factor < shortest * h;
        if (status && (p.fatal || status != CDY_ERROR_NUMERIC || too_short)) {
            return status;
        }
        if (too_short) {
            return fail_short(s, t + passed, error);
        }
        passed = done && last ? h : done ? passed + inner : passed;
        length = done && last ? fmax(length, inner * factor) : inner * factor;
    }
    if (passed < h) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "behind t = %.9g s the integrator 'implicit' gives up after %d inner steps: take a step "
                        "shorter than %g s, lower the gains, or raise the tolerances",
                        t + passed, MOST_INNER_STEPS, h);
    }
    s->inner_step = length;
    s->knows_acceleration = p.knows_acceleration;
    return s->options.stops ? cdy_contact_impact(s, &p, h, error) : CDY_OK;
}
