/* Batches over floats: the calls of batch.h with twice as many lanes and about twice as fast, in single precision.
 *
 * The calls differ in their numbers only: the robot's, the states, the results and all intermediate results are
 * floats.  The model itself stays as it is; a batch keeps a copy of it.  4 lanes on any machine, 8 with AVX2 and FMA,
 * 16 with AVX-512; packed arrays (CDY_BATCH_LANES) have as many.  Inverse kinematics and the dynamics of tasks, whose
 * tolerances are finer than floats, are not among them.
 *
 * Single precision costs, as the worst difference from the same calls over doubles, in parts of the largest number of
 * a result, among 50,000 random states (inputs that floats hold; velocities up to 2, accelerations or torques up to 3)
 * in 16 lanes, by tests/bench/floats.py:
 *
 *                          UR5e     iiwa14   a humanoid of 35 degrees of freedom, floating base
 *     inverse dynamics     1.5e-6   1.8e-6   1.1e-6
 *     forward dynamics     3.1e-7   6.7e-7   1.3e-6
 *     mass matrix          3.0e-7   3.3e-7   2.3e-8
 *     gravity torque       1.4e-6   9.4e-7   5.1e-7
 *     all transforms       2.3e-7   2.2e-7   2.3e-7
 *     Jacobian             1.9e-7   1.9e-7   3.4e-7
 *     inverse mass matrix  1.4e-7   2.1e-7   1.3e-6
 *     derivatives of inverse dynamics
 *       by q               2.6e-6   2.7e-6   6.4e-7
 *       by qd              6.5e-6   6.9e-6   8.6e-7
 *     regressor            5.7e-7   6.0e-7   7.7e-7
 *     rate of a Jacobian   4.1e-7   3.5e-7   6.4e-7
 *     Jacobian by q        3.0e-7   3.6e-7   5.3e-7
 *     transform by q       3.4e-7   4.2e-7   5.3e-7
 *
 * Matrices of the derivatives of forward dynamics are computed in lanes of doubles and rounded (6e-8), since floats
 * would lose more than their number suggests for robots whose hand is light.  Their products with vectors (_vjp, _jvp)
 * are computed in floats.
 *
 * Accelerations are as exact as the condition of the mass matrix lets them be: where it is 1e5, expect to lose five
 * of seven digits.  Sines and cosines are within 0.9 units in the last place; beyond 3000 rad each comes from the C
 * library, which is slower.  Numbers from 3.4e38 on, which floats do not hold, fail as numbers that are not finite;
 * quaternions may have any length from 1e-15 to 1e15.
 *
 * The single call computes, in doubles, the states that are too near to singular for floats, with a pivot of the mass
 * matrix under 1e-4 of the bound of its diagonal element, and fails for singular ones.  States of arms and of most
 * humanoids have larger pivots, some states of chains of ten links smaller ones, and all states of chains of forty.
 * Where most of 16 random states of a robot without mimic joints have smaller pivots, all its states are computed in
 * lanes of doubles, as the same calls over doubles compute them.  Rounding errors may leave one singular state in some
 * thousands a pivot above the bound; its result is then without meaning.
 *
 * cdy_batch_f32_specialize() of specialize.h gives a batch code for its robot.
 */
#ifndef CONDYLE_BATCH_FLOAT_H
#define CONDYLE_BATCH_FLOAT_H

#include <condyle/batch.h>

/* Working memory of the calls below for one model, in single precision. */
typedef struct cdy_batch_f32 cdy_batch_f32;

/* Makes a batch over floats for a model, as cdy_batch_create() does; `options` NULL: the usual ones. */
CDY_API cdy_status cdy_batch_f32_create(const cdy_model *model, const cdy_batch_options *options, cdy_batch_f32 **batch,
                                        cdy_error *error);

/* Frees a batch made by cdy_batch_f32_create(); takes NULL. */
CDY_API void cdy_batch_f32_destroy(cdy_batch_f32 *batch);

/* Returns the bytes that a batch takes in memory of any alignment; 0 where there is none of these options. */
CDY_API size_t cdy_batch_f32_size(const cdy_model *model, const cdy_batch_options *options);

