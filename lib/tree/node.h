/* What a tree is made of. */
#ifndef CDY_TREE_NODE_H
#define CDY_TREE_NODE_H

#include "base/arena.h"
#include "base/name_table.h"

#include <condyle/tree.h>
#include <limits.h>

/* So that no count of coordinates or rows can overflow an int. */
enum { CDY_MOST_BODIES = INT_MAX / 16 };

typedef struct node {
    cdy_body body;    /* points into `memory` */
    cdy_arena memory; /* names and shapes */
} node;

/* Bodies have indices, which change with the order, and slots, which they keep: the names lead to slots, so that an
 * edit need not touch the names of the bodies behind it.  The subtree of a body is a run of indices. */
struct cdy_tree {
    char *name;
    double gravity[3];
    bool mimic_independent;
    int count, capacity;           /* bodies, the base among them */
    node **nodes;                  /* by slot (capacity); NULL in free slots */
    int *slots;                    /* of each index (capacity); behind `count` the free ones */
    int *indices;                  /* of each slot (capacity) */
    int *parents;                  /* of each index (capacity): the index of the parent; -1: the base */
    int *siblings;                 /* of each index (capacity): the index of the next sibling; -1: none */
    cdy_name_table bodies, joints; /* names to slots */
};

static inline node *cdy_node_at(const cdy_tree *tree, int index)
{
    return tree->nodes[tree->slots[index]];
}

static inline const cdy_joint *cdy_joint_at(const cdy_tree *tree, int index)
{
    return &cdy_node_at(tree, index)->body.joint;
}

/* Returns a deep copy of a body; NULL where memory runs out. */
node *cdy_node_create(const cdy_body *body);

/* Frees a node; takes NULL. */
void cdy_node_destroy(node *n);

/* Checks the names and numbers of a body without its joint, and of a joint.  Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_body(const cdy_body *body, cdy_error *error);
cdy_status cdy_check_joint(const cdy_joint *joint, cdy_error *error);

#endif
