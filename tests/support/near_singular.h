/* Random robots whose mass matrix is singular or nearly singular in all states, in some states, or in none. */
#ifndef CDY_TESTS_NEAR_SINGULAR_H
#define CDY_TESTS_NEAR_SINGULAR_H

#include "support/robot.h"

#include <stdint.h>

typedef enum near_singular_kind {
    NEAR_SINGULAR_BASE, /* chains and trees of points, bodies and massless links on a floating root, mostly massless */
    NEAR_SINGULAR_ENDS, /* such chains and trees on a root with a revolute joint */
    NEAR_SINGULAR_RING, /* such chains with followers, some of which cancel the motion of their leaders */
    NEAR_SINGULAR_FINGERS, /* light fingers on a heavy base: never singular */
    NEAR_SINGULAR_KINDS
} near_singular_kind;

/* Makes a robot of this kind from a seed. */
robot make_near_singular(near_singular_kind kind, uint64_t seed);

/* Draws `count` random configurations; in some of them joints are straight or nearly straight. */
void draw_near_singular(const robot *r, uint64_t *seed, double *q, size_t count);

#endif
