/* Splines: velocities and accelerations at knots, for n coordinates at once. Arrays are count x n. */
#ifndef CDY_TRAJECTORY_SPLINE_H
#define CDY_TRAJECTORY_SPLINE_H

#include <stddef.h>

/* Knots of a spline: values y at count knots, h (count - 1) apart, and the derivatives that the calls below compute. */
typedef struct knots {
    size_t count;
    int n;
    double *h, *y, *first, *second;
    double *scratch; /* 8 count */
} knots;

/* Cubic spline with the first derivatives that stand at the first and the last knot. */
void cdy_spline_clamped(const knots *k);

/* Cubic spline without curvature at the ends. */
void cdy_spline_natural(const knots *k);

/* Quintic spline, with continuous derivatives to the fourth, whose first and second derivative are 0 at the ends: the
 * least integral of the squared third derivative (Takahashi and others 1989). */
void cdy_spline_minimum_jerk(const knots *k);

/* Cubic spline whose first and second derivative are 0 at the ends; the values at the second and the last but one knot
 * are free and computed, too (Biagiotti and Melchiorri 2008, section 4.4.4). At least 4 knots. */
void cdy_spline_at_rest(const knots *k);

#endif
