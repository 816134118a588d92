#include "linalg/cholesky.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#ifdef CDY_HAVE_LAPACK

#include <cblas.h>
#include <lapacke.h>

/* Row-major upper is column-major lower, so that no transposition is needed. Of LAPACK's two halves the lower is the
 * faster: n = 256 takes OpenBLAS 0.3.21 253 us, the upper 410 us (AVX-512, one thread). */
static int factor(int n, double *A)
{
    return LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', n, A, n);
}

bool cdy_cholesky_is_fast(int n)
{
    enum { LEAST_ROWS = 1024 };
    return n >= LEAST_ROWS;
}

void cdy_cholesky_solve(int n, const double *U, double *b)
{
    cblas_dtrsv(CblasRowMajor, CblasUpper, CblasTrans, CblasNonUnit, n, U, n, b, 1);
    cblas_dtrsv(CblasRowMajor, CblasUpper, CblasNoTrans, CblasNonUnit, n, U, n, b, 1);
}

void cdy_cholesky_forward(int n, const double *U, int count, double *B)
{
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, n, count, 1, U, n, B, n);
}

/* Triangular matrices are halved recursively down to this size. Matrix products do most of the work, several times
 * faster than OpenBLAS's own triangular solves and inverses. */
enum { SMALL = 16 };

/* About n / 2, in multiples of eight (whole vectors). */
static int half_size(int n)
{
    return (n / 2 + 7) / 8 * 8;
}

/* Offset of the element (first, first) in rows of `width` numbers. */
static size_t diagonal_offset(int first, int width)
{
    return (size_t)first * (size_t)width + (size_t)first;
}

/* B := U^-T B for n rows of B (n x width); U is n x n in rows of `width` numbers. */
static void solve_transposed(int n, int width, const double *U, double *B)
{
    if (n <= SMALL) {
        cblas_dtrsm(CblasRowMajor, CblasLeft, CblasUpper, CblasTrans, CblasNonUnit, n, width, 1, U, width, B, width);
        return;
    }
    const int h = half_size(n);
    double *below = B + (size_t)h * (size_t)width;
    solve_transposed(h, width, U, B);
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, n - h, width, h, -1, U + h, width, B, width, 1, below, width);
    solve_transposed(n - h, width, U + diagonal_offset(h, width), below);
}

/* B := U^-1 B, likewise. */
static void solve_upper(int n, int width, const double *U, double *B)
{
    if (n <= SMALL) {
        cblas_dtrsm(CblasRowMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, n, width, 1, U, width, B, width);
        return;
    }
    const int h = half_size(n);
    double *below = B + (size_t)h * (size_t)width;
    solve_upper(n - h, width, U + diagonal_offset(h, width), below);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, h, width, n - h, -1, U + h, width, below, width, 1, B,
                width);
    solve_upper(h, width, U, B);
}

void cdy_cholesky_solve_square(int n, const double *U, double *B)
{
    solve_transposed(n, n, U, B);
    solve_upper(n, n, U, B);
}

/* U := U^-1 by blocks; the upper right block becomes -U11^-1 U12 U22^-1. */
static void invert_upper(int n, int width, double *U)
{
    if (n <= SMALL) {
        LAPACKE_dtrtri_work(LAPACK_COL_MAJOR, 'L', 'N', n, U, width);
        return;
    }
    const int h = half_size(n);
    double *last = U + diagonal_offset(h, width);
    invert_upper(h, width, U);
    invert_upper(n - h, width, last);
    cblas_dtrmm(CblasRowMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, h, n - h, -1, U, width, U + h, width);
    cblas_dtrmm(CblasRowMajor, CblasRight, CblasUpper, CblasNoTrans, CblasNonUnit, h, n - h, 1, last, width, U + h,
                width);
}

/* X := U^-1 U^-T, upper half. */
static void invert(int n, const double *U, double *X)
{
    memcpy(X, U, (size_t)n * (size_t)n * sizeof *X);
    invert_upper(n, n, X);
    LAPACKE_dlauum_work(LAPACK_COL_MAJOR, 'L', n, X, n);
}

#else

/* y -= x z. */
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

bool cdy_cholesky_is_fast(int n)
{
    (void)n;
    return false;
}

