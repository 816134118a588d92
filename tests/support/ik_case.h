/* Robots and calls for the suites of inverse kinematics. */
#ifndef CDY_TESTS_IK_CASE_H
#define CDY_TESTS_IK_CASE_H

#include "support/robot.h"

/* Writes the placement of a frame at q. */
void place(robot *r, int frame, const double *q, double T[16]);

/* Runs inverse kinematics and returns its report; fails the running test where the call fails. */
cdy_ik_report solve(robot *r, int frame, const double T[16], const double *start, const cdy_ik_options *options,
                    double *q);

/* Writes the distance of two placements in m, and the sine of half the angle between them. */
void compare_placements(const double A[16], const double B[16], double *distance, double *half_sine);

/* Returns an arm in the plane x y with links of 1 m and 0.5 m and a frame `hand`, number 3, at the end; both joints
 * have these position limits if lower < upper. */
robot make_arm(double lower, double upper);

/* Returns the default options with weight 0 for the orientation. */
cdy_ik_options position_only(void);

/* Writes the placement at x y z with the identity orientation. */
void at(double x, double y, double z, double T[16]);

#endif
