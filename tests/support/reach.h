/* Reaching for poses: what the suites of inverse kinematics share. */
#ifndef CDY_TESTS_REACH_H
#define CDY_TESTS_REACH_H

#include "support/robot.h"

/* Gives the placement of a frame at q. */
void place(robot *r, int frame, const double *q, double T[16]);

/* Runs inverse kinematics and returns its report; fails the running test where the call fails. */
cdy_ik_report solve(robot *r, int frame, const double T[16], const double *start, const cdy_ik_options *options,
                    double *q);

/* Gives the distance of two placements in m, and the sine of half the angle between them. */
void compare_placements(const double A[16], const double B[16], double *distance, double *half_sine);

/* Returns links of 1 m and 0.5 m in the plane x y with a frame `hand`, 3, at the end, and limits if lower < upper. */
robot make_arm(double lower, double upper);

/* Returns the default options with weight for the position alone. */
cdy_ik_options position_only(void);

/* Gives an unturned placement at x y z. */
void at(double x, double y, double z, double T[16]);

#endif
