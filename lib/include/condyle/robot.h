/* A robot behind one handle: tree, model and workspace of a robot, opened by one call.
 *
 * Gravity is 0 0 0 unless the options say otherwise, as rigidBodyTree documents it.
 *
 *     cdy_robot *robot;
 *     if (cdy_robot_open("universalUR5e", NULL, &robot, &error)) { fprintf(stderr, "%s\n", error.text); return 1; }
 *     cdy_robot_inverse_dynamics(robot, q, qd, qdd, NULL, tau, &error);
 *
 * The calls below are those of the headers that this one includes, with the robot's own model and workspace, and bodies
 * by name; shapes, units, defaults for NULL and errors are described there.  A robot serves one thread at a time;
 * threads that share a robot's model make workspaces of their own.  After cdy_robot_open() no call allocates memory. */
#ifndef CONDYLE_ROBOT_H
#define CONDYLE_ROBOT_H

#include <condyle/derivatives.h>
#include <condyle/energy.h>
#include <condyle/momentum.h>
#include <condyle/payload.h>
#include <condyle/regressor.h>
#include <condyle/urdf.h>

/* A robot: tree, model and workspace. */
typedef struct cdy_robot cdy_robot;

/* Opens a robot on the heap, which the caller destroys.  `source` is the path of a file in URDF, MJCF, SDF, USD or
 * xacro, or of a compiled model (condyle/model_file.h), or else (cdy_robot_source_is_path()) the name of a bundled
 * robot (cdy_urdf_load_bundled()). `options` (NULL: the defaults) give gravity, floating base and mimic mode, and
 * receive warnings; a compiled model keeps the gravity that it was saved with unless `options` is given, and refuses a
 * floating base or independent mimic joints with CDY_ERROR_ARGUMENT.  Fails with CDY_ERROR_IO (no such file or robot),
 * CDY_ERROR_ROBOT (its content is at fault: file, line and reason in `error`), CDY_ERROR_ARGUMENT or CDY_ERROR_MEMORY;
 * then *robot is NULL. */
CDY_API cdy_status cdy_robot_open(const char *source, const cdy_load_options *options, cdy_robot **robot,
                                  cdy_error *error);

/* Opens a robot from `size` bytes in memory: URDF, MJCF, SDF, USD or xacro text, or a compiled model.  `name` stands
 * for the file in messages. Otherwise as cdy_robot_open(). */
CDY_API cdy_status cdy_robot_open_bytes(const void *bytes, size_t size, const char *name,
                                        const cdy_load_options *options, cdy_robot **robot, cdy_error *error);

/* Load a robot as cdy_robot_open() and cdy_robot_open_bytes() do, without compiling it: its tree or, from a compiled
 * model, its model as it was saved, in which `options` change nothing.  The caller destroys the one of *tree and *model
 * that is not NULL; both are NULL on failure. */
CDY_API cdy_status cdy_robot_load(const char *source, const cdy_load_options *options, cdy_tree **tree,
                                  cdy_model **model, cdy_error *error);
CDY_API cdy_status cdy_robot_load_bytes(const void *bytes, size_t size, const char *name,
                                        const cdy_load_options *options, cdy_tree **tree, cdy_model **model,
                                        cdy_error *error);

/* Tells whether cdy_robot_open() and cdy_robot_load() take `source` for a path rather than for the name of a bundled
 * robot: it has a '/', or ends in .urdf, .xacro, .xml, .sdf, .world, .usda, .usd or .cdy, or a file other than a
 * directory has this name. */
CDY_API bool cdy_robot_source_is_path(const char *source);

/* Opens a robot from a copy of a tree, with the tree's gravity and mimic mode.  Fails as cdy_model_create() does; then
 * *robot is NULL. */
CDY_API cdy_status cdy_robot_from_tree(const cdy_tree *tree, cdy_robot **robot, cdy_error *error);

/* Frees a robot; takes NULL. */
CDY_API void cdy_robot_destroy(cdy_robot *robot);

/* Return the parts of a robot, which lives longer than they: the tree (NULL for a robot from a compiled model), the
 * model, in which gravity, drives and payloads may be set, and the workspace. */
CDY_API const cdy_tree *cdy_robot_tree(const cdy_robot *robot);
CDY_API cdy_model *cdy_robot_model(const cdy_robot *robot);
CDY_API cdy_workspace *cdy_robot_workspace(const cdy_robot *robot);

