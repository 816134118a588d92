/* Steps between positions of one joint on its manifold: R, SE(2) for planar, SE(3) for floating, SO(3) for
 * spherical joints. */
#ifndef CDY_DYNAMICS_MANIFOLD_H
#define CDY_DYNAMICS_MANIFOLD_H

#include "model/model.h"

/* next = q (+) step; `next` may be q. */
void cdy_integrate_joint(joint_kind kind, const double *q, const double *step, double *next);

/* The shortest step from q0 to q1. */
void cdy_subtract_joint(joint_kind kind, const double *q0, const double *q1, double *step);

/* The derivative of the position's numbers by time, from the velocity; a quaternion keeps its length, which need not be
 * 1. */
void cdy_rate_of_joint(joint_kind kind, const double *q, const double *qd, double *rate);

#endif
