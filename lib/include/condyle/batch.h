/* Batches: the dynamics and kinematics of any number of states at once, several a vector instruction and several
 * threads.
 *
 * A batch serves many states as a workspace serves one: it holds everything that the calls write, and is made for a
 * model.  One thread of the caller uses it at a time.  Its results do not depend on how many states there are, where
 * among them a state stands, and how many threads there are; those of different lanes agree to rounding, and to the bit
 * in a library built with -Dreproducible=true.
 *
 * `count` states are rows: an array of shape n stands for count x n numbers, of any alignment, row-major unless the
 * batch has another layout.  NULL for an input means its default for all states, as in dynamics.h.  External forces are
 * one matrix (force_rows x 6) a state. An output may be the same array as an input whose rows are as long, but must not
 * overlap one otherwise.
 *
 * Every call computes all states that can be computed, and returns the status of the first that cannot, whose row
 * (from 0) and fault `error` names.  The outputs of such a state are NaN.  `statuses` (count; NULL: not wanted)
 * receives the status of each state.  A state fails as the call for one state would: CDY_ERROR_ARGUMENT for an input
 * that is not finite or a quaternion of no length, CDY_ERROR_NUMERIC for a result that is not finite or a singular mass
 * matrix.  The call for one state decides which matrices are singular: it computes the states with a pivot below about
 * 1e-8 of an upper bound of its diagonal element, which may be rounding noise, and the states with prismatic joints far
 * out (beyond twice their limits, or beyond 6 m without limits), in a workspace that the batch has for each thread (2 n
 * x n numbers, written only for such states, and for a batch of one state in one lane).  Where the whole call fails (a
 * needed pointer is NULL, the batch belongs to another model, there is no such frame) all arrays are as they were.
 *
 * Calls on one thread do not allocate.  On more, OpenMP keeps threads of its own, made by the first such call; a
 * process that was forked after it has not got them, and computes on one thread.  A library made with
 * -Dposix_threads=true starts threads for each call instead, also in forked processes. */
#ifndef CONDYLE_BATCH_H
#define CONDYLE_BATCH_H

#include <condyle/constraints.h>
#include <condyle/derivatives.h>
#include <condyle/generalized_inverse_kinematics.h>
#include <condyle/inverse_kinematics.h>
#include <condyle/operational_space.h>
#include <condyle/regressor.h>
#include <condyle/terms.h>

/* Working memory of the calls below for one model. */
typedef struct cdy_batch cdy_batch;

/* How the states of a batch lie in memory. */
typedef enum cdy_batch_layout {
    CDY_BATCH_ROWS = 0, /* a row a state: number i of state b of a shape n at [b * n + i] */
    CDY_BATCH_LANES,    /* in blocks of as many states as the batch has lanes, L: at [(b / L * n + i) * L + b % L].
                         * Arrays begin at a multiple of 64 bytes and hold whole blocks; the last block may hold any
                         * numbers in place of missing states; outputs may overwrite them.  `statuses` stays count. */
    CDY_BATCH_COLUMNS   /* a row a state, stored by columns as Fortran, MATLAB and Octave do: at [i * count + b] */
} cdy_batch_layout;

/* How a batch divides its states. */
typedef struct cdy_batch_options {
    int threads; /* largest number of threads, up to 1024; 0: the default of OpenMP, all cores or OMP_NUM_THREADS;
                  * without OpenMP all cores that the process may use. A library without threads has one. */
    int lanes;   /* states an instruction: 1, 2, 4 or 8 where machine and build have them; 0: the most that they have */
    cdy_batch_layout layout;
    int constraint_rows; /* rows of constraints that there is memory for, 0 to 4096; 0 by default */
    cdy_reserve reserve; /* for members to come: all 0 */
} cdy_batch_options;

/* Returns the usual options: one thread, the most lanes, rows, no constraints. */
CDY_API cdy_batch_options cdy_batch_options_default(void);

