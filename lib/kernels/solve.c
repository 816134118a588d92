/* A x = b for a symmetric positive definite A by A = L D L^T (Golub and Van Loan 2013, section 4.1), which needs no
 * square roots and no comparisons: whoever calls looks at the pivots. */
#include "kernels/width.h"

/* L into the half of A below the diagonal. */
static void factor(size_t n, real *A, real *D)
{
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

void KERNEL(solve)(size_t n, scalar *A_, scalar *x_, scalar *D_)
{
    real *A = reals_out(A_), *x = reals_out(x_), *D = reals_out(D_);
    factor(n, A, D);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++) {
            x[i] = x[i] - A[i * n + k] * x[k];
        }
    }
    for (size_t i = n; i-- > 0;) {
        x[i] = x[i] / D[i];
        for (size_t k = i + 1; k < n; k++) {
            x[i] = x[i] - A[k * n + i] * x[k];
        }
    }
}