/* Makes a batch in the caller's `memory` of `size` bytes, as cdy_batch_init() does. */
CDY_API cdy_status cdy_batch_f32_init(void *memory, size_t size, const cdy_model *model,
                                      const cdy_batch_options *options, cdy_batch_f32 **batch, cdy_error *error);

/* Returns the lanes and the threads that a batch has. */
CDY_API int cdy_batch_f32_lanes(const cdy_batch_f32 *batch);
CDY_API int cdy_batch_f32_threads(const cdy_batch_f32 *batch);

/* States of a robot over floats, a row for each, and the constraints on all of them; otherwise as
 * cdy_constrained_state. */
typedef struct cdy_constrained_state_f32 {
    const float *q, *qd;               /* nq, n */
    const float *tau;                  /* n */
    const float *fext;                 /* force_rows x 6 */
    const cdy_constraint *constraints; /* count */
    int count;
    const cdy_constraint_options *options; /* NULL: the defaults */
    double restitution;
} cdy_constrained_state_f32;

/* As cdy_batch_constrained_forward_dynamics(): q (nq), qd, tau (n), fext (force_rows x 6) -> qdd (n), forces (rows).
 * States whose rows may depend on each other within the rounding errors of floats are computed in doubles. */
CDY_API cdy_status cdy_batch_f32_constrained_forward_dynamics(const cdy_model *model, cdy_batch_f32 *batch,
                                                              size_t count, const cdy_constrained_state_f32 *states,
                                                              float *qdd, float *forces, cdy_constraint_report *reports,
                                                              cdy_status *statuses, cdy_error *error);

/* As cdy_batch_impact(): q (nq), qd (n) -> qd_after (n), impulses (rows).  States are computed alone as by
 * cdy_batch_f32_constrained_forward_dynamics(). */
CDY_API cdy_status cdy_batch_f32_impact(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                        const cdy_constrained_state_f32 *states, float *qd_after, float *impulses,
                                        cdy_constraint_report *reports, cdy_status *statuses, cdy_error *error);

/* As cdy_batch_all_terms(): q (nq), qd, qdd (n), fext (force_rows x 6) -> the terms that are wanted, derivatives by q
 * and qd among them.  No state is too near to singular, since no term needs the inverse of a mass matrix.  The rate of
 * the momentum is the force on all bodies less their weight: its error is relative to the larger of both. */
CDY_API cdy_status cdy_batch_f32_all_terms(const cdy_model *model, cdy_batch_f32 *batch, size_t count, const float *q,
                                           const float *qd, const float *qdd, const float *fext,
                                           const cdy_terms_f32 *terms, cdy_status *statuses, cdy_error *error);

/* As cdy_batch_external_force(): wrench (6), q (nq; NULL: the wrench is in the base frame), fext (force_rows x 6). */
CDY_API cdy_status cdy_batch_f32_external_force(const cdy_model *model, cdy_batch_f32 *batch, size_t count, int frame,
                                                const float *wrench, const float *q, float *fext, cdy_status *statuses,
                                                cdy_error *error);

/* As cdy_batch_external_force_at(): wrench (6), q (nq; NULL: home), fext (force_rows x 6). */
CDY_API cdy_status cdy_batch_f32_external_force_at(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                   int frame, cdy_axes axes, const float *wrench, const float *q,
                                                   float *fext, cdy_status *statuses, cdy_error *error);

/* The quantities: cdy_batch_f32_NAME is cdy_batch_NAME over floats.
 * (`meson compile -C build declarations` writes them from batch.h.) */

/* As cdy_batch_inverse_dynamics(): q (nq), qd, qdd (n), fext (force_rows x 6) -> tau (n). */
CDY_API cdy_status cdy_batch_f32_inverse_dynamics(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                  const float *q, const float *qd, const float *qdd, const float *fext,
                                                  float *tau, cdy_status *statuses, cdy_error *error);

/* As cdy_batch_velocity_product(): q (nq), qd (n) -> product (n). */
CDY_API cdy_status cdy_batch_f32_velocity_product(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                  const float *q, const float *qd, float *product, cdy_status *statuses,
                                                  cdy_error *error);

