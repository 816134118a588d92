/* Configurations: home, random, within limits, and the steps between them.
 *
 * A configuration has nq = cdy_model_nq() numbers, a step n = cdy_model_nv(): the velocity, in the tree's conventions,
 * that leads from one configuration to another in unit time at constant velocity.  Joints that follow a leader have
 * no numbers of their own. */
#ifndef CONDYLE_CONFIGURATION_H
#define CONDYLE_CONFIGURATION_H

#include <condyle/model.h>
#include <stdint.h>

/* Gives the home configuration: each joint at its home position, or without one at 0, or at the limit nearest to 0
 * where the limits exclude 0; a floating joint at the origin with the identity orientation. */
CDY_API void cdy_home_configuration(const cdy_model *model, double *q);

/* Gives a random configuration: uniform within the limits, in (-pi, pi] without limits, rotations uniform; a leader is
 * also kept within the limits of its followers, where its own limits allow it.  The state of the generator is the
 * caller's: any number to begin with, changed by each call. */
CDY_API void cdy_random_configuration(const cdy_model *model, uint64_t *seed, double *q);

/* Takes a step from q: q_next = q (+) step, on the manifold: a floating or planar joint moves along the screw of its
 * twist, and quaternions come out with unit length.  `q_next` may be q.  Fails with CDY_ERROR_ARGUMENT where a pointer
 * is NULL, a number is not finite or a quaternion is not of a length from 1e-150 to 1e150, with CDY_ERROR_NUMERIC where
 * the result is not finite; then `q_next` is as it was.  Source: Murray, Li and Sastry 1994, section 2.3. */
CDY_API cdy_status cdy_configuration_integrate(const cdy_model *model, const double *q, const double *step,
                                               double *q_next, cdy_error *error);

/* Gives the shortest step (n) from q0 to q1: cdy_configuration_integrate() leads from q0 to the pose of q1 with it.
 * Turns of floating, spherical and planar joints are at most pi; angles of revolute and continuous joints are
 * subtracted as they are, since a whole turn of a leader is not a whole turn of its followers.  `step` may be q0 or q1.
 * Fails as cdy_configuration_integrate() does. */
CDY_API cdy_status cdy_configuration_difference(const cdy_model *model, const double *q0, const double *q1,
                                                double *step, cdy_error *error);

/* Moves every coordinate of q that lies outside its limits to the nearest limit; returns the number of moved
 * coordinates.  The limits of followers bound their leader's coordinate too, where they leave a range within the
 * leader's own limits. */
CDY_API int cdy_configuration_clamp(const cdy_model *model, double *q);

/* Writes the indices of the coordinates that lie outside their limits by more than `tolerance` to `outside` (nq
 * numbers; NULL: only counted); returns their number.  The limits are those of cdy_configuration_clamp(), followers
 * included; cdy_model_position() gives the joint and the own limits of a coordinate. */
CDY_API int cdy_configuration_limit_violations(const cdy_model *model, const double *q, double tolerance, int *outside);

#endif
