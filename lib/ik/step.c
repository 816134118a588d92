#include "ik/step.h"

#include "linalg/cholesky.h"

#include <math.h>
#include <string.h>

/* Whether a coordinate can take part: it has an effect, and is not at a bound that r pushes it out of. */
static bool is_loose(const step_problem *p, size_t column)
{
    double push = 0, size = 0;
    for (size_t i = 0; i < STEP_ROWS; i++) {
        double a = p->A[i * p->n + column];
        push += a * p->r[i];
        size += a * a;
    }
    return size > 0 && !(push >= 0 && p->upper[column] <= 0) && !(push <= 0 && p->lower[column] >= 0);
}

static size_t find_loose(const step_problem *p)
{
    size_t count = 0;
    for (size_t column = 0; column < p->n; column++) {
        if (is_loose(p, column)) {
            p->loose[count++] = (int32_t)column;
        }
    }
    return count;
}

/* Few columns: (A^T A + damping) x = A^T r. */
static bool solve_for_columns(const step_problem *p, size_t count, const double r[STEP_ROWS])
{
    double H[STEP_ROWS * STEP_ROWS], x[STEP_ROWS] = {0};
    for (size_t j = 0; j < count; j++) {
        for (size_t k = 0; k < count; k++) {
            H[j * count + k] = j == k ? p->damping : 0;
            for (size_t i = 0; i < STEP_ROWS; i++) {
                H[j * count + k] += p->A[i * p->n + (size_t)p->loose[j]] * p->A[i * p->n + (size_t)p->loose[k]];
            }
        }
        for (size_t i = 0; i < STEP_ROWS; i++) {
            x[j] += p->A[i * p->n + (size_t)p->loose[j]] * r[i];
        }
    }
    if (cdy_cholesky_factor((int)count, H)) {
        return false;
    }
    cdy_cholesky_solve((int)count, H, x);
    for (size_t j = 0; j < count; j++) {
        p->x[p->loose[j]] = x[j];
    }
    return true;
}

/* Many columns: x = A^T y with (A A^T + damping) y = r, the same x. */
static bool solve_for_rows(const step_problem *p, size_t count, const double r[STEP_ROWS])
{
    double G[STEP_ROWS * STEP_ROWS], y[STEP_ROWS];
    for (size_t i = 0; i < STEP_ROWS; i++) {
        for (size_t k = i; k < STEP_ROWS; k++) {
            double sum = i == k ? p->damping : 0;
            for (size_t j = 0; j < count; j++) {
                sum += p->A[i * p->n + (size_t)p->loose[j]] * p->A[k * p->n + (size_t)p->loose[j]];
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
            sum += p->A[i * p->n + (size_t)p->loose[j]] * y[i];
        }
        p->x[p->loose[j]] = sum;
    }
    return true;
}

/* Stops the coordinates that go too far at their bounds, takes what they achieve off r, and returns how many are loose
 * still. */
static size_t hold_at_bounds(const step_problem *p, size_t count, double r[STEP_ROWS])
{
    size_t left = 0;
    for (size_t j = 0; j < count; j++) {
        size_t column = (size_t)p->loose[j];
        double inside = fmin(fmax(p->x[column], p->lower[column]), p->upper[column]);
        if (inside >= p->x[column] && inside <= p->x[column]) {
            p->loose[left++] = p->loose[j];
            continue;
        }
        p->x[column] = inside;
        for (size_t i = 0; i < STEP_ROWS; i++) {
            r[i] -= p->A[i * p->n + column] * inside;
        }
    }
    return left;
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
    size_t count = find_loose(p), before = 0;
    while (count > 0 && count != before) {
        if (!(count <= STEP_ROWS ? solve_for_columns(p, count, r) : solve_for_rows(p, count, r))) {
            return 0;
        }
        before = count;
        count = hold_at_bounds(p, count, r);
    }
    for (size_t j = 0; j < count; j++) {
        for (size_t i = 0; i < STEP_ROWS; i++) {
            r[i] -= p->A[i * p->n + (size_t)p->loose[j]] * p->x[p->loose[j]];
        }
    }
    return square(p->r) - square(r);
}
