/* Data structure of the tree. */
#ifndef CDY_TREE_NODE_H
#define CDY_TREE_NODE_H

#include "base/arena.h"
#include "base/name_table.h"

#include <condyle/tree.h>
#include <limits.h>

/* Limits the numbers of coordinates and force rows to the range of int. */
enum { CDY_MOST_BODIES = INT_MAX / 16 };

typedef struct node {
    cdy_body body;    /* points into `memory` */
    cdy_arena memory; /* owns the names and shapes */
} node;

/* A loop, or the two bodies of an exclusion, and the new name of an end while its body is replaced. */
typedef struct tree_tie {
    cdy_loop loop; /* points into `memory`; of an exclusion it has the bodies alone */
    cdy_arena memory;
    const char *new_end;
} tree_tie;

typedef struct tie_list {
    tree_tie *items;
    size_t count, capacity;
} tie_list;

/* What ties bodies beside the joints; all lists go with their bodies in the same way. */
typedef enum tie_kind { TIE_LOOP = 0, TIE_EXCLUSION, TIE_KINDS } tie_kind;

/* A body has an index, which changes with the order, and a slot, which does not. The name tables map names to slots, so
 * that an edit does not change the entries of later bodies. The bodies of a subtree have consecutive indices. */
struct cdy_tree {
    char *name;
    double gravity[3];
    bool mimic_independent;
    int count, capacity;           /* number of bodies with the base, and number of slots */
    node **nodes;                  /* node of each slot; NULL: the slot is free */
    int *slots;                    /* slot of each index; the free slots follow after `count` */
    int *indices;                  /* index of each slot */
    int *parents;                  /* index of the parent, by index; -1 for the base */
    int *siblings;                 /* index of the next sibling, by index; -1: none */
    cdy_name_table bodies, joints; /* from names to slots */
    tie_list ties[TIE_KINDS];
};

static inline node *cdy_node_at(const cdy_tree *tree, int index)
{
    return tree->nodes[tree->slots[index]];
}

static inline const cdy_joint *cdy_joint_at(const cdy_tree *tree, int index)
{
    return &cdy_node_at(tree, index)->body.joint;
}

/* Returns a deep copy of a body; NULL if memory runs out. */
node *cdy_node_create(const cdy_body *body);

/* Frees a node; accepts NULL. */
void cdy_node_destroy(node *n);

/* Checks the names and numbers of a body without its joint, and of a joint. Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_body(const cdy_body *body, cdy_error *error);
cdy_status cdy_check_joint(const cdy_joint *joint, cdy_error *error);

#endif
