/* Points of the unit circle that meet linear equations: the subproblems of inverse kinematics, in the sense of least
 * squares where there is no solution (Elias and Wen 2022). */
#ifndef CDY_IK_CIRCLES_H
#define CDY_IK_CIRCLES_H

#include "spatial/vector.h"

#include <stdbool.h>

/* A point of the unit circle: cosine and sine of an angle. */
typedef struct circle_point {
    double c, s;
} circle_point;

/* A point of each of two circles. */
typedef struct circle_pair {
    circle_point x, y;
    double excess; /* by how much the equations are missed, relative to their coefficients */
    bool is_free;  /* a point may stand anywhere */
} circle_pair;

enum { MOST_PAIRS = 4 };

/* a . x = b on the unit circle: writes both points, which may be equal, and returns by how much |b| exceeds |a|,
 * relative to |a|; the points are then the nearest. Where a is 0 the point is free: both are `start`. */
double cdy_points_on_line(const double a[2], double b, double smallest, circle_point start, circle_point points[2],
                          bool *is_free);

/* A x + B y = k: writes the pairs of points of two circles, the nearest where there is none, and returns their number.
 * `structure` is the ratio of singular values of A or B below which rows count as dependent. */
int cdy_points_of_circles(const double A[2][2], const double B[2][2], const double k[2], double structure,
                          circle_point start_x, circle_point start_y, circle_pair pairs[MOST_PAIRS]);

/* The rotation about `axis` that brings a nearest to b; where a or b is along the axis, `start`, and *is_free. */
circle_point cdy_turn_onto(vec3 axis, vec3 a, vec3 b, double smallest, circle_point start, bool *is_free);

#endif
