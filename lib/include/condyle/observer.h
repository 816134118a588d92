/* The momentum observer: external torques of the joints, and wrenches at frames, from positions, velocities and motor
 * torques, without accelerations.
 *
 * With the generalized momentum p = M qd the equation of motion is dp/dt = tau - drives + C^T qd - G + tau_ext, without
 * accelerations: the residual r of the observer follows tau_ext as a filter of first order with the gain K of each
 * joint,
 *
 *   dr/dt = K (tau_ext - r),   r = K (p(t) - p(0) - integral of (tau - drives + C^T qd - G + r)).
 *
 * Drives are those that act on the model (drives.h): damping, friction, springs and offsets are taken from tau, rotors
 * are part of M, and friction by the load is that of a drive without rotor, since accelerations are not known.  Between
 * two samples tau_ext counts as constant, and the rest of the integrand as a straight line: r is exact then, whatever
 * the gain and the step.
 *
 * An observer lies in memory of the caller's own, and no call takes any other; one thread uses it at a time.
 *
 * De Luca, Albu-Schaeffer, Haddadin, Hirzinger, "Collision detection and safe reaction with the DLR-III lightweight
 * manipulator arm", 2006; Haddadin, De Luca, Albu-Schaeffer, "Robot collisions: a survey", 2017. */
#ifndef CONDYLE_OBSERVER_H
#define CONDYLE_OBSERVER_H

#include <condyle/operational_space.h>

/* The momentum observer of a robot. */
typedef struct cdy_momentum_observer cdy_momentum_observer;

/* Returns the bytes that an observer takes in memory aligned as malloc() aligns; 0 for NULL. */
CDY_API size_t cdy_momentum_observer_size(const cdy_model *model);

/* Makes an observer in `memory` of `size` bytes with the gains K (nv, 1/s): the residual of joint i reaches 63 % of a
 * torque that sets in after 1 / gains[i] s.  Fails with CDY_ERROR_ARGUMENT where the memory is too small or not aligned
 * or a gain is not greater than 0 and finite, and with CDY_ERROR_UNSUPPORTED where joints of several degrees of freedom
 * are more than the workspace has a matrix for (dynamics.h); *observer is then NULL. */
CDY_API cdy_status cdy_momentum_observer_init(void *memory, size_t size, const cdy_model *model, const double *gains,
                                              cdy_momentum_observer **observer, cdy_error *error);

/* Forgets the past: the next sample is the first.  Does nothing for NULL. */
CDY_API void cdy_momentum_observer_reset(cdy_momentum_observer *observer);

/* Takes a sample, positions q (nq), velocities qd (nv) and torques tau (nv) at the motors' side of the joints, dt s
 * after the one before, and gives the residual (nv, N m or N): the external torques as the filter sees them, J^T f of a
 * wrench f on the robot.  The first sample after cdy_momentum_observer_init() or _reset() gives zeros, and its dt is
 * not read. Fails with CDY_ERROR_ARGUMENT (a pointer is NULL, numbers are not finite, dt is not greater than 0, the
 * model or the workspace is another), with CDY_ERROR_UNSUPPORTED where friction by the load acts on a robot with mimic
 * joints, and with CDY_ERROR_NUMERIC where a result is not finite; the observer is then as it was. */
CDY_API cdy_status cdy_momentum_observer_update(cdy_momentum_observer *observer, const cdy_model *model,
                                                cdy_workspace *workspace, double dt, const double *q, const double *qd,
                                                const double *tau, double *residual, cdy_error *error);

/* Gives the wrench [moment; force] (6, N m and N, base axes about the frame's origin) whose joint torques J^T f come
 * nearest to the residual (nv): of its components only those of `rows` (CDY_ROWS_ALL and so on), the others 0.  Fails
 * with CDY_ERROR_ARGUMENT, and with CDY_ERROR_NUMERIC where the joints do not tell the components apart, as where there
 * are fewer joints than components, or at a singularity. */
CDY_API cdy_status cdy_observed_wrench(const cdy_model *model, cdy_workspace *workspace, int frame, unsigned rows,
                                       const double *q, const double *residual, double wrench[6], cdy_error *error);

#endif