/* Makes a batch for a model on the heap, the one allocation; `options` NULL: the usual ones.  Fails with
 * CDY_ERROR_MEMORY, and with CDY_ERROR_UNSUPPORTED where the machine or the build does not have these lanes. */
CDY_API cdy_status cdy_batch_create(const cdy_model *model, const cdy_batch_options *options, cdy_batch **batch,
                                    cdy_error *error);

/* Frees a batch made by cdy_batch_create(); takes NULL. */
CDY_API void cdy_batch_destroy(cdy_batch *batch);

/* Returns the bytes that a batch takes in memory of any alignment; 0 where there is none of these options. */
CDY_API size_t cdy_batch_size(const cdy_model *model, const cdy_batch_options *options);

/* Makes a batch in the caller's `memory` of `size` bytes; *batch then points into it and must not be destroyed.  Fails
 * with CDY_ERROR_UNSUPPORTED as cdy_batch_create() does, and with CDY_ERROR_ARGUMENT where `size` is under
 * cdy_batch_size(). */
CDY_API cdy_status cdy_batch_init(void *memory, size_t size, const cdy_model *model, const cdy_batch_options *options,
                                  cdy_batch **batch, cdy_error *error);

/* Returns the lanes and the threads that a batch has. */
CDY_API int cdy_batch_lanes(const cdy_batch *batch);
CDY_API int cdy_batch_threads(const cdy_batch *batch);

/* As cdy_inverse_dynamics(): q (nq), qd, qdd (n), fext (force_rows x 6) -> tau (n). */
CDY_API cdy_status cdy_batch_inverse_dynamics(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                                              const double *qd, const double *qdd, const double *fext, double *tau,
                                              cdy_status *statuses, cdy_error *error);

/* As cdy_joint_reactions(): q (nq), qd, qdd (n), fext (force_rows x 6) -> reactions (joints x 6). */
CDY_API cdy_status cdy_batch_joint_reactions(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                                             const double *qd, const double *qdd, const double *fext, double *reactions,
                                             cdy_status *statuses, cdy_error *error);

/* As cdy_forward_dynamics(), by articulated bodies (Featherstone 2008, table 7.1): q (nq), qd, tau (n), fext
 * (force_rows x 6) -> qdd (n).  Where joints mimic others: by the mass matrix, and with its limit. */
CDY_API cdy_status cdy_batch_forward_dynamics(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                                              const double *qd, const double *tau, const double *fext, double *qdd,
                                              cdy_status *statuses, cdy_error *error);

/* As cdy_forward_dynamics_by(): inputs and result of cdy_batch_forward_dynamics(), by the given method.
 * CDY_ERROR_UNSUPPORTED where joints mimic others and the method is articulated bodies; by the mass matrix as
 * cdy_batch_mass_matrix(). */
CDY_API cdy_status cdy_batch_forward_dynamics_by(const cdy_model *model, cdy_batch *batch, size_t count,
                                                 cdy_forward_method method, const double *q, const double *qd,
                                                 const double *tau, const double *fext, double *qdd,
                                                 cdy_status *statuses, cdy_error *error);

/* As cdy_constrained_forward_dynamics(), all states under the same constraints and options: in `states`, q (nq), qd,
 * tau (n) and fext (force_rows x 6) have a row for each state -> qdd (n), forces (rows; NULL: not wanted).  `reports`
 * (count; NULL: not wanted) receives a report of each state, with rank 0 and a residual that is no number where the
 * state fails. The single call computes a state alone where rows may depend on each other, and all states where joints
 * mimic others or rows are the caller's own.  CDY_ERROR_ARGUMENT where the rows are more than the batch's
 * constraint_rows. */
CDY_API cdy_status cdy_batch_constrained_forward_dynamics(const cdy_model *model, cdy_batch *batch, size_t count,
                                                          const cdy_constrained_state *states, double *qdd,
                                                          double *forces, cdy_constraint_report *reports,
                                                          cdy_status *statuses, cdy_error *error);