/* As cdy_batch_gravity_torque(): q (nq) -> tau (n). */
CDY_API cdy_status cdy_batch_f32_gravity_torque(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                const float *q, float *tau, cdy_status *statuses, cdy_error *error);

/* As cdy_batch_mass_times(): q (nq), x (n) -> product (n). */
CDY_API cdy_status cdy_batch_f32_mass_times(const cdy_model *model, cdy_batch_f32 *batch, size_t count, const float *q,
                                            const float *x, float *product, cdy_status *statuses, cdy_error *error);

/* As cdy_batch_joint_reactions(): q (nq), qd, qdd (n), fext (force_rows x 6) -> reactions (joints x 6). */
CDY_API cdy_status cdy_batch_f32_joint_reactions(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                 const float *q, const float *qd, const float *qdd, const float *fext,
                                                 float *reactions, cdy_status *statuses, cdy_error *error);

/* As cdy_batch_mass_matrix(): q (nq) -> M (n x n). */
CDY_API cdy_status cdy_batch_f32_mass_matrix(const cdy_model *model, cdy_batch_f32 *batch, size_t count, const float *q,
                                             float *M, cdy_status *statuses, cdy_error *error);

/* As cdy_batch_coriolis_matrix(): q (nq), qd (n) -> C (n x n). */
CDY_API cdy_status cdy_batch_f32_coriolis_matrix(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                 const float *q, const float *qd, float *C, cdy_status *statuses,
                                                 cdy_error *error);

/* As cdy_batch_forward_dynamics(): q (nq), qd, tau (n), fext (force_rows x 6) -> qdd (n). */
CDY_API cdy_status cdy_batch_f32_forward_dynamics(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                  const float *q, const float *qd, const float *tau, const float *fext,
                                                  float *qdd, cdy_status *statuses, cdy_error *error);

/* As cdy_batch_forward_dynamics_by(): inputs and result of cdy_batch_forward_dynamics(), by the given method.
 * CDY_ERROR_UNSUPPORTED where joints mimic others and the method is articulated bodies; by the mass matrix as
 * cdy_batch_mass_matrix(). */
CDY_API cdy_status cdy_batch_f32_forward_dynamics_by(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                     cdy_forward_method method, const float *q, const float *qd,
                                                     const float *tau, const float *fext, float *qdd,
                                                     cdy_status *statuses, cdy_error *error);

/* As cdy_batch_inverse_mass_times(): q (nq), x (n) -> product (n). */
CDY_API cdy_status cdy_batch_f32_inverse_mass_times(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                    const float *q, const float *x, float *product,
                                                    cdy_status *statuses, cdy_error *error);

/* As cdy_batch_inverse_mass_matrix(): q (nq) -> M_inverse (n x n). */
CDY_API cdy_status cdy_batch_f32_inverse_mass_matrix(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                     const float *q, float *M_inverse, cdy_status *statuses,
                                                     cdy_error *error);

/* As cdy_batch_inverse_dynamics_derivatives(): q (nq), qd, qdd (n), fext (force_rows x 6) -> dtau_dq, dtau_dqd (n x n
 * each; NULL: not wanted). */
CDY_API cdy_status cdy_batch_f32_inverse_dynamics_derivatives(const cdy_model *model, cdy_batch_f32 *batch,
                                                              size_t count, const float *q, const float *qd,
                                                              const float *qdd, const float *fext, float *dtau_dq,
                                                              float *dtau_dqd, cdy_status *statuses, cdy_error *error);

/* As cdy_batch_forward_dynamics_derivatives(): q (nq), qd, tau (n), fext (force_rows x 6) -> by_q, by_qd, by_tau (n x n
 * each; NULL: not wanted). */
CDY_API cdy_status cdy_batch_f32_forward_dynamics_derivatives(const cdy_model *model, cdy_batch_f32 *batch,
                                                              size_t count, const float *q, const float *qd,
                                                              const float *tau, const float *fext,
                                                              const cdy_forward_derivatives_f32 *derivatives,
                                                              cdy_status *statuses, cdy_error *error);

