/* Bodies, gains and load together, from the products of the columns of each joint. */
#include "identification/gain_products.h"

#include "base/error.h"
#include "base/finite.h"
#include "base/memory.h"
#include "identification/payload_estimator.h"
#include "linalg/cholesky.h"

#include <math.h>
#include <string.h>

/* Numbers of the iteration: parameters of bodies, of the load, and logarithms of the gains. */
static int unknowns(const cdy_gain_identification *g)
{
    return g->p + LOAD_COLUMNS + g->n;
}

/* Work arrays of a step. */
typedef struct gain_step {
    int m, width;
    double *H, *b;   /* m x m, m: normal equations of all joints */
    double *J, *JG;  /* (p + 11) x width: derivatives of a joint in its columns; times the products */
    double *factors; /* width */
    double *weights; /* n: of a joint's square */
} gain_step;

static void free_step(gain_step *s)
{
    double *const arrays[] = {s->H, s->b, s->J, s->JG, s->factors, s->weights};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        cdy_release(arrays[i]);
    }
}

static bool make_step(const cdy_gain_identification *g, gain_step *s)
{
    const size_t m = (size_t)unknowns(g), width = (size_t)gain_width(g), rows = (size_t)g->p + LOAD_COLUMNS + 1;
    *s = (gain_step){.m = (int)m, .width = (int)width};
    s->H = cdy_allocate(m, m * sizeof(double));
    s->b = cdy_allocate(m, sizeof(double));
    s->J = cdy_allocate(rows, width * sizeof(double));
    s->JG = cdy_allocate(rows, width * sizeof(double));
    s->factors = cdy_allocate(width, sizeof(double));
    s->weights = cdy_allocate((size_t)g->n, sizeof(double));
    return s->H && s->b && s->J && s->JG && s->factors && s->weights;
}

/* The sum of squares that a joint's model leaves, in units of effort. */
static double square_left(const cdy_gain_identification *g, gain_step *s, int joint)
{
    const double *G = gain_products(g, joint);
    const int width = s->width;
    cdy_fill_gain_factors(g, joint, s->factors);
    s->factors[width - 1] = -1;
    double sum = 0;
    for (int a = 0; a < width; a++) {
        sum += fabs(s->factors[a]) > 0 ? s->factors[a] * inner(G + (size_t)a * (size_t)width, s->factors, width) : 0;
    }
    return fmax(sum, 0);
}

/* Adds a joint to the normal equations. Its unknowns are bodies, load and its own logarithm. */
static void add_joint(const cdy_gain_identification *g, gain_step *s, int joint)
{
    const int rows = g->p + LOAD_COLUMNS + 1, width = s->width;
    const double *G = gain_products(g, joint), weight = s->weights[joint];
    const double inverse = exp(g->logarithms[joint]) * (g->gains[joint] < 0 ? -1 : 1);
    cdy_fill_gain_factors(g, joint, s->factors);
    memset(s->J, 0, (size_t)rows * (size_t)width * sizeof *s->J);
    for (int k = 0; k + 1 < rows; k++) {
        s->J[k * width + k] = inverse;
    }
    memcpy(s->J + (size_t)(rows - 1) * (size_t)width, s->factors, (size_t)width * sizeof *s->J);
    for (int a = 0; a < rows; a++) {
        for (int b = 0; b < width; b++) {
            s->JG[a * width + b] = a + 1 < rows ? inverse * G[a * width + b] : inner(s->factors, G + b * width, width);
        }
    }
    for (int a = 0; a < rows; a++) {
        const int to = a + 1 < rows ? a : g->p + LOAD_COLUMNS + joint;
        const double *of_a = s->JG + (size_t)a * (size_t)width;
        s->b[to] += weight * (of_a[width - 1] - inner(of_a, s->factors, width));
        for (int b = 0; b < rows; b++) {
            const int column = b + 1 < rows ? b : g->p + LOAD_COLUMNS + joint;
            const double product = b + 1 < rows ? inverse * of_a[b] : inner(of_a, s->factors, width);
            s->H[to * s->m + column] += weight * product;
        }
    }
}

