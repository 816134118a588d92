/* Random robots whose mass matrix is singular or nearly so: in all states, in some, or only as it seems. */
#ifndef CDY_TESTS_UNSURE_H
#define CDY_TESTS_UNSURE_H

#include "support/robot.h"

#include <stdint.h>

typedef enum unsure_kind {
    UNSURE_BASE,    /* chains and trees on a floating root, which mostly has no mass, of points, bodies and nothing */
    UNSURE_ENDS,    /* the same on a root that turns */
    UNSURE_RING,    /* the same, with followers, some of which cancel their leaders' motion */
    UNSURE_FINGERS, /* light fingers on a heavy base: sound */
    UNSURE_KINDS
} unsure_kind;

/* Makes such a robot from a seed. */
robot make_unsure(unsure_kind kind, uint64_t seed);

/* Draws `count` configurations: random ones, among them some whose joints stand straight, or nearly so. */
void draw_unsure(const robot *r, uint64_t *seed, double *q, size_t count);

#endif