/* As cdy_impact(), all states under the same constraints, with the same restitution and options: q (nq), qd (n) of
 * `states` -> qd_after (n), impulses (rows; NULL: not wanted).  Otherwise as cdy_batch_constrained_forward_dynamics().
 */
CDY_API cdy_status cdy_batch_impact(const cdy_model *model, cdy_batch *batch, size_t count,
                                    const cdy_constrained_state *states, double *qd_after, double *impulses,
                                    cdy_constraint_report *reports, cdy_status *statuses, cdy_error *error);

/* As cdy_task_dynamics(), all states with the same tasks and tolerance: q (nq), qd (n) of `states` -> the results that
 * are not NULL in `results`, each with memory for count results; its rank is not used.  `ranks` (count; NULL: not
 * wanted) receives the ranks, 0 where a state fails.  The single call computes a state alone where its rows may depend
 * on each other, and all states where joints mimic others.  Fails as cdy_batch_mass_matrix() does, and with
 * CDY_ERROR_ARGUMENT where the rows are more than the batch's constraint_rows. */
CDY_API cdy_status cdy_batch_task_dynamics(const cdy_model *model, cdy_batch *batch, size_t count,
                                           const cdy_task_state *states, const cdy_operational_space *results,
                                           int *ranks, cdy_status *statuses, cdy_error *error);

/* As cdy_inverse_kinematics(), all searches for the same frame and with the same options: target (4 x 4) and start (nq)
 * of `problems` have a row for each search -> q (nq).  `reports` (count; NULL: not wanted) receives a report of each
 * search, with errors that are no numbers where it fails.  A lane whose search has ended takes the next target at once,
 * so that a target that takes many steps does not delay the others; threads take targets in the same way. */
CDY_API cdy_status cdy_batch_inverse_kinematics(const cdy_model *model, cdy_batch *batch, size_t count,
                                                const cdy_ik_problem *problems, double *q, cdy_ik_report *reports,
                                                cdy_status *statuses, cdy_error *error);

/* As cdy_generalized_inverse_kinematics(), all searches with the same number of constraints and the same options: start
 * (nq) and constraints (problems->count) of `problems` have a row for each search -> q (nq).  `reports` (count) and
 * `violations` (count x problems->count), NULL: not wanted, receive those of each search, with a cost and violations
 * that are no numbers where it fails.  Threads take one problem after the other. */
CDY_API cdy_status cdy_batch_generalized_inverse_kinematics(const cdy_model *model, cdy_batch *batch, size_t count,
                                                            const cdy_gik_problem *problems, double *q,
                                                            cdy_gik_report *reports, cdy_ik_violation *violations,
                                                            cdy_status *statuses, cdy_error *error);

/* As cdy_mass_matrix(): q (nq) -> M (n x n).  CDY_ERROR_UNSUPPORTED above 256 degrees of freedom, those of mimic joints
 * counted: the single call is as fast there. */
CDY_API cdy_status cdy_batch_mass_matrix(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                                         double *M, cdy_status *statuses, cdy_error *error);

/* As cdy_velocity_product(): q (nq), qd (n) -> product (n). */
CDY_API cdy_status cdy_batch_velocity_product(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                                              const double *qd, double *product, cdy_status *statuses,
                                              cdy_error *error);

/* As cdy_gravity_torque(): q (nq) -> tau (n). */
CDY_API cdy_status cdy_batch_gravity_torque(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                                            double *tau, cdy_status *statuses, cdy_error *error);

/* As cdy_mass_times(): q (nq), x (n) -> product (n). */
CDY_API cdy_status cdy_batch_mass_times(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                                        const double *x, double *product, cdy_status *statuses, cdy_error *error);

