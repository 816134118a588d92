#include "ik/circles.h"

#include "linalg/eigenvalues.h"

#include <math.h>

double cdy_points_on_line(const double a[2], double b, double smallest, circle_point start, circle_point points[2],
                          bool *is_free)
{
    const double square = a[0] * a[0] + a[1] * a[1];
    if (square <= smallest * smallest) {
        points[0] = points[1] = start;
        *is_free = true;
        return fabs(b) <= smallest ? 0 : fabs(b);
    }
    const double inverse = 1 / sqrt(square), x = b * inverse, u = a[0] * inverse, v = a[1] * inverse;
    const double along = fmin(fmax(x, -1), 1), side = sqrt(fmax(0, (1 - along) * (1 + along)));
    points[0] = (circle_point){u * along - v * side, v * along + u * side};
    points[1] = (circle_point){u * along + v * side, v * along - u * side};
    return fmax(0, fabs(x) - 1);
}

circle_point cdy_turn_onto(vec3 axis, vec3 a, vec3 b, double smallest, circle_point start, bool *is_free)
{
    const double s = dot(axis, cross(a, b)), c = dot(a, b) - dot(axis, a) * dot(axis, b), size = sqrt(c * c + s * s);
    if (size <= smallest) {
        *is_free = true;
        return start;
    }
    return (circle_point){c / size, s / size};
}

/* ---- one circle after the other ---- */

/* The rows of B, where they are dependent, as sides[0] u and sides[1] u with a unit vector u. */
static bool rows_are_dependent(const double B[2][2], double structure, double u[2], double sides[2])
{
    const double first = B[0][0] * B[0][0] + B[0][1] * B[0][1], second = B[1][0] * B[1][0] + B[1][1] * B[1][1];
    const double *larger = second > first ? B[1] : B[0], size = sqrt(fmax(first, second));
    if (fabs(B[0][0] * B[1][1] - B[0][1] * B[1][0]) > structure * (first + second) || !(size > 0)) {
        return false;
    }
    u[0] = larger[0] / size;
    u[1] = larger[1] / size;
    sides[0] = B[0][0] * u[0] + B[0][1] * u[1];
    sides[1] = B[1][0] * u[0] + B[1][1] * u[1];
    return true;
}

/* Finds x from the combination of the equations without y, then y from the other combination. */
static int solve_in_turn(const double A[2][2], const double k[2], const double u[2], const double sides[2],
                         circle_point start_x, circle_point start_y, circle_pair *pairs)
{
    const double smallest = 1e-9, size = hypot(sides[0], sides[1]), m[2] = {sides[0] / size, sides[1] / size};
    const double a[2] = {m[1] * A[0][0] - m[0] * A[1][0], m[1] * A[0][1] - m[0] * A[1][1]};
    circle_point xs[2], ys[2];
    bool x_is_free = false;
    const double excess = cdy_points_on_line(a, m[1] * k[0] - m[0] * k[1], smallest, start_x, xs, &x_is_free);
    int count = 0;
    for (int i = 0; i < (x_is_free || excess > 0 ? 1 : 2); i++) {
        const double left[2] = {k[0] - A[0][0] * xs[i].c - A[0][1] * xs[i].s,
                                k[1] - A[1][0] * xs[i].c - A[1][1] * xs[i].s};
        const double b[2] = {size * u[0], size * u[1]};
        bool is_free = x_is_free;
        const double more = cdy_points_on_line(b, m[0] * left[0] + m[1] * left[1], smallest, start_y, ys, &is_free);
        for (int j = 0; j < (more > 0 ? 1 : 2); j++) {
            pairs[count++] = (circle_pair){xs[i], ys[j], excess + more, is_free};
        }
    }
    return count;
}

/* ---- both circles at once ---- */

/* |B^-1 (k - A x)|^2 - 1 = x . M x + m . x + constant. */
typedef struct circle_conic {
    double xx, xy, yy, x, y, constant;
    double D[2][2], r[2]; /* y = r - D x */
} circle_conic;

static circle_conic make_conic(const double A[2][2], const double B[2][2], const double k[2])
{
    const double det = B[0][0] * B[1][1] - B[0][1] * B[1][0];
    circle_conic q = {.xx = 0};
    for (int j = 0; j < 2; j++) {
        q.D[0][j] = (B[1][1] * A[0][j] - B[0][1] * A[1][j]) / det;
        q.D[1][j] = (B[0][0] * A[1][j] - B[1][0] * A[0][j]) / det;
    }
    q.r[0] = (B[1][1] * k[0] - B[0][1] * k[1]) / det;
    q.r[1] = (B[0][0] * k[1] - B[1][0] * k[0]) / det;
    q.xx = q.D[0][0] * q.D[0][0] + q.D[1][0] * q.D[1][0];
    q.yy = q.D[0][1] * q.D[0][1] + q.D[1][1] * q.D[1][1];
    q.xy = 2 * (q.D[0][0] * q.D[0][1] + q.D[1][0] * q.D[1][1]);
    q.x = -2 * (q.r[0] * q.D[0][0] + q.r[1] * q.D[1][0]);
    q.y = -2 * (q.r[0] * q.D[0][1] + q.r[1] * q.D[1][1]);
    q.constant = q.r[0] * q.r[0] + q.r[1] * q.r[1] - 1;
    return q;
}

