/* The implicit integrator: extrapolated linearly implicit Euler steps (Deuflhard 1985; Hairer and Wanner 1996, section
 * IV.9), in displacements d from the configuration at the beginning of an inner step. With the forces F, their slopes
 * K = -dF/dq, D = -dF/dqd of drives and control law at that beginning, a step of length h is
 *
 *   (M(q) + h D + h^2 K) dv = h (F(q, v) - h K v),   v := v + dv,   d := d + h rate(d, v).
 *
 * An inner step of length H is made four times, by 1, 2, 3 and 4 such steps. The error of the results has an expansion
 * in powers of h = H/j, whatever the slopes are, so that the polynomial through the results at h = 0 has order 4; the
 * last three results give order 3, and the difference of both the error that the length H is chosen by. Stiff forces
 * are damped: with h to infinity dv tends to -v. */
#include "simulation/implicit.h"

#include "base/error.h"
#include "model/model.h"
#include "simulation/group.h"

#include <math.h>
#include <string.h>

enum { CHAINS = 4, MOST_INNER_STEPS = 20000 };

static const double shortest = 1e-9; /* an inner step, in parts of the step */

/* The change of velocity in a step of length h that ends at time t, from s->stage. */
static cdy_status compute_change(cdy_simulation *s, implicit_step *p, double t, double h, cdy_error *error)
{
    const int n = s->model->nv;
    cdy_error inner = {.status = CDY_OK};
    if (!p->coupled) {
        const double *tau, *fext;
        cdy_status status = cdy_simulation_forces(s, t, s->stage, &tau, &fext, error);
        if (status) {
            return status;
        }
        status = cdy_forward_dynamics(s->model, s->workspace, s->stage.q, s->stage.qd, tau, fext, p->change, &inner);
        for (int i = 0; i < n && !status; i++) {
            p->change[i] *= h;
        }
        return cdy_simulation_fail_at(t - h, status, &inner, error);
    }
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
    return cdy_largest_turn(s->model, p->displacement) < 1
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_NUMERIC,
                          "at t = %.9g s a body turns by more than 1 rad within a step: take a step shorter than %g s",
                          t, s->options.step);
}

static void add_result(const cdy_simulation *s, const implicit_step *p, double weight, double *position, double *change)
{
    for (int i = 0; i < s->model->nv; i++) {
        position[i] += weight * p->displacement[i];
        change[i] += weight * (s->stage.qd[i] - s->next.qd[i]);
    }
}

/* Both results of an inner step of length h from s->next at time t. The weights are those of Lagrange's polynomials
 * through 1/j at 0: of four, and of the last three. */
static cdy_status extrapolate(cdy_simulation *s, implicit_step *p, double t, double h, cdy_error *error)
{
    static const double high[CHAINS] = {-1.0 / 6, 4, -13.5, 32.0 / 3}, low[CHAINS] = {0, 2, -9, 8};
    const size_t bytes = (size_t)s->model->nv * sizeof(double);
    double *const sums[] = {p->high_position, p->high_change, p->low_position, p->low_change};
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
        add_result(s, p, low[chain - 1], p->low_position, p->low_change);
    }
    return CDY_OK;
}

/* The largest error of an inner step, in parts of its tolerance; not finite where the motion is not. */
static double find_error(const cdy_simulation *s, const implicit_step *p)
{
    const double absolute = s->options.absolute_tolerance, relative = s->options.relative_tolerance;
    double largest = 0;
    for (int i = 0; i < s->model->nv; i++) {
        const double v = fabs(s->next.qd[i]), end = fabs(s->next.qd[i] + p->high_change[i]);
        const double position = fabs(p->high_position[i] - p->low_position[i]) / (absolute + relative);
        const double velocity = fabs(p->high_change[i] - p->low_change[i]) / (absolute + relative * fmax(v, end));
        const double error = position + velocity;
        largest = error <= largest ? largest : error; /* NaN stays */
        if (!isfinite(largest)) {
            return HUGE_VAL;
        }
    }
    return largest;
}

/* Ends an inner step: s->next at its end. */
static cdy_status accept(cdy_simulation *s, const implicit_step *p, const double *q)
{
    memcpy(s->next.q, q, (size_t)s->model->nq * sizeof *q);
    for (int i = 0; i < s->model->nv; i++) {
        s->next.qd[i] += p->high_change[i];
    }
    return CDY_OK;
}

/* Computes the slopes, and contacts, at the beginning of an inner step. */
static cdy_status begin_inner_step(cdy_simulation *s, implicit_step *p, double t, double h, cdy_error *error)
{
    cdy_status status = cdy_simulation_slopes(s, t, s->next, p->K, p->D, error);
    if (!status && s->options.stops) {
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
    status = status ? status : extrapolate(s, p, t, h, error);
    if (status) {
        return status;
    }
    const double size = find_error(s, p);
    *factor = size > 0 ? fmin(fmax(0.9 * pow(size, -0.25), 0.1), 4) : 4;
    if (!(size <= 1)) {
        *factor = fmin(*factor, 0.8);
        return CDY_OK;
    }
    status = cdy_simulation_move(s, t + h, s->next.q, p->high_position, s->stage.q, error);
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
    implicit_step p = {scratch[0], scratch[1], scratch[2], scratch[3], scratch[4],
                       scratch[5], scratch[6], scratch[7], false,      false};
    const double t = cdy_simulation_time(s), h = s->options.step;
    double length = s->inner_step > 0 ? fmin(s->inner_step, h) : h, passed = 0;
    memcpy(s->next.q, s->now.q, (size_t)s->model->nq * sizeof(double));
    memcpy(s->next.qd, s->now.qd, (size_t)s->model->nv * sizeof(double));
    memset(s->held, 0, (size_t)s->model->nv * sizeof(double));
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
    return s->options.stops ? cdy_contact_impact(s, &p, h, error) : CDY_OK;
}
