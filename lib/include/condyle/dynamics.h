/* Dynamics of a model: M(q) qdd + C(q,qd) qd + G(q) = tau + J(q)^T f.
 *
 * Shapes: n = cdy_model_nv(), nq = cdy_model_nq(); matrices are row-major.  SI units: rad or m, N m or N.
 * Spatial vectors are [angular; linear].  NULL for a configuration means home, for a velocity, an acceleration or
 * a torque zero, for forces none.  Quaternions may have any length from 1e-150 to 1e150.
 *
 * Accelerations of planar, floating and spherical joints are the rates of their velocities (condyle/tree.h), whose axes
 * turn with the body: the origin of a planar or floating one accelerates by qdd + w x v.  Torques do their work on
 * those velocities: [fx fy moment] of a planar, [moment; force] of a floating, the moment of a spherical joint, about
 * the origin of the frame that the joint moves, in its axes.
 *
 * Every call takes a workspace of its model, which one thread uses at a time; none allocates memory.  Every call fails
 * with CDY_ERROR_ARGUMENT where a needed pointer is NULL, the workspace belongs to another model, an input is not
 * finite or the length of a quaternion is outside this range, and with CDY_ERROR_NUMERIC where the result is not
 * finite.  A vector is then as it was; a matrix may hold numbers that are not finite.  `error` may be NULL.  Outputs
 * may be the same array as an input, but must not overlap it otherwise. */
#ifndef CONDYLE_DYNAMICS_H
#define CONDYLE_DYNAMICS_H

#include <condyle/configuration.h>
#include <condyle/model.h>

/* Working memory of the computing calls for one model. */
typedef struct cdy_workspace cdy_workspace;

/* Makes a workspace for a model on the heap: the one allocation.  Fails with CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_workspace_create(const cdy_model *model, cdy_workspace **workspace, cdy_error *error);

/* Frees a workspace made by cdy_workspace_create(); takes NULL. */
CDY_API void cdy_workspace_destroy(cdy_workspace *workspace);

/* Returns the bytes that a model's workspace takes in memory of any alignment. */
CDY_API size_t cdy_workspace_size(const cdy_model *model);

/* Makes a workspace in the caller's `memory` of `size` bytes; *workspace then points into it and must not be
 * destroyed.  Fails with CDY_ERROR_ARGUMENT where `size` is under cdy_workspace_size(). */
CDY_API cdy_status cdy_workspace_init(void *memory, size_t size, const cdy_model *model, cdy_workspace **workspace,
                                      cdy_error *error);

/* Adds a wrench [Tx Ty Tz Fx Fy Fz] (N m, N) that the environment applies on a frame's body to the external force
 * matrix `fext` (cdy_model_force_rows() x 6, base frame, moments about the base's origin).  Without a configuration
 * (`q` NULL) the wrench is in the base frame; with one it is in the body's frame, about the body's origin.
 * The wrench goes to the (first) row of the joint that moves the body; on a body welded to the base it has no
 * effect.  Set `fext` to zero before the first wrench: externalForce's matrices added together. */
CDY_API cdy_status cdy_external_force(const cdy_model *model, cdy_workspace *workspace, int frame,
                                      const double wrench[6], const double *q, double *fext, cdy_error *error);

/* Drives that condyle/drives.h enables act in inverse and forward dynamics, their rotors also in the mass matrix and
 * its products; the velocity product and the gravity torque are those of the bodies alone. */

/* Gives the torques tau (n) that the accelerations qdd (n) need at q (nq), qd (n) under the forces `fext`:
 * recursive Newton-Euler (Featherstone 2008, table 5.1). */
CDY_API cdy_status cdy_inverse_dynamics(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                        const double *qd, const double *qdd, const double *fext, double *tau,
                                        cdy_error *error);

/* Gives the joint reactions (joints x 6), the loads of the bearings: row j has the moment and the force [Tx Ty Tz Fx Fy
 * Fz] (N m, N) that moving joint j (cdy_model_joint(), followers included) transmits from the parent to the body that
 * it moves, about the origin of this body's frame and in its axes, at q (nq), qd, qdd (n) under the forces `fext`:
 * recursive Newton-Euler (Featherstone 2008, table 5.1).  Its component along the joint's motion is the torque that
 * motor, gear, friction and spring together transmit to the body; it is the same with and without drives
 * (condyle/drives.h), since the torque that accelerates a rotor does not reach the body. */