/* As cdy_batch_inverse_dynamics_vjp(): q (nq), qd, qdd (n), fext (force_rows x 6), w (n) -> by_q, by_qd, by_qdd (n
 * each; NULL: not wanted). */
CDY_API cdy_status cdy_batch_f32_inverse_dynamics_vjp(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                      const float *q, const float *qd, const float *qdd,
                                                      const float *fext, const float *w, float *by_q, float *by_qd,
                                                      float *by_qdd, cdy_status *statuses, cdy_error *error);

/* As cdy_batch_inverse_dynamics_jvp(): q (nq), qd, qdd (n), fext (force_rows x 6), dq, dqd, dqdd (n) -> dtau (n). */
CDY_API cdy_status cdy_batch_f32_inverse_dynamics_jvp(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                      const float *q, const float *qd, const float *qdd,
                                                      const float *fext, const float *dq, const float *dqd,
                                                      const float *dqdd, float *dtau, cdy_status *statuses,
                                                      cdy_error *error);

/* As cdy_batch_forward_dynamics_vjp(): q (nq), qd, tau (n), fext (force_rows x 6), w (n) -> by_q, by_qd, by_tau (n
 * each; NULL: not wanted). */
CDY_API cdy_status cdy_batch_f32_forward_dynamics_vjp(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                      const float *q, const float *qd, const float *tau,
                                                      const float *fext, const float *w, float *by_q, float *by_qd,
                                                      float *by_tau, cdy_status *statuses, cdy_error *error);

/* As cdy_batch_forward_dynamics_jvp(): q (nq), qd, tau (n), fext (force_rows x 6), dq, dqd, dtau (n) -> dqdd (n). */
CDY_API cdy_status cdy_batch_f32_forward_dynamics_jvp(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                      const float *q, const float *qd, const float *tau,
                                                      const float *fext, const float *dq, const float *dqd,
                                                      const float *dtau, float *dqdd, cdy_status *statuses,
                                                      cdy_error *error);

/* As cdy_batch_load_vjp(): q (nq), w (n) -> by_fext (force_rows x 6), by_gravity (3); NULL: not wanted. */
CDY_API cdy_status cdy_batch_f32_load_vjp(const cdy_model *model, cdy_batch_f32 *batch, size_t count, const float *q,
                                          const float *w, float *by_fext, float *by_gravity, cdy_status *statuses,
                                          cdy_error *error);

/* As cdy_batch_energy_gradient(): q (nq), qd (n) -> kinetic_by_q, kinetic_by_qd, potential_by_q (n each; NULL: not
 * wanted).  */
CDY_API cdy_status cdy_batch_f32_energy_gradient(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                 const float *q, const float *qd, float *kinetic_by_q,
                                                 float *kinetic_by_qd, float *potential_by_q, cdy_status *statuses,
                                                 cdy_error *error);

/* As cdy_batch_regressor_transpose_times(): q (nq), qd, qdd, w (n) -> product (p). */
CDY_API cdy_status cdy_batch_f32_regressor_transpose_times(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                           const float *q, const float *qd, const float *qdd,
                                                           const cdy_regressor_options *options, const float *w,
                                                           float *product, cdy_status *statuses, cdy_error *error);

/* As cdy_batch_regressor(): q (nq), qd, qdd (n) -> Y (n x p) with p = cdy_parameter_count() of the same options, NULL
 * being the defaults. */
CDY_API cdy_status cdy_batch_f32_regressor(const cdy_model *model, cdy_batch_f32 *batch, size_t count, const float *q,
                                           const float *qd, const float *qdd, const cdy_regressor_options *options,
                                           float *Y, cdy_status *statuses, cdy_error *error);

/* As cdy_batch_energy(): q (nq), qd (n) -> kinetic (1), potential (1), J; either of them may be NULL: not wanted. */
CDY_API cdy_status cdy_batch_f32_energy(const cdy_model *model, cdy_batch_f32 *batch, size_t count, const float *q,
                                        const float *qd, float *kinetic, float *potential, cdy_status *statuses,
                                        cdy_error *error);

