/* Upper bounds of the diagonal of the mass matrix: they distinguish small pivots from rounding errors without M itself.
 */
#ifndef CDY_DYNAMICS_PIVOT_BOUND_H
#define CDY_DYNAMICS_PIVOT_BOUND_H

#include <stddef.h>

typedef struct cdy_model cdy_model;

/* Bytes of `scratch` below, which is aligned like a double. */
size_t cdy_pivot_scratch_size(const cdy_model *model);

/* Writes upper bounds (nv) of the diagonal elements of M, without rotors, for all configurations in which the
 * coordinates that translate below a rotating joint are within +-range (tree_nq); the range of all other coordinates is
 * infinite. The model is over doubles. */
void cdy_bound_pivots(const cdy_model *model, void *scratch, double *bound, double *range);

#endif
