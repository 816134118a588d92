/* Length of a joint's quaternion. */
#ifndef CDY_DYNAMICS_QUATERNION_H
#define CDY_DYNAMICS_QUATERNION_H

#include "spatial/real.h"

#include <stdbool.h>

/* Returns whether a quaternion [w x y z], its numbers `stride` apart, has a length by which it can be divided. */
static inline bool quaternion_has_length(const scalar *p, size_t stride)
{
#ifdef CDY_FLOAT
    const scalar smallest = 1e-30F, largest = 1e30F;
#else
    const scalar smallest = 1e-300, largest = 1e300;
#endif
    const scalar w = p[0], x = p[stride], y = p[2 * stride], z = p[3 * stride];
    const scalar square = w * w + x * x + y * y + z * z;
    return square > smallest && square < largest;
}

#endif
