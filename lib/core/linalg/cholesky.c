/* Steps beyond LAPACK's Cholesky routines: pivots that are rounding noise, and exact symmetry. */
#include "linalg/cholesky.h"

#include "linalg/routines.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

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
    int row = cdy_potrf(n, A);
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

/* Copies the upper half to the lower, which cdy_potri() leaves undefined. */
void cdy_cholesky_invert(int n_, const double *U, double *X)
{
    const size_t n = (size_t)n_;
    cdy_potri(n_, U, X);
    for (size_t first = 0; first < n; first += BLOCK) {
        for (size_t i = first + 1; i < n; i++) {
            for (size_t j = first; j < first + BLOCK && j < i; j++) {
                X[i * n + j] = X[j * n + i];
            }
        }
    }
}