static double conic_at(const circle_conic *q, circle_point x)
{
    return q->xx * x.c * x.c + q->xy * x.c * x.s + q->yy * x.s * x.s + q->x * x.c + q->y * x.s + q->constant;
}

/* The conic as a function of the angle from `t` on. */
static circle_conic turn_conic(const circle_conic *q, circle_point t)
{
    circle_conic r = *q;
    r.xx = q->xx * t.c * t.c + q->xy * t.c * t.s + q->yy * t.s * t.s;
    r.yy = q->xx * t.s * t.s - q->xy * t.c * t.s + q->yy * t.c * t.c;
    r.xy = 2 * (q->yy - q->xx) * t.c * t.s + q->xy * (t.c * t.c - t.s * t.s);
    r.x = q->x * t.c + q->y * t.s;
    r.y = q->y * t.c - q->x * t.s;
    return r;
}

/* The eighth of a turn at which the function is largest, so that no root is opposite to it. */
static circle_point farthest_from_roots(const circle_conic *q, circle_point *nearest)
{
    static const double r = 0.70710678118654752;
    static const circle_point eighths[8] = {{1, 0}, {r, r}, {0, 1}, {-r, r}, {-1, 0}, {-r, -r}, {0, -1}, {r, -r}};
    int largest = 0, least = 0;
    for (int i = 1; i < 8; i++) {
        largest = fabs(conic_at(q, eighths[i])) > fabs(conic_at(q, eighths[largest])) ? i : largest;
        least = fabs(conic_at(q, eighths[i])) < fabs(conic_at(q, eighths[least])) ? i : least;
    }
    *nearest = eighths[least];
    return eighths[largest];
}

/* The roots of the quartic in t = tan(angle / 2), by the eigenvalues of its companion matrix. */
static int quartic_roots(const double c[5], double roots[4])
{
    double M[16] = {-c[3] / c[4], -c[2] / c[4], -c[1] / c[4], -c[0] / c[4], 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    double re[4], im[4];
    int count = 0;
    const bool converged = cdy_real_eigenvalues(4, M, re, im);
    for (int i = 0; converged && i < 4; i++) {
        /* A double root splits by the square root of rounding errors. */
        if (fabs(im[i]) <= 1e-5 * (1 + re[i] * re[i])) {
            roots[count++] = re[i];
        }
    }
    return count;
}

static circle_pair pair_at(const circle_conic *q, circle_point x, double excess)
{
    const double y[2] = {q->r[0] - q->D[0][0] * x.c - q->D[0][1] * x.s, q->r[1] - q->D[1][0] * x.c - q->D[1][1] * x.s};
    const double size = hypot(y[0], y[1]);
    const circle_point on = {size > 0 ? y[0] / size : 1, size > 0 ? y[1] / size : 0};
    return (circle_pair){.x = x, .y = on, .excess = excess};
}

static int solve_together(const double A[2][2], const double B[2][2], const double k[2], circle_pair *pairs)
{
    const circle_conic q = make_conic(A, B, k);
    circle_point nearest;
    const circle_point far = farthest_from_roots(&q, &nearest), back = {-far.c, -far.s};
    const circle_conic f = turn_conic(&q, back);
    /* (1 + t^2)^2 times the function at c = (1 - t^2) / (1 + t^2), s = 2 t / (1 + t^2). */
    const double c[5] = {f.xx + f.x + f.constant, 2 * (f.xy + f.y), 4 * f.yy - 2 * f.xx + 2 * f.constant,
                         2 * (f.y - f.xy), f.xx - f.x + f.constant};
    double roots[4];
    const int count = c[4] != 0 ? quartic_roots(c, roots) : 0;
    for (int i = 0; i < count; i++) {
        const double t = roots[i], w = 1 / (1 + t * t), rc = (1 - t * t) * w, rs = 2 * t * w;
        pairs[i] = pair_at(&q, (circle_point){back.c * rc - back.s * rs, back.s * rc + back.c * rs}, 0);
    }
    if (count == 0) {
        pairs[0] = pair_at(&q, nearest, 1);
    }
    return count ? count : 1;
}

int cdy_points_of_circles(const double A[2][2], const double B[2][2], const double k[2], double structure,
                          circle_point start_x, circle_point start_y, circle_pair pairs[MOST_PAIRS])
{
    double u[2], sides[2];
    if (rows_are_dependent(B, structure, u, sides)) {
        return solve_in_turn(A, k, u, sides, start_x, start_y, pairs);
    }
    if (rows_are_dependent(A, structure, u, sides)) {
        const int count = solve_in_turn(B, k, u, sides, start_y, start_x, pairs);
        for (int i = 0; i < count; i++) {
            const circle_point x = pairs[i].x;
            pairs[i].x = pairs[i].y;
            pairs[i].y = x;
        }
        return count;
    }
    return solve_together(A, B, k, pairs);
}