/* As cdy_inverse_mass_times(), by the method of cdy_batch_forward_dynamics(): q (nq), x (n) -> product (n). */
CDY_API cdy_status cdy_batch_inverse_mass_times(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                                                const double *x, double *product, cdy_status *statuses,
                                                cdy_error *error);

/* As cdy_get_transform(): q (nq) -> T (4 x 4). */
CDY_API cdy_status cdy_batch_get_transform(const cdy_model *model, cdy_batch *batch, size_t count, int frame,
                                           int relative_to, const double *q, double *T, cdy_status *statuses,
                                           cdy_error *error);

/* As cdy_forward_kinematics(): q (nq) -> T (frames x 4 x 4). */
CDY_API cdy_status cdy_batch_forward_kinematics(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                                                double *T, cdy_status *statuses, cdy_error *error);

/* As cdy_geometric_jacobian(): q (nq) -> J (6 x n). */
CDY_API cdy_status cdy_batch_geometric_jacobian(const cdy_model *model, cdy_batch *batch, size_t count, int frame,
                                                cdy_axes axes, const double *q, double *J, cdy_status *statuses,
                                                cdy_error *error);

/* As cdy_jacobian_dot_qd(): q (nq), qd (n) -> product (6). */
CDY_API cdy_status cdy_batch_jacobian_dot_qd(const cdy_model *model, cdy_batch *batch, size_t count, int frame,
                                             cdy_axes axes, const double *q, const double *qd, double *product,
                                             cdy_status *statuses, cdy_error *error);

/* As cdy_frame_velocity(): q (nq), qd (n) -> velocity (6). */
CDY_API cdy_status cdy_batch_frame_velocity(const cdy_model *model, cdy_batch *batch, size_t count, int frame,
                                            cdy_axes axes, const double *q, const double *qd, double *velocity,
                                            cdy_status *statuses, cdy_error *error);

/* As cdy_frame_acceleration(): q (nq), qd, qdd (n) -> acceleration (6). */
CDY_API cdy_status cdy_batch_frame_acceleration(const cdy_model *model, cdy_batch *batch, size_t count, int frame,
                                                cdy_axes axes, const double *q, const double *qd, const double *qdd,
                                                double *acceleration, cdy_status *statuses, cdy_error *error);

/* As cdy_center_of_mass(): q (nq) -> com (3), J (3 x n); either of them may be NULL: not wanted. */
CDY_API cdy_status cdy_batch_center_of_mass(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                                            double *com, double *J, cdy_status *statuses, cdy_error *error);

/* As cdy_energy(): q (nq), qd (n) -> kinetic (1), potential (1), J; either of them may be NULL: not wanted. */
CDY_API cdy_status cdy_batch_energy(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                                    const double *qd, double *kinetic, double *potential, cdy_status *statuses,
                                    cdy_error *error);

/* As cdy_centroidal_momentum(): q (nq), qd, qdd (n) -> h (6), rate (6); either of them may be NULL: not wanted. */
CDY_API cdy_status cdy_batch_centroidal_momentum(const cdy_model *model, cdy_batch *batch, size_t count,
                                                 const double *q, const double *qd, const double *qdd, double *h,
                                                 double *rate, cdy_status *statuses, cdy_error *error);

/* As cdy_coriolis_matrix(): q (nq), qd (n) -> C (n x n).  Fails as cdy_batch_mass_matrix() does. */
CDY_API cdy_status cdy_batch_coriolis_matrix(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                                             const double *qd, double *C, cdy_status *statuses, cdy_error *error);

/* As cdy_inverse_mass_matrix(): q (nq) -> M_inverse (n x n).  Fails as cdy_batch_mass_matrix() does. */
CDY_API cdy_status cdy_batch_inverse_mass_matrix(const cdy_model *model, cdy_batch *batch, size_t count,
                                                 const double *q, double *M_inverse, cdy_status *statuses,
                                                 cdy_error *error);

