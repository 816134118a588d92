/* Closure: whether the places of a loop coincide where the joints of its tree are 0, which formats that state one place
 * take for granted. */
#ifndef CDY_DESCRIPTION_CLOSURE_H
#define CDY_DESCRIPTION_CLOSURE_H

#include "description/pose.h"

/* Up to this gap (m, rad) a loop is closed where all joints are 0. */
#define CDY_LOOP_CLOSED 1e-9

/* Returns the poses of all bodies in the base, with all joints at 0 and floating ones at home, which the caller frees
 * by cdy_release(); NULL if memory runs out. */
cdy_pose *cdy_poses_at_zero(const cdy_tree *tree);

/* Returns the distance (m), or the angle (rad) where that is larger, by which the components that a loop holds are off
 * at these poses; infinite where a body is not in the tree. */
double cdy_loop_gap(const cdy_tree *tree, const cdy_pose *poses, const cdy_loop *loop);

#endif
