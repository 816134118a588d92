#include "base/jacobi.h"

#include "base/dot.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { SWEEPS = 60 }; /* fewer than ten suffice in practice */

/* Givens rotation of x and y (`n` elements, `stride` apart): x := c x - s y, y := s x + c y. */
static void rotate(size_t n, size_t stride, double *x, double *y, double c, double s)
{
    for (size_t k = 0; k < n * stride; k += stride) {
        double a = x[k], b = y[k];
        x[k] = c * a - s * b;
        y[k] = s * a + c * b;
    }
}

/* Rotates rows and columns p and q of A by the angle for which A_pq becomes 0, and rows p and q of V. */
static void rotate_pair(size_t n, double *A, double *V, size_t p, size_t q)
{
    double theta = (A[q * n + q] - A[p * n + p]) / (2 * A[p * n + q]);
    double t = copysign(1, theta) / (fabs(theta) + hypot(theta, 1));
    double c = 1 / hypot(t, 1), s = t * c;
    rotate(n, n, A + p, A + q, c, s);
    rotate(n, 1, A + p * n, A + q * n, c, s);
    A[p * n + q] = A[q * n + p] = 0;
    if (V) {
        rotate(n, 1, V + p * n, V + q * n, c, s);
    }
}

/* Rotates every pair (p, q) whose A_pq is not negligible; returns whether any pair was rotated. */
static bool sweep(size_t n, double *A, double *V)
{
    bool any_rotated = false;
    for (size_t p = 0; p < n; p++) {
        for (size_t q = p + 1; q < n; q++) {
            double size = sqrt(fabs(A[p * n + p])) * sqrt(fabs(A[q * n + q]));
            if (fabs(A[p * n + q]) > 0.5 * DBL_EPSILON * size) {
                rotate_pair(n, A, V, p, q);
                any_rotated = true;
            }
        }
    }
    return any_rotated;
}

static void set_identity(size_t n, double *V)
{
    memset(V, 0, n * n * sizeof *V);
    for (size_t i = 0; i < n; i++) {
        V[i * (n + 1)] = 1;
    }
}

void cdy_jacobi(int count, double *A, double *V)
{
    const size_t n = (size_t)count;
    if (V) {
        set_identity(n, V);
    }
    for (int i = 0; i < SWEEPS && sweep(n, A, V); i++) {
    }
}

/* Rotates rows a and b of A so that they are orthogonal, and rows va and vb (`count`) of V; returns false where they
 * are, or where their product is below `threshold`, rounding errors of the other rows. */
static bool orthogonalize(size_t n, double *a, double *b, double threshold, size_t count, double *va, double *vb)
{
    const double aa = cdy_dot(n, a, a), bb = cdy_dot(n, b, b), ab = cdy_dot(n, a, b);
    if (!(fabs(ab) > fmax(4 * DBL_EPSILON * sqrt(aa) * sqrt(bb), threshold))) {
        return false;
    }
    const double zeta = (bb - aa) / (2 * ab), t = copysign(1, zeta) / (fabs(zeta) + hypot(zeta, 1)),
                 c = 1 / hypot(t, 1);
    rotate(n, 1, a, b, c, c * t);
    if (va) {
        rotate(count, 1, va, vb, c, c * t);
    }
    return true;
}

bool cdy_jacobi_rows(int row_count, int column_count, double *A, double *V)
{
    const size_t count = (size_t)row_count, n = (size_t)column_count;
    const double threshold = 16 * DBL_EPSILON * DBL_EPSILON * cdy_dot(count * n, A, A);
    bool any_rotated = true;
    if (V) {
        set_identity(count, V);
    }
    for (int k = 0; k < SWEEPS && any_rotated; k++) {
        any_rotated = false;
        for (size_t i = 0; i < count; i++) {
            for (size_t j = i + 1; j < count; j++) {
                any_rotated = orthogonalize(n, A + i * n, A + j * n, threshold, count, V ? V + i * count : NULL,
                                            V ? V + j * count : NULL) ||
                              any_rotated;
            }
        }
    }
    return !any_rotated;
}
