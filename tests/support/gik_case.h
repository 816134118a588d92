/* Random problems of generalized inverse kinematics that a known configuration solves. */
#ifndef CDY_TESTS_GIK_CASE_H
#define CDY_TESTS_GIK_CASE_H

#include "support/robot.h"

/* Draws a constraint of a kind between two random bodies, which q (nq, within its limits) keeps; half of them have
 * tolerances. */
cdy_ik_constraint draw_kept_constraint(robot *r, cdy_ik_constraint_kind kind, const double *q, uint64_t *seed);

/* Draws a constraint of a random kind that q keeps; of bounds of joints only where the robot has a joint of one degree
 * of freedom. */
cdy_ik_constraint draw_any_constraint(robot *r, const double *q, uint64_t *seed);

/* Runs generalized inverse kinematics and returns its report; fails the running test where the call fails. */
cdy_gik_report solve_constraints(robot *r, const cdy_ik_constraint *constraints, int count, const double *start,
                                 const cdy_gik_options *options, double *q, cdy_ik_violation *violations);

#endif
