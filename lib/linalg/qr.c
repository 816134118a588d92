#include "linalg/qr.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Turns the vector x (count) onto its first axis by a reflection 1 - beta v v^T, leaves v in x with v[0] apart, and
 * returns beta; *first becomes what is left of x. */
static double reflect(int count, double *x, double *first)
{
    double norm = 0;
    for (int i = 0; i < count; i++) {
        norm = hypot(norm, x[i]);
    }
    *first = x[0] > 0 ? -norm : norm;
    x[0] -= *first;
    return norm > 0 ? -1 / (*first * x[0]) : 0;
}

static void apply(int count, const double *v, double beta, double *x)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += v[i] * x[i];
    }
    for (int i = 0; i < count; i++) {
        x[i] -= beta * sum * v[i];
    }
}

#ifdef CDY_HAVE_LAPACK

#include <lapacke.h>

static void factor(int rows, int columns, double *A, int stride, double *scratch)
{
    LAPACKE_dgeqrf_work(LAPACK_COL_MAJOR, rows, columns, A, stride, scratch, scratch + columns, 32 * columns);
}

#else

static void factor(int rows, int columns, double *A, int stride, double *scratch)
{
    (void)scratch;
    for (int j = 0; j < columns && j < rows; j++) {
        double *v = A + (size_t)j * (size_t)stride + (size_t)j, first;
        double beta = reflect(rows - j, v, &first);
        for (int k = j + 1; k < columns; k++) {
            apply(rows - j, v, beta, A + (size_t)k * (size_t)stride + (size_t)j);
        }
        v[0] = first;
    }
}

#endif

void cdy_qr_reduce(int rows, int columns, double *A, int stride, double *scratch)
{
    const int height = rows < columns ? rows : columns;
    factor(rows, columns, A, stride, scratch);
    for (int j = 0; j < columns; j++) {
        for (int i = j + 1; i < height; i++) {
            A[(size_t)j * (size_t)stride + (size_t)i] = 0;
        }
    }
}

/* Swaps two columns and their numbers. */
static void swap(int count, double *A, int *order, int a, int b)
{
    double *x = A + (size_t)a * (size_t)count, *y = A + (size_t)b * (size_t)count;
    int number = order[a];
    order[a] = order[b];
    order[b] = number;
    for (int i = 0; i < count && a != b; i++) {
        double keep = x[i];
        x[i] = y[i];
        y[i] = keep;
    }
}

/* The column from `step` on that has most left in the rows from `step` on. */
static int find_pivot(int count, int columns, const double *A, int step)
{
    int best = step;
    double most = -1;
    for (int j = step; j < columns; j++) {
        double sum = 0;
        for (int i = step; i < count; i++) {
            double x = A[(size_t)j * (size_t)count + (size_t)i];
            sum += x * x;
        }
        if (sum > most * (1 + 1e-9)) { /* of equals the first, whatever rounding makes of them */
            most = sum;
            best = j;
        }
    }
    return best;
}

/* Sorts the columns `from` to `to` - 1 by their numbers; insertion. */
static void sort(int count, double *A, int *order, int from, int to)
{
    for (int i = from + 1; i < to; i++) {
        for (int j = i; j > from && order[j] < order[j - 1]; j--) {
            swap(count, A, order, j, j - 1);
        }
    }
}

/* Solves R x = b in place by columns; R (count x count, upper). */
static void solve(int count, const double *R, double *b)
{
    for (int i = count - 1; i >= 0; i--) {
        const double *column = R + (size_t)i * (size_t)count;
        b[i] /= column[i];
        for (int k = 0; k < i; k++) {
            b[k] -= column[k] * b[i];
        }
    }
}

void cdy_qr_pick(int count, int columns, double *A, int *order)
{
    const size_t stride = (size_t)count;
    for (int j = 0; j < columns; j++) {
        order[j] = j;
    }
    for (int j = 0; j < count; j++) {
        swap(count, A, order, j, find_pivot(count, columns, A, j));
        double *v = A + (size_t)j * stride + (size_t)j, first;
        double beta = reflect(count - j, v, &first);
        for (int k = j + 1; k < columns; k++) {
            apply(count - j, v, beta, A + (size_t)k * stride + (size_t)j);
        }
        memset(v, 0, (size_t)(count - j) * sizeof *v);
        v[0] = first;
    }
    for (int j = count; j < columns; j++) {
        solve(count, A, A + (size_t)j * stride);
    }
    /* The rows of the factors go with the picked columns. */
    sort(count, A, order, count, columns);
    for (int i = 1; i < count; i++) {
        for (int j = i; j > 0 && order[j] < order[j - 1]; j--) {
            int number = order[j];
            order[j] = order[j - 1];
            order[j - 1] = number;
            for (int k = count; k < columns; k++) {
                double *x = A + (size_t)k * stride + (size_t)j, keep = x[0];
                x[0] = x[-1];
                x[-1] = keep;
            }
        }
    }
}
