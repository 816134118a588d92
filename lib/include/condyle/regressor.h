/* The regressor: inverse dynamics is linear in the parameters of bodies and drives, tau = Y(q, qd, qdd) pi.
 *
 * Each moving body has ten inertial parameters, [m hx hy hz Ixx Ixy Ixz Iyy Iyz Izz]: mass (kg), mass times center of
 * mass (kg m) and rotational inertia about the origin (kg m2), all in the frame of the link that the body's joint
 * carries.  Links welded to that link count in its parameters; links welded to the base have none.  Bodies come in the
 * order of their links, and after them, as the options ask, the parameters of the drives, one each for every degree of
 * freedom of the caller's: damping (tau += d qd), Coulomb friction (tau += c tanh(qd / friction_width)) and, where the
 * joint has but this one, rotor inertia as the joint feels it, gear ratio squared included (tau += J qdd). Drives of
 * followers, which turn m times as far as their leader, count in the leader's parameters: m^2 times their damping and
 * rotor inertia, |m| times their friction. Which drives act on the model (cdy_model_set_drives()) does not affect the
 * regressor: the options decide the columns, so that drives can be identified that the model does not have.
 *
 * Arrays, defaults, workspaces and errors are those of dynamics.h. */
#ifndef CONDYLE_REGRESSOR_H
#define CONDYLE_REGRESSOR_H

#include <condyle/dynamics.h>

/* Which parameters a regressor has. */
typedef struct cdy_regressor_options {
    bool damping, coulomb, rotor_inertia; /* the parameters of the drives to include; none by default */
    double friction_width; /* rad/s or m/s: at this velocity friction is tanh(1) = 76 % of its limit; 0.005 by default,
                            * as in drives.h */
    cdy_reserve reserve;   /* for members to come: all 0 */
} cdy_regressor_options;

/* Returns the options' defaults: the parameters of the bodies alone. */
CDY_API cdy_regressor_options cdy_regressor_options_default(void);

/* Kinds of parameters: mass, h = mass times center of mass, inertia about the body's origin, drives. */
typedef enum cdy_parameter_kind {
    CDY_PARAMETER_MASS = 0,
    CDY_PARAMETER_HX,
    CDY_PARAMETER_HY,
    CDY_PARAMETER_HZ,
    CDY_PARAMETER_IXX,
    CDY_PARAMETER_IXY,
    CDY_PARAMETER_IXZ,
    CDY_PARAMETER_IYY,
    CDY_PARAMETER_IYZ,
    CDY_PARAMETER_IZZ,
    CDY_PARAMETER_DAMPING,
    CDY_PARAMETER_COULOMB,
    CDY_PARAMETER_ROTOR_INERTIA
} cdy_parameter_kind;

/* Describes one parameter. */
typedef struct cdy_parameter {
    cdy_parameter_kind kind;
    int frame;        /* the link in whose frame the parameter is; of a drive, the link that the joint carries */
    const char *link; /* that link's name; valid as long as the model */
    int velocity;     /* of a drive: its degree of freedom; -1 for a body */
} cdy_parameter;

/* Returns "m", "hx" ... "Izz", "damping", "coulomb" or "rotor_inertia"; "unknown" for any other number. */
CDY_API const char *cdy_parameter_kind_name(cdy_parameter_kind kind);

/* Returns the number of parameters p: ten for each moving body, and as the options (NULL: the defaults) ask, n of
 * damping, n of friction, and rotor inertias as many as there are joints of one degree, followers excepted. */
CDY_API int cdy_parameter_count(const cdy_model *model, const cdy_regressor_options *options);

/* Describes parameter `index` (0 to p-1).  Fails with CDY_ERROR_ARGUMENT where there is none. */
CDY_API cdy_status cdy_parameter_describe(const cdy_model *model, const cdy_regressor_options *options, int index,
                                          cdy_parameter *parameter);

/* Gives the inertial parameters that the model has, payloads included (condyle/payload.h), 10 for each moving body: Y
 * times them are the torques of cdy_inverse_dynamics() where no drive acts (drives.h); acting drives add to the
 * torques, and never to Y.  Fails with CDY_ERROR_NUMERIC where one is not finite; `pi` is then as it was. */
CDY_API cdy_status cdy_inertial_parameters(const cdy_model *model, double *pi, cdy_error *error);

/* Gives the regressor Y (n x p, row-major) at q, qd, qdd in the model's gravity; `options` NULL means the defaults.  A
 * leader feels its followers.  Y must not overlap an input.  (Atkeson, An and Hollerbach 1986; Khalil and Dombre 2002,
 * section 9.6.) */
CDY_API cdy_status cdy_regressor(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *qd,
                                 const double *qdd, const cdy_regressor_options *options, double *Y, cdy_error *error);

/* Gives w^T Y (p numbers) without Y: the gradient of w . tau by the parameters, for learning masses from torques.  `w`
 * (n) NULL: zeros.  A payload adds its mass, its first moment and its inertia to those of the body that carries it, so
 * that the gradient by a payload on a body of the tree is that by the parameters of this body.  On CDY_ERROR_NUMERIC
 * the product is lost.  (Regressor: see above.) */
CDY_API cdy_status cdy_regressor_transpose_times(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                                 const double *qd, const double *qdd,
                                                 const cdy_regressor_options *options, const double *w, double *product,
                                                 cdy_error *error);

#endif
