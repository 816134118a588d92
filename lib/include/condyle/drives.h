/* Drives: damping, friction, rotors and springs of the joints, in addition to the dynamics of the bodies.
 *
 * They are off by default, so that the dynamics are as rigidBodyTree documents them.  The acting drives are set on
 * the model.  Each degree of freedom then feels, besides its torque,
 *
 *   damping qd + friction tanh(qd / friction_width) + stiffness (q - spring_rest) + rotor_inertia gear_ratio^2 qdd
 *
 * which inverse dynamics adds to tau, forward dynamics takes from it, and the mass matrix has on its diagonal as far as
 * it is inertia.  Damping and friction act on every component of a joint of several degrees of freedom, in its own
 * coordinates; everything else acts on joints of one degree only.  Joints that follow a leader have drives of their
 * own, which the leader feels through the gear between them.
 *
 * The law of cdy_joint_drive adds to this, by the switch of cdy_drive_options, with
 *
 *   s = tanh(qd / w)                                   the sign of the velocity
 *   v = sqrt(qd^2 + w^2)                               its absolute value
 *   S = exp(-(v / stribeck_velocity)^stribeck_exponent)
 *   u = torque of the bodies and of external forces at qdd, and of an acting spring: what the gear transmits to the
 * link h = sqrt(u^2 + load_width^2), L = h - load_width   the absolute value of the load
 *
 *   friction:  Tc (friction_asymmetry s^2 + stribeck S s)                     Tc = exp(-friction_temperature rise)
 *   damping:   Tv (damping_asymmetry s qd + power_friction v^power_exponent s)  Tv = exp(-damping_temperature rise)
 *   load:      L ((load_friction + load_stribeck S) s + load_asymmetry s^2 u / h
 *                 + load_damping load_velocity tanh(qd / load_velocity))
 *   offsets:   offset
 *
 * where w is the joint's friction_width, and the rise of the temperature, 0 by default, an input
 * (cdy_model_set_temperatures()); Tc and Tv multiply `friction` and `damping` too.  A gear of the efficiency eta where
 * the motor drives the load, and eta' where the load drives the motor, has load_friction + load_asymmetry = 1 / eta - 1
 * and load_friction - load_asymmetry = 1 - eta'.
 *
 * Inverse dynamics has friction by the load in closed form.  Forward dynamics solves for it: by the secant of u +
 * L(...) without rotors, and with them by the iteration qdd := qdd + M^-1 (tau - ID(q, qd, qdd)), of which each step
 * leaves at most the part of the load that friction may take (cdy_joint_drive: 0.9 at most) of the error, in the norm
 * of the rotors' inertias.  Mass matrix and regressors have no part in friction.  Forces in constraints, operational
 * space and motions timed in the least time do not take friction by the load, and fail with CDY_ERROR_UNSUPPORTED where
 * it acts.
 *
 * Laws and measurements: Bittencourt and Gunnarsson, "Static friction in a robot joint - modeling and identification of
 * load and temperature effects", 2012; Hamon, Gautier and Garrec, "Dynamic identification of robots with a dry friction
 * model depending on load and velocity", 2010. */
#ifndef CONDYLE_DRIVES_H
#define CONDYLE_DRIVES_H

#include <condyle/model.h>

/* Which of the drives act. */
typedef struct cdy_drive_options {
    bool damping;          /* viscous: cdy_joint_dynamics.damping */
    bool friction;         /* Coulomb's, made smooth: cdy_joint_dynamics.friction */
    double friction_width; /* rad/s or m/s: at this velocity friction is tanh(1) = 76 % of its limit */
    bool rotors;           /* inertia of the rotors, seen through the gears */
    bool springs;          /* cdy_joint_dynamics.stiffness about spring_rest */
    bool load;             /* friction by the load: the members load_... of cdy_joint_drive */
    bool offsets;          /* cdy_joint_drive.offset */
    cdy_reserve reserve;   /* for members to come: all 0 */
} cdy_drive_options;

/* Returns the defaults: nothing acts, and the friction width is 0.005. */
CDY_API cdy_drive_options cdy_drive_options_default(void);

/* Sets which drives act; like gravity, set them before threads share the model.  Workspaces stay as they are.
 * Fails with CDY_ERROR_ARGUMENT where a pointer is NULL or the friction width is not greater than 0 and finite; the
 * model is then as it was. */
CDY_API cdy_status cdy_model_set_drives(cdy_model *model, const cdy_drive_options *options, cdy_error *error);

/* Gives which drives are active; does nothing where a pointer is NULL. */
CDY_API void cdy_model_get_drives(const cdy_model *model, cdy_drive_options *options);

/* Sets by how many kelvins the temperature of each joint is above that at which its friction was measured, rise (nv;
 * NULL: 0); followers have their leader's.  Like gravity, set it before threads share the model.  Fails with
 * CDY_ERROR_ARGUMENT where the model is NULL, a number is not finite or a friction that follows from it too large; the
 * model is then as it was. */
CDY_API cdy_status cdy_model_set_temperatures(cdy_model *model, const double *rise, cdy_error *error);

#endif
