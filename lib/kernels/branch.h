/* Degrees of freedom among the others: which carry which.  Factors of the mass matrix are sparse along these lines. */
#ifndef CDY_KERNELS_BRANCH_H
#define CDY_KERNELS_BRANCH_H

#include "kernels/width.h"

/* Of a degree of freedom: the next on the way to the base (-1: none); where those end that it carries, which follow it;
 * and the first of the neighbours up to it of which each carries the next, so that walks to the base need not look at
 * every step where the next one is. */
typedef struct branch {
    int parent, end, top;
} branch;

_Static_assert(sizeof(branch) <= 2 * sizeof(real), "the room of a coordinate's sine and cosine has room for it");

/* Walks to the base take one run of neighbours after the other: the last one of the run before that of `last`. */
static inline int run_before(const branch *b, int last)
{
    return b[b[last].top].parent;
}

/* Behind the bodies, which are not touched. */
static inline branch *branches_in(const cdy_model *model, void *state)
{
    return (void *)((char *)state + bodies_size(model));
}

#endif
