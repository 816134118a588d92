/* Placement, motion and Jacobian of a frame fixed to a body. */
#ifndef CDY_CONSTRAINTS_POINT_H
#define CDY_CONSTRAINTS_POINT_H

#include "dynamics/workspace.h"
#include "spatial/relative_motion.h"

/* Returns the frame placed at `at` in frame number `frame`, and the arm (base axes) from the origin of that frame to
 * its own. If tree_qd is NULL, the frame is at rest. */
placed_frame cdy_placed_frame(const cdy_model *model, cdy_workspace *workspace, int frame, const cdy_placement *at,
                              const double *tree_q, const double *tree_qd, vec3 *arm);

/* Computes the Jacobian J (6 x nv, base axes) of the body point at the frame's origin plus `arm`. */
void cdy_point_jacobian(const cdy_model *model, cdy_workspace *workspace, int frame, vec3 arm, const double *tree_q,
                        double *J);

/* Returns the largest magnitude of p's coordinates: a norm that does not overflow. */
double cdy_largest_coordinate(vec3 p);

/* Raises sizes[0] (nv) to the largest angular element of each column of J (6 x nv), and sizes[1] to a bound of the
 * terms that the linear elements are sums of; distance_bound is the largest distance of the points involved. */
void cdy_raise_column_sizes(size_t n, const double *J, double distance_bound, double *const sizes[2]);

/* Sets elements of J to 0 that are rounding errors relative to `sizes`, so that they do not count in the rank. */
void cdy_zero_rounding_errors(size_t n, double *const sizes[2], double *J);

/* Transforms the columns of J (6 x n) from the base axes to the axes of R. */
void cdy_rotate_columns(rotation R, size_t n, double *J);

#endif
