/* Splicing: bodies put into the order of a tree and taken out of it.  What can fail comes first, in calls of its own,
 * so that an edit can do without failure what it has begun. */
#ifndef CDY_TREE_SPLICE_H
#define CDY_TREE_SPLICE_H

#include "tree/node.h"

/* Returns a tree without any body, like another where that is not NULL: name, gravity, mimic; NULL where memory runs
 * out. */
cdy_tree *cdy_tree_start(const char *robot, const cdy_tree *like);

/* Makes room for `count` bodies in all; false where memory runs out or there may not be that many. */
bool cdy_tree_reserve(cdy_tree *tree, int count);

/* Checks whether a body may stand in a tree, in the place of body `own` (0: the base, whose joint does not matter; -1:
 * in none yet).  Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_tree_admit(const cdy_tree *tree, const cdy_body *body, int own, cdy_error *error);

/* Finds the index of the body of a name, which must be `first` at least: 1 where the base will not do.  Fails with
 * CDY_ERROR_ARGUMENT; tree and name may be NULL, which is one reason. */
cdy_status cdy_tree_require_body(const cdy_tree *tree, const char *name, int first, int *index, cdy_error *error);

/* Puts a node's names into the tables, or takes them out.  There is room for them after cdy_tree_reserve(). */
void cdy_tree_enter_names(cdy_tree *tree, node *n, int slot);
void cdy_tree_remove_names(cdy_tree *tree, const node *n);

/* Adds a node behind all others, for which there must be room, with the links that it is given. */
void cdy_tree_push(cdy_tree *tree, node *n, int parent, int sibling);

/* Takes the node that was pushed last out again and returns it. */
node *cdy_tree_pop(cdy_tree *tree);

/* Returns the index behind the subtree of a body, which is where a tail of the order begins. */
int cdy_tree_end_of(const cdy_tree *tree, int index);

/* Returns the index that a new child of `parent` gets by its joint's name. */
int cdy_tree_find_place(const cdy_tree *tree, int parent, const char *joint);

/* Tells whether the joint of a body may have this name without the body changing its place. */
bool cdy_tree_keeps_place(const cdy_tree *tree, int index, const char *joint);

/* Puts a node, for which there must be room, at an index from cdy_tree_find_place(). */
void cdy_tree_insert(cdy_tree *tree, node *n, int parent, int index);

/* Takes the bodies from `index` to before `end`, a whole subtree, out of the order.  Their names must be out of the
 * tables, and their nodes in other hands. */
void cdy_tree_close_gap(cdy_tree *tree, int index, int end);

#endif
