/* Derivatives of a model's dynamics and kinematics, exact to rounding, without differences.
 *
 * Arrays, defaults, workspaces and errors are those of dynamics.h, frames and axes those of kinematics.h; matrices are
 * n x n with n = cdy_model_nv(), row-major: entry [i][j] is the derivative of number i by coordinate j.  "By q" means
 * by a step in velocity coordinates as cdy_configuration_integrate() takes it: for joints of one degree of freedom the
 * coordinate itself, for planar, floating and spherical joints a small displacement in the axes of their velocities. So
 * all matrices are n x n also where a configuration has more than n numbers.
 *
 * External forces `fext` are wrenches in the base frame, as in dynamics.h; they stay as they are there while the
 * robot steps.  (So does one that cdy_external_force() turned from a body's frame: it does not turn with the body.) */
#ifndef CONDYLE_DERIVATIVES_H
#define CONDYLE_DERIVATIVES_H

#include <condyle/kinematics.h>

/* Gives the derivatives of cdy_inverse_dynamics() by q and by qd, n x n each (one of them may be NULL: not wanted);
 * that by qdd is cdy_mass_matrix().  (Singh, Russell and Wensing 2022; Carpentier and Mansard 2018.)  Fails with
 * CDY_ERROR_UNSUPPORTED where joints mimic others and there are more than 4096 of them in all. */
CDY_API cdy_status cdy_inverse_dynamics_derivatives(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                                    const double *qd, const double *qdd, const double *fext,
                                                    double *dtau_dq, double *dtau_dqd, cdy_error *error);

/* Where the derivatives of the accelerations go, n x n each for one state; NULL: not wanted. */
typedef struct cdy_forward_derivatives {
    double *by_q, *by_qd, *by_tau;
} cdy_forward_derivatives;

/* The same over floats, for batches (batch_float.h). */
typedef struct cdy_forward_derivatives_f32 {
    float *by_q, *by_qd, *by_tau;
} cdy_forward_derivatives_f32;

/* Gives the derivatives of cdy_forward_dynamics() by q, by qd and by tau: those of inverse dynamics at the
 * accelerations that tau causes, times -M^-1, and M^-1 (Carpentier and Mansard 2018).  Fails with CDY_ERROR_NUMERIC
 * where M is singular, naming a joint that makes it so; then nothing is written; and with CDY_ERROR_UNSUPPORTED where
 * there are more than 4096 degrees of freedom. */
CDY_API cdy_status cdy_forward_dynamics_derivatives(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                                    const double *qd, const double *tau, const double *fext,
                                                    const cdy_forward_derivatives *derivatives, cdy_error *error);

/* Where second derivatives of inverse dynamics go, n x n x n each; NULL: not wanted. Entry [i][j][k] is the derivative
 *   by_q_q     of dtau_dq[i][j] by q, coordinate k,
 *   by_q_qd    of dtau_dq[i][j] by qd, coordinate k, which is that of dtau_dqd[i][k] by q, coordinate j,
 *   by_qd_qd   of dtau_dqd[i][j] by qd, coordinate k,
 *   mass_by_q  of M[i][j] by q, coordinate k, which is that of dtau_dq[i][k] by qdd, coordinate j, where no friction by
 *              the load acts. */
typedef struct cdy_second_derivatives {
    double *by_q_q, *by_q_qd, *by_qd_qd, *mass_by_q;
} cdy_second_derivatives;

/* Gives the second derivatives of cdy_inverse_dynamics(), and the derivative of cdy_mass_matrix() by q, where an array
 * is given.  All four are the derivatives of the matrices that cdy_inverse_dynamics_derivatives() and cdy_mass_matrix()
 * give, along the same steps.  by_qd_qd is symmetric in j and k, mass_by_q in i and j.  by_q_q is symmetric in j and k
 * where these are coordinates of different joints; steps of one planar, floating or spherical joint do not commute:
 * there by_q_q[i][j][k] - by_q_q[i][k][j] is the derivative along the commutator of both steps.  Entries are zero where
 * i, j and k are not on one path to the base.  (After Singh, Russell and Wensing 2022, "On Second-Order Derivatives of
 * Rigid-Body Dynamics"; of the order of n d^2 steps for paths of d joints to the base.)  Fails with
 * CDY_ERROR_UNSUPPORTED where friction by the load acts and there are more than 4096 degrees of freedom. */
