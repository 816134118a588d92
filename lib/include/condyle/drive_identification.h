/* Calibration: bodies and drives of a real arm together, from recorded motions and torques, by separable least squares.
 *
 * The law of a joint's drive is that of condyle/drives.h: with the torque u of the bodies, s = tanh(qd / width),
 * v = sqrt(qd^2 + width^2) and S = exp(-(v / stribeck_velocity)^2),
 *
 *   tau = u + rotor_inertia qdd + damping qd + friction s + stribeck s S + load_friction L(u) s + offset.
 *
 * The numbers that it is linear in come from linear least squares, bodies and rotors by condyle/identification.h, with
 * everything that it does about consistency, priors and base parameters; width and Stribeck velocity of each joint are
 * searched for in between (variable projection, Golub and Pereyra 2003), since the load u is that of the bodies
 * themselves (Hamon, Gautier and Garrec 2010; Bittencourt and Gunnarsson 2012).  A calibration keeps its rows.
 * Units, arrays and errors are those of dynamics.h; the calls allocate. */
#ifndef CONDYLE_DRIVE_IDENTIFICATION_H
#define CONDYLE_DRIVE_IDENTIFICATION_H

#include <condyle/identification.h>

/* The rows so far, and the result. */
typedef struct cdy_drive_identification cdy_drive_identification;

/* Which terms are found, and how. */
typedef struct cdy_drive_identification_options {
    bool rotors, damping, friction, stribeck, load, offsets; /* true by default */
    bool robust;         /* residuals beyond 1.345 deviations count less; true by default */
    bool validate;       /* leave out terms that tell held-out rows no better; true by default */
    bool delays;         /* find delays between positions and torques; true by default */
    bool bodies;         /* find the bodies; true by default.  Otherwise they are the model's */
    bool consistent;     /* bodies that can exist; true by default.  Friction never pushes in any case */
    const double *prior; /* 10 for each moving body; NULL, the default: the model's.  Copied */
    double prior_weight; /* 0 by default, as in cdy_identification_options */
    cdy_reserve reserve; /* for members to come: all 0 */
} cdy_drive_identification_options;

/* Returns the options' defaults. */
CDY_API cdy_drive_identification_options cdy_drive_identification_options_default(void);

/* Makes an identification for a model, which it copies; `options` NULL means the defaults.  Joints of several degrees
 * of freedom, and joints that others follow, get damping and Coulomb friction only, for each degree of freedom.  Fails
 * as cdy_identification_create() does. */
CDY_API cdy_status cdy_drive_identification_create(const cdy_model *model,
                                                   const cdy_drive_identification_options *options,
                                                   cdy_drive_identification **calibration, cdy_error *error);

/* Frees a calibration and its result; takes NULL. */
CDY_API void cdy_drive_identification_destroy(cdy_drive_identification *calibration);

/* Sets the payload of a frame for the rows added from now on, as cdy_identification_set_payload() does. */
CDY_API cdy_status cdy_drive_identification_set_payload(cdy_drive_identification *calibration, int frame,
                                                        const cdy_payload *payload, cdy_error *error);

/* Sets the time of the row that is added next, s; NaN, as after each row: not known.  Where a time is not greater than
 * the one before, another recording begins.  Does nothing where the calibration is NULL. */
CDY_API void cdy_drive_identification_set_time(cdy_drive_identification *calibration, double t);

/* Adds one row, as cdy_identification_add() does. */
CDY_API cdy_status cdy_drive_identification_add(cdy_drive_identification *calibration, const double *q,
                                                const double *qd, const double *qdd, const double *fext,
                                                const double *tau, const double *weights, cdy_error *error);

/* The drive of a joint, by the law above; the rotor as the joint feels it, gear ratio squared included. */
typedef struct cdy_drive_estimate {
    double rotor_inertia, damping, friction, stribeck, load_friction, offset;
    double stribeck_velocity, friction_width;
} cdy_drive_estimate;

/* The result of a calibration.  Arrays belong to it, until it solves again or is destroyed. */
typedef struct cdy_drive_identification_result {
    unsigned long long rows;
    int velocity_count;                   /* n */
    const double *parameters;             /* of the bodies, 10 each */
    const cdy_drive_estimate *drives;     /* n */
    const cdy_drive_estimate *deviations; /* n: standard deviations */
    const double *delays;                 /* n: by how much torques come later than positions, s; 0 without times */
    const unsigned *left_out; /* n: terms that cross-validation left out, a sum of 1: stribeck, 2: load_friction, 4:
                               * offset */
    const double *joint_rms;  /* n: residuals, N m or N */
    const double *joint_prior_rms;    /* n: residuals of the prior's bodies without drives */
    cdy_identification_result bodies; /* of bodies and rotors, beside the drives found; zeros without `bodies` */
    int iterations;
} cdy_drive_identification_result;

/* Returns by how much measured torques of a joint (count) come later than those of a model (count), in s and by times t
 * (count): the delay of less than 0.1 s that leaves the least squares, weighted by `weights` (count; NULL: 1 each).  It
 * is 0 where it takes less than a thousandth of them, where no delay below 0.1 s leaves the least, and where a pointer
 * is NULL.  Where a time is not greater than the one before, another recording begins. */
CDY_API double cdy_drive_identification_find_delay(int count, const double *t, const double *measured,
                                                   const double *model, const double *weights);

/* Solves for bodies and drives; rows may be added afterwards, and solved again.  Friction never pushes: damping,
 * friction and rotors are 0 or more, `stribeck` takes at most the friction away, and friction by the load takes at most
 * 0.9 of it.  A load below half its width (0.1 N m, drives.h) tells nothing of friction by the load, which is then near
 * 0.  Standard deviations of a drive are those beside the bodies found, for white noise.
 *
 * Torques of a rotor near the base are those of the body that its joint carries.  Friction by the load tells them
 * apart, since what a rotor takes does not go through the gear: the bodies are fitted near the rotors that leave its
 * squares the least.  The deviation of such a rotor counts how well friction by the load tells it, beside the other
 * terms of its drive; it is infinite where that is not identified, and the rotor and its body are known as a sum alone.
 *
 * With `robust`, a residual of more than c = 1.345 deviations of its joint, 1.4826 times the median of the absolute
 * values, weighs c deviations over itself (Huber 1964; iterated: Holland and Welsch 1977): rows at rest, where stiction
 * holds any torque, and those around a reversal count less and are not left out.  With `validate`, eight blocks of rows
 * one after the other are each told from the other seven, beside the bodies found, and of offset, Stribeck friction and
 * friction by the load those are left out of a joint that do not make that better by one standard error.  With
 * `delays`, torques of a joint are taken at the times of the rows plus the delay that
 * cdy_drive_identification_find_delay() tells, and `joint_rms` compares the torques of rows with those of the model
 * that much earlier: filters of currents lag.
 *
 * Fails as cdy_identification_solve() does, and with CDY_ERROR_NUMERIC where there is no row. */
CDY_API cdy_status cdy_drive_identification_solve(cdy_drive_identification *calibration,
                                                  cdy_drive_identification_result *result, cdy_error *error);

/* Makes a copy of a tree that has the bodies of the result (cdy_tree_apply_parameters()) and its drives; their other
 * numbers become 0, those of springs, gears and gains excepted.  Fails as that call does. */
CDY_API cdy_status cdy_tree_apply_drive_identification(const cdy_tree *tree, const cdy_model *model,
                                                       const cdy_drive_identification_result *result,
                                                       cdy_tree **calibrated, cdy_error *error);

#endif
