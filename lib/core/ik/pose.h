/* The pose error: rotation vector and translation between two placements. */
#ifndef CDY_IK_POSE_H
#define CDY_IK_POSE_H

#include <stdbool.h>
#include <stddef.h>

/* Replaces the rotation in T (4 x 4) by the nearest orthogonal one. Returns false if the last row is not 0 0 0 1, if
 * elements are not finite, or if they differ by some 0.001 or more from those of a rotation. */
bool cdy_make_placement(double T[16]);

/* Computes the rotation vector (angle 0 to pi) and the translation from the placement T to `target`, both in the axes
 * of T. */
void cdy_pose_error(const double T[16], const double target[16], double error[6]);

#endif
