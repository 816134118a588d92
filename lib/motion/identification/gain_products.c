/* Products of the columns of each joint, the part of them that friction explains, and the residuals of the rows. */
#include "identification/gain_products.h"

#include "base/error.h"
#include "base/memory.h"
#include "identification/independent_rows.h"
#include "linalg/cholesky.h"

#include <math.h>
#include <string.h>

void cdy_fill_gain_factors(const cdy_gain_identification *g, int joint, double *factors)
{
    const double inverse = exp(g->logarithms[joint]) * (g->gains[joint] < 0 ? -1 : 1);
    memset(factors, 0, (size_t)gain_width(g) * sizeof *factors);
    for (int k = 0; k < g->p; k++) {
        factors[k] = inverse * g->pi[k];
    }
    for (int k = 0; k < LOAD_COLUMNS; k++) {
        factors[g->p + k] = inverse * g->load[k];
    }
    factors[g->p + LOAD_COLUMNS] = inverse;
}

/* Takes the part out of the products that friction explains: the Schur complement of its columns, each of which keeps
 * 1e-12 of itself, so that terms that depend on each other do no harm. */
static bool eliminate_friction(const cdy_gain_identification *g, const double *G, double *U)
{
    const int width = gain_width(g), first = g->p + LOAD_COLUMNS + 1;
    const double rest = 1e-12;
    for (int a = 0; a < FRICTION_COLUMNS; a++) {
        for (int b = 0; b < FRICTION_COLUMNS; b++) {
            U[a * FRICTION_COLUMNS + b] = G[(first + a) * width + first + b];
        }
        const double own = U[a * FRICTION_COLUMNS + a];
        U[a * FRICTION_COLUMNS + a] = own > 0 ? own * (1 + rest) : 1;
    }
    return cdy_cholesky_factor(FRICTION_COLUMNS, U) == 0;
}

bool cdy_reduce_gain_products(cdy_gain_identification *g, int joint)
{
    double *G = gain_products(g, joint);
    double U[FRICTION_COLUMNS * FRICTION_COLUMNS];
    const int width = gain_width(g), first = g->p + LOAD_COLUMNS + 1;
    if (!eliminate_friction(g, G, U)) {
        return false;
    }
    for (int a = 0; a < width; a++) {
        double y[FRICTION_COLUMNS];
        for (int k = 0; k < FRICTION_COLUMNS; k++) {
            y[k] = G[(first + k) * width + a];
        }
        cdy_cholesky_solve(FRICTION_COLUMNS, U, y);
        for (int b = 0; b < width && (a < first || a == width - 1); b++) {
            if (b < first || b == width - 1) {
                G[a * width + b] -= inner(y, G + (size_t)b * (size_t)width + first, FRICTION_COLUMNS);
            }
        }
    }
    return true;
}

/* Adds the products of a row's columns; most of them are 0. */
static void add_products(double *G, const double *columns, int width)
{
    for (int a = 0; a < width; a++) {
        if (fabs(columns[a]) > 0) {
            for (int b = 0; b < width; b++) {
                G[a * width + b] += columns[a] * columns[b];
            }
        }
    }
}

/* Computes the regressor of a row. */
static cdy_status regress(cdy_gain_identification *g, size_t row, cdy_error *error)
{
    const size_t n = (size_t)g->n;
    const double *state = cdy_gain_row(g, row);
    return cdy_regressor(g->model, g->workspace, state + 5 * n + 1, state, state + n, NULL, g->Y, error);
}

cdy_status cdy_gather_gain_products(cdy_gain_identification *g, cdy_error *error)
{
    const size_t width = (size_t)gain_width(g), n = (size_t)g->n;
    cdy_status status = CDY_OK;
    memset(g->products, 0, n * width * width * sizeof *g->products);
    memset(g->fastest, 0, n * sizeof *g->fastest);
    for (size_t row = 0; row < g->rows; row++) {
        for (size_t i = 0; i < n; i++) {
            g->fastest[i] = fmax(g->fastest[i], fabs(cdy_gain_row(g, row)[i]));
        }
    }
    for (size_t row = 0; row < g->rows && !status; row++) {
        status = regress(g, row, error);
        for (size_t i = 0; i < n && !status; i++) {
            if (cdy_gain_row(g, row)[3 * n + i] > 0) {
                cdy_fill_gain_columns(g, row, (int)i);
                add_products(gain_products(g, (int)i), g->columns, (int)width);
            }
        }
    }
    return status;
}

/* Friction of a joint beside the other numbers. */
static void find_friction(cdy_gain_identification *g, int joint, double *factors)
{
    const int width = gain_width(g), first = g->p + LOAD_COLUMNS + 1;
    double U[FRICTION_COLUMNS * FRICTION_COLUMNS], *terms = g->friction + (size_t)joint * FRICTION_COLUMNS;
    const double *G = gain_products(g, joint);
    cdy_fill_gain_factors(g, joint, factors);
    for (int k = 0; k < FRICTION_COLUMNS; k++) {
        const double *row = G + (size_t)(first + k) * (size_t)width;
        terms[k] = row[width - 1] - inner(row, factors, first);
    }
    if (eliminate_friction(g, G, U)) {
        cdy_cholesky_solve(FRICTION_COLUMNS, U, terms);
    }
}

cdy_status cdy_measure_gains(cdy_gain_identification *g, cdy_error *error)
{
    const size_t n = (size_t)g->n;
    const int width = gain_width(g), first = g->p + LOAD_COLUMNS + 1;
    double *residuals = cdy_allocate(g->rows, n * sizeof *residuals),
           *factors = cdy_allocate(n, (size_t)width * sizeof *factors);
    size_t *counts = cdy_allocate(n, sizeof *counts);
    cdy_status status = residuals && factors && counts ? CDY_OK : cdy_fail_memory(error);
    for (size_t i = 0; i < n && !status; i++) {
        find_friction(g, (int)i, factors + i * (size_t)width);
    }
    for (size_t row = 0; row < g->rows && !status; row++) {
        status = regress(g, row, error);
        for (size_t i = 0; i < n && !status; i++) {
            if (cdy_gain_row(g, row)[3 * n + i] > 0) {
                cdy_fill_gain_columns(g, row, (int)i);
                residuals[i * g->rows + counts[i]++] =
                    g->columns[width - 1] - inner(g->columns, factors + i * (size_t)width, first) -
                    inner(g->columns + first, g->friction + i * FRICTION_COLUMNS, FRICTION_COLUMNS);
            }
        }
    }
    for (size_t i = 0; i < n && !status; i++) {
        double *of_joint = residuals + i * g->rows, square = inner(of_joint, of_joint, (int)counts[i]);
        g->joint_rms[i] = counts[i] > 0 ? sqrt(square / (double)counts[i]) : 0;
        g->independent[i] = cdy_independent_rows(of_joint, counts[i]);
    }
    cdy_release(residuals);
    cdy_release(factors);
    cdy_release(counts);
    return status;
}
