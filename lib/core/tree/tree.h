/* Internal interface of the tree, for loaders and the model compiler. */
#ifndef CDY_TREE_TREE_H
#define CDY_TREE_TREE_H

#include <condyle/tree.h>

/* Appends a copy of `body` as a child of the body with number `parent` (0: the base, then in the order of the calls)
 * without sorting; a loader adds all bodies in this way and then calls cdy_tree_order() before any other use of the
 * tree. Fails as cdy_tree_add_body() does; the tree is then unchanged. */
cdy_status cdy_tree_append(cdy_tree *tree, const cdy_body *body, int parent, cdy_error *error);

/* Sorts all bodies depth-first, children by joint name; O(n log n), without recursion. */
cdy_status cdy_tree_order(cdy_tree *tree, cdy_error *error);

/* Sets the dynamics, rotor, gear and drive of a body's joint to those of another joint, which are checked already. */
void cdy_tree_set_drive(cdy_tree *tree, int index, const cdy_joint *from);

/* Returns whether the joint of body `index` is a follower: a mimic joint with one degree of freedom, in a tree whose
 * mimic joints are not independent. */
bool cdy_tree_is_follower(const cdy_tree *tree, int index);

/* Takes the exclusions out but for the first ones, `count` of them. */
void cdy_tree_keep_exclusions(cdy_tree *tree, int count);

/* A resolved mimic joint: q = multiplier * q_leader + offset, where the leader is not a mimic joint. */
typedef struct cdy_follower {
    int leader; /* index of the leader's body; -1: the joint is no follower */
    double multiplier, offset;
} cdy_follower;

/* Resolves all mimic joints into `followers` (body count + 1 elements, by body index). No joint is a follower if the
 * tree's mimic joints are independent; mimic joints without exactly one degree of freedom are ignored. Fails with
 * CDY_ERROR_ROBOT if a leader is unknown, does not have one degree of freedom, or depends on the mimic joint itself,
 * directly or in a ring; *culprit (may be NULL) is then the index of the body with the faulty joint. */
cdy_status cdy_tree_resolve_mimic(const cdy_tree *tree, cdy_follower *followers, int *culprit, cdy_error *error);

/* Checks the mimic joints even if they are independent. Fails with CDY_ERROR_ROBOT as cdy_tree_resolve_mimic() does, or
 * with CDY_ERROR_MEMORY. */
cdy_status cdy_tree_check_mimic(const cdy_tree *tree, cdy_error *error);

/* Computes roll, pitch and yaw (fixed axes) of the quaternion [x y z w] of any nonzero norm. The rotation is accurate
 * to rounding for every quaternion, also in gimbal lock. */
void cdy_quaternion_to_rpy(const double xyzw[4], double rpy[3]);

/* Returns the placement of a homogeneous transform that was computed: its 3 x 3 part is a rotation but for rounding. */
cdy_placement cdy_placement_near_matrix(const double T[16]);

#endif
