/* The factorizations of lapacke.c for builds without LAPACK, as short as can be. */
#include "base/dot.h"
#include "base/jacobi.h"
#include "linalg/cholesky.h"
#include "linalg/reflection.h"
#include "linalg/routines.h"
#include "linalg/svd.h"
#include "linalg/symmetric.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

bool cdy_has_lapack(void)
{
    return false;
}

/* ---- Cholesky ---- */

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

int cdy_potrf(int n, double *A)
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

void cdy_potri(int n, const double *U, double *X)
{
    const size_t size = (size_t)n;
    memset(X, 0, size * size * sizeof *X);
    for (size_t i = 0; i < size; i++) {
        X[i * size + i] = 1;
    }
    cdy_cholesky_solve_square(n, U, X);
}

/* ---- QR ---- */

void cdy_geqrf(int rows, int columns, double *A, int stride, double *scratch)
{
    (void)scratch;
    for (int j = 0; j < columns && j < rows; j++) {
        double *v = A + (size_t)j * (size_t)stride + (size_t)j, first;
        double beta = cdy_reflect_to_axis(rows - j, v, &first);
        for (int k = j + 1; k < columns; k++) {
            cdy_apply_reflection(rows - j, v, beta, A + (size_t)k * (size_t)stride + (size_t)j);
        }
        v[0] = first;
    }
}

/* ---- singular values ---- */

static void swap_columns(int n, double *a, double *b)
{
    for (int i = 0; i < n; i++) {
        double saved = a[i];
        a[i] = b[i];
        b[i] = saved;
    }
}

/* Sorts the singular values and the columns of A and V, and normalizes the columns of A. */
static void sort_and_normalize(int n, double *A, double *s, double *V)
{
    const size_t stride = (size_t)n;
    for (int j = 0; j < n; j++) {
        const double *column = A + (size_t)j * stride;
        s[j] = sqrt(cdy_dot(stride, column, column));
    }
    for (int j = 0; j < n; j++) {
        int largest = j;
        for (int k = j + 1; k < n; k++) {
            largest = s[k] > s[largest] ? k : largest;
        }
        double saved = s[j];
        s[j] = s[largest];
        s[largest] = saved;
        swap_columns(n, A + (size_t)j * stride, A + (size_t)largest * stride);
        swap_columns(n, V + (size_t)j * stride, V + (size_t)largest * stride);
        for (int i = 0; i < n && s[j] > 0; i++) {
            A[(size_t)j * stride + (size_t)i] /= s[j];
        }
    }
}

bool cdy_svd(int n, double *A, double *s, double *V, double *scratch)
{
    (void)scratch;
    const bool converged = cdy_jacobi_rows(n, n, A, V); /* the columns of A lie as rows here */
    sort_and_normalize(n, A, s, V);
    return converged;
}

/* ---- eigenvalues ---- */

size_t cdy_symmetric_scratch_size(int n)
{
    size_t m = (size_t)n;
    return 1 + m + 2 * m * m;
}

size_t cdy_symmetric_integers(int n)
{
    (void)n;
    return 1;
}

static void sort_pairs(size_t n, double *values, double *V)
{
    for (size_t i = 0; i < n; i++) {
        size_t least = i;
        for (size_t j = i + 1; j < n; j++) {
            least = values[j] < values[least] ? j : least;
        }
        double value = values[i];
        values[i] = values[least];
        values[least] = value;
        for (size_t k = 0; k < n && least != i; k++) {
            double x = V[i * n + k];
            V[i * n + k] = V[least * n + k];
            V[least * n + k] = x;
        }
    }
}

int cdy_symmetric_eigen(int n_, double *A, double *values, double *scratch, int *integers)
{
    const size_t n = (size_t)n_;
    double *V = scratch;
    (void)integers;
    cdy_jacobi(n_, A, V);
    for (size_t i = 0; i < n; i++) {
        values[i] = A[i * n + i];
    }
    sort_pairs(n, values, V);
    memcpy(A, V, n * n * sizeof *A);
    return 0;
}
