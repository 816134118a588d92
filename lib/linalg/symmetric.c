#include "linalg/symmetric.h"

#include <float.h>
#include <math.h>
#include <string.h>

#ifdef CDY_HAVE_LAPACK

#include <lapacke.h>

/* What dsyevd documents for eigenvectors; the values and the matrix itself come on top. */
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

/* Turns the rows, then the columns p and q of A by the angle that makes A_pq vanish, and the rows of V (Golub and Van
 * Loan 2013, section 8.5). */
static void rotate_pair(size_t n, double *A, double *V, size_t p, size_t q)
{
    double off = A[p * n + q];
    double theta = (A[q * n + q] - A[p * n + p]) / (2 * off);
    double t = (theta < 0 ? -1 : 1) / (fabs(theta) + hypot(theta, 1));
    double c = 1 / hypot(t, 1), s = t * c;
    for (size_t k = 0; k < n; k++) {
        double x = A[k * n + p], y = A[k * n + q];
        A[k * n + p] = c * x - s * y;
        A[k * n + q] = s * x + c * y;
    }
    for (size_t k = 0; k < n; k++) {
        double x = A[p * n + k], y = A[q * n + k], v = V[p * n + k], w = V[q * n + k];
        A[p * n + k] = c * x - s * y;
        A[q * n + k] = s * x + c * y;
        V[p * n + k] = c * v - s * w;
        V[q * n + k] = s * v + c * w;
    }
}

/* One pass over all pairs; returns how many were turned. */
static size_t sweep(size_t n, double *A, double *V)
{
    size_t turned = 0;
    for (size_t p = 0; p < n; p++) {
        for (size_t q = p + 1; q < n; q++) {
            double size = sqrt(fabs(A[p * n + p])) * sqrt(fabs(A[q * n + q]));
            if (fabs(A[p * n + q]) > 0.5 * DBL_EPSILON * size) {
                rotate_pair(n, A, V, p, q);
                turned++;
            }
        }
    }
    return turned;
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

/* Jacobi's method, cyclic by rows. */
int cdy_symmetric_eigen(int n_, double *A, double *values, double *room, int *integers)
{
    enum { SWEEPS = 60 };
    const size_t n = (size_t)n_;
    double *V = room;
    (void)integers;
    memset(V, 0, n * n * sizeof *V);
    for (size_t i = 0; i < n; i++) {
        V[i * n + i] = 1;
    }
    for (int i = 0; i < SWEEPS && sweep(n, A, V); i++) {
    }
    for (size_t i = 0; i < n; i++) {
        values[i] = A[i * n + i];
    }
    sort_pairs(n, values, V);
    memcpy(A, V, n * n * sizeof *A);
    return 0;
}

#endif
