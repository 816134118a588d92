#include "trajectory/spline.h"

#include <string.h>

/* Solves a tridiagonal system of `count` rows in place of the right-hand sides x (count x n), row i at x + i n, by
 * elimination without pivoting: the matrices of splines are diagonally dominant. LAPACK's dgtsv would need the
 * right-hand sides transposed, and builds without LAPACK this routine all the same. */
static void solve_tridiagonal(size_t count, const double *below, double *diagonal, const double *above, int n,
                              double *x)
{
    const size_t width = (size_t)n;
    for (size_t i = 1; i < count; i++) {
        const double factor = below[i] / diagonal[i - 1];
        diagonal[i] -= factor * above[i - 1];
        for (size_t j = 0; j < width; j++) {
            x[i * width + j] -= factor * x[(i - 1) * width + j];
        }
    }
    for (size_t i = count; i-- > 0;) {
        for (size_t j = 0; j < width; j++) {
            const double rest = i + 1 < count ? above[i] * x[(i + 1) * width + j] : 0;
            x[i * width + j] = (x[i * width + j] - rest) / diagonal[i];
        }
    }
}

/* y[i + 1] - y[i] of coordinate j. */
static double rise(const knots *k, size_t i, size_t j)
{
    const size_t n = (size_t)k->n;
    return k->y[(i + 1) * n + j] - k->y[i * n + j];
}

/* Second derivatives of the cubic with the first derivatives at the knots. */
static void fill_second(const knots *k)
{
    const size_t n = (size_t)k->n, last = k->count - 1;
    for (size_t j = 0; j < n; j++) {
        for (size_t i = 0; i < last; i++) {
            const double *v = k->first + i * n + j, h = k->h[i];
            k->second[i * n + j] = 6 * rise(k, i, j) / (h * h) - (4 * v[0] + 2 * v[n]) / h;
        }
        const double *v = k->first + (last - 1) * n + j, h = k->h[last - 1];
        k->second[last * n + j] = -6 * rise(k, last - 1, j) / (h * h) + (2 * v[0] + 4 * v[n]) / h;
    }
}

/* Solves for the first derivatives; the rows of the ends are in the scratch, their right-hand sides in `first`. */
static void solve_cubic(const knots *k)
{
    const size_t n = (size_t)k->n, count = k->count;
    double *below = k->scratch, *diagonal = below + count, *above = diagonal + count;
    for (size_t i = 1; i + 1 < count; i++) {
        const double l = 1 / k->h[i - 1], r = 1 / k->h[i];
        below[i] = l;
        diagonal[i] = 2 * (l + r);
        above[i] = r;
        for (size_t j = 0; j < n; j++) {
            k->first[i * n + j] = 3 * (rise(k, i - 1, j) * l * l + rise(k, i, j) * r * r);
        }
    }
    solve_tridiagonal(count, below, diagonal, above, k->n, k->first);
    fill_second(k);
}

void cdy_spline_clamped(const knots *k)
{
    const size_t last = k->count - 1;
    double *below = k->scratch, *diagonal = below + k->count, *above = diagonal + k->count;
    diagonal[0] = diagonal[last] = 1;
    above[0] = below[last] = 0;
    solve_cubic(k);
}

void cdy_spline_natural(const knots *k)
{
    const size_t n = (size_t)k->n, last = k->count - 1;
    double *below = k->scratch, *diagonal = below + k->count, *above = diagonal + k->count;
    diagonal[0] = diagonal[last] = 2;
    above[0] = below[last] = 1;
    for (size_t j = 0; j < n; j++) {
        k->first[j] = 3 * rise(k, 0, j) / k->h[0];
        k->first[last * n + j] = 3 * rise(k, last - 1, j) / k->h[last - 1];
    }
    solve_cubic(k);
}

typedef struct mat2 {
    double a, b, c, d;
} mat2;

