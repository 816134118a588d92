#include "linalg/cholesky.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#ifdef CDY_HAVE_LAPACK

#include <lapacke.h>

/* Row-major lower is column-major upper, which spares the transposition. */
static int factor(int n, double *A)
{
    return LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'U', n, A, n);
}

void cdy_cholesky_solve(int n, const double *L, double *b)
{
    LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'U', n, 1, L, n, b, n);
}

void cdy_cholesky_forward(int n, const double *L, int count, double *B)
{
    LAPACKE_dtrtrs_work(LAPACK_COL_MAJOR, 'U', 'T', 'N', n, count, L, n, B, n);
}

/* In blocks, so that both halves of the copy stay near. */
static void transpose(size_t n, double *A)
{
    enum { BLOCK = 16 };
    for (size_t i = 0; i < n; i += BLOCK) {
        for (size_t j = 0; j <= i; j += BLOCK) {
            for (size_t r = i; r < n && r < i + BLOCK; r++) {
                for (size_t c = j; c < r && c < j + BLOCK; c++) {
                    const double x = A[r * n + c];
                    A[r * n + c] = A[c * n + r];
                    A[c * n + r] = x;
                }
            }
        }
    }
}

void cdy_cholesky_solve_square(int n, const double *L, double *B)
{
    transpose((size_t)n, B);
    LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'U', n, n, L, n, B, n);
    transpose((size_t)n, B);
}

static void invert(int n, const double *L, double *X)
{
    memcpy(X, L, (size_t)n * (size_t)n * sizeof *X);
    LAPACKE_dpotri_work(LAPACK_COL_MAJOR, 'U', n, X, n);
}

#else

static int factor(int n, double *A)
{
    for (int i = 0; i < n; i++) {
        double *row = A + (size_t)i * (size_t)n;
        for (int j = 0; j <= i; j++) {
            const double *other = A + (size_t)j * (size_t)n;
            double sum = row[j];
            for (int k = 0; k < j; k++) {
                sum -= row[k] * other[k];
            }
            if (i == j && !(sum > 0)) {
                return i + 1;
            }
            row[j] = i == j ? sqrt(sum) : sum / other[j];
        }
    }
    return 0;
}

void cdy_cholesky_solve(int n, const double *L, double *b)
{
    for (int i = 0; i < n; i++) {
        const double *row = L + (size_t)i * (size_t)n;
        for (int k = 0; k < i; k++) {
            b[i] -= row[k] * b[k];
        }
        b[i] /= row[i];
    }
    for (int i = n - 1; i >= 0; i--) {
        const double *row = L + (size_t)i * (size_t)n;
        b[i] /= row[i];
        for (int k = 0; k < i; k++) {
            b[k] -= row[k] * b[i];
        }
    }
}

void cdy_cholesky_forward(int n, const double *L, int count, double *B)
{
    for (int r = 0; r < count; r++) {
        double *b = B + (size_t)r * (size_t)n;
        for (int i = 0; i < n; i++) {
            const double *row = L + (size_t)i * (size_t)n;
            for (int k = 0; k < i; k++) {
                b[i] -= row[k] * b[k];
            }
            b[i] /= row[i];
        }
    }
}

/* y -= x z */
static void subtract_row(size_t count, double x, const double *restrict z, double *restrict y)
{
    for (size_t j = 0; j < count; j++) {
        y[j] -= x * z[j];
    }
}

static void divide_row(size_t count, double x, double *y)
{
    for (size_t j = 0; j < count; j++) {
        y[j] /= x;
    }
}

void cdy_cholesky_solve_square(int n, const double *L, double *B)
{
    const size_t size = (size_t)n, m = size;
    for (size_t i = 0; i < size; i++) {
        for (size_t k = 0; k < i; k++) {
            subtract_row(m, L[i * size + k], B + k * m, B + i * m);
        }
        divide_row(m, L[i * size + i], B + i * m);
    }
    for (size_t i = size; i-- > 0;) {
        divide_row(m, L[i * size + i], B + i * m);
        for (size_t k = 0; k < i; k++) {
            subtract_row(m, L[i * size + k], B + i * m, B + k * m);
        }
    }
}

static void invert(int n, const double *L, double *X)
{
    const size_t size = (size_t)n;
    memset(X, 0, size * size * sizeof *X);
    for (size_t i = 0; i < size; i++) {
        X[i * size + i] = 1;
    }
    cdy_cholesky_solve_square(n, L, X);
}

#endif

/* A pivot is rounding noise where it is tiny beside the diagonal element that it came from, which is the sum of the
 * squares of L's row. */
static int find_singular_row(int n, const double *L)
{
    for (int i = 0; i < n; i++) {
        const double *row = L + (size_t)i * (size_t)n;
        double diagonal = 0;
        for (int k = 0; k <= i; k++) {
            diagonal += row[k] * row[k];
        }
        if (!(row[i] * row[i] > 4 * n * DBL_EPSILON * diagonal)) {
            return i + 1;
        }
    }
    return 0;
}

int cdy_cholesky_factor(int n, double *A)
{
    int row = factor(n, A);
    return row ? row : find_singular_row(n, A);
}

/* Rounding may make the halves differ, or only one of them is made. */
void cdy_cholesky_invert(int n, const double *L, double *X)
{
    const size_t size = (size_t)n;
    invert(n, L, X);
    for (size_t i = 0; i < size; i++) {
        for (size_t j = i + 1; j < size; j++) {
            X[i * size + j] = X[j * size + i];
        }
    }
}
