/* Ties of a tree, its loops and exclusions, for the edits that take bodies in and out. */
#ifndef CDY_TREE_TIE_H
#define CDY_TREE_TIE_H

#include "tree/node.h"

/* Appends a copy of a tie to a list of the tree; `loop` may be in that list. False if memory runs out. */
bool cdy_tree_append_tie(cdy_tree *tree, tie_kind kind, const cdy_loop *loop);

/* Takes the ties of a list out but for the first ones, `count` of them. */
void cdy_tree_drop_ties(cdy_tree *tree, tie_kind kind, size_t count);

/* Makes room for as many ties as `like` has; false if memory runs out. */
bool cdy_tree_reserve_ties(cdy_tree *tree, const cdy_tree *like);

/* Appends copies of the ties of `from` whose bodies the tree has, those at its base at the body `base` (NULL: at the
 * body of its own name); false if memory runs out, and the tree is as it was. */
bool cdy_tree_copy_ties(cdy_tree *tree, const cdy_tree *from, const char *base);

/* Takes out the ties of which the tree lacks a body: those between bodies of `removed`, which has room for all, go
 * there, the others are freed. */
void cdy_tree_part_ties(cdy_tree *tree, cdy_tree *removed);

/* Copies the new name of a body for each tie that ends there; false if memory runs out. cdy_tree_set_end_names() then
 * gives it to them. */
bool cdy_tree_copy_end_names(cdy_tree *tree, const char *old_name, const char *name);
void cdy_tree_set_end_names(cdy_tree *tree, const char *old_name);

#endif
