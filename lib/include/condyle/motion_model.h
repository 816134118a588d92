/* Motion models: ready-made control laws in the space of the joints, those of jointSpaceMotionModel.
 *
 * The error is the step e (n) that leads from the reference configuration to q, as cdy_configuration_difference() gives
 * it; ed is qd less the reference's velocity.  cdy_motion_model_control() is a cdy_control for a simulation, and may as
 * well be called in a controller's loop.  Only cdy_motion_model_create() allocates memory. */
#ifndef CONDYLE_MOTION_MODEL_H
#define CONDYLE_MOTION_MODEL_H

#include <condyle/dynamics.h>

/* The laws, with omega the natural frequencies, zeta the damping ratios and Kp, Kd the gains. */
typedef enum cdy_motion_type {
    /* tau = M(q) a + C(q,qd) qd + G(q), a = qdd_ref - 2 zeta omega ed - omega^2 e: the error of each joint obeys
     * edd + 2 zeta omega ed + omega^2 e = 0 as far as no wrench disturbs it */
    CDY_COMPUTED_TORQUE_CONTROL = 0,
    /* tau = G(q) - Kp e - Kd qd */
    CDY_PD_CONTROL,
    /* the joints follow the second-order response exactly, whatever forces act; no dynamics are computed */
    CDY_INDEPENDENT_JOINT_MOTION
} cdy_motion_type;

/* A control law with its gains and its reference. */
typedef struct cdy_motion_model cdy_motion_model;

/* Makes a motion model for a model on the heap: omega 10 rad/s, zeta 1, Kp 100 and Kd 10 (N m/rad and N m s/rad, or N/m
 * and N s/m) for each degree of freedom; the reference is home at rest.  The model must stay as it is while the
 * motion model lives.  Fails with CDY_ERROR_ARGUMENT or CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_motion_model_create(const cdy_model *model, cdy_motion_type type, cdy_motion_model **motion,
                                           cdy_error *error);

/* Frees a motion model; takes NULL. */
CDY_API void cdy_motion_model_destroy(cdy_motion_model *motion);

/* Sets natural frequencies omega (n, rad/s) and damping ratios zeta (n); NULL: they stay.  Fails with
 * CDY_ERROR_ARGUMENT where one is negative or not finite. */
CDY_API cdy_status cdy_motion_model_set_error_dynamics(cdy_motion_model *motion, const double *omega,
                                                       const double *zeta, cdy_error *error);

/* Sets the gains Kp and Kd (n x n, row-major); NULL: they stay.  Fails with CDY_ERROR_ARGUMENT where one is not
 * finite. */
CDY_API cdy_status cdy_motion_model_set_gains(cdy_motion_model *motion, const double *Kp, const double *Kd,
                                              cdy_error *error);

/* Gives the gains Kp and Kd (n x n, row-major); NULL: not wanted.  Fails with CDY_ERROR_ARGUMENT. */
CDY_API cdy_status cdy_motion_model_get_gains(const cdy_motion_model *motion, double *Kp, double *Kd, cdy_error *error);

/* Sets gains that scale with the inertia of each degree of freedom: Kp = diag(omega^2 M_ii(q)), Kd = diag(2 zeta omega
 * M_ii(q)) with the motion model's omega and zeta and the mass matrix at q (nq; NULL: the reference), rotors that act
 * included.  A joint alone then responds with omega and zeta; light wrists and heavy shoulders settle alike.  Fails as
 * cdy_mass_matrix() does, and with CDY_ERROR_NUMERIC where a gain is not finite. */
CDY_API cdy_status cdy_motion_model_set_inertia_gains(cdy_motion_model *motion, const double *q, cdy_error *error);

/* Sets where the joints are to be: q (nq; NULL: home), qd and qdd (n; NULL: zero).  PD control has no use for the last
 * two.  Fails with CDY_ERROR_ARGUMENT where a number is not finite. */
CDY_API cdy_status cdy_motion_model_set_reference(cdy_motion_model *motion, const double *q, const double *qd,
                                                  const double *qdd, cdy_error *error);

/* Gives the torques tau (n) of the law at q (nq), qd (n); `motion_model` is a cdy_motion_model.  No law depends on t.
 * For independent joint motion, tau is that of computed torque control. */
CDY_API cdy_status cdy_motion_model_control(void *motion_model, double t, const double *q, const double *qd,
                                            double *tau);

/* Gives the slopes of PD control, a cdy_control_slopes: stiffness_i = max(Kp_ii, 0) + sum |Kp_ij|, j != i, and
 * damping_i from Kd in the same way; 0 for the other laws, whose frequencies the step resolves. */
CDY_API cdy_status cdy_motion_model_slopes(void *motion_model, double t, const double *q, const double *qd,
                                           double *stiffness, double *damping);

/* Gives the accelerations qdd (n) of the robot under the law and the forces `fext` (force_rows x 6; NULL: none) at q,
 * qd, which with qd are the derivative of the state.  Fails as cdy_forward_dynamics() does. */
CDY_API cdy_status cdy_motion_model_derivative(cdy_motion_model *motion, const double *q, const double *qd,
                                               const double *fext, double *qdd, cdy_error *error);

/* Gives the natural frequency (rad/s) and damping ratio of a second-order response to a step that settles to 2 % in
 * `settling_time` (s) and overshoots by the fraction `overshoot` (0 to 1; 0: zeta = 1): omega = 4 / (zeta
 * settling_time) (Ogata 2002, section 5-3).  Fails with CDY_ERROR_ARGUMENT. */
CDY_API cdy_status cdy_error_dynamics_from_step(double settling_time, double overshoot, double *omega, double *zeta,
                                                cdy_error *error);

#endif
