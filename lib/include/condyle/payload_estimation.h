/* Estimation of a payload: mass, center of mass and inertia of what a robot carries, from motions and torques.
 *
 * The torques that the model leaves unexplained are linear in the ten parameters of a body welded to a frame.  An
 * estimator keeps the least squares problem as a triangular factor, into which each row is rotated (Givens; Golub and
 * Van Loan 2013, section 6.5.3), so that a controller may add a row a tick and ask for the estimate when it wants it.
 * An estimator lies in memory of the caller's own, and no call takes any other; one thread uses it at a time.
 *
 * Bodies and acting drives are the model's (drives.h), and what they leave out is taken for payload: identify friction
 * without payload first (drive_identification.h).  Units, arrays and errors are those of dynamics.h. */
#ifndef CONDYLE_PAYLOAD_ESTIMATION_H
#define CONDYLE_PAYLOAD_ESTIMATION_H

#include <condyle/payload.h>
#include <condyle/regressor.h>

/* The estimator of a payload. */
typedef struct cdy_payload_estimator cdy_payload_estimator;

/* Returns the bytes that an estimator takes in memory aligned as malloc() aligns; 0 for NULL. */
CDY_API size_t cdy_payload_estimator_size(const cdy_model *model);

/* Makes an estimator in `memory` of `size` bytes for the payload of frame `frame`.  Rows that are `horizon` rows old
 * count exp(-1) of the newest; 0: all rows count alike.  Fails with CDY_ERROR_ARGUMENT where the memory is too small or
 * not aligned, the frame does not exist or does not move, or the horizon is negative or 1e15 and more;
 * *estimator is then NULL. */
CDY_API cdy_status cdy_payload_estimator_init(void *memory, size_t size, const cdy_model *model, int frame,
                                              double horizon, cdy_payload_estimator **estimator, cdy_error *error);

/* Forgets all rows.  Does nothing for NULL. */
CDY_API void cdy_payload_estimator_reset(cdy_payload_estimator *estimator);

/* Adds one row: q (nq), qd, qdd (n each), the external forces that acted (as in cdy_inverse_dynamics(); NULL: none) and
 * tau (n).  `weights` (n; NULL: 1 each) multiply the residuals: inverse standard deviations of the torques, 0 for a
 * torque that is not known.  A payload that the model has on the frame is part of the estimate, which is found as its
 * change; it must be the same in all rows.  Friction by the load is that of the model with this payload, so that where
 * it acts the estimate is to be set on the model, and the rows be added again, until it no longer changes.  Fails as
 * cdy_inverse_dynamics() does, and with CDY_ERROR_ARGUMENT where `tau` is NULL, the model is another, a torque is not
 * finite, or a weight is neither 0 nor from 1e-100 to below 1e100; the estimator is then as it was. */
CDY_API cdy_status cdy_payload_estimator_add(cdy_payload_estimator *estimator, const cdy_model *model,
                                             cdy_workspace *workspace, const double *q, const double *qd,
                                             const double *qdd, const double *fext, const double *tau,
                                             const double *weights, cdy_error *error);

/* A payload as estimated, with standard deviations, which take the residuals for white noise. */
typedef struct cdy_payload_estimate {
    cdy_payload payload;                /* a body that can exist: cdy_model_set_payload() takes it */
    double mass_deviation;              /* kg */
    double center_of_mass_deviation[3]; /* m */
    double inertia_deviation[6];        /* kg m2, in the order of cdy_payload */
    double noise;                       /* standard deviation of a residual of weight 1 */
    double consistency_cost;            /* how far the least squares estimate was moved to become a body that can exist,
                                         * in standard deviations of its ten parameters together; 0: not at all */
    double torques;                     /* number of torques that count */
} cdy_payload_estimate;

/* Gives the payload of the rows so far.  Parameters on which no torque depends stay as the model has them, with
 * deviations as of 100 kg, 100 kg m and 100 kg m2 a residual of weight 1.  Among bodies that can exist, the estimate is
 * the most likely one (a barrier on the pseudo-inertia; Wensing, Kim and Slotine 2018).  Fails with CDY_ERROR_ARGUMENT
 * where a pointer is NULL, and with CDY_ERROR_NUMERIC where there are no more torques than ten parameters, or numbers
 * are too large. */
CDY_API cdy_status cdy_payload_estimator_solve(const cdy_payload_estimator *estimator, cdy_payload_estimate *estimate,
                                               cdy_error *error);

#endif
