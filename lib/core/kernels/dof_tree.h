/* The tree of degrees of freedom, in which each degree of freedom has one parent (Featherstone 2008, section 6.4: the
 * expanded parent array). The LTDL factors of the mass matrix are sparse along it. */
#ifndef CDY_KERNELS_DOF_TREE_H
#define CDY_KERNELS_DOF_TREE_H

#include "kernels/scratch.h"

/* Parent degree of freedom (-1: none); one past the last descendant; the start of the run of consecutive ancestors
 * that ends here, run_start ... k, in which each is the parent of the next; and, where the degree of freedom has
 * children besides the next one, its number among those that have (articulated_products.h; else -1). */
typedef struct dof_node {
    int parent, end, run_start, branch;
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

static dof_node *find_dof_tree(const kernel_model *model, void *scratch)
{
    const model_body *bodies = model_bodies(model);
    dof_node *b = dof_nodes_in(model, scratch);
    int run_start = 0;
    for (int i = 1; i < model->body_count; i++) {
        const int p = bodies[i].parent, v = bodies[i].v, end = v + bodies[i].nv;
        const int parent = p ? bodies[p].v + bodies[p].nv - 1 : -1;
        run_start = parent >= 0 && parent == v - 1 ? run_start : v;
        b[v] = (dof_node){parent, v + 1, run_start, -1};
        for (int k = v + 1; k < end; k++) {
            b[k] = (dof_node){k - 1, k + 1, run_start, -1};
        }
    }
    /* The end of the next degree of freedom stays in a register, as in the kernels' backward passes (shortcuts.h). */
    int next_end = 0;
    for (int k = model->tree_nv - 1; k >= 0; k--) {
        const int parent = b[k].parent;
        next_end = b[k].end > next_end ? b[k].end : next_end;
        b[k].end = next_end;
        if (parent == k - 1) {
            continue;
        }
        if (parent >= 0 && b[parent].end < next_end) {
            b[parent].end = next_end;
        }
        next_end = 0;
    }
    return b;
}

#endif