/* Bodies stay near the maker's where nothing tells them: 100 % cost as much as a millionth of the rows' noise. */
static void add_priors(const cdy_gain_identification *g, gain_step *s, bool pooled)
{
    const double part = 1e-6 * (double)g->rows;
    const int first = g->p + LOAD_COLUMNS;
    for (int k = 0; k < g->p; k++) {
        const double weight = part / g->scale[k] / g->scale[k];
        s->H[k * s->m + k] += weight;
        s->b[k] += weight * (g->prior[k] - g->pi[k]);
    }
    double mean = 0;
    for (int i = 0; i < g->n && pooled; i++) {
        mean += (g->logarithms[i] + log(fabs(g->nominal[i]))) / g->n;
    }
    for (int i = 0; i < g->n && pooled; i++) {
        const double weight = 1 / g->options.spread / g->options.spread;
        s->b[first + i] -= weight * (g->logarithms[i] + log(fabs(g->nominal[i])) - mean);
        for (int k = 0; k < g->n; k++) {
            s->H[(first + i) * s->m + first + k] += weight * ((i == k) - 1.0 / g->n);
        }
    }
}

/* Combinations that no row tells keep a part of the curvature of their numbers, so that rounding makes none negative
 * where nearly exact efforts weigh much (Levenberg 1944); it moves no solution. */
static void damp(gain_step *s)
{
    const double part = 1e-11;
    for (int k = 0; k < s->m; k++) {
        s->H[k * s->m + k] *= 1 + part;
    }
}

/* Known numbers of the load do not move; what no row tells has a curvature of its own. */
static void fix_known(const cdy_gain_identification *g, gain_step *s)
{
    for (int k = 0; k < LOAD_COLUMNS; k++) {
        const int at = g->p + k;
        for (int i = 0; i < s->m && g->fixed[k]; i++) {
            s->H[at * s->m + i] = s->H[i * s->m + at] = 0;
        }
        s->b[at] = g->fixed[k] ? 0 : s->b[at];
        s->H[at * s->m + at] += 1e-6;
    }
}

/* Weights of the joints: inverse squares of their noise, each of the rows that are independent. Products of columns
 * tell what is left of a square to a part of 1e-12 only: exact torques would weigh by rounding. */
static void weigh(const cdy_gain_identification *g, gain_step *s)
{
    const double rounding = 1e-12;
    const size_t width = (size_t)s->width;
    double largest = 0;
    for (int i = 0; i < g->n; i++) {
        const double effort = gain_products(g, i)[width * width - 1];
        s->weights[i] = fmax(square_left(g, s, i), rounding * effort) / fmax((double)g->rows, 1);
        const double k = exp(-g->logarithms[i]);
        largest = fmax(largest, k * k * s->weights[i]);
    }
    for (int i = 0; i < g->n; i++) {
        const double k = exp(-g->logarithms[i]), least = fmax(1e-8 * largest, 1e-16) / k / k;
        s->weights[i] = g->independent[i] / fmax(s->weights[i], least);
    }
}

/* Moves all numbers by a step; returns the largest move of a logarithm, each held to a half. */
static double move(cdy_gain_identification *g, const double *step)
{
    const double most = 0.5;
    double largest = 0;
    for (int i = 0; i < g->n; i++) {
        largest = fmax(largest, fabs(step[g->p + LOAD_COLUMNS + i]));
    }
    const double length = largest > most ? most / largest : 1;
    for (int k = 0; k < g->p; k++) {
        g->pi[k] += length * step[k];
    }
    for (int k = 0; k < LOAD_COLUMNS; k++) {
        g->load[k] += length * step[g->p + k];
    }
    for (int i = 0; i < g->n; i++) {
        g->logarithms[i] += length * step[g->p + LOAD_COLUMNS + i];
    }
    return largest;
}

/* Standard deviations of the gains, from the normal equations' factor. */
static void find_deviations(cdy_gain_identification *g, gain_step *s)
{
    for (int i = 0; i < g->n; i++) {
        const int at = g->p + LOAD_COLUMNS + i;
        memset(s->b, 0, (size_t)s->m * sizeof *s->b);
        s->b[at] = 1;
        cdy_cholesky_solve(s->m, s->H, s->b);
        g->deviations[i] = sqrt(fmax(s->b[at], 0)) * exp(-g->logarithms[i]);
    }
}

