/* Dense LDL factorization A = L D L^T of a symmetric positive definite A, and solution of A X = B (Golub and Van Loan
 * 2013, section 4.1). It needs no square root and no comparison, so that it runs in lanes, where each lane has a matrix
 * of its own; LAPACK takes one matrix at a time. The caller checks the pivots D. */
#ifndef CDY_KERNELS_LDL_H
#define CDY_KERNELS_LDL_H

#include "kernels/scratch.h"

static void ldl_factor(size_t n, scalar *A_, scalar *D_)
{
    real *A = reals_out(A_), *D = reals_out(D_);
    for (size_t j = 0; j < n; j++) {
        const real *Lj = A + j * n;
        real d = A[j * n + j];
        for (size_t k = 0; k < j; k++) {
            d = d - Lj[k] * Lj[k] * D[k];
        }
        D[j] = d;
        for (size_t i = j + 1; i < n; i++) {
            real *Li = A + i * n;
            real sum = Li[j];
            for (size_t k = 0; k < j; k++) {
                sum = sum - Li[k] * Lj[k] * D[k];
            }
            Li[j] = sum / d;
        }
    }
}

/* y -= a x. */
static inline void subtract_multiple(size_t count, real a, const real *restrict x, real *restrict y)
{
    for (size_t j = 0; j < count; j++) {
        y[j] = y[j] - a * x[j];
    }
}

static void ldl_solve(size_t n, const scalar *L_, const scalar *D_, size_t columns, scalar *X_)
{
    const real *L = reals(L_), *D = reals(D_);
    real *X = reals_out(X_);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++) {
            subtract_multiple(columns, L[i * n + k], X + k * columns, X + i * columns);
        }
    }
    for (size_t i = n; i-- > 0;) {
        real *row = X + i * columns;
        for (size_t j = 0; j < columns; j++) {
            row[j] = row[j] / D[i];
        }
        for (size_t k = i + 1; k < n; k++) {
            subtract_multiple(columns, L[k * n + i], X + k * columns, row);
        }
    }
}

static void solve(size_t n, scalar *A, scalar *x, scalar *D)
{
    ldl_factor(n, A, D);
    ldl_solve(n, A, D, 1, x);
}

#endif
