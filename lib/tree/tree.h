/* The tree from inside: how loaders fill it and how the model reads it. */
#ifndef CDY_TREE_TREE_H
#define CDY_TREE_TREE_H

#include <condyle/tree.h>

/* Adds a copy of `body` under the body that was added as number `parent` (the base is 0, then in the order of the
 * calls), without putting it in its place: for loaders, which add thousands.  cdy_tree_order() must follow before
 * anything else reads the tree.  Fails as cdy_tree_add_body() does; then the tree is as it was. */
cdy_status cdy_tree_append(cdy_tree *tree, const cdy_body *body, int parent, cdy_error *error);

/* Puts all bodies in their order, depth-first, children by joint name; takes n log n time, and no recursion. */
cdy_status cdy_tree_order(cdy_tree *tree, cdy_error *error);

/* Tells whether the joint of body `index` follows another: it says so, it has one degree of freedom, and the tree
 * does not make mimics independent. */
bool cdy_tree_follows(const cdy_tree *tree, int index);

/* What a mimic joint comes to after chains of leaders are followed to their end: q = multiplier * q_leader + offset. */
typedef struct cdy_follower {
    int leader; /* index of the body whose joint leads; -1 for a body that follows nobody */
    double multiplier, offset;
} cdy_follower;

/* Resolves the mimic joints of the whole tree into `followers` (body count + 1 elements, by body index); where the
 * tree says that they are independent, nobody follows.  Mimics on joints without one degree of freedom have no
 * effect.  Fails with CDY_ERROR_ROBOT where a leader is unknown, has not one degree of freedom, or is the joint
 * itself, directly or in a ring; *culprit (may be NULL) is then the index of the body whose joint is at fault. */
cdy_status cdy_tree_resolve_mimic(const cdy_tree *tree, cdy_follower *followers, int *culprit, cdy_error *error);

/* Checks the mimic joints as a file's are, whether the tree says that they are independent or not.  Fails with
 * CDY_ERROR_ROBOT as cdy_tree_resolve_mimic() does, or CDY_ERROR_MEMORY. */
cdy_status cdy_tree_check_mimic(const cdy_tree *tree, cdy_error *error);

/* Gives the fixed-axis angles of a rotation: rpy of the quaternion [x y z w] of any length but 0.  The rotation is
 * accurate to rounding for every quaternion, also where roll and yaw turn about the same axis. */
void cdy_quaternion_to_rpy(const double xyzw[4], double rpy[3]);

#endif