/* As cdy_inverse_dynamics_derivatives(): q (nq), qd, qdd (n), fext (force_rows x 6) -> dtau_dq, dtau_dqd (n x n each;
 * NULL: not wanted).  Fails as cdy_batch_mass_matrix() does, and with CDY_ERROR_ARGUMENT where neither is wanted. */
CDY_API cdy_status cdy_batch_inverse_dynamics_derivatives(const cdy_model *model, cdy_batch *batch, size_t count,
                                                          const double *q, const double *qd, const double *qdd,
                                                          const double *fext, double *dtau_dq, double *dtau_dqd,
                                                          cdy_status *statuses, cdy_error *error);

/* As cdy_forward_dynamics_derivatives(): q (nq), qd, tau (n), fext (force_rows x 6) -> by_q, by_qd, by_tau (n x n each;
 * NULL: not wanted).  Fails as cdy_batch_mass_matrix() does, and with CDY_ERROR_ARGUMENT where none is wanted. */
CDY_API cdy_status cdy_batch_forward_dynamics_derivatives(const cdy_model *model, cdy_batch *batch, size_t count,
                                                          const double *q, const double *qd, const double *tau,
                                                          const double *fext,
                                                          const cdy_forward_derivatives *derivatives,
                                                          cdy_status *statuses, cdy_error *error);

/* As cdy_inverse_dynamics_vjp(): q (nq), qd, qdd (n), fext (force_rows x 6), w (n) -> by_q, by_qd, by_qdd (n each;
 * NULL: not wanted). */
CDY_API cdy_status cdy_batch_inverse_dynamics_vjp(const cdy_model *model, cdy_batch *batch, size_t count,
                                                  const double *q, const double *qd, const double *qdd,
                                                  const double *fext, const double *w, double *by_q, double *by_qd,
                                                  double *by_qdd, cdy_status *statuses, cdy_error *error);

/* As cdy_inverse_dynamics_jvp(): q (nq), qd, qdd (n), fext (force_rows x 6), dq, dqd, dqdd (n) -> dtau (n). */
CDY_API cdy_status cdy_batch_inverse_dynamics_jvp(const cdy_model *model, cdy_batch *batch, size_t count,
                                                  const double *q, const double *qd, const double *qdd,
                                                  const double *fext, const double *dq, const double *dqd,
                                                  const double *dqdd, double *dtau, cdy_status *statuses,
                                                  cdy_error *error);

/* As cdy_forward_dynamics_vjp(): q (nq), qd, tau (n), fext (force_rows x 6), w (n) -> by_q, by_qd, by_tau (n each;
 * NULL: not wanted). */
CDY_API cdy_status cdy_batch_forward_dynamics_vjp(const cdy_model *model, cdy_batch *batch, size_t count,
                                                  const double *q, const double *qd, const double *tau,
                                                  const double *fext, const double *w, double *by_q, double *by_qd,
                                                  double *by_tau, cdy_status *statuses, cdy_error *error);

/* As cdy_forward_dynamics_jvp(): q (nq), qd, tau (n), fext (force_rows x 6), dq, dqd, dtau (n) -> dqdd (n). */
CDY_API cdy_status cdy_batch_forward_dynamics_jvp(const cdy_model *model, cdy_batch *batch, size_t count,
                                                  const double *q, const double *qd, const double *tau,
                                                  const double *fext, const double *dq, const double *dqd,
                                                  const double *dtau, double *dqdd, cdy_status *statuses,
                                                  cdy_error *error);

/* As cdy_load_vjp(): q (nq), w (n) -> by_fext (force_rows x 6), by_gravity (3); NULL: not wanted. */
CDY_API cdy_status cdy_batch_load_vjp(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                                      const double *w, double *by_fext, double *by_gravity, cdy_status *statuses,
                                      cdy_error *error);

/* As cdy_energy_gradient(): q (nq), qd (n) -> kinetic_by_q, kinetic_by_qd, potential_by_q (n each; NULL: not wanted).
 */
