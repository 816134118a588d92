/* Displacements on the manifold of configurations, joint by joint.
 *
 * A displacement (nv) lies in the axes of each joint's child, as steps of cdy_integrate_configuration() do.  For joints
 * of one degree of freedom every map here is the identity, for planar and floating ones those of the groups of plane
 * and space motions (Hairer, Lubich and Wanner 2006, section III.4; Marsden and West 2001). */
#ifndef CDY_SIMULATION_GROUP_H
#define CDY_SIMULATION_GROUP_H

#include "model/model.h"

/* Gives the rate (nv) of a displacement from a fixed configuration while the joints move at qd (nv).
 * `rate` may be qd.  Turns must stay under 1 rad; the series is exact to rounding there. */
void cdy_displacement_rate(const cdy_model *model, const double *displacement, const double *qd, double *rate);

/* Gives what that map's transpose makes of a momentum (nv), for a step's end (`forward`) or its beginning, where the
 * displacement counts backwards.  `result` may be the momentum. */
void cdy_momentum_at(const cdy_model *model, const double *displacement, bool forward, const double *momentum,
                     double *result);

/* Gives what the transposed rate of a turn by half the displacement makes of a force (nv): how a force at the midpoint
 * acts on a step's end (`forward`) or its beginning. */
void cdy_force_at(const cdy_model *model, const double *displacement, bool forward, const double *force,
                  double *result);

/* Gives the rates (nq) of the coordinates themselves while the joints at q (nq) move at qd (nv). */
void cdy_coordinate_rate(const cdy_model *model, const double *q, const double *qd, double *rate);

/* Gives the largest turn (rad) in a displacement of planar and floating joints. */
double cdy_largest_turn(const cdy_model *model, const double *displacement);

/* Brings the quaternions of a configuration to unit length. */
void cdy_normalize_quaternions(const cdy_model *model, double *q);

#endif
