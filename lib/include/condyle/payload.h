/* Payloads: rigid bodies that a robot carries, welded to bodies of a compiled model.
 *
 * A payload adds its mass and inertia to the body that carries it.  All results are, to rounding, those of a robot file
 * in which a link with the payload's inertia is welded to that body: inverse and forward dynamics, the mass matrix and
 * its products, the Coriolis matrix, energies, momenta, the center of mass, derivatives, constraints, simulations, and
 * batches over doubles and floats.  cdy_inertial_parameters() includes the payloads, cdy_tree_parameters() and
 * identifications do not (condyle/identification.h).  Kinematics and the tree know nothing of them.
 *
 * Setting a payload allocates nothing and keeps every workspace, batch and solver of the model valid, so that a
 * controller may pick something up between two ticks.  A simulation continues with the new masses and the present
 * velocities.  No other thread may use the model during the call: like gravity and drives, payloads belong to the model
 * that threads share.  Saved models contain their payloads (condyle/model_file.h). */
#ifndef CONDYLE_PAYLOAD_H
#define CONDYLE_PAYLOAD_H

#include <condyle/model.h>

/* A rigid body in the frame of the body that carries it. */
typedef struct cdy_payload {
    double mass;              /* kg; 0: no payload */
    double center_of_mass[3]; /* m, from the origin of the carrying body, in its axes */
    double inertia[6]; /* Ixx Iyy Izz Iyz Ixz Ixy, kg m2, about the center of mass, in those axes; zeros: a point */
} cdy_payload;

/* Sets the payload of the body of frame `frame` (0 to cdy_model_frame_count() - 1), in place of its present payload;
 * NULL or a mass of 0 removes it.  Each body can carry one, and the inertias are computed from the robot's own each
 * time, so that without the payload the model is again as before, to the bit.  A payload on the base or on a body
 * welded to it has no effect.
 *
 * Fails with CDY_ERROR_ARGUMENT where the model is NULL, there is no such frame, a number is not finite, the mass is
 * negative, no body has the inertia (a principal moment is negative or larger than the other two together by more than
 * 1 % of the largest; an inertia without mass), or the sum with the carrying body is too large for a double.  The model
 * is then as it was. */
CDY_API cdy_status cdy_model_set_payload(cdy_model *model, int frame, const cdy_payload *payload, cdy_error *error);

/* Gives the payload of the body of frame `frame`, zeros where the body carries none.  Returns whether the body carries
 * a payload; does nothing else where the frame does not exist. */
CDY_API bool cdy_model_get_payload(const cdy_model *model, int frame, cdy_payload *payload);

#endif
