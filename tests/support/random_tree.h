/* Random robots: every joint type, branches, turned axes, followers, welded and massless links. */
#ifndef CDY_TESTS_RANDOM_TREE_H
#define CDY_TESTS_RANDOM_TREE_H

#include <condyle/tree.h>
#include <stdint.h>

/* The joints that a random tree may have besides fixed ones. */
typedef enum random_joints {
    RANDOM_JOINTS_ALL,       /* all types, also followers */
    RANDOM_JOINTS_URDF,      /* the types that URDF has, also followers */
    RANDOM_JOINTS_ONE_DEGREE /* revolute, continuous and prismatic, without mimic joints */
} random_joints;

/* Builds a tree with `count` moving joints, or one more, from a seed, in a gravity of any direction.  Every inertia is
 * physically possible, and the mass matrix is positive definite.  The caller destroys the tree. */
cdy_tree *random_tree(uint64_t seed, int count, random_joints joints);

/* Fills q with numbers for every coordinate, among them quaternions of any length but zero. */
void random_state(uint64_t *state, const cdy_tree *tree, double *q);

#endif
