/* Vectors from the command line: the values of --q, --qd, --qdd and --tau. */
#ifndef CONDYLE_TOOLS_VECTOR_H
#define CONDYLE_TOOLS_VECTOR_H

#include "values/coordinates.h"
#include "values/robot.h"

#include <stdint.h>

/* Fills a vector from its text: `home`, `zero`, `random`, numbers in the order of the degrees of freedom, or
 * `joint=value,...`; NULL means home for q and zero for the others. Random positions lie within the limits, other
 * values in [-1, 1]; the numbers of a vector depend on the seed only. With `degrees`, angles in the text are in
 * degrees. Messages name the option (`--q`). */
exit_code vector_read(const robot *r, vector_kind kind, const char *option, const char *given, uint64_t seed,
                      bool degrees, double *values);

/* Returns the initial state of the random numbers of a vector, which differs between the kinds of vectors. */
uint64_t vector_seed(vector_kind kind, uint64_t seed);

/* Returns the next random number, uniform in [-1, 1). */
double vector_next_random(uint64_t *state);

#endif
