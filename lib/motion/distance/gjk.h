/* Distances of cores by the algorithms for convex sets of any shape. */
#ifndef CDY_DISTANCE_GJK_H
#define CDY_DISTANCE_GJK_H

#include "distance/exact.h"
#include "distance/simplex.h"

/* Gives the distance of two cores of any kinds. */
core_distance cdy_cores_distance(const core *a, const core *b);

/* Gives the depth of two cores that touch or overlap: the expanding polytope algorithm from the simplex `s` of their
 * difference, which has the origin inside or within rounding of itself. `size` is that of the difference. */
core_distance cdy_cores_depth(const core *a, const core *b, const simplex *s, double size);

#endif
