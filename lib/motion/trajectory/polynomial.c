/* Polynomials of fifth degree on the interval from 0 to 1. */
#include "trajectory/path.h"

#include <math.h>

void cdy_polynomial_hermite(double step, double first0, double second0, double first1, double second1,
                            double coef[PATH_COEFFICIENTS])
{
    const double A = step - first0 - second0 / 2, B = first1 - first0 - second0, C = second1 - second0;
    coef[0] = 0;
    coef[1] = first0;
    coef[2] = second0 / 2;
    coef[3] = 10 * A - 4 * B + C / 2;
    coef[4] = -15 * A + 7 * B - C;
    coef[5] = 6 * A - 3 * B + C / 2;
}

/* Derivative `order` (0 to 3) at u. */
static double derivative(const double *c, int order, double u)
{
    double sum = 0;
    for (int i = PATH_COEFFICIENTS - 1; i >= order; i--) {
        double factor = 1;
        for (int k = 0; k < order; k++) {
            factor *= i - k;
        }
        sum = sum * u + factor * c[i];
    }
    return sum;
}

/* The root of a derivative between a and b, where it changes its sign and is monotone, by bisection. */
static double find_root(const double *c, int order, double a, double b)
{
    enum { STEPS = 60 };
    const bool rises = derivative(c, order, b) > 0;
    for (int i = 0; i < STEPS; i++) {
        const double middle = (a + b) / 2;
        const bool above = derivative(c, order, middle) > 0;
        if (above == rises) {
            b = middle;
        } else {
            a = middle;
        }
    }
    return (a + b) / 2;
}

/* Roots of a derivative within (0, 1), given the `count` roots of the next one; returns their number. */
static int find_roots(const double *c, int order, const double *next, int count, double *roots)
{
    int found = 0;
    double from = 0;
    for (int i = 0; i <= count; i++) {
        const double to = i < count ? next[i] : 1, a = derivative(c, order, from), b = derivative(c, order, to);
        if ((a < 0 && b > 0) || (a > 0 && b < 0)) {
            roots[found++] = find_root(c, order, from, to);
        }
        from = to;
    }
    return found;
}

/* Roots of p''' = 6 c3 + 24 c4 u + 60 c5 u^2 within (0, 1), ascending. */
static int find_jerk_roots(const double *c, double roots[2])
{
    const double top = -24 * c[4] / (120 * c[5]); /* not finite where p''' is linear */
    const bool turns = isfinite(top) && top > 0 && top < 1;
    return find_roots(c, 3, &top, turns ? 1 : 0, roots);
}

polynomial_range cdy_polynomial_measure(const double coef[PATH_COEFFICIENTS])
{
    double jerk[2], second[3], first[4];
    const int jerk_count = find_jerk_roots(coef, jerk);
    const int second_count = find_roots(coef, 2, jerk, jerk_count, second);
    const int first_count = find_roots(coef, 1, second, second_count, first);
    const double end = derivative(coef, 0, 1);
    polynomial_range r = {.first = fmax(fabs(derivative(coef, 1, 0)), fabs(derivative(coef, 1, 1))),
                          .second = fmax(fabs(derivative(coef, 2, 0)), fabs(derivative(coef, 2, 1))),
                          .lower = fmin(coef[0], end),
                          .upper = fmax(coef[0], end)};
    for (int i = 0; i < jerk_count; i++) {
        r.second = fmax(r.second, fabs(derivative(coef, 2, jerk[i])));
    }
    for (int i = 0; i < second_count; i++) {
        r.first = fmax(r.first, fabs(derivative(coef, 1, second[i])));
    }
    for (int i = 0; i < first_count; i++) {
        const double value = derivative(coef, 0, first[i]);
        r.lower = fmin(r.lower, value);
        r.upper = fmax(r.upper, value);
    }
    return r;
}
