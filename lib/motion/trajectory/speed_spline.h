/* Speed splines: a square of a speed along a path, as a quadratic spline with one continuous derivative.
 *
 * With knots t_0 < ... < t_N, coefficient i + 1 of N + 2 is the polar form of the polynomials at t_i and t_{i+1}; the
 * first and the last are the values at the ends.  Interval i has the coefficients i, i + 1 and i + 2. */
#ifndef CDY_TRAJECTORY_SPEED_SPLINE_H
#define CDY_TRAJECTORY_SPEED_SPLINE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct speed_spline {
    size_t count; /* of intervals */
    double *at;   /* count + 1: knots, ascending */
    double *c;    /* count + 2: coefficients */
} speed_spline;

/* Value and derivatives of a spline as weights of the three coefficients of an interval. */
typedef struct spline_weights {
    double value[3], first[3], second[3];
} spline_weights;

bool cdy_speed_spline_create(speed_spline *s, size_t count);
void cdy_speed_spline_clear(speed_spline *s);

/* The weights at a part from 0 to 1 of interval i. */
spline_weights cdy_speed_spline_weights(const speed_spline *s, size_t i, double part);

/* Value, first and second derivative at a part of interval i. */
void cdy_speed_spline_evaluate(const speed_spline *s, size_t i, double part, double value[3]);

/* Writes the coefficients of `to`, whose knots are those of `from` and more, so that both are one curve. */
void cdy_speed_spline_refine(const speed_spline *from, speed_spline *to);

#endif
