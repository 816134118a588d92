/* Damped steps within limits, of generalized inverse kinematics. */
#include "ik/generalized.h"
#include "linalg/cholesky.h"

#include <string.h>

/* The range of the step of column j. */
typedef struct step_range {
    double least, most;
} step_range;

static step_range range_of(const gik_search *s, size_t j)
{
    const double lower = s->lower[j], upper = s->upper[j];
    const double q = s->q[cdy_joint_of_velocity(s->model, s->columns[j])->position];
    return (step_range){isfinite(lower) ? fmin(lower - q, 0) : -HUGE_VAL,
                        isfinite(upper) ? fmax(upper - q, 0) : HUGE_VAL};
}

/* Lists the columns that the gradient does not push over a limit at which their coordinate stands. */
static size_t list_free(const gik_search *s)
{
    size_t count = 0;
    for (size_t j = 0; j < s->n; j++) {
        const step_range r = range_of(s, j);
        if (!(r.least >= 0 && s->gradient[j] > 0) && !(r.most <= 0 && s->gradient[j] < 0)) {
            s->freely[count++] = (int32_t)j;
        }
    }
    return count;
}

double cdy_gik_slope(const gik_search *s)
{
    const size_t count = list_free(s);
    double largest = 0;
    for (size_t a = 0; a < count; a++) {
        largest = fmax(largest, fabs(s->gradient[s->freely[a]]));
    }
    return largest;
}

static double element(const gik_search *s, size_t i, size_t j)
{
    return i < j ? s->H[i * s->n + j] : s->H[j * s->n + i];
}

/* Solves for the free columns, the others staying at s->x, in s->rhs. Returns false where the matrix is singular. */
static bool solve_free(const gik_search *s, size_t count, double damping)
{
    for (size_t a = 0; a < count; a++) {
        const size_t i = (size_t)s->freely[a];
        s->rhs[a] = -s->gradient[i];
        for (size_t j = 0; j < s->n; j++) {
            s->rhs[a] -= element(s, i, j) * s->x[j];
        }
        for (size_t b = a; b < count; b++) {
            s->factor[a * count + b] = element(s, i, (size_t)s->freely[b]);
        }
        s->factor[a * count + a] += damping;
    }
    if (cdy_cholesky_factor((int)count, s->factor)) {
        return false;
    }
    cdy_cholesky_solve((int)count, s->factor, s->rhs);
    return true;
}

/* Clamps the free columns whose step leaves its range, and takes them from the list; returns how many stay. */
static size_t clamp_steps(const gik_search *s, size_t count)
{
    size_t kept = 0;
    for (size_t a = 0; a < count; a++) {
        const size_t j = (size_t)s->freely[a];
        const step_range r = range_of(s, j);
        if (s->rhs[a] < r.least || s->rhs[a] > r.most) {
            s->x[j] = s->rhs[a] < r.least ? r.least : r.most;
        } else {
            s->rhs[kept] = s->rhs[a];
            s->freely[kept++] = s->freely[a];
        }
    }
    return kept;
}

/* |e|^2 - |J x + e|^2 */
static double predict(const gik_search *s)
{
    double decrease = 0;
    for (size_t i = 0; i < s->n; i++) {
        double product = 2 * s->gradient[i];
        for (size_t j = 0; j < s->n; j++) {
            product += element(s, i, j) * s->x[j];
        }
        decrease -= product * s->x[i];
    }
    return decrease;
}

bool cdy_make_gik_step(gik_search *s, double damping)
{
    memset(s->x, 0, s->n * sizeof *s->x);
    size_t count = list_free(s);
    while (count > 0) {
        if (!solve_free(s, count, damping)) {
            return false;
        }
        const size_t kept = clamp_steps(s, count);
        if (kept == count) {
            break;
        }
        count = kept;
    }
    for (size_t a = 0; a < count; a++) {
        s->x[s->freely[a]] = s->rhs[a];
    }
    s->predicted = predict(s);
    return isfinite(s->predicted);
}