/* As cdy_batch_center_of_mass(): q (nq) -> com (3), J (3 x n); either of them may be NULL: not wanted. */
CDY_API cdy_status cdy_batch_f32_center_of_mass(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                const float *q, float *com, float *J, cdy_status *statuses,
                                                cdy_error *error);

/* As cdy_batch_centroidal_momentum(): q (nq), qd, qdd (n) -> h (6), rate (6); either of them may be NULL: not
 * wanted. */
CDY_API cdy_status cdy_batch_f32_centroidal_momentum(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                     const float *q, const float *qd, const float *qdd, float *h,
                                                     float *rate, cdy_status *statuses, cdy_error *error);

/* As cdy_batch_centroidal_momentum_matrix(): q (nq) -> A (6 x n). */
CDY_API cdy_status cdy_batch_f32_centroidal_momentum_matrix(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                            const float *q, float *A, cdy_status *statuses,
                                                            cdy_error *error);

/* As cdy_batch_get_transform(): q (nq) -> T (4 x 4). */
CDY_API cdy_status cdy_batch_f32_get_transform(const cdy_model *model, cdy_batch_f32 *batch, size_t count, int frame,
                                               int relative_to, const float *q, float *T, cdy_status *statuses,
                                               cdy_error *error);

/* As cdy_batch_forward_kinematics(): q (nq) -> T (frames x 4 x 4). */
CDY_API cdy_status cdy_batch_f32_forward_kinematics(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                    const float *q, float *T, cdy_status *statuses, cdy_error *error);

/* As cdy_batch_geometric_jacobian(): q (nq) -> J (6 x n). */
CDY_API cdy_status cdy_batch_f32_geometric_jacobian(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                    int frame, cdy_axes axes, const float *q, float *J,
                                                    cdy_status *statuses, cdy_error *error);

/* As cdy_batch_jacobian_dot_qd(): q (nq), qd (n) -> product (6). */
CDY_API cdy_status cdy_batch_f32_jacobian_dot_qd(const cdy_model *model, cdy_batch_f32 *batch, size_t count, int frame,
                                                 cdy_axes axes, const float *q, const float *qd, float *product,
                                                 cdy_status *statuses, cdy_error *error);

/* As cdy_batch_frame_velocity(): q (nq), qd (n) -> velocity (6). */
CDY_API cdy_status cdy_batch_f32_frame_velocity(const cdy_model *model, cdy_batch_f32 *batch, size_t count, int frame,
                                                cdy_axes axes, const float *q, const float *qd, float *velocity,
                                                cdy_status *statuses, cdy_error *error);

/* As cdy_batch_frame_acceleration(): q (nq), qd, qdd (n) -> acceleration (6). */
CDY_API cdy_status cdy_batch_f32_frame_acceleration(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                    int frame, cdy_axes axes, const float *q, const float *qd,
                                                    const float *qdd, float *acceleration, cdy_status *statuses,
                                                    cdy_error *error);

/* As cdy_batch_jacobian_dot(): q (nq), qd (n) -> J_dot (6 x n). */
CDY_API cdy_status cdy_batch_f32_jacobian_dot(const cdy_model *model, cdy_batch_f32 *batch, size_t count, int frame,
                                              cdy_axes axes, const float *q, const float *qd, float *J_dot,
                                              cdy_status *statuses, cdy_error *error);

/* As cdy_batch_jacobian_derivative(): q (nq) -> J_q (6 x n x n). */
CDY_API cdy_status cdy_batch_f32_jacobian_derivative(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                     int frame, cdy_axes axes, const float *q, float *J_q,
                                                     cdy_status *statuses, cdy_error *error);

/* As cdy_batch_transform_derivative(): q (nq) -> T_q (n x 4 x 4). */
CDY_API cdy_status cdy_batch_f32_transform_derivative(const cdy_model *model, cdy_batch_f32 *batch, size_t count,
                                                      int frame, const float *q, float *T_q, cdy_status *statuses,
                                                      cdy_error *error);

#endif
