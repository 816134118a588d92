/* Drives: damping, friction, rotors and springs of the joints, in addition to the dynamics of the bodies.
 *
 * They are off by default, so that the dynamics are as rigidBodyTree documents them.  The acting drives are set on
 * the model.  Each degree of freedom then feels, besides its torque,
 *
 *   damping qd + friction tanh(qd / friction_width) + stiffness (q - spring_rest) + rotor_inertia gear_ratio^2 qdd
 *
 * which inverse dynamics adds to tau, forward dynamics takes from it, and the mass matrix has on its diagonal as far as
 * it is inertia.  Damping and friction act on every component of a joint of several degrees of freedom, in its own
 * coordinates; rotors and springs act on joints of one degree only.  Joints that follow a leader have drives of their
 * own, which the leader feels through the gear between them. */
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
} cdy_drive_options;

/* Returns the defaults: nothing acts, and the friction width is 0.005. */
CDY_API cdy_drive_options cdy_drive_options_default(void);

/* Sets which drives act; like gravity, set them before threads share the model.  Workspaces stay as they are.
 * Fails with CDY_ERROR_ARGUMENT where a pointer is NULL or the friction width is not greater than 0 and finite; the
 * model is then as it was. */
CDY_API cdy_status cdy_model_set_drives(cdy_model *model, const cdy_drive_options *options, cdy_error *error);

/* Gives which drives are active; does nothing where a pointer is NULL. */
CDY_API void cdy_model_get_drives(const cdy_model *model, cdy_drive_options *options);

#endif
