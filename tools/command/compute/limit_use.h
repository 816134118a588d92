/* Limits beside results: per cent of effort, velocity and position limits that a state uses (--limits). */
#ifndef CONDYLE_TOOLS_LIMIT_USE_H
#define CONDYLE_TOOLS_LIMIT_USE_H

#include "compute/calculation.h"

/* --limits; the struct is a bool. */
extern const option_table limits_table;

/* The quantities that --limits adds. */
#define LIMIT_USE                                                                                                      \
    (BIT(QUANTITY_EFFORT_PERCENT) | BIT(QUANTITY_VELOCITY_PERCENT) | BIT(QUANTITY_POSITION_PERCENT) |                  \
     BIT(QUANTITY_EXCEEDED))

/* Sets those quantities from q, qd and tau of the state, where the computation has them among its results. An unknown
 * limit counts as 0 %. */
void limit_use_set(computation *t);

/* Notes how many joints have limits that are not known. */
void limit_use_note(const computation *t);

#endif
