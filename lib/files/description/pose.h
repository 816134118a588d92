/* Poses: a frame in another, as position and unit quaternion. */
#ifndef CDY_DESCRIPTION_POSE_H
#define CDY_DESCRIPTION_POSE_H

#include <condyle/tree.h>

/* A frame in another: position and rotation, a unit quaternion w x y z. */
typedef struct cdy_pose {
    double p[3], q[4];
} cdy_pose;

/* No displacement and no rotation. */
extern const cdy_pose cdy_pose_still;

/* Return the pose b, which stands in a, in the frame in which a stands; and the pose of the outer frame in the inner
 * one. */
cdy_pose cdy_pose_compose(const cdy_pose *a, const cdy_pose *b);
cdy_pose cdy_pose_invert(const cdy_pose *pose);

/* Writes the placement of a pose. */
void cdy_pose_to_placement(const cdy_pose *pose, cdy_placement *placement);

/* Returns the pose of a placement. */
cdy_pose cdy_pose_from_placement(const cdy_placement *p);

/* Returns the pose of a body in its parent where its joint is at 0; a floating body, which has no 0, is at home. */
cdy_pose cdy_joint_pose_at_zero(const cdy_joint *j);

/* Writes the product of two quaternions: the rotation b, then a. `out` may be an operand. */
void cdy_multiply_quaternions(const double a[4], const double b[4], double out[4]);

/* Write the quaternion of a rotation: about an axis of any length, by the shortest way from z to a direction, or by
 * fixed-axis angles. An axis of length 0 gives no rotation. */
void cdy_quaternion_about(const double axis[3], double angle, double q[4]);
void cdy_quaternion_z_to(const double direction[3], double q[4]);
void cdy_quaternion_from_rpy(const double rpy[3], double q[4]);

/* Writes the quaternion of the rotation with the columns x, y and x cross y, which are orthonormal. */
void cdy_quaternion_from_columns(const double x[3], const double y[3], double q[4]);

/* Write a vector, or an inertia xx xy xz yy yz zz, turned by a quaternion. `out` may be the operand. */
void cdy_rotate(const double q[4], const double v[3], double out[3]);
void cdy_rotate_inertia(const double q[4], const double in[6], double out[6]);

#endif