/* Return the robot's name, the length n of velocities, and the length nq of configurations. */
CDY_API const char *cdy_robot_name(const cdy_robot *robot);
CDY_API int cdy_robot_nv(const cdy_robot *robot);
CDY_API int cdy_robot_nq(const cdy_robot *robot);

/* Finds the frame of a body by its name.  Fails with CDY_ERROR_ARGUMENT where there is none, and names the nearest. */
CDY_API cdy_status cdy_robot_require_body(const cdy_robot *robot, const char *body, int *frame, cdy_error *error);

/* Finds a moving joint by its name and describes it.  Fails with CDY_ERROR_ARGUMENT where no moving joint has this
 * name, and names the nearest. */
CDY_API cdy_status cdy_robot_require_joint(const cdy_robot *robot, const char *joint, cdy_moving_joint *description,
                                           cdy_error *error);

/* cdy_model_set_payload() (condyle/payload.h) on a body given by name; NULL removes its payload. */
CDY_API cdy_status cdy_robot_set_payload(cdy_robot *robot, const char *body, const cdy_payload *payload,
                                         cdy_error *error);

/* cdy_external_force() and cdy_external_force_at() on a body given by name. */
CDY_API cdy_status cdy_robot_external_force(cdy_robot *robot, const char *body, const double wrench[6], const double *q,
                                            double *fext, cdy_error *error);
CDY_API cdy_status cdy_robot_external_force_at(cdy_robot *robot, const char *body, cdy_axes axes,
                                               const double wrench[6], const double *q, double *fext, cdy_error *error);

/* cdy_home_configuration() and cdy_random_configuration() of the robot. */
CDY_API void cdy_robot_home_configuration(const cdy_robot *robot, double *q);
CDY_API void cdy_robot_random_configuration(const cdy_robot *robot, uint64_t *seed, double *q);

/* The quantities of the robot: cdy_robot_NAME is cdy_NAME.  Bodies are given by name; `relative_to` NULL is the base.
 * (`meson compile -C build declarations` writes them.) */
CDY_API cdy_status cdy_robot_inverse_dynamics(cdy_robot *robot, const double *q, const double *qd, const double *qdd,
                                              const double *fext, double *tau, cdy_error *error);
CDY_API cdy_status cdy_robot_velocity_product(cdy_robot *robot, const double *q, const double *qd, double *product,
                                              cdy_error *error);
CDY_API cdy_status cdy_robot_gravity_torque(cdy_robot *robot, const double *q, double *tau, cdy_error *error);
CDY_API cdy_status cdy_robot_mass_times(cdy_robot *robot, const double *q, const double *x, double *product,
                                        cdy_error *error);
CDY_API cdy_status cdy_robot_joint_reactions(cdy_robot *robot, const double *q, const double *qd, const double *qdd,
                                             const double *fext, double *reactions, cdy_error *error);
CDY_API cdy_status cdy_robot_mass_matrix(cdy_robot *robot, const double *q, double *M, cdy_error *error);
CDY_API cdy_status cdy_robot_coriolis_matrix(cdy_robot *robot, const double *q, const double *qd, double *C,
                                             cdy_error *error);
CDY_API cdy_status cdy_robot_forward_dynamics(cdy_robot *robot, const double *q, const double *qd, const double *tau,
                                              const double *fext, double *qdd, cdy_error *error);
CDY_API cdy_status cdy_robot_forward_dynamics_by(cdy_robot *robot, cdy_forward_method method, const double *q,
                                                 const double *qd, const double *tau, const double *fext, double *qdd,
                                                 cdy_error *error);
CDY_API cdy_status cdy_robot_inverse_mass_times(cdy_robot *robot, const double *q, const double *x, double *product,
                                                cdy_error *error);
CDY_API cdy_status cdy_robot_inverse_mass_matrix(cdy_robot *robot, const double *q, double *M_inverse,
                                                 cdy_error *error);
CDY_API cdy_status cdy_robot_inverse_dynamics_derivatives(cdy_robot *robot, const double *q, const double *qd,
                                                          const double *qdd, const double *fext, double *dtau_dq,
                                                          double *dtau_dqd, cdy_error *error);
CDY_API cdy_status cdy_robot_forward_dynamics_derivatives(cdy_robot *robot, const double *q, const double *qd,
                                                          const double *tau, const double *fext,
                                                          const cdy_forward_derivatives *derivatives, cdy_error *error);
