/* Distances of cores by formulas. */
#ifndef CDY_DISTANCE_EXACT_H
#define CDY_DISTANCE_EXACT_H

#include "distance/core.h"

/* The distance between the cores of two shapes; where the cores touch or overlap, minus their depth. */
typedef struct core_distance {
    double distance;
    vec3 on_a, on_b; /* in the world */
    vec3 normal;     /* from a to b, a unit vector */
} core_distance;

/* Gives the distance of two points or segments. */
core_distance cdy_segments_distance(const core *a, const core *b);

/* Gives the distance of a point, `a`, from a box or drum, `b`. */
core_distance cdy_point_distance(const core *a, const core *b);

#endif
