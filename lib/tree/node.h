/* What a tree is made of. */
#ifndef CDY_TREE_NODE_H
#define CDY_TREE_NODE_H

#include "base/arena.h"
#include "base/name_table.h"

#include <condyle/tree.h>

typedef struct node {
    cdy_body body;                         /* points into `memory` */
    cdy_arena memory;                      /* names and shapes */
    int parent, first_child, next_sibling; /* indices of bodies; -1: none */
} node;

struct cdy_tree {
    char *name;
    double gravity[3];
    bool mimic_independent;
    int count, capacity; /* nodes, the base among them */
    node **nodes;
    cdy_name_table bodies, joints; /* names to indices */
};

/* Returns a deep copy of a body as a node without relatives; NULL where memory runs out. */
node *cdy_node_create(const cdy_body *body);

/* Frees a node; takes NULL. */
void cdy_node_destroy(node *n);

/* Checks the names and numbers of a body without its joint, and of a joint.  Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_body(const cdy_body *body, cdy_error *error);
cdy_status cdy_check_joint(const cdy_joint *joint, cdy_error *error);

#endif
