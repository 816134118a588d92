/* Reachability: at each stage i the squared speeds x from which the end can be reached at rest within the limits are an
 * interval K_i, computed from the end backwards; going forward, the largest acceleration u that leads into K_{i+1} is
 * optimal.  Between stages u is constant, x_{i+1} = x_i + 2 u (s_{i+1} - s_i), and the constraints of both stages hold
 * u (first-order interpolation, Pham and Pham 2018, section IV-B).  Friction is not linear in x; its value at the last
 * solution is used, until it converges. */
#include "trajectory/reachability.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

enum { MOST_FRICTION_ROUNDS = 25 };

/* Squared speeds beyond this count as unbounded. */
static const double most_square = 1e200;

/* A bound of u that is linear in x. */
typedef struct control_bound {
    double at_rest, slope;
} control_bound;

/* The bounds of u that bind at some x; infeasible where the lower one is above the upper one. */
typedef struct control_range {
    control_bound lower, upper;
} control_range;

/* |A u + B x + C| <= g */
typedef struct control_row {
    double A, B, C, g;
} control_row;

bool cdy_reachable_create(reachable *K, size_t count)
{
    K->lower = cdy_allocate(3 * count, sizeof *K->lower);
    K->upper = K->lower ? K->lower + count : NULL;
    K->u = K->lower ? K->upper + count : NULL;
    return K->lower != NULL;
}

void cdy_reachable_clear(reachable *K)
{
    cdy_release(K->lower);
    *K = (reachable){.lower = NULL};
}

/* Row `row` of stage i, for the interval that begins there, and of stage i + 1 at the interval's end. */
static control_row row_at(const stages *st, size_t i, size_t row, bool at_end)
{
    const size_t at = (i + at_end) * (size_t)st->source->row_count + row;
    const double twice = at_end ? 2 * (st->s[i + 1] - st->s[i]) : 0;
    return (control_row){.A = st->a[at] + twice * st->b[at],
                         .B = st->b[at],
                         .C = st->c[at] + st->f[at],
                         .g = (1 - solved_margin) * st->g[row]};
}

/* Whether a row bounds u; one without u bounds x alone. */
static bool bounds_control(const control_row *r)
{
    return isfinite(r->g / r->A) && isfinite(r->B / r->A) && isfinite(r->C / r->A);
}

static double value_at(control_bound bound, double x)
{
    return bound.at_rest + bound.slope * x;
}

static void bound_control(const control_row *r, double x, control_range *range)
{
    const double center = -r->C / r->A, half = r->g / fabs(r->A), slope = -r->B / r->A;
    const control_bound lower = {center - half, slope}, upper = {center + half, slope};
    if (value_at(lower, x) > value_at(range->lower, x)) {
        range->lower = lower;
    }
    if (value_at(upper, x) < value_at(range->upper, x)) {
        range->upper = upper;
    }
}

/* The bounds that bind at x for the interval from stage i to the next. */
static control_range controls(const stages *st, const reachable *K, size_t i, double x)
{
    const size_t rows = (size_t)st->source->row_count;
    const double twice = 2 * (st->s[i + 1] - st->s[i]);
    control_range range = {{K->lower[i + 1] / twice, -1 / twice}, {K->upper[i + 1] / twice, -1 / twice}};
    for (size_t row = 0; row < 2 * rows; row++) {
        const control_row r = row_at(st, i, row / 2, row % 2);
        if (bounds_control(&r)) {
            bound_control(&r, x, &range);
        }
    }
    return range;
}

/* The range of x by the limits of velocity and by the rows without u; empty where lower > upper. */
static void bound_square(const stages *st, size_t i, double *lower, double *upper)
{
    const size_t rows = (size_t)st->source->row_count;
    *lower = 0;
    *upper = fmin((1 - solved_margin) * (1 - solved_margin) * st->most[i], most_square);
    for (size_t row = 0; row < 2 * rows; row++) {
        const control_row r = row_at(st, i, row / 2, row % 2);
        const double center = -r.C / r.B, half = r.g / fabs(r.B);
        if (bounds_control(&r)) {
            continue;
        }
        if (isfinite(center) && isfinite(half)) {
            *lower = fmax(*lower, center - half);
            *upper = fmin(*upper, center + half);
        } else if (fabs(r.C) > r.g) {
            *upper = -1;
        }
    }
}

/* Whether x is feasible; *crossing is where the bounds that bind at x meet. */
static bool is_feasible(const stages *st, const reachable *K, size_t i, double x, double *crossing)
{
    const control_range range = controls(st, K, i, x);
    *crossing = (range.lower.at_rest - range.upper.at_rest) / (range.upper.slope - range.lower.slope);
    return value_at(range.lower, x) <= value_at(range.upper, x);
}

