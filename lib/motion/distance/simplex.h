/* Simplices of points of the difference of two cores, and their points nearest to the origin. */
#ifndef CDY_DISTANCE_SIMPLEX_H
#define CDY_DISTANCE_SIMPLEX_H

#include "distance/exact.h"

/* A point of the difference of two cores, a - b, and the points of the cores that it comes from, relative to the origin
 * of a's frame. */
typedef struct corner {
    vec3 w, a, b;
} corner;

/* Up to four corners; the nearest point is their mean with the weights, all above 0. */
typedef struct simplex {
    corner corners[4];
    double weights[4];
    int count;
    vec3 nearest;
} simplex;

/* Reduces a simplex to the corners that its point nearest to the origin needs, and gives weights and point. */
void cdy_simplex_reduce(simplex *s);

/* The separation of two cores by the means that the weights make of the corners; `a` is the first core. */
core_distance cdy_simplex_distance(const core *a, const simplex *s, double distance, vec3 normal);

/* The corner of a - b that is farthest in a direction. */
static inline corner farthest_corner(const core *a, const core *b, vec3 direction)
{
    const vec3 on_a = cdy_core_support(a, direction), other = cdy_core_support(b, scale(-1, direction));
    const vec3 on_b = add(other, subtract(b->p, a->p));
    return (corner){subtract(on_a, on_b), on_a, on_b};
}

#endif
