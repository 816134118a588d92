/* Configurations: home, random, within limits, and the steps between them.
 *
 * A configuration has nq = cdy_model_nq() numbers, a step n = cdy_model_nv(): the velocity, in the tree's conventions,
 * that leads from one configuration to another in unit time at constant velocity.  Joints that follow a leader have
 * no numbers of their own. */
#ifndef CONDYLE_CONFIGURATION_H
#define CONDYLE_CONFIGURATION_H

#include <condyle/model.h>
#include <stdint.h>

/* Gives the home configuration: the joints' home positions, where they have any; else 0, moved to the nearest limit
 * where the limits exclude 0; a floating joint stands at the origin with the identity orientation. */
CDY_API void cdy_home_configuration(const cdy_model *model, double *q);

/* Gives a random configuration: uniform within the limits, (-pi, pi] where there is none, rotations uniform; joints
 * that follow a leader keep their limits too, where its own leave it such a position.  The state of the generator is
 * the caller's: any number to begin with, changed by each call. */
CDY_API void cdy_random_configuration(const cdy_model *model, uint64_t *seed, double *q);

/* Takes a step from q: q_next = q (+) step, on the manifold: a floating or planar joint moves along the screw of its
 * twist, and quaternions come out with unit length.  `q_next` may be q.  Fails with CDY_ERROR_ARGUMENT where a pointer
 * is NULL, a number is not finite or a quaternion is not of a length from 1e-150 to 1e150, with CDY_ERROR_NUMERIC where
 * the result is not finite; then `q_next` is as it was.  Source: Murray, Li and Sastry 1994, section 2.3. */
CDY_API cdy_status cdy_configuration_integrate(const cdy_model *model, const double *q, const double *step,
                                               double *q_next, cdy_error *error);

/* Gives the shortest step (n) from q0 to q1: cdy_configuration_integrate() leads from q0 to the pose of q1 with it.
 * Turns of floating and planar joints are at most pi; angles of revolute and continuous joints are subtracted as they
 * are, since followers of another ratio tell whole turns apart.  `step` may be q0 or q1.  Fails likewise. */
CDY_API cdy_status cdy_configuration_difference(const cdy_model *model, const double *q0, const double *q1,
                                                double *step, cdy_error *error);

/* Moves every coordinate of q that lies outside its limits to the nearest limit; returns how many there were.  The
 * limits of joints that follow it bound a coordinate too, where they leave it room within its own. */
CDY_API int cdy_configuration_clamp(const cdy_model *model, double *q);

/* Writes the indices of the coordinates that lie outside their limits, and those of joints that follow them, as
 * cdy_configuration_clamp() has it, by more than `tolerance` into `outside` (room for nq; NULL: only counted); returns
 * how many there are.  cdy_model_position() tells joint and own limits of each. */
CDY_API int cdy_configuration_limit_violations(const cdy_model *model, const double *q, double tolerance, int *outside);

#endif
