/* Paths: configurations by a path parameter, piecewise polynomials of fifth degree on the manifold.
 *
 * In segment k the configuration is q_k (+) p(u), u = (s - s_k) / (s_{k+1} - s_k), with one polynomial p for each
 * degree of freedom. */
#ifndef CDY_TRAJECTORY_PATH_H
#define CDY_TRAJECTORY_PATH_H

#include "model/model.h"

#include <condyle/trajectory.h>

enum { PATH_COEFFICIENTS = 6 };

/* The index of an independent joint in configurations and velocities, and the range of positions within its limits and
 * its followers' limits. */
typedef struct path_joint {
    joint_kind kind;
    int q, v, nv;
    double lower, upper; /* infinite for joints on manifolds */
} path_joint;

typedef struct path {
    int nq, nv, joint_count;
    path_joint *joints;
    size_t segment_count, capacity;
    double *s;    /* segment_count + 1: path parameter at the ends of the segments */
    double *q;    /* (segment_count + 1) x nq */
    double *coef; /* segment_count x nv x PATH_COEFFICIENTS, ascending powers of u */
} path;

/* Ends of a segment: first and second derivative with respect to s, n each. */
typedef struct path_end {
    const double *first, *second;
} path_end;

/* Makes a path without segments that begins at s = 0; false where memory runs out. cdy_path_clear() frees it. */
bool cdy_path_create(path *p, const cdy_model *model, size_t capacity);
void cdy_path_clear(path *p);

/* Makes room for so many segments; false where memory runs out. */
bool cdy_path_reserve(path *p, size_t capacity);

/* Sets where the path begins. */
void cdy_path_begin(path *p, const double *q);

/* Adds a segment of length h > 0 in s to configuration q, with these derivatives at its begin and end. */
void cdy_path_add(path *p, double h, const double *q, path_end begin, path_end end);

/* Adds the straight segment q_k (+) u step. */
void cdy_path_add_straight(path *p, double h, const double *q, const double *step);

/* Returns the segment that contains s: the first or the last one where s lies beyond the ends. */
size_t cdy_path_segment(const path *p, double s);

/* Computes configuration (nq), first and second derivative (n) of segment k at s; NULL: not wanted. */
void cdy_path_evaluate(const path *p, size_t k, double s, double *q, double *first, double *second);

/* Computes the third derivative (n) of segment k at s; NaN for joints of several degrees of freedom. */
void cdy_path_third(const path *p, size_t k, double s, double *third);

/* Makes the steps (n) between configurations of the joints; the shortest of those on manifolds. */
void cdy_path_difference(const path *p, const double *from, const double *to, double *step);

/* q_next = q (+) step, on the manifolds. */
void cdy_path_integrate(const path *p, const double *q, const double *step, double *q_next);

/* Computes configuration (nq), velocity and acceleration (n) of segment k where s moves with these first and second
 * derivatives with respect to time, s[1] and s[2]; NULL: not wanted. */
void cdy_path_motion(const path *p, size_t k, const double s[3], double *q, double *qd, double *qdd);

/* Largest |p'| and |p''| of a polynomial of fifth degree over u from 0 to 1, and the range of its values. */
typedef struct polynomial_range {
    double first, second, lower, upper;
} polynomial_range;
polynomial_range cdy_polynomial_measure(const double coef[PATH_COEFFICIENTS]);

/* Coefficients of the polynomial with p(0) = 0, p(1) = step and these derivatives at 0 and 1. */
void cdy_polynomial_hermite(double step, double first0, double second0, double first1, double second1,
                            double coef[PATH_COEFFICIENTS]);

/* Value, first and second derivative at u. */
static inline void polynomial_evaluate(const double c[PATH_COEFFICIENTS], double u, double value[3])
{
    value[0] = c[0] + u * (c[1] + u * (c[2] + u * (c[3] + u * (c[4] + u * c[5]))));
    value[1] = c[1] + u * (2 * c[2] + u * (3 * c[3] + u * (4 * c[4] + u * 5 * c[5])));
    value[2] = 2 * c[2] + u * (6 * c[3] + u * (12 * c[4] + u * 20 * c[5]));
}

#endif
