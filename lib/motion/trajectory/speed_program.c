/* A primal-dual interior-point method (Mehrotra 1992) in steps of a sequential convex program (Debrouwere and others
 * 2013): in each step 1 / sqrt(x), which is convex, is replaced by its tangent, which lies below, so that what keeps a
 * row of the tangent keeps the row itself.  The matrices have five diagonals. */
#include "trajectory/speed_program.h"

#include <math.h>
#include <string.h>

enum { MOST_STEPS = 60 };

/* Where rows do not hold at first, their slack begins with this share of the bound; steps end so near to a bound. */
static const double least_slack = 0.05, to_boundary = 0.95;

/* The matrix of a step, with its diagonals (i, i), (i, i + 1) and (i, i + 2), the right side, and the step. */
typedef struct newton_system {
    size_t n;
    double *diagonal, *beside, *next, *right, *step;
    double *centering, *correction; /* right sides by the barrier, and of second order */
    double *sign, *sign_step; /* multipliers of the coefficients, which stay above 0, and their step: between the two
                                 solutions of a step the products of second order */
} newton_system;

/* A place at the present x: the bound of its rows, less its derivatives by the interval's coefficients. */
typedef struct place_state {
    const double *c;
    double bound, slope[3];
} place_state;

/* Sums over all rows, by which the gap after a step is known: slack times multiplier, each with the other's step, and
 * both steps; and the longest parts of the step. */
typedef struct step_sums {
    double gap, by_dual, by_primal, by_both, primal, dual;
} step_sums;

