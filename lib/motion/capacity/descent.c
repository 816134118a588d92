#include "capacity/descent.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

enum { MOST_ITERATIONS = 200, MOST_TRIALS = 20 };

bool cdy_descent_open(descent *d, int n, int nq, const pose_range *ranges)
{
    const size_t rows = (size_t)n + 1, size = rows > (size_t)nq ? rows : (size_t)nq;
    *d = (descent){.n = n, .nq = nq, .ranges = ranges};
    double **const vectors[] = {&d->trial, &d->gradient, &d->change, &d->step, &d->direction};
    bool made = true;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        *vectors[i] = cdy_allocate(size, sizeof(double));
        made = made && *vectors[i];
    }
    d->H = cdy_allocate(rows * rows, sizeof(double));
    return made && d->H;
}

void cdy_descent_close(descent *d)
{
    double *const arrays[] = {d->trial, d->gradient, d->change, d->step, d->direction, d->H};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        cdy_release(arrays[i]);
    }
}

/* Whether a joint stands at a limit and the function falls beyond it. */
static bool is_blocked(const descent *d, const double *q, int j)
{
    const pose_range *r = &d->ranges[j];
    const double at = r->varies ? q[r->position] : 0;
    return !r->varies || (at <= r->lower && d->gradient[j] > 0) || (at >= r->upper && d->gradient[j] < 0);
}

static void reset_H(descent *d)
{
    const size_t n = (size_t)d->n;
    memset(d->H, 0, n * n * sizeof *d->H);
    for (size_t j = 0; j < n; j++) {
        d->H[j * n + j] = 1;
    }
}

/* Sets the direction -H g over the joints that are not blocked, 0.5 rad or m at most. Returns its slope, 0 where no
 * joint can move. */
static double find_direction(descent *d, const double *q)
{
    const size_t n = (size_t)d->n;
    double slope = 0, longest = 0;
    for (size_t i = 0; i < n; i++) {
        d->direction[i] = 0;
        for (size_t j = 0; !is_blocked(d, q, (int)i) && j < n; j++) {
            d->direction[i] -= is_blocked(d, q, (int)j) ? 0 : d->H[i * n + j] * d->gradient[j];
        }
        longest = fmax(longest, fabs(d->direction[i]));
    }
    const double shorten = longest > 0.5 ? 0.5 / longest : 1;
    for (size_t i = 0; i < n; i++) {
        d->direction[i] *= shorten;
        slope += d->direction[i] * d->gradient[i];
    }
    return slope;
}

/* Sets trial and step to q moved along the direction, within the limits. Returns by how much the function falls (below
 * 0) at the slopes of q. */
static double try_length(descent *d, const double *q, double length)
{
    double expected = 0;
    memcpy(d->trial, q, (size_t)d->nq * sizeof *d->trial);
    for (int j = 0; j < d->n; j++) {
        const pose_range *r = &d->ranges[j];
        d->step[j] = 0;
        if (r->varies) {
            double *moved = &d->trial[r->position];
            *moved = fmin(fmax(*moved + length * d->direction[j], r->lower), r->upper);
            d->step[j] = *moved - q[r->position];
        }
        expected += d->step[j] * d->gradient[j];
    }
    return expected;
}

/* Moves along the direction until the function falls enough (Armijo). Sets q, step and *value; returns whether it did.
 */
static bool search_line(descent *d, const pose_function *f, double *q, double *value)
{
    double length = 4;
    for (int trial = 0; trial < MOST_TRIALS; trial++) {
        length /= 4;
        double found;
        const double expected = try_length(d, q, length);
        if (f->evaluate(f->context, d->trial, &found) && found <= *value + 1e-4 * expected && found < *value) {
            *value = found;
            memcpy(q, d->trial, (size_t)d->nq * sizeof *q);
            return true;
        }
    }
    return false;
}

/* BFGS: H := (I - s y^T / y.s) H (I - y s^T / y.s) + s s^T / y.s for the step s and the change y of the gradient. */
static void update_H(descent *d)
{
    const size_t n = (size_t)d->n;
    double curvature = 0, quadratic = 0, *Hy = d->direction;
    for (size_t i = 0; i < n; i++) {
        Hy[i] = 0;
        for (size_t j = 0; j < n; j++) {
            Hy[i] += d->H[i * n + j] * d->change[j];
        }
        curvature += d->step[i] * d->change[i];
    }
    for (size_t i = 0; i < n; i++) {
        quadratic += d->change[i] * Hy[i];
    }
    if (!(curvature > 1e-300) || !(quadratic > 0)) {
        reset_H(d);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            d->H[i * n + j] += (1 + quadratic / curvature) * d->step[i] * d->step[j] / curvature -
                               (Hy[i] * d->step[j] + d->step[i] * Hy[j]) / curvature;
        }
    }
}

void cdy_descend(descent *d, const pose_function *f, double *q)
{
    bool fresh = true;
    double value;
    if (!f->evaluate(f->context, q, &value)) {
        return;
    }
    reset_H(d);
    for (int k = 0; k < MOST_ITERATIONS && isfinite(value) && value > 0; k++) {
        if (k == 0 && !f->differentiate(f->context, q, value, d->gradient)) {
            return;
        }
        const double before = value;
        if (!(find_direction(d, q) < 0) || !search_line(d, f, q, &value)) {
            if (fresh) {
                return;
            }
            reset_H(d);
            fresh = true;
            continue;
        }
        memcpy(d->change, d->gradient, (size_t)d->n * sizeof *d->change);
        if (!f->differentiate(f->context, q, value, d->gradient)) {
            return;
        }
        for (int j = 0; j < d->n; j++) {
            d->change[j] = d->gradient[j] - d->change[j];
        }
        update_H(d);
        fresh = false;
        if (before - value <= 1e-15 * before) {
            return;
        }
    }
}
