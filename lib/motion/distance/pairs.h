/* The separation of two placed shapes. */
#ifndef CDY_DISTANCE_PAIRS_H
#define CDY_DISTANCE_PAIRS_H

#include "distance/core.h"

/* How far from the origin of the transforms shapes may reach, and their frames stand, m. Beyond, rounding of products
 * of three edges and a normal is of the size of robots. */
#define MOST_MEASURED 1e7

/* Whether a place is so near that what is there can be measured. */
static inline bool is_near_enough(vec3 place)
{
    return dot(place, place) <= MOST_MEASURED * MOST_MEASURED;
}

/* Whether a placed shape is so small and near that distances to it are right; `middle` is core_middle() of it. */
static inline bool is_measurable(const core *c, vec3 middle)
{
    return is_near_enough(c->p) && length_of(middle) + c->reach <= MOST_MEASURED;
}

/* Gives the separation of two shapes that can be measured, by the method for their kinds. */
void cdy_separate(const core *a, const core *b, cdy_separation *separation);

/* Fails with CDY_ERROR_NUMERIC, as where a shape cannot be measured or a separation's distance is not finite. */
cdy_status cdy_fail_separation(cdy_error *error);

#endif