static double dot(const double a[3], const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static place_state state_of(const speed_program *p, const program_place *place)
{
    place_state state = {.c = p->x->c + place->interval, .bound = 1};
    if (place->by_speed) {
        const double x = dot(place->share, state.c);
        state.bound = 1 / sqrt(x);
        for (int k = 0; k < 3; k++) {
            state.slope[k] = state.bound / (2 * x) * place->share[k];
        }
    }
    return state;
}

static double value_of(const program_row *row, const place_state *state)
{
    return row->constant + dot(row->k, state->c);
}

/* Adds factor a a^T and -right a at an interval. */
static void add_outer(newton_system *n, size_t i, const double a[3], double factor, double right)
{
    for (size_t k = 0; k < 3; k++) {
        n->diagonal[i + k] += factor * a[k] * a[k];
        n->right[i + k] -= right * a[k];
    }
    n->beside[i] += factor * a[0] * a[1];
    n->beside[i + 1] += factor * a[1] * a[2];
    n->next[i] += factor * a[0] * a[2];
}

/* The duration of an interval by Gauss's two points; where wanted, its gradient and Hessian are added. */
static double add_duration(const speed_spline *s, size_t i, newton_system *n)
{
    static const double points[2] = {0.21132486540518713, 0.7886751345948129};
    const double h = s->at[i + 1] - s->at[i];
    double duration = 0;
    for (int k = 0; k < 2; k++) {
        const spline_weights w = cdy_speed_spline_weights(s, i, points[k]);
        const double x = dot(w.value, s->c + i), part = h / 2 / sqrt(x);
        duration += part;
        if (n) {
            add_outer(n, i, w.value, 0.75 * part / (x * x), -0.5 * part / x);
        }
    }
    return duration;
}

static double total_duration(const speed_spline *s, newton_system *n)
{
    double duration = 0;
    for (size_t i = 0; i < s->count; i++) {
        duration += add_duration(s, i, n);
    }
    return duration;
}

/* Sums of products a a^T and of a, as a place's rows add them. */
typedef struct place_sums {
    double kk[6], ks[3], ss, k[3], s;
} place_sums;

/* Adds the rows of a place to the system.  The gradient of a side's value less its bound is +-k + slope: the sums of
 * both sides are kept apart by k and slope. */
static double add_place(const speed_program *p, const program_place *place, newton_system *n)
{
    const place_state state = state_of(p, place);
    const double *e = state.slope;
    place_sums sum = {.ss = 0};
    double gap = 0;
    for (program_row *row = p->rows + place->first; row < p->rows + place->first + place->count; row++) {
        const double value = value_of(row, &state), *k = row->k;
        row_sides *sides = &row->sides;
        const double upper = sides->multiplier[0] / sides->slack[0], lower = sides->multiplier[1] / sides->slack[1];
        const double u = -upper * (state.bound - value - sides->slack[0]),
                     l = -lower * (state.bound + value - sides->slack[1]);
        const double both = upper + lower, difference = upper - lower;
        gap += sides->slack[0] * sides->multiplier[0] + sides->slack[1] * sides->multiplier[1];
        sum.kk[0] += both * k[0] * k[0];
        sum.kk[1] += both * k[1] * k[1];
        sum.kk[2] += both * k[2] * k[2];
        sum.kk[3] += both * k[0] * k[1];
        sum.kk[4] += both * k[1] * k[2];
        sum.kk[5] += both * k[0] * k[2];
        sum.ss += both;
        sum.s += u + l;
        for (int i = 0; i < 3; i++) {
            sum.ks[i] += difference * k[i];
            sum.k[i] += (u - l) * k[i];
        }
    }
    double *d = n->diagonal + place->interval, *b = n->beside + place->interval;
    for (int i = 0; i < 3; i++) {
        d[i] += sum.kk[i] + 2 * sum.ks[i] * e[i] + sum.ss * e[i] * e[i];
        n->right[place->interval + (size_t)i] -= sum.k[i] + sum.s * e[i];
    }
    b[0] += sum.kk[3] + sum.ks[0] * e[1] + sum.ks[1] * e[0] + sum.ss * e[0] * e[1];
    b[1] += sum.kk[4] + sum.ks[1] * e[2] + sum.ks[2] * e[1] + sum.ss * e[1] * e[2];
    n->next[place->interval] += sum.kk[5] + sum.ks[0] * e[2] + sum.ks[2] * e[0] + sum.ss * e[0] * e[2];
    return gap;
}

/* Factors the matrix into L D L^T; false where it is not positive definite. */
static bool factor(newton_system *n)
{
    double *d = n->diagonal, *l = n->beside, *m = n->next;
    for (size_t i = 0; i < n->n; i++) {
        if (!(d[i] > 0) || !isfinite(d[i])) {
            return false;
        }
        const double to_next = i + 1 < n->n ? l[i] / d[i] : 0, to_second = i + 2 < n->n ? m[i] / d[i] : 0;
        if (i + 1 < n->n) {
            d[i + 1] -= to_next * l[i];
        }
        if (i + 2 < n->n) {
            l[i + 1] -= to_second * l[i];
            d[i + 2] -= to_second * m[i];
        }
        l[i] = to_next;
        m[i] = to_second;
    }
    return true;
}

/* Solves for the step. */
static void solve(newton_system *n, const double *right)
{
    const double *d = n->diagonal, *l = n->beside, *m = n->next;
    double *x = n->step;
    for (size_t i = 0; i < n->n; i++) {
        x[i] = right[i] - (i > 0 ? l[i - 1] * x[i - 1] : 0) - (i > 1 ? m[i - 2] * x[i - 2] : 0);
    }
    for (size_t i = n->n; i-- > 0;) {
        x[i] = x[i] / d[i] - (i + 1 < n->n ? l[i] * x[i + 1] : 0) - (i + 2 < n->n ? m[i] * x[i + 2] : 0);
    }
}

/* Adds the bounds of the coefficients, which are their own slacks, to the system. */
static double add_signs(const speed_program *p, newton_system *n)
{
    double gap = 0;
    for (size_t i = 0; i < n->n; i++) {
        n->diagonal[i] += n->sign[i] / p->x->c[i];
        gap += n->sign[i] * p->x->c[i];
    }
    return gap;
}

static double part_to(double value, double step, double longest)
{
    return step < 0 ? fmin(longest, -to_boundary * value / step) : longest;
}

/* Steps of slacks and multipliers of a place for the step of the coefficients towards the barrier mu, less the products
 * of steps `second` of the order before; adds to the sums and, where wanted, to the right sides of the next solution.
 */
static void find_steps(const speed_program *p, const program_place *place, double mu, bool second, newton_system *n,
                       step_sums *sums, bool wanted)
{
    const place_state state = state_of(p, place);
    const double *step = n->step + place->interval, by_slope = dot(state.slope, step);
    double center[4] = {0}, correct[4] = {0};
    for (program_row *row = p->rows + place->first; row < p->rows + place->first + place->count; row++) {
        const double value = value_of(row, &state), by_k = dot(row->k, step);
        row_sides *s = &row->sides;
        for (int side = 0; side < SIDES; side++) {
            const double sign = side == 0 ? 1 : -1, slack = s->slack[side], z = s->multiplier[side];
            const double ds = state.bound - sign * value - slack - sign * by_k - by_slope;
            const double product = second ? s->slack_step[side] * s->multiplier_step[side] : 0;
            const double dz = (mu - product - z * ds) / slack - z;
            s->slack_step[side] = ds;
            s->multiplier_step[side] = dz;
            sums->primal = part_to(slack, ds, sums->primal);
            sums->dual = part_to(z, dz, sums->dual);
            sums->by_dual += slack * dz;
            sums->by_primal += z * ds;
            sums->by_both += ds * dz;
            if (wanted) {
                const double centered = 1 / slack, corrected = -ds * dz / slack;
                center[3] += centered;
                correct[3] += corrected;
                for (int i = 0; i < 3; i++) {
                    center[i] += sign * centered * row->k[i];
                    correct[i] += sign * corrected * row->k[i];
                }
            }
        }
    }
    for (size_t i = 0; i < 3 && wanted; i++) {
        n->centering[place->interval + i] -= center[i] + center[3] * state.slope[i];
        n->correction[place->interval + i] -= correct[i] + correct[3] * state.slope[i];
    }
}

/* Steps of the multipliers of the coefficients, as find_steps() has those of rows. */
static void find_sign_steps(const speed_program *p, double mu, bool second, newton_system *n, step_sums *sums)
{
    for (size_t i = 0; i < n->n; i++) {
        const double c = p->x->c[i], z = n->sign[i], dc = n->step[i];
        const double dz = (mu - (second ? n->sign_step[i] : 0) - z * dc) / c - z;
        sums->primal = part_to(c, dc, sums->primal);
        if (!p->signs) {
            continue;
        }
        n->sign_step[i] = second ? dz : dc * dz;
        sums->dual = part_to(z, dz, sums->dual);
        sums->by_dual += c * dz;
        sums->by_primal += z * dc;
        sums->by_both += dc * dz;
        if (!second) {
            n->centering[i] += 1 / c;
            n->correction[i] -= dc * dz / c;
        }
    }
}

/* Steps of all rows, and the longest parts that leave slacks, multipliers and coefficients above 0. */
static step_sums find_all_steps(const speed_program *p, newton_system *n, double mu, bool second)
{
    step_sums sums = {.primal = 1, .dual = 1};
    for (size_t k = 0; k < p->place_count; k++) {
        find_steps(p, &p->places[k], mu, second, n, &sums, !second);
    }
    find_sign_steps(p, mu, second, n, &sums);
    return sums;
}

/* Takes the step; the slack of a row that holds becomes the true one, at least that of the tangent. */
static void take_step(const speed_program *p, const newton_system *n, const step_sums *sums)
{
    for (size_t i = 0; i < n->n; i++) {
        p->x->c[i] += sums->primal * n->step[i];
        n->sign[i] += p->signs ? sums->dual * n->sign_step[i] : 0;
    }
    for (size_t k = 0; k < p->place_count; k++) {
        const program_place *place = &p->places[k];
        const place_state state = state_of(p, place);
        for (program_row *row = p->rows + place->first; row < p->rows + place->first + place->count; row++) {
            const double value = value_of(row, &state), slacks[SIDES] = {state.bound - value, state.bound + value};
            row_sides *s = &row->sides;
            for (int side = 0; side < SIDES; side++) {
                s->slack[side] += sums->primal * s->slack_step[side];
                s->multiplier[side] += sums->dual * s->multiplier_step[side];
                s->slack[side] = slacks[side] > 1e-3 * s->slack[side] ? slacks[side] : s->slack[side];
            }
        }
    }
}

/* How many bounds there are, and one more. */
static double count_bounds(const speed_program *p)
{
    return (double)(SIDES * p->row_count + (p->signs ? p->x->count + 2 : 0) + 1);
}

/* The multipliers of the coefficients, behind what system_in() clears. */
static double *signs_in(const speed_program *p)
{
    return p->memory + 7 * (p->x->count + 2);
}

/* Slacks and multipliers to begin with. */
static void begin(const speed_program *p, double duration, double barrier)
{
    const double mu = barrier * duration / count_bounds(p);
    for (size_t i = 0; i < p->x->count + 2; i++) {
        signs_in(p)[i] = p->signs ? mu / p->x->c[i] : 0;
    }
    for (size_t k = 0; k < p->place_count; k++) {
        const program_place *place = &p->places[k];
        const place_state state = state_of(p, place);
        for (program_row *row = p->rows + place->first; row < p->rows + place->first + place->count; row++) {
            const double value = value_of(row, &state), slacks[SIDES] = {state.bound - value, state.bound + value};
            for (int side = 0; side < SIDES; side++) {
                row->sides.slack[side] = fmax(slacks[side], least_slack * state.bound);
                row->sides.multiplier[side] = mu / row->sides.slack[side];
            }
        }
    }
}

static double find_excess(const speed_program *p)
{
    double excess = 0;
    for (size_t k = 0; k < p->place_count; k++) {
        const program_place *place = &p->places[k];
        const place_state state = state_of(p, place);
        for (const program_row *row = p->rows + place->first; row < p->rows + place->first + place->count; row++) {
            excess = fmax(excess, (fabs(value_of(row, &state)) - state.bound) / state.bound);
        }
    }
    return excess;
}

static newton_system system_in(const speed_program *p)
{
    const size_t n = p->x->count + 2;
    double *memory = p->memory;
    memset(memory, 0, 7 * n * sizeof *memory);
    return (newton_system){.n = n,
                           .diagonal = memory,
                           .beside = memory + n,
                           .next = memory + 2 * n,
                           .right = memory + 3 * n,
                           .step = memory + 4 * n,
                           .centering = memory + 5 * n,
                           .correction = memory + 6 * n,
                           .sign = signs_in(p),
                           .sign_step = signs_in(p) + n};
}

/* A step: that without barriers tells how large these are to be, and what it leaves out in second order. */
static bool improve(const speed_program *p, double *gap, double *duration, double *length)
{
    newton_system n = system_in(p);
    const double bounds = count_bounds(p);
    total_duration(p->x, &n);
    *gap = add_signs(p, &n);
    for (size_t k = 0; k < p->place_count; k++) {
        *gap += add_place(p, &p->places[k], &n);
    }
    if (!factor(&n)) {
        return false;
    }
    solve(&n, n.right);
    step_sums sums = find_all_steps(p, &n, 0, false);
    const double left =
        (*gap + sums.dual * sums.by_dual + sums.primal * sums.by_primal + sums.primal * sums.dual * sums.by_both) /
        *gap;
    const double slow = 1 - *length;
    const double mu = fmin(fmax(fmax(left * left * left, slow * slow), 1e-4), 0.8) * *gap / bounds;
    for (size_t i = 0; i < n.n; i++) {
        n.right[i] += mu * n.centering[i] + n.correction[i];
    }
    solve(&n, n.right);
    sums = find_all_steps(p, &n, mu, true);
    *length = fmin(sums.primal, sums.dual);
    take_step(p, &n, &sums);
    *gap += sums.dual * sums.by_dual + sums.primal * sums.by_primal + sums.primal * sums.dual * sums.by_both;
    *duration = total_duration(p->x, NULL);
    return true;
}

program_outcome cdy_speed_program_solve(const speed_program *p, double barrier, double tolerance)
{
    program_outcome made = {.duration = total_duration(p->x, NULL)};
    double length = 0;
    begin(p, made.duration, barrier);
    for (; made.steps < MOST_STEPS && !made.converged; made.steps++) {
        const double before = made.duration;
        double gap;
        if (!improve(p, &gap, &made.duration, &length)) {
            break;
        }
        made.converged =
            gap < tolerance * made.duration && fabs(made.duration - before) < tolerance * before && find_excess(p) <= 0;
    }
    made.excess = find_excess(p);
    return made;
}
