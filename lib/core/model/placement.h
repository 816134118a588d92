/* Placements in a model. */
#ifndef CDY_MODEL_PLACEMENT_H
#define CDY_MODEL_PLACEMENT_H

#include <stdbool.h>

/* Returns whether a matrix (3 x 3, row by row) is a rotation to 1e-6 and a translation is finite. */
bool cdy_is_placement(const double E[9], const double translation[3]);

#endif
