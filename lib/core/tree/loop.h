/* Loops of a tree, for the edits that take bodies in and out. */
#ifndef CDY_TREE_LOOP_H
#define CDY_TREE_LOOP_H

#include "tree/node.h"

/* Makes room for this number of loops; false if memory runs out. */
bool cdy_tree_reserve_loops(cdy_tree *tree, size_t count);

/* Appends copies of the loops of `from` whose bodies the tree has, those at its base at the body `base` (NULL: at the
 * body of its own name); false if memory runs out, and the tree is as it was. */
bool cdy_tree_copy_loops(cdy_tree *tree, const cdy_tree *from, const char *base);

/* Takes out the loops of which the tree lacks a body: those between bodies of `removed`, which has room for all, go
 * there, the others are freed. */
void cdy_tree_part_loops(cdy_tree *tree, cdy_tree *removed);

/* Copies the new name of a body for each loop that ends there; false if memory runs out. cdy_tree_set_end_names() then
 * gives it to them. */
bool cdy_tree_copy_end_names(cdy_tree *tree, const char *old_name, const char *name);
void cdy_tree_set_end_names(cdy_tree *tree, const char *old_name);

#endif
