/* Internals of the estimator of a payload: the triangular factor of its rows. */
#ifndef CDY_IDENTIFICATION_PAYLOAD_ESTIMATOR_H
#define CDY_IDENTIFICATION_PAYLOAD_ESTIMATOR_H

#include "dynamics/parameters.h"

#include <condyle/payload_estimation.h>
#include <stdint.h>

enum { FACTOR = BODY_PARAMETERS + 1 }; /* columns of the parameters, and of the residual */

/* Rows of n torques lie behind the struct: the regressor (n x p) and the model's torques (n). */
struct cdy_payload_estimator {
    uint64_t fingerprint;
    int32_t frame;
    int first;   /* column of the first parameter of the body that carries the payload */
    double fade; /* factor of a residual from one row to the next */
    double torques;
    double carried[BODY_PARAMETERS];                  /* of the model's payload, in the frame */
    double to_link[BODY_PARAMETERS][BODY_PARAMETERS]; /* parameters in the frame to those in the body's link */
    double R[FACTOR][FACTOR];                         /* upper triangular */
};

/* Makes parameters [m hx hy hz Ixx Ixy Ixz Iyy Iyz Izz] about the frame's origin of a payload, and back; the payload of
 * parameters without mass is none. */
void cdy_payload_parameters(const cdy_payload *payload, double parameters[BODY_PARAMETERS]);
cdy_payload cdy_payload_of_parameters(const double parameters[BODY_PARAMETERS]);

/* Gives the map of parameters in a moving frame to those in the link of its body, and the column of the body's first.
 */
void cdy_payload_map(const cdy_model *model, int frame, int *first, double to_link[BODY_PARAMETERS][BODY_PARAMETERS]);

/* Moves parameters x to the most likely ones of a body that can exist: those that minimize |R (x - x0)|^2 / noise^2.
 * Returns false where the search fails. */
bool cdy_make_payload_possible(double R[FACTOR][FACTOR], double noise, double x[BODY_PARAMETERS]);

#endif