static cdy_status iterate(cdy_gain_identification *g, gain_step *s, bool pooled, cdy_error *error)
{
    enum { MOST_STEPS = 100, WEIGHED_STEPS = 40 }; /* weights that follow the residuals for ever have no end */
    const double small = 1e-9, settled = 1e-7;
    for (int turn = 0; turn < MOST_STEPS; turn++, g->iterations++) {
        memset(s->H, 0, (size_t)s->m * (size_t)s->m * sizeof *s->H);
        memset(s->b, 0, (size_t)s->m * sizeof *s->b);
        if (turn < WEIGHED_STEPS) {
            weigh(g, s);
        }
        for (int i = 0; i < g->n; i++) {
            add_joint(g, s, i);
        }
        add_priors(g, s, pooled);
        fix_known(g, s);
        damp(s);
        if (cdy_cholesky_factor(s->m, s->H) != 0) {
            break;
        }
        cdy_cholesky_solve(s->m, s->H, s->b);
        if (!cdy_all_finite(s->b, (size_t)s->m)) {
            break;
        }
        if (move(g, s->b) < (turn < WEIGHED_STEPS ? small : settled)) {
            find_deviations(g, s);
            return CDY_OK;
        }
    }
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "the motion does not tell the gains: the iteration finds no end; expected motions of every joint "
                    "with and without the load, best the same, or nominal gains, as current_gain of a <drive>");
}

cdy_status cdy_iterate_gains(cdy_gain_identification *g, bool pooled, cdy_error *error)
{
    gain_step s;
    const bool made = make_step(g, &s);
    const cdy_status status = made ? iterate(g, &s, pooled, error) : cdy_fail_memory(error);
    free_step(&s);
    return status;
}

/* ---- the solution ---- */

/* The gain of a joint for the torques of bodies and load as they are, of either sign: efforts beside friction by linear
 * least squares of these torques. */
static void regress_gain(cdy_gain_identification *g, gain_step *s, int joint)
{
    const int width = s->width, known = g->p + LOAD_COLUMNS;
    const double *G = gain_products(g, joint);
    double product = 0, square = 0;
    g->logarithms[joint] = 0;
    g->gains[joint] = 1;
    cdy_fill_gain_factors(g, joint, s->factors);
    for (int a = 0; a <= known; a++) {
        const double *row = G + (size_t)a * (size_t)width;
        product += s->factors[a] * row[width - 1];
        square += fabs(s->factors[a]) > 0 ? s->factors[a] * inner(row, s->factors, width) : 0;
    }
    if (square > 0 && fabs(product) > 0 && isfinite(square / product)) {
        g->gains[joint] = square / product;
        g->logarithms[joint] = -log(fabs(g->gains[joint]));
    }
}

/* Moves bodies and load to the least squares of the gains as they are. */
static bool improve_bodies(cdy_gain_identification *g, gain_step *s)
{
    memset(s->H, 0, (size_t)s->m * (size_t)s->m * sizeof *s->H);
    memset(s->b, 0, (size_t)s->m * sizeof *s->b);
    weigh(g, s);
    for (int i = 0; i < g->n; i++) {
        add_joint(g, s, i);
    }
    add_priors(g, s, false);
    fix_known(g, s);
    for (int k = g->p + LOAD_COLUMNS; k < s->m; k++) {
        for (int i = 0; i < s->m; i++) {
            s->H[k * s->m + i] = s->H[i * s->m + k] = i == k;
        }
        s->b[k] = 0;
    }
    damp(s);
    if (cdy_cholesky_factor(s->m, s->H) != 0) {
        return false;
    }
    cdy_cholesky_solve(s->m, s->H, s->b);
    if (!cdy_all_finite(s->b, (size_t)s->m)) {
        return false;
    }
    move(g, s->b);
    return true;
}

/* Finds gains that nothing states, each with its sign, from products beside friction: gains and bodies by linear least
 * squares in turn, beginning with the maker's bodies. */
static void alternate(cdy_gain_identification *g, gain_step *s)
{
    enum { TURNS = 500 };
    const double settled = 1e-4;
    double moved = HUGE_VAL;
    for (int turn = 0; turn < TURNS && moved > settled; turn++) {
        moved = 0;
        for (int i = 0; i < g->n; i++) {
            const double before = g->gains[i];
            regress_gain(g, s, i);
            moved = fmax(moved, fabs(g->gains[i] - before) / fabs(g->gains[i]));
        }
        if (!improve_bodies(g, s)) {
            return;
        }
    }
}

