/* The separation of two placed shapes. */
#ifndef CDY_DISTANCE_PAIRS_H
#define CDY_DISTANCE_PAIRS_H

#include "distance/core.h"

/* Gives the separation of two shapes by the method for their kinds. */
void cdy_separate(const core *a, const core *b, cdy_separation *separation);

#endif
