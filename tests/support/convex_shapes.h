/* Convex shapes for tests: drawn, and what their definitions say of points and directions. */
#ifndef CDY_TESTS_CONVEX_SHAPES_H
#define CDY_TESTS_CONVEX_SHAPES_H

#include <condyle/distance.h>
#include <stdint.h>

enum { CONVEX_TYPES = CDY_CONVEX_HULL + 1, MOST_HULL_POINTS = 40 };

/* A shape, its points where it is a hull, and where it stands. */
typedef struct placed_convex {
    cdy_convex shape;
    double points[3 * MOST_HULL_POINTS];
    double T[16];
} placed_convex;

/* Draws a shape of a type, some tenths of a meter large, with its middle within `spread` of the origin. One in five
 * stands along the axes at multiples of 0.1 m, with edges that are multiples of 0.2 m, so that faces are parallel,
 * shapes touch and middles coincide. */
void draw_convex(uint64_t *state, cdy_convex_type type, double spread, placed_convex *c);

/* Fills T with a random transform, its translation within `spread`. */
void draw_transform(uint64_t *state, double spread, double T[16]);

/* C = A B for 4 x 4 transforms; C may be none of the others. */
void compose_transforms(const double A[16], const double B[16], double C[16]);

/* Returns the farthest that a shape reaches in a direction of the world: the maximum of p . direction. */
double convex_reach(const placed_convex *c, const double direction[3]);

/* Returns how far a point of the world is outside a shape that is no hull; not above 0 inside. */
double outside_convex(const placed_convex *c, const double point[3]);

#endif
