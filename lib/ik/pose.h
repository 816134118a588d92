/* The way from one pose to another, as six numbers, and how joint velocities change it. */
#ifndef CDY_IK_POSE_H
#define CDY_IK_POSE_H

#include <stdbool.h>
#include <stddef.h>

/* Turns T (4 x 4) into a placement in place: the rotation nearest to what stands there.  Returns false where T has
 * another last row than 0 0 0 1, or elements that are some 0.001 or more off a rotation's, or not finite. */
bool cdy_make_placement(double T[16]);

/* Gives the turn (axis times angle, 0 to pi) and the shift, both in the axes of T, that lead from the placement T to
 * `target`. */
void cdy_pose_error(const double T[16], const double target[16], double error[6]);

/* Turns the frame's Jacobian in its own axes, J (6 x n), in place into the rates at which the pose error falls: its
 * time derivative is -J qd. */
void cdy_pose_error_rates(const double error[6], size_t n, double *J);

#endif
