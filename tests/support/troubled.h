/* Troubled robots: robots with states in which the mass matrix is singular. */
#ifndef CDY_TESTS_TROUBLED_H
#define CDY_TESTS_TROUBLED_H

#include "support/robot.h"

/* A floating trunk with a leader and a follower, which turns 1e10 times as fast. */
robot make_overgeared(void);

/* Two joints about one axis with nothing between them, where the second stands straight (q[1] = 0): turned away by half
 * a right angle, the first carries inertia of its own. */
robot make_sometimes_singular(void);

/* The same with a finger that slides out of the hand (q[3]): 1e9 m out, the inertia about the finger's way is rounding
 * noise of the others. */
robot make_far_reaching(void);

#endif
