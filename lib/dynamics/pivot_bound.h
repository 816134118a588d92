/* How large the diagonal of the mass matrix can get, which tells pivots from the rounding noise of what they are left
 * of, without the matrix. */
#ifndef CDY_DYNAMICS_PIVOT_BOUND_H
#define CDY_DYNAMICS_PIVOT_BOUND_H

#include <stddef.h>

typedef struct cdy_model cdy_model;

/* Bytes of the room, aligned as a double is, that the next needs. */
size_t cdy_pivot_room(const cdy_model *model);

/* Writes to `bound` (nv) numbers that no configuration's diagonal element of M, rotors left out, is above, if only what
 * slides below a joint that turns is within `reach` (tree_nq), from 0 to either side; of other coordinates that is
 * infinite.  The model is one over doubles. */
void cdy_bound_pivots(const cdy_model *model, void *room, double *bound, double *reach);

#endif
