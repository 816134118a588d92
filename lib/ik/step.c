#include "ik/step.h"

#include "linalg/cholesky.h"

#include <math.h>
#include <string.h>

/* Whether a column is not zero, and its coordinate not at a bound that A^T r, the direction of descent, crosses. */
static bool is_free(const step_problem *p, size_t column)
{
    double descent = 0, norm_squared = 0;
    for (size_t i = 0; i < STEP_ROWS; i++) {
        double a = p->A[i * p->n + column];
        descent += a * p->r[i];
        norm_squared += a * a;
    }
    return norm_squared > 0 && !(descent >= 0 && p->upper[column] <= 0) && !(descent <= 0 && p->lower[column] >= 0);
}

static size_t find_free_columns(const step_problem *p)
{
    size_t count = 0;
    for (size_t column = 0; column < p->n; column++) {
        if (is_free(p, column)) {
            p->free_columns[count++] = (int32_t)column;
        }
    }
    return count;
}

/* Solve (A^T A + damping) x = A^T r, for few columns. */
static bool solve_primal(const step_problem *p, size_t count, const double r[STEP_ROWS])
{
    double H[STEP_ROWS * STEP_ROWS], x[STEP_ROWS] = {0};
    for (size_t j = 0; j < count; j++) {
        for (size_t k = 0; k < count; k++) {
            H[j * count + k] = j == k ? p->damping : 0;
            for (size_t i = 0; i < STEP_ROWS; i++) {
                H[j * count + k] +=
                    p->A[i * p->n + (size_t)p->free_columns[j]] * p->A[i * p->n + (size_t)p->free_columns[k]];
            }
        }
        for (size_t i = 0; i < STEP_ROWS; i++) {
            x[j] += p->A[i * p->n + (size_t)p->free_columns[j]] * r[i];
        }
    }
    if (cdy_cholesky_factor((int)count, H)) {
        return false;
    }
    cdy_cholesky_solve((int)count, H, x);
    for (size_t j = 0; j < count; j++) {
        p->x[p->free_columns[j]] = x[j];
    }
    return true;
}

/* Solve (A A^T + damping) y = r, x = A^T y: the same x, for many columns. */
static bool solve_dual(const step_problem *p, size_t count, const double r[STEP_ROWS])
{
    double G[STEP_ROWS * STEP_ROWS], y[STEP_ROWS];
    for (size_t i = 0; i < STEP_ROWS; i++) {
        for (size_t k = i; k < STEP_ROWS; k++) {
            double sum = i == k ? p->damping : 0;
            for (size_t j = 0; j < count; j++) {
                sum += p->A[i * p->n + (size_t)p->free_columns[j]] * p->A[k * p->n + (size_t)p->free_columns[j]];
            }
            G[i * STEP_ROWS + k] = sum;
        }
    }
    memcpy(y, r, sizeof y);
    if (cdy_cholesky_factor(STEP_ROWS, G)) {
        return false;
    }
    cdy_cholesky_solve(STEP_ROWS, G, y);
    for (size_t j = 0; j < count; j++) {
        double sum = 0;
        for (size_t i = 0; i < STEP_ROWS; i++) {
            sum += p->A[i * p->n + (size_t)p->free_columns[j]] * y[i];
        }
        p->x[p->free_columns[j]] = sum;
    }
    return true;
}

/* Clamps the coordinates that exceed their bounds, subtracts A x of these from r, and returns the number of columns
 * that remain free. */
static size_t clamp_to_bounds(const step_problem *p, size_t count, double r[STEP_ROWS])
{
    size_t free_count = 0;
    for (size_t j = 0; j < count; j++) {
        size_t column = (size_t)p->free_columns[j];
        double clamped = fmin(fmax(p->x[column], p->lower[column]), p->upper[column]);
        if (clamped >= p->x[column] && clamped <= p->x[column]) {
            p->free_columns[free_count++] = p->free_columns[j];
            continue;
        }
        p->x[column] = clamped;
        for (size_t i = 0; i < STEP_ROWS; i++) {
            r[i] -= p->A[i * p->n + column] * clamped;
        }
    }
    return free_count;
}

static double square(const double r[STEP_ROWS])
{
    double sum = 0;
    for (size_t i = 0; i < STEP_ROWS; i++) {
        sum += r[i] * r[i];
    }
    return sum;
}

double cdy_bounded_step(const step_problem *p)
{
    double r[STEP_ROWS];
    memcpy(r, p->r, sizeof r);
    memset(p->x, 0, p->n * sizeof *p->x);
    size_t count = find_free_columns(p), before = 0;
    while (count > 0 && count != before) {
        if (!(count <= STEP_ROWS ? solve_primal(p, count, r) : solve_dual(p, count, r))) {
            return 0;
        }
        before = count;
        count = clamp_to_bounds(p, count, r);
    }
    for (size_t j = 0; j < count; j++) {
        for (size_t i = 0; i < STEP_ROWS; i++) {
            r[i] -= p->A[i * p->n + (size_t)p->free_columns[j]] * p->x[p->free_columns[j]];
        }
    }
    return square(p->r) - square(r);
}
