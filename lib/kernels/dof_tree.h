/* The tree of degrees of freedom, in which each degree of freedom has one parent (Featherstone 2008, section 6.4: the
 * expanded parent array). The LTDL factors of the mass matrix are sparse along it. */
#ifndef CDY_KERNELS_DOF_TREE_H
#define CDY_KERNELS_DOF_TREE_H

#include "kernels/scratch.h"

/* Parent degree of freedom (-1: none); one past the last descendant; and the start of the run of consecutive ancestors
 * that ends here, run_start ... k, in which each is the parent of the next. */
typedef struct dof_node {
    int parent, end, run_start;
} dof_node;

_Static_assert(sizeof(dof_node) <= 2 * sizeof(real), "the room of a coordinate's sine and cosine has room for it");

/* Walks to the base go run by run: the end of the run before the run that `last` ends. */
static inline int parent_of_run(const dof_node *b, int last)
{
    return b[b[last].run_start].parent;
}

/* The nodes lie behind the bodies in the scratch memory. */
static inline dof_node *dof_nodes_in(const kernel_model *model, void *scratch)
{
    return (dof_node *)behind_bodies(model, scratch);
}

#endif
