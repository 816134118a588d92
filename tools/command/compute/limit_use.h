/* Limits beside results: per cent of effort, velocity and position limits that a state uses (--limits). */
#ifndef CONDYLE_TOOLS_LIMIT_USE_H
#define CONDYLE_TOOLS_LIMIT_USE_H

#include "compute/calculation.h"

/* --limits; the struct is a bool. */
extern const option_table limits_table;

/* The variables that --limits adds. */
extern const variable_set limit_use;

/* Sets those variables from q, qd and tau of the state, where the computation has them among its results. An unknown
 * limit counts as 0 %. */
void limit_use_set(computation *t);

/* Notes how many joints have limits that are not known. */
void limit_use_note(const computation *t);

#endif