CDY_API cdy_status cdy_batch_energy_gradient(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                                             const double *qd, double *kinetic_by_q, double *kinetic_by_qd,
                                             double *potential_by_q, cdy_status *statuses, cdy_error *error);

/* As cdy_regressor_transpose_times(): q (nq), qd, qdd, w (n) -> product (p). */
CDY_API cdy_status cdy_batch_regressor_transpose_times(const cdy_model *model, cdy_batch *batch, size_t count,
                                                       const double *q, const double *qd, const double *qdd,
                                                       const cdy_regressor_options *options, const double *w,
                                                       double *product, cdy_status *statuses, cdy_error *error);

/* As cdy_centroidal_momentum_matrix(): q (nq) -> A (6 x n). */
CDY_API cdy_status cdy_batch_centroidal_momentum_matrix(const cdy_model *model, cdy_batch *batch, size_t count,
                                                        const double *q, double *A, cdy_status *statuses,
                                                        cdy_error *error);

/* As cdy_jacobian_dot(): q (nq), qd (n) -> J_dot (6 x n). */
CDY_API cdy_status cdy_batch_jacobian_dot(const cdy_model *model, cdy_batch *batch, size_t count, int frame,
                                          cdy_axes axes, const double *q, const double *qd, double *J_dot,
                                          cdy_status *statuses, cdy_error *error);

/* As cdy_jacobian_derivative(): q (nq) -> J_q (6 x n x n).  CDY_ERROR_UNSUPPORTED above 262144 numbers a state, and
 * above 256 degrees of freedom, those of mimic joints counted. */
CDY_API cdy_status cdy_batch_jacobian_derivative(const cdy_model *model, cdy_batch *batch, size_t count, int frame,
                                                 cdy_axes axes, const double *q, double *J_q, cdy_status *statuses,
                                                 cdy_error *error);

/* As cdy_transform_derivative(): q (nq) -> T_q (n x 4 x 4). */
CDY_API cdy_status cdy_batch_transform_derivative(const cdy_model *model, cdy_batch *batch, size_t count, int frame,
                                                  const double *q, double *T_q, cdy_status *statuses, cdy_error *error);

/* As cdy_external_force(): adds a wrench (6) of each state to fext (force_rows x 6), which must hold matrices already;
 * in the base frame where q (nq) is NULL, else in the body's. */
CDY_API cdy_status cdy_batch_external_force(const cdy_model *model, cdy_batch *batch, size_t count, int frame,
                                            const double *wrench, const double *q, double *fext, cdy_status *statuses,
                                            cdy_error *error);

/* As cdy_external_force_at(), added to fext as by cdy_batch_external_force(): wrench (6), q (nq; NULL: home), fext
 * (force_rows x 6). */
CDY_API cdy_status cdy_batch_external_force_at(const cdy_model *model, cdy_batch *batch, size_t count, int frame,
                                               cdy_axes axes, const double *wrench, const double *q, double *fext,
                                               cdy_status *statuses, cdy_error *error);

/* As cdy_regressor(): q (nq), qd, qdd (n) -> Y (n x p) with p = cdy_parameter_count() of the same options, NULL being
 * the defaults.  Fails as cdy_batch_jacobian_derivative() does, and with CDY_ERROR_ARGUMENT where cdy_regressor() would
 * for its options. */
CDY_API cdy_status cdy_batch_regressor(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                                       const double *qd, const double *qdd, const cdy_regressor_options *options,
                                       double *Y, cdy_status *statuses, cdy_error *error);

/* Gives the terms that are wanted as cdy_all_terms() does, by one sweep for each block of states.  Each place of
 * `terms` has room for count times the numbers there; no two results may overlap, nor a result and an input.  All
 * results of a state of which one fails are NaN. */
CDY_API cdy_status cdy_batch_all_terms(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                                       const double *qd, const double *qdd, const double *fext, const cdy_terms *terms,
                                       cdy_status *statuses, cdy_error *error);

#endif
