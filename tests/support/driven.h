/* Random robots with damping, friction, a spring and a rotor in each joint, in a random state. */
#ifndef CDY_TESTS_DRIVEN_H
#define CDY_TESTS_DRIVEN_H

#include "support/random_tree.h"
#include "support/robot.h"

enum { MOST = 256 };

typedef struct driven {
    robot r;
    double q[MOST], qd[MOST], qdd[MOST], fext[6 * MOST];
} driven;

/* Options with every part of the drives active and a friction width of 0.1. */
cdy_drive_options all_drives(void);

/* Gives each joint of a tree that moves damping, friction, a spring and a rotor; draws from `state`. */
void drive_joints(cdy_tree *tree, uint64_t *state);

/* Returns a law of a joint's drive that the tree accepts with these dynamics: every term in it, friction by the load up
 * to `most` of the load. */
cdy_joint_drive draw_law(uint64_t *state, const cdy_joint_dynamics *dynamics, double most);

/* Sets which drives are active. */
void set_drives(robot *r, cdy_drive_options options);

/* Makes a random robot of `number + 1` moving joints with damping, friction, springs and rotors in each; no drive is
 * active yet. */
driven make_driven_robot(int number, random_joints joints);

/* The same with a law in each joint of one degree of freedom, friction by the load up to `most`. */
driven make_robot_with_laws(int number, random_joints joints, double most);

#endif