/* Moves an infeasible x towards `other` to the border of the feasible set, from crossing to crossing: the width of the
 * range of u is concave and piecewise linear, so that Newton's method does not pass the border. Returns false where no
 * x up to `other` is feasible. */
static bool find_border(const stages *st, const reachable *K, size_t i, double other, double *x)
{
    enum { STEPS = 200 };
    const double direction = other > *x ? 1 : -1;
    double nudge = 1e-16, crossing; /* rounding keeps the last step outside */
    for (int k = 0; k < STEPS; k++) {
        if (is_feasible(st, K, i, *x, &crossing)) {
            return true;
        }
        const double step = crossing - *x;
        if (!(direction * step >= -1e-12 * fabs(*x))) {
            return false;
        }
        *x = (direction > 0 ? fmax(*x, crossing) : fmin(*x, crossing)) + direction * nudge * fabs(crossing);
        nudge *= 2;
        if (direction * (*x - other) > 0) {
            *x = other;
            return is_feasible(st, K, i, other, &crossing);
        }
    }
    return false;
}

/* Computes K_i; returns false where it is empty. */
static bool find_reachable(const stages *st, reachable *K, size_t i)
{
    double lower, upper;
    bound_square(st, i, &lower, &upper);
    if (!(lower <= upper) || !find_border(st, K, i, upper, &lower)) {
        return false;
    }
    K->lower[i] = lower;
    K->upper[i] = upper;
    if (!find_border(st, K, i, lower, &K->upper[i])) {
        K->upper[i] = lower;
    }
    return true;
}

static double share_of_path(const stages *st, size_t i)
{
    const path *p = &st->source->r->made->path;
    return 100 * st->s[i] / p->s[p->segment_count];
}

static cdy_status fail_stage(const stages *st, size_t i, cdy_error *error)
{
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "no speed keeps the joints within their limits at %.3g %% of the path; expected efforts that can "
                    "at least hold the robot along the path",
                    share_of_path(st, i));
}

static cdy_status fail_unbounded(const stages *st, size_t i, cdy_error *error)
{
    return cdy_fail(error, CDY_ERROR_ARGUMENT,
                    "nothing bounds the speed at %.3g %% of the path; expected limits of acceleration or effort of the "
                    "joints that move there",
                    share_of_path(st, i));
}

/* Solves at all stages with the friction in st->f; x and u are the solution. */
static cdy_status solve(stages *st, reachable *K, cdy_error *error)
{
    const size_t last = st->count - 1;
    K->lower[last] = K->upper[last] = 0;
    for (size_t i = last; i-- > 0;) {
        if (!find_reachable(st, K, i)) {
            return fail_stage(st, i, error);
        }
        if (K->upper[i] >= most_square) {
            return fail_unbounded(st, i, error);
        }
    }
    if (K->lower[0] > 0) {
        return fail_stage(st, 0, error);
    }
    st->x[0] = 0;
    for (size_t i = 0; i < last; i++) {
        const double twice = 2 * (st->s[i + 1] - st->s[i]);
        const control_range range = controls(st, K, i, st->x[i]);
        const double x = st->x[i] + twice * value_at(range.upper, st->x[i]);
        st->x[i + 1] = fmin(fmax(x, K->lower[i + 1]), K->upper[i + 1]);
        K->u[i] = (st->x[i + 1] - st->x[i]) / twice;
        if (!(st->x[i] + st->x[i + 1] > 0)) {
            return fail_stage(st, i, error);
        }
    }
    return CDY_OK;
}

/* x and u are the last solution, converged or not: what the motion uses is checked with the friction of its speeds. */
cdy_status cdy_solve_stages(stages *st, reachable *K, cdy_error *error)
{
    const int rounds = st->source->rubs ? MOST_FRICTION_ROUNDS : 1;
    double *before = cdy_allocate(st->count, sizeof *before);
    cdy_status status = before ? CDY_OK : cdy_fail_memory(error);
    double change = 1;
    for (int round = 0; round < rounds && change > 1e-7 && !status; round++) {
        for (size_t i = 0; i < st->count && round > 9; i++) {
            st->x[i] = (st->x[i] + before[i]) / 2; /* where two solutions alternate */
        }
        memcpy(before, st->x, st->count * sizeof *before);
        status = cdy_stages_add_friction(st, error);
        status = status ? status : solve(st, K, error);
        change = 0;
        for (size_t i = 0; i < st->count && !status; i++) {
            change = fmax(change, fabs(st->x[i] - before[i]) / (st->x[i] + before[i] + 1e-300));
        }
    }
    cdy_release(before);
    return status;
}