/* Bodies, load and gains before the first step of all together. */
static cdy_status start(cdy_gain_identification *g, cdy_error *error)
{
    gain_step s;
    const bool made = make_step(g, &s);
    memcpy(g->pi, g->prior, (size_t)g->p * sizeof *g->pi);
    for (int i = 0; i < g->n; i++) {
        g->gains[i] = g->nominal ? g->nominal[i] : 1;
        g->logarithms[i] = -log(fabs(g->gains[i]));
        g->independent[i] = 1;
    }
    if (made && !g->nominal) {
        alternate(g, &s);
    }
    free_step(&s);
    return made ? CDY_OK : cdy_fail_memory(error);
}

/* Refuses gains that the rows do not tell. */
static cdy_status check_told(const cdy_gain_identification *g, cdy_error *error)
{
    const double most = 0.5;
    for (int i = 0; i < g->n; i++) {
        if (!(g->deviations[i] < most * fabs(g->gains[i])) || !isfinite(g->gains[i])) {
            cdy_coordinate c = {.joint = "?"};
            cdy_model_velocity(g->model, i, &c);
            return cdy_fail(error, CDY_ERROR_NUMERIC,
                            "the rows do not tell the gain of joint '%.80s' (%g, standard deviation %g); expected "
                            "motions in which it moves bodies and load, or nominal gains",
                            c.joint, g->gains[i], g->deviations[i]);
        }
    }
    return CDY_OK;
}

static cdy_status find_gains(cdy_gain_identification *g, cdy_error *error)
{
    cdy_status status = cdy_gather_gain_products(g, error);
    if (status) {
        return status;
    }
    double *whole = cdy_allocate((size_t)g->n * (size_t)gain_width(g), (size_t)gain_width(g) * sizeof *whole);
    if (!whole) {
        return cdy_fail_memory(error);
    }
    const size_t bytes = (size_t)g->n * (size_t)gain_width(g) * (size_t)gain_width(g) * sizeof *whole;
    memcpy(whole, g->products, bytes);
    for (int turn = 0; turn < 2 && !status; turn++) {
        for (int i = 0; i < g->n && !status; i++) {
            status = cdy_reduce_gain_products(g, i)
                         ? CDY_OK
                         : cdy_fail(error, CDY_ERROR_NUMERIC, "the rows' numbers are too large");
        }
        if (!status && turn == 0) {
            status = start(g, error);
        }
        status = status ? status : cdy_iterate_gains(g, g->nominal != NULL, error);
        memcpy(g->products, whole, bytes);
        status = status ? status : cdy_measure_gains(g, error);
    }
    cdy_release(whole);
    return status;
}

cdy_status cdy_gain_identification_solve(cdy_gain_identification *g, cdy_gain_identification_result *result,
                                         cdy_error *error)
{
    if (!g) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "solving needs an identification of gains");
    }
    if (g->loaded == 0 || g->loaded == g->rows) {
        return cdy_fail(error, CDY_ERROR_NUMERIC, "all rows are %s the known load; expected rows with it and without",
                        g->loaded == 0 ? "without" : "with");
    }
    g->iterations = 0;
    cdy_status status = find_gains(g, error);
    double common = 0;
    for (int i = 0; i < g->n && !status; i++) {
        g->gains[i] = exp(-g->logarithms[i]) * (g->gains[i] < 0 ? -1 : 1);
        g->joint_rms[i] *= fabs(g->gains[i]);
        common += g->nominal ? g->gains[i] / g->nominal[i] / g->n : 0;
    }
    status = status ? status : check_told(g, error);
    if (!status && result) {
        *result = (cdy_gain_identification_result){.rows = g->rows,
                                                   .velocity_count = g->n,
                                                   .gains = g->gains,
                                                   .deviations = g->deviations,
                                                   .joint_rms = g->joint_rms,
                                                   .load = cdy_payload_of_parameters(g->load),
                                                   .common = common,
                                                   .iterations = g->iterations};
    }
    return status;
}