CDY_API cdy_status cdy_inverse_dynamics_second_derivatives(const cdy_model *model, cdy_workspace *workspace,
                                                           const double *q, const double *qd, const double *qdd,
                                                           const double *fext,
                                                           const cdy_second_derivatives *derivatives, cdy_error *error);

/* The calls below give products of these derivatives with a vector at the cost of a few evaluations, whatever the
 * number of joints: what optimizers and learning need.  Steps, and gradients "by q", are in velocity coordinates as
 * above. */

/* Gives w times the derivatives of cdy_inverse_dynamics() by q, by qd and by qdd, n numbers each (NULL: not wanted):
 * the gradient of w . tau, without any matrix, by the adjoint of the recursive Newton-Euler algorithm.  `w` (n) NULL:
 * zeros. By qdd it is cdy_mass_times(), times w.  (Vector-Jacobian product; design.md, "Products with the
 * derivatives".) */
CDY_API cdy_status cdy_inverse_dynamics_vjp(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                            const double *qd, const double *qdd, const double *fext, const double *w,
                                            double *by_q, double *by_qd, double *by_qdd, cdy_error *error);

/* Gives the change of cdy_inverse_dynamics() along steps dq, dqd and dqdd (n each; NULL: zeros): the derivatives by q,
 * qd and qdd times the steps, n numbers, without any matrix.  (Jacobian-vector product.) */
CDY_API cdy_status cdy_inverse_dynamics_jvp(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                            const double *qd, const double *qdd, const double *fext, const double *dq,
                                            const double *dqd, const double *dqdd, double *dtau, cdy_error *error);

/* Gives w times the derivatives of cdy_inverse_dynamics() by fext (force_rows x 6) and by the model's gravity (3);
 * either may be NULL: not wanted.  They are less the velocities of the bodies in the base frame, and less the momentum
 * of the robot, if its joints move with w.  With -l in place of w, l of cdy_forward_dynamics_vjp(), they are those of
 * forward dynamics; by payloads and masses, see cdy_regressor_transpose_times(). */
CDY_API cdy_status cdy_load_vjp(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *w,
                                double *by_fext, double by_gravity[3], cdy_error *error);

/* Gives w times the derivatives of cdy_forward_dynamics() by q, by qd and by tau, n numbers each (NULL: not wanted):
 * the gradient of w . qdd.  By tau it is l = M^-1 w, by q and qd cdy_inverse_dynamics_vjp() with -l at the
 * accelerations that tau causes (Carpentier and Mansard 2018).  `w` (n) NULL: zeros.  Fails as cdy_forward_dynamics()
 * does. */
CDY_API cdy_status cdy_forward_dynamics_vjp(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                            const double *qd, const double *tau, const double *fext, const double *w,
                                            double *by_q, double *by_qd, double *by_tau, cdy_error *error);

/* Gives the change of cdy_forward_dynamics() along steps dq, dqd and dtau (n each; NULL: zeros), n numbers: M^-1 times
 * dtau less the change of inverse dynamics at the same accelerations.  Fails as cdy_forward_dynamics() does. */
CDY_API cdy_status cdy_forward_dynamics_jvp(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                            const double *qd, const double *tau, const double *fext, const double *dq,
                                            const double *dqd, const double *dtau, double *dqdd, cdy_error *error);

/* Gives the inverse of the mass matrix, n x n, symmetric, by the factors that branches leave sparse (Featherstone 2008,
 * section 6.5).  Fails as cdy_forward_dynamics_derivatives() does. */
CDY_API cdy_status cdy_inverse_mass_matrix(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                           double *M_inverse, cdy_error *error);

/* Gives the time derivative of cdy_geometric_jacobian() (6 x n, in the same axes) while the robot moves with qd. */
CDY_API cdy_status cdy_jacobian_dot(const cdy_model *model, cdy_workspace *workspace, int frame, cdy_axes axes,
                                    const double *q, const double *qd, double *J_dot, cdy_error *error);

/* Gives the derivative of cdy_geometric_jacobian() by q: 6 x n x n, entry [row][column][k] by coordinate k. */
CDY_API cdy_status cdy_jacobian_derivative(const cdy_model *model, cdy_workspace *workspace, int frame, cdy_axes axes,
                                           const double *q, double *J_q, cdy_error *error);

/* Gives the derivative of a frame's placement in the base by q: n times 4 x 4, one matrix a coordinate. */
CDY_API cdy_status cdy_transform_derivative(const cdy_model *model, cdy_workspace *workspace, int frame,
                                            const double *q, double *T_q, cdy_error *error);

#endif
