/* The separation of two placed shapes. */
#ifndef CDY_DISTANCE_PAIRS_H
#define CDY_DISTANCE_PAIRS_H

#include "distance/core.h"

/* How far from the origin of the transforms shapes may reach, m. */
#define MOST_MEASURED 1e7

/* Gives the separation of two shapes by the method for their kinds; its distance is NaN where one of them reaches too
 * far. */
void cdy_separate(const core *a, const core *b, cdy_separation *separation);

/* Fails with CDY_ERROR_NUMERIC, as where a separation's distance is not finite. */
cdy_status cdy_fail_separation(cdy_error *error);

#endif
