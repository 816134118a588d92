/* Displacements on the configuration manifold, joint by joint.
 *
 * A displacement (nv) is in the axes of each joint's child, as the steps of cdy_configuration_integrate(). For joints
 * of one degree of freedom every map here is the identity; planar, floating and spherical joints use the maps of SE(2),
 * SE(3) and SO(3) (Hairer, Lubich and Wanner 2006, section III.4; Marsden and West 2001). */
#ifndef CDY_SIMULATION_GROUP_H
#define CDY_SIMULATION_GROUP_H

#include "model/model.h"

/* Computes the rate (nv) of a displacement d from a fixed configuration while the joints move at qd (nv):
 *
 *   rate = ad / (1 - exp(-ad)) qd, ad = d x.
 *
 * `rate` may be qd. Rotations must be under 1 rad, where the series is exact to rounding. */
void cdy_displacement_rate(const cdy_model *model, const double *displacement, const double *qd, double *rate);

/* Maps the velocity of one joint to the rate of its displacement, in place: `rate` is qd before the call. */
void cdy_joint_displacement_rate(joint_kind kind, const double *displacement, double *rate);

/* Applies the transpose T(d)^T of that map to a momentum (nv): with d for the end of a step (`forward`), with -d for
 * its beginning. `result` may be the momentum. */
void cdy_momentum_at(const cdy_model *model, const double *displacement, bool forward, const double *momentum,
                     double *result);

/* Applies the transpose of (1 - exp(-ad)) / ad at +-d/2 to a force (nv): moves a force at the midpoint of a step to its
 * end (`forward`) or its beginning. */
void cdy_force_at(const cdy_model *model, const double *displacement, bool forward, const double *force,
                  double *result);

/* Computes the rates dq/dt (nq) of the coordinates for joint velocities qd (nv). */
void cdy_coordinate_rate(const cdy_model *model, const double *q, const double *qd, double *rate);

/* Returns the largest rotation (rad) in a displacement of joints on manifolds. */
double cdy_largest_turn(const cdy_model *model, const double *displacement);

/* Returns the rotation (rad) in a displacement of one joint. */
double cdy_joint_turn(joint_kind kind, const double *displacement);

/* Normalizes the quaternions of a configuration. */
void cdy_normalize_quaternions(const cdy_model *model, double *q);

#endif