static mat2 multiply(mat2 x, mat2 y)
{
    return (mat2){x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
}

static mat2 invert(mat2 x)
{
    const double determinant = x.a * x.d - x.b * x.c;
    return (mat2){x.d / determinant, -x.b / determinant, -x.c / determinant, x.a / determinant};
}

/* Rows of the unknowns (velocity, acceleration) of a knot: continuity of the third and, times a length, of the fourth
 * derivative of the quintics on its left and right, l and r long. */
typedef struct jerk_rows {
    mat2 before, own, after;
} jerk_rows;

static jerk_rows rows_at(double l, double r)
{
    const double m = l < r ? l : r; /* keeps the rows of one size */
    const double l2 = l * l, r2 = r * r, l3 = l2 * l, r3 = r2 * r;
    return (jerk_rows){
        .before = {-24 / l2, -3 / l, -168 * m / l3, -24 * m / l2},
        .own = {36 / r2 - 36 / l2, 9 / l + 9 / r, -192 * m / l3 - 192 * m / r3, 36 * m / l2 - 36 * m / r2},
        .after = {24 / r2, -3 / r, -168 * m / r3, 24 * m / r2}};
}

static void jerk_right_side(const knots *k, size_t i, size_t j, double x[2])
{
    const double l = k->h[i - 1], r = k->h[i], m = l < r ? l : r, l3 = l * l * l, r3 = r * r * r;
    const double left = rise(k, i - 1, j), right = rise(k, i, j);
    x[0] = 60 * right / r3 - 60 * left / l3;
    x[1] = -360 * m * (right / (r3 * r) + left / (l3 * l));
}

/* Block elimination: x_i + factor_i x_{i+1} = rest_i, with the factors in the scratch and the rests in first, second.
 */
void cdy_spline_minimum_jerk(const knots *k)
{
    const size_t n = (size_t)k->n, last = k->count - 1;
    mat2 factor = {0, 0, 0, 0};
    memset(k->first, 0, k->count * n * sizeof *k->first);
    memset(k->second, 0, k->count * n * sizeof *k->second);
    for (size_t i = 1; i < last; i++) {
        const jerk_rows rows = rows_at(k->h[i - 1], k->h[i]);
        const mat2 product = multiply(rows.before, factor);
        const mat2 pivot = invert(
            (mat2){rows.own.a - product.a, rows.own.b - product.b, rows.own.c - product.c, rows.own.d - product.d});
        for (size_t j = 0; j < n; j++) {
            double x[2];
            const double v = k->first[(i - 1) * n + j], a = k->second[(i - 1) * n + j];
            jerk_right_side(k, i, j, x);
            x[0] -= rows.before.a * v + rows.before.b * a;
            x[1] -= rows.before.c * v + rows.before.d * a;
            k->first[i * n + j] = pivot.a * x[0] + pivot.b * x[1];
            k->second[i * n + j] = pivot.c * x[0] + pivot.d * x[1];
        }
        factor = multiply(pivot, rows.after);
        memcpy(k->scratch + 4 * i, &factor, sizeof factor);
    }
    for (size_t i = last - 1; i > 0; i--) {
        memcpy(&factor, k->scratch + 4 * i, sizeof factor);
        for (size_t j = 0; j < n; j++) {
            const double v = k->first[(i + 1) * n + j], a = k->second[(i + 1) * n + j];
            k->first[i * n + j] -= factor.a * v + factor.b * a;
            k->second[i * n + j] -= factor.c * v + factor.d * a;
        }
    }
}

/* Second derivatives M: h_l M_{i-1} / 6 + (h_l + h_r) M_i / 3 + h_r M_{i+1} / 6 = rise_r / h_r - rise_l / h_l. The
 * value at the second knot is y_0 + h_0^2 M_1 / 6 and that at the last but one likewise, so that their rows have those
 * terms on the left. */
static void fill_moment_rows(const knots *k)
{
    const size_t last = k->count - 1;
    double *below = k->scratch, *diagonal = below + k->count, *above = diagonal + k->count;
    for (size_t i = 1; i < last; i++) {
        below[i - 1] = k->h[i - 1] / 6;
        diagonal[i - 1] = (k->h[i - 1] + k->h[i]) / 3;
        above[i - 1] = k->h[i] / 6;
    }
    const double first = k->h[0] * k->h[0] / 6, end = k->h[last - 1] * k->h[last - 1] / 6;
    diagonal[0] += first * (1 / k->h[0] + 1 / k->h[1]);
    below[1] -= first / k->h[1];
    diagonal[last - 2] += end * (1 / k->h[last - 1] + 1 / k->h[last - 2]);
    above[last - 3] -= end / k->h[last - 2];
}

void cdy_spline_at_rest(const knots *k)
{
    const size_t n = (size_t)k->n, last = k->count - 1;
    double *below = k->scratch, *diagonal = below + k->count, *above = diagonal + k->count;
    fill_moment_rows(k);
    memcpy(k->y + n, k->y, n * sizeof *k->y);
    memcpy(k->y + (last - 1) * n, k->y + last * n, n * sizeof *k->y);
    for (size_t i = 1; i < last; i++) {
        for (size_t j = 0; j < n; j++) {
            k->second[i * n + j] = rise(k, i, j) / k->h[i] - rise(k, i - 1, j) / k->h[i - 1];
        }
    }
    solve_tridiagonal(last - 1, below, diagonal, above, k->n, k->second + n);
    for (size_t j = 0; j < n; j++) {
        k->second[j] = k->second[last * n + j] = 0;
        k->y[n + j] += k->h[0] * k->h[0] / 6 * k->second[n + j];
        k->y[(last - 1) * n + j] += k->h[last - 1] * k->h[last - 1] / 6 * k->second[(last - 1) * n + j];
        for (size_t i = 0; i < last; i++) {
            const double *M = k->second + i * n + j;
            k->first[i * n + j] = rise(k, i, j) / k->h[i] - k->h[i] / 6 * (2 * M[0] + M[n]);
        }
        k->first[j] = k->first[last * n + j] = 0;
    }
}
