/* Random constraints: contacts and loops between any frames of a robot. */
#ifndef CDY_TESTS_RANDOM_CONSTRAINTS_H
#define CDY_TESTS_RANDOM_CONSTRAINTS_H

#include <condyle/constraints.h>
#include <stdint.h>

/* Draws 0 to `most` constraints of one to six rows, most of them on frames late in the order of bodies, two thirds
 * against the base, the others between two bodies; returns their number. */
int draw_constraints(const cdy_model *model, uint64_t *state, int most, cdy_constraint *constraints);

#endif