static int factor(int n, double *A)
{
    const size_t size = (size_t)n;
    for (size_t k = 0; k < size; k++) {
        double *row = A + k * size;
        if (!(row[k] > 0)) {
            return (int)k + 1;
        }
        divide_row(size - k, sqrt(row[k]), row + k);
        for (size_t i = k + 1; i < size; i++) {
            subtract_row(size - i, row[i], row + i, A + i * size + i);
        }
    }
    return 0;
}

/* b := U^-T b. */
static void solve_transposed(size_t n, const double *U, double *b)
{
    for (size_t k = 0; k < n; k++) {
        b[k] /= U[k * n + k];
        subtract_row(n - k - 1, b[k], U + k * n + k + 1, b + k + 1);
    }
}

void cdy_cholesky_solve(int n, const double *U, double *b)
{
    const size_t size = (size_t)n;
    solve_transposed(size, U, b);
    for (size_t i = size; i-- > 0;) {
        for (size_t k = i + 1; k < size; k++) {
            b[i] -= U[i * size + k] * b[k];
        }
        b[i] /= U[i * size + i];
    }
}

void cdy_cholesky_forward(int n, const double *U, int count, double *B)
{
    for (int r = 0; r < count; r++) {
        solve_transposed((size_t)n, U, B + (size_t)r * (size_t)n);
    }
}

void cdy_cholesky_solve_square(int n, const double *U, double *B)
{
    const size_t size = (size_t)n;
    for (size_t k = 0; k < size; k++) {
        divide_row(size, U[k * size + k], B + k * size);
        for (size_t i = k + 1; i < size; i++) {
            subtract_row(size, U[k * size + i], B + k * size, B + i * size);
        }
    }
    for (size_t i = size; i-- > 0;) {
        for (size_t k = i + 1; k < size; k++) {
            subtract_row(size, U[i * size + k], B + k * size, B + i * size);
        }
        divide_row(size, U[i * size + i], B + i * size);
    }
}

static void invert(int n, const double *U, double *X)
{
    const size_t size = (size_t)n;
    memset(X, 0, size * size * sizeof *X);
    for (size_t i = 0; i < size; i++) {
        X[i * size + i] = 1;
    }
    cdy_cholesky_solve_square(n, U, X);
}

#endif

enum { BLOCK = 8 }; /* columns in a cache line */

/* Returns the first row (from 1) whose pivot is rounding noise relative to the diagonal element of A, which is the sum
 * of squares of U's column; 0 if none. *least becomes the smallest of these ratios. */
static int find_singular_row(int n_, const double *U, double *least)
{
    const size_t n = (size_t)n_;
    for (size_t first = 0; first < n; first += BLOCK) {
        const size_t end = first + BLOCK < n ? first + BLOCK : n;
        double diagonal[BLOCK] = {0};
        for (size_t k = 0; k < end; k++) {
            for (size_t i = k > first ? k : first; i < end; i++) {
                diagonal[i - first] += U[k * n + i] * U[k * n + i];
            }
        }
        for (size_t i = first; i < end; i++) {
            const double pivot = U[i * n + i] * U[i * n + i];
            if (!(pivot > 4 * n_ * DBL_EPSILON * diagonal[i - first])) {
                return (int)i + 1;
            }
            *least = fmin(*least, pivot / diagonal[i - first]);
        }
    }
    return 0;
}

int cdy_cholesky_factor_least(int n, double *A, double *least)
{
    double smallest = 1;
    int row = factor(n, A);
    row = row ? row : find_singular_row(n, A, &smallest);
    if (least) {
        *least = row ? 0 : smallest;
    }
    return row;
}

int cdy_cholesky_factor(int n, double *A)
{
    return cdy_cholesky_factor_least(n, A, NULL);
}

/* Copies the upper half to the lower, which invert() either leaves unset or computes with other rounding. */
void cdy_cholesky_invert(int n_, const double *U, double *X)
{
    const size_t n = (size_t)n_;
    invert(n_, U, X);
    for (size_t first = 0; first < n; first += BLOCK) {
        for (size_t i = first + 1; i < n; i++) {
            for (size_t j = first; j < first + BLOCK && j < i; j++) {
                X[i * n + j] = X[j * n + i];
            }
        }
    }
}
