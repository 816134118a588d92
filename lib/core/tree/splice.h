/* Splicing: inserting bodies into the order of a tree and removing them. Functions that can fail are separate from
 * functions that modify the tree, so that an edit is either refused or completed. */
#ifndef CDY_TREE_SPLICE_H
#define CDY_TREE_SPLICE_H

#include "tree/node.h"

/* Returns a tree named `robot` without bodies, with the gravity and mimic mode of `like` (may be NULL); NULL if memory
 * runs out. */
cdy_tree *cdy_tree_start(const char *robot, const cdy_tree *like);

/* Reserves capacity for `count` bodies in total; returns false if memory runs out or `count` exceeds CDY_MOST_BODIES.
 */
bool cdy_tree_reserve(cdy_tree *tree, int count);

/* Checks whether a body may be added to a tree (`own` -1) or replace body `own` (0: the base, whose joint is ignored).
 * Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_tree_admit(const cdy_tree *tree, const cdy_body *body, int own, cdy_error *error);

/* Finds the index of a body other than the base by name. Fails with CDY_ERROR_ARGUMENT, also if `tree` or `name` is
 * NULL. */
cdy_status cdy_tree_require_moved_body(const cdy_tree *tree, const char *name, int *index, cdy_error *error);

/* Add the names of a node to the tables, or remove them. Adding cannot fail after cdy_tree_reserve(). */
void cdy_tree_enter_names(cdy_tree *tree, node *n, int slot);
void cdy_tree_remove_names(cdy_tree *tree, const node *n);

/* Appends a node with the given parent and next sibling; needs reserved capacity. */
void cdy_tree_push(cdy_tree *tree, node *n, int parent, int sibling);

/* Removes the last node and returns it. */
node *cdy_tree_pop(cdy_tree *tree);

/* Returns the index after the subtree of a body. */
int cdy_tree_end_of(const cdy_tree *tree, int index);

/* Returns the index of a new child of `parent` whose joint has the name `joint`. */
int cdy_tree_find_place(const cdy_tree *tree, int parent, const char *joint);

/* Returns whether body `index` keeps its index if its joint is renamed to `joint`. */
bool cdy_tree_keeps_place(const cdy_tree *tree, int index, const char *joint);

/* Inserts a node at an index from cdy_tree_find_place(); needs reserved capacity. */
void cdy_tree_insert(cdy_tree *tree, node *n, int parent, int index);

/* Removes the bodies `index` <= i < `end`, a whole subtree, from the order. The caller has removed their names and owns
 * their nodes. */
void cdy_tree_close_gap(cdy_tree *tree, int index, int end);

#endif