CDY_API cdy_status cdy_robot_inverse_dynamics_vjp(cdy_robot *robot, const double *q, const double *qd,
                                                  const double *qdd, const double *fext, const double *w, double *by_q,
                                                  double *by_qd, double *by_qdd, cdy_error *error);
CDY_API cdy_status cdy_robot_inverse_dynamics_jvp(cdy_robot *robot, const double *q, const double *qd,
                                                  const double *qdd, const double *fext, const double *dq,
                                                  const double *dqd, const double *dqdd, double *dtau,
                                                  cdy_error *error);
CDY_API cdy_status cdy_robot_forward_dynamics_vjp(cdy_robot *robot, const double *q, const double *qd,
                                                  const double *tau, const double *fext, const double *w, double *by_q,
                                                  double *by_qd, double *by_tau, cdy_error *error);
CDY_API cdy_status cdy_robot_forward_dynamics_jvp(cdy_robot *robot, const double *q, const double *qd,
                                                  const double *tau, const double *fext, const double *dq,
                                                  const double *dqd, const double *dtau, double *dqdd,
                                                  cdy_error *error);
CDY_API cdy_status cdy_robot_load_vjp(cdy_robot *robot, const double *q, const double *w, double *by_fext,
                                      double by_gravity[3], cdy_error *error);
CDY_API cdy_status cdy_robot_energy_gradient(cdy_robot *robot, const double *q, const double *qd, double *kinetic_by_q,
                                             double *kinetic_by_qd, double *potential_by_q, cdy_error *error);
CDY_API cdy_status cdy_robot_regressor_transpose_times(cdy_robot *robot, const double *q, const double *qd,
                                                       const double *qdd, const cdy_regressor_options *options,
                                                       const double *w, double *product, cdy_error *error);
CDY_API cdy_status cdy_robot_regressor(cdy_robot *robot, const double *q, const double *qd, const double *qdd,
                                       const cdy_regressor_options *options, double *Y, cdy_error *error);
CDY_API cdy_status cdy_robot_energy(cdy_robot *robot, const double *q, const double *qd, double *kinetic,
                                    double *potential, cdy_error *error);
CDY_API cdy_status cdy_robot_center_of_mass(cdy_robot *robot, const double *q, double com[3], double *J,
                                            cdy_error *error);
CDY_API cdy_status cdy_robot_centroidal_momentum(cdy_robot *robot, const double *q, const double *qd, const double *qdd,
                                                 double h[6], double rate[6], cdy_error *error);
CDY_API cdy_status cdy_robot_centroidal_momentum_matrix(cdy_robot *robot, const double *q, double *A, cdy_error *error);
CDY_API cdy_status cdy_robot_get_transform(cdy_robot *robot, const char *body, const char *relative_to, const double *q,
                                           double T[16], cdy_error *error);
CDY_API cdy_status cdy_robot_forward_kinematics(cdy_robot *robot, const double *q, double *T, cdy_error *error);
CDY_API cdy_status cdy_robot_geometric_jacobian(cdy_robot *robot, const char *body, cdy_axes axes, const double *q,
                                                double *J, cdy_error *error);
CDY_API cdy_status cdy_robot_jacobian_dot_qd(cdy_robot *robot, const char *body, cdy_axes axes, const double *q,
                                             const double *qd, double product[6], cdy_error *error);
CDY_API cdy_status cdy_robot_frame_velocity(cdy_robot *robot, const char *body, cdy_axes axes, const double *q,
                                            const double *qd, double velocity[6], cdy_error *error);
CDY_API cdy_status cdy_robot_frame_acceleration(cdy_robot *robot, const char *body, cdy_axes axes, const double *q,
                                                const double *qd, const double *qdd, double acceleration[6],
                                                cdy_error *error);
CDY_API cdy_status cdy_robot_jacobian_dot(cdy_robot *robot, const char *body, cdy_axes axes, const double *q,
                                          const double *qd, double *J_dot, cdy_error *error);
CDY_API cdy_status cdy_robot_jacobian_derivative(cdy_robot *robot, const char *body, cdy_axes axes, const double *q,
                                                 double *J_q, cdy_error *error);
CDY_API cdy_status cdy_robot_transform_derivative(cdy_robot *robot, const char *body, const double *q, double *T_q,
                                                  cdy_error *error);

#endif
