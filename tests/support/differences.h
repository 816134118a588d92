/* Derivatives by central differences of the fourth order: (8 (f(h) - f(-h)) - (f(2h) - f(-2h))) / 12h. */
#ifndef CDY_TESTS_DIFFERENCES_H
#define CDY_TESTS_DIFFERENCES_H

#include "support/robot.h"

/* The function to differentiate: writes f(t). */
typedef void (*differentiable)(void *context, double t, double *result);

/* Gives the derivative of `count` numbers at t = 0 with steps of h. */
void differentiate(differentiable f, void *context, double h, double *derivative, int count);

/* Gives the velocity [w; v] of a frame in the base's axes at q when the robot moves with the velocity qd, from
 * differences of its placements along cdy_configuration_integrate(). */
void velocity_by_differences(robot *r, int frame, const double *q, const double *qd, double h, double velocity[6]);

/* Gives the frame's Jacobian in the axes of the base (6 x nv) by the same differences, column by column. */
void jacobian_by_differences(robot *r, int frame, const double *q, double h, double *J);

#endif
