/* Distances of convex shapes: E. G. Gilbert, D. W. Johnson, S. S. Keerthi, A fast procedure for computing the distance
 * between complex objects in three-dimensional space, 1988. */
#ifndef CONDYLE_OCTAVE_CONVEX_H
#define CONDYLE_OCTAVE_CONVEX_H

#include <stdbool.h>
#include <stddef.h>

typedef enum convex_kind {
    CONVEX_POINTS = 0, /* the hull of points */
    CONVEX_DRUM        /* a cylinder between two points, the centres of its ends */
} convex_kind;

/* A shape: what its kind says, and all that is within `margin` of it: a sphere is a point with a margin, a capsule two.
 * A drum has `radius` about the line between its points.  Points are in the shape's frame. */
typedef struct convex {
    convex_kind kind;
    const double *points; /* 3 numbers each */
    size_t count;         /* > 0; of a drum 2 */
    double radius, margin;
    double T[12]; /* from the shape's frame to the world: the rows of a transform, without the last */
} convex;

/* Gives the distance of two shapes, and the nearest point of each.  Returns false where they touch or overlap; then
 * nothing is given. */
bool convex_distance(const convex *a, const convex *b, double *distance, double on_a[3], double on_b[3]);

/* Gives a sphere about a shape: its centre and its radius. */
double convex_sphere(const convex *shape, double center[3]);

#endif
