/* Robots with states in which the mass matrix is singular. */
#ifndef CDY_TESTS_SINGULAR_ROBOTS_H
#define CDY_TESTS_SINGULAR_ROBOTS_H

#include "support/robot.h"

/* A floating trunk with a leader and a follower whose velocity is -1e10 times the leader's. */
robot make_large_gear_ratio(void);

/* Three revolute joints, with no inertia between the first two. The axes of the first and the third joint coincide at
 * q[1] = 0, where the mass matrix is singular; the larger |sin q[1]|, the better its condition. */
robot make_sometimes_singular(void);

/* The robot of make_sometimes_singular() with a finger that slides out of the hand (q[3]): at q[3] = 1e9 m, the inertia
 * along the slide is below the rounding errors of the other inertias. */
robot make_far_reaching(void);

#endif
