#include "linalg/symmetric.h"

#ifdef CDY_HAVE_LAPACK

#include <lapacke.h>

/* The workspace that dsyevd documents for eigenvectors, plus eigenvalues and matrix. */
size_t cdy_symmetric_room(int n)
{
    size_t m = (size_t)n;
    return 1 + 7 * m + 3 * m * m;
}

size_t cdy_symmetric_integers(int n)
{
    return 3 + 5 * (size_t)n;
}

int cdy_symmetric_eigen(int n, double *A, double *values, double *room, int *integers)
{
    return LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, 'V', 'L', n, A, n, values, room, 1 + 6 * n + 2 * n * n, integers,
                               3 + 5 * n);
}

#else

#include "base/jacobi.h"

#include <string.h>

size_t cdy_symmetric_room(int n)
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

int cdy_symmetric_eigen(int n_, double *A, double *values, double *room, int *integers)
{
    const size_t n = (size_t)n_;
    double *V = room;
    (void)integers;
    cdy_jacobi(n_, A, V);
    for (size_t i = 0; i < n; i++) {
        values[i] = A[i * n + i];
    }
    sort_pairs(n, values, V);
    memcpy(A, V, n * n * sizeof *A);
    return 0;
}

#endif