CDY_API cdy_status cdy_joint_reactions(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                       const double *qd, const double *qdd, const double *fext, double *reactions,
                                       cdy_error *error);

/* Gives the accelerations qdd (n) that the torques tau (n) cause at q (nq), qd (n) under the forces `fext`, by the
 * faster of the methods below for the robot's size.  Fails with CDY_ERROR_NUMERIC where M is singular, naming a joint
 * that makes it so, and with CDY_ERROR_UNSUPPORTED where joints mimic others and there are more than 4096 in all.
 * Whether the structure of the robot makes M singular in every state is found once, when the model is made or its
 * payloads or rotors change; such a robot is refused in all states alike, by every call that needs M^-1. */
CDY_API cdy_status cdy_forward_dynamics(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                        const double *qd, const double *tau, const double *fext, double *qdd,
                                        cdy_error *error);

/* How forward dynamics is computed; all methods give the same result but for rounding. */
typedef enum cdy_forward_method {
    CDY_FORWARD_AUTO = 0,           /* the fastest one for the robot */
    CDY_FORWARD_ARTICULATED_BODIES, /* O(n) (Featherstone 2008, table 7.1) */
    CDY_FORWARD_MASS_MATRIX, /* M by composite rigid bodies, and its factors L^T D L, sparse for branches (sections
                              * 6.2 and 6.5), or by LAPACK where these would take longer */
    CDY_FORWARD_LAPACK       /* M, and its Cholesky factors by LAPACK (dpotrf) at every size: the reference */
} cdy_forward_method;

/* Gives the accelerations as cdy_forward_dynamics() does, by a method of choice.  Where M is nearly singular,
 * CDY_FORWARD_ARTICULATED_BODIES uses the mass matrix.  Fails as cdy_forward_dynamics() does, with CDY_ERROR_ARGUMENT
 * also where there is no such method, and with CDY_ERROR_UNSUPPORTED where joints mimic others and the method is
 * articulated bodies, where there are more than 4096 joints and the method needs the mass matrix, or where the method
 * is LAPACK's and the library was built without LAPACK. */
CDY_API cdy_status cdy_forward_dynamics_by(const cdy_model *model, cdy_workspace *workspace, cdy_forward_method method,
                                           const double *q, const double *qd, const double *tau, const double *fext,
                                           double *qdd, cdy_error *error);

/* Gives the product M(q) x (n) without the matrix, for x (n; NULL: zero, as a velocity would be): recursive
 * Newton-Euler without gravity and velocity. */
CDY_API cdy_status cdy_mass_times(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *x,
                                  double *product, cdy_error *error);

/* Gives M(q)^-1 x (n) without the inverse, for x (n; NULL: zero, as a torque would be): articulated bodies without
 * gravity and velocity, or Cholesky factors, as forward dynamics.  Fails as cdy_forward_dynamics() does. */
CDY_API cdy_status cdy_inverse_mass_times(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                          const double *x, double *product, cdy_error *error);

/* Gives the joint-space mass matrix M(q), n x n, symmetric, both halves filled (Featherstone 2008, table 6.2).  Fails
 * with CDY_ERROR_UNSUPPORTED where joints mimic others and there are more than 4096 of them in all. */
CDY_API cdy_status cdy_mass_matrix(const cdy_model *model, cdy_workspace *workspace, const double *q, double *M,
                                   cdy_error *error);

/* Gives the velocity product C(q,qd) qd (n): the Coriolis and centrifugal torques, without gravity. */
CDY_API cdy_status cdy_velocity_product(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                        const double *qd, double *product, cdy_error *error);

/* Gives the Coriolis matrix C(q,qd), n x n: C qd is the velocity product, and C + C^T is the rate of M along the motion
 * (Mdot - 2 C is skew-symmetric); of the matrices with both properties this is the matrix of Christoffel's symbols
 * where every joint has one degree of freedom (Echeandia and Wensing 2021, algorithm 1).  Fails as cdy_mass_matrix()
 * does. */
CDY_API cdy_status cdy_coriolis_matrix(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                       const double *qd, double *C, cdy_error *error);

/* Gives the gravity torque G(q) (n): the torques that hold the joints at rest against the model's gravity. */
CDY_API cdy_status cdy_gravity_torque(const cdy_model *model, cdy_workspace *workspace, const double *q, double *tau,
                                      cdy_error *error);

#endif
