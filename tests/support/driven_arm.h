/* A driven arm: the UR5e with drives of a seed, and its recordings. */
#ifndef CDY_TESTS_DRIVEN_ARM_H
#define CDY_TESTS_DRIVEN_ARM_H

#include "support/robot.h"

#include <condyle/drive_identification.h>
#include <stdint.h>

/* Gives every joint of a tree with one degree of freedom a drive in the middle of what arms have. */
void draw_drives(uint64_t *state, cdy_tree *tree);

/* Turns on what an identification of drives finds. */
void let_drives_act(robot *r);

/* Makes the arm with drives that act. */
robot make_driven_arm(uint64_t *state);

/* Draws a state with slow velocities more often than fast ones, where the laws bend. */
void draw_motion(robot *r, uint64_t *state, double *q, double *qd, double *qdd);

/* Adds rows of such states, with noise of this standard deviation in each torque. */
void record_arm(robot *arm, cdy_drive_identification *id, int rows, double noise, uint64_t *state);

#endif
