#include "linalg/svd.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#ifdef CDY_HAVE_LAPACK

#include <lapacke.h>

/* LAPACK returns V^T: transpose it in place. */
static void transpose(int n, double *V)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            double *a = &V[(size_t)i * (size_t)n + (size_t)j], *b = &V[(size_t)j * (size_t)n + (size_t)i], saved = *a;
            *a = *b;
            *b = saved;
        }
    }
}

bool cdy_svd(int n, double *A, double *s, double *V, double *scratch)
{
    double none = 0;
    int size = n * n + 32 * n;
    if (LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'O', 'A', n, n, A, n, s, &none, 1, V, n, scratch, size) != 0) {
        return false;
    }
    transpose(n, V);
    return true;
}

#else

static double dot(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

static void rotate_columns(int n, double c, double s, double *a, double *b)
{
    for (int i = 0; i < n; i++) {
        double saved = a[i];
        a[i] = c * saved - s * b[i];
        b[i] = s * saved + c * b[i];
    }
}

/* Makes two columns orthogonal by a Jacobi rotation. Returns true where they were, or where their product is below
 * `threshold`, rounding noise of the other columns. */
static bool orthogonalize(int n, double threshold, double *a, double *b, double *va, double *vb)
{
    double aa = dot(n, a, a), bb = dot(n, b, b), ab = dot(n, a, b);
    if (!(fabs(ab) > fmax(4 * DBL_EPSILON * sqrt(aa) * sqrt(bb), threshold))) {
        return true;
    }
    double zeta = (bb - aa) / (2 * ab);
    double t = copysign(1, zeta) / (fabs(zeta) + hypot(zeta, 1));
    double c = 1 / hypot(t, 1);
    rotate_columns(n, c, c * t, a, b);
    rotate_columns(n, c, c * t, va, vb);
    return false;
}

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
        s[j] = sqrt(dot(n, A + (size_t)j * stride, A + (size_t)j * stride));
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

/* One-sided Jacobi (Golub and Van Loan 2013, section 8.6.3). */
bool cdy_svd(int n, double *A, double *s, double *V, double *scratch)
{
    enum { SWEEPS = 60 };
    const size_t stride = (size_t)n;
    (void)scratch;
    memset(V, 0, stride * stride * sizeof *V);
    for (int i = 0; i < n; i++) {
        V[(size_t)i * stride + (size_t)i] = 1;
    }
    const double threshold = 16 * DBL_EPSILON * DBL_EPSILON * dot(n * n, A, A);
    bool converged = false;
    for (int sweep = 0; sweep < SWEEPS && !converged; sweep++) {
        converged = true;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                size_t a = (size_t)i * stride, b = (size_t)j * stride;
                converged = orthogonalize(n, threshold, A + a, A + b, V + a, V + b) && converged;
            }
        }
    }
    sort_and_normalize(n, A, s, V);
    return converged;
}

#endif
