/* Identification: the parameters of bodies and drives from recorded motions and torques, by least squares.
 *
 * An identification gathers rows (q, qd, qdd, f, tau) in factors of fixed size, however many rows there are, and solves
 * for the parameters of regressor.h.  Torques determine only the base parameters, combinations of them (Gautier and
 * Khalil 1990); the others keep the prior's values as far as the torques let them.  Units, arrays and errors are those
 * of dynamics.h; the calls of this header allocate, and fail with CDY_ERROR_MEMORY where that fails. */
#ifndef CONDYLE_IDENTIFICATION_H
#define CONDYLE_IDENTIFICATION_H

#include <condyle/payload.h>
#include <condyle/regressor.h>

/* A least-squares problem: the rows so far, and the solution. */
typedef struct cdy_identification cdy_identification;

/* Which parameters are identified, and how. */
typedef struct cdy_identification_options {
    cdy_regressor_options regressor; /* which parameters there are */
    const double *prior;             /* p parameters; NULL, the default: the model's own, those of drives 0.  Copied. */
    double prior_weight;   /* 0 by default: the prior decides only combinations that the torques do not determine.
                            * Otherwise the weight, in N m or N, of a deviation by 100 % beside the residuals
                            * (Tikhonov) */
    bool weight_by_joint;  /* weight each degree of freedom by its residuals, iterated; true by default */
    bool consistent;       /* bodies that can exist, drives that do not push; true by default */
    double rank_tolerance; /* of singular values beside the largest; 1e-10 by default */
    cdy_reserve reserve;   /* for members to come: all 0 */
} cdy_identification_options;

/* Returns the options' defaults. */
CDY_API cdy_identification_options cdy_identification_options_default(void);

/* Makes an identification for a model, which it copies; `options` NULL means the defaults.  Fails with
 * CDY_ERROR_ARGUMENT where options are not finite or negative, or the model has no degree of freedom, and with
 * CDY_ERROR_UNSUPPORTED above 16384 parameters. */
CDY_API cdy_status cdy_identification_create(const cdy_model *model, const cdy_identification_options *options,
                                             cdy_identification **identification, cdy_error *error);

/* Frees an identification and its result; takes NULL. */
CDY_API void cdy_identification_destroy(cdy_identification *identification);

/* The model's payloads (condyle/payload.h) are taken as known: their torques are subtracted from the torques of every
 * row, so that the parameters describe the robot alone. */

/* Sets the payload of a frame, as cdy_model_set_payload() does, that the rows added from now on were recorded with;
 * NULL: none.  So one identification has rows of several recordings.  Fails as that call does. */
CDY_API cdy_status cdy_identification_set_payload(cdy_identification *identification, int frame,
                                                  const cdy_payload *payload, cdy_error *error);

/* Adds one row: q (nq), qd, qdd (n each), the external forces that acted (as in cdy_inverse_dynamics(); NULL: none) and
 * tau (n).  `weights` (n; NULL: 1 each) multiply the residuals, so that 0 leaves a torque out; with weight_by_joint, a
 * factor that is common to a joint's rows plays no part.  NULL for q, qd, qdd means home and zero.  Which drives act on
 * the model plays no part.  Fails as cdy_regressor() does, and with CDY_ERROR_ARGUMENT where `tau` is NULL, a number is
 * not finite, or a weight is neither 0 nor from 1e-100 to below 1e100; the identification is then as it was. */
CDY_API cdy_status cdy_identification_add(cdy_identification *identification, const double *q, const double *qd,
                                          const double *qdd, const double *fext, const double *tau,
                                          const double *weights, cdy_error *error);

/* The results of an identification.  Arrays belong to the identification, until it solves again or is destroyed. */
typedef struct cdy_identification_result {
    unsigned long long rows; /* that were added */
    int parameter_count;     /* p */
    int velocity_count;      /* n */
    int rank;                /* base parameters that the rows determine */
    int full_rank;           /* base parameters of the robot, which rich motions would determine */
    int certain; /* of the `rank` combinations, from the best to the worst determined, the number whose standard
                    deviation is below the size that the prior's bodies give them */
    double condition_number; /* of the weighted regressor's determined part, parameters in parts of the prior */
    double noise;            /* standard deviation of a residual of weight 1 */

    const double *parameters; /* p: the prior, changed so that its torques are the torques of the base parameters */
    const double *prior;      /* p */
    const double *standard_deviations; /* p: of the part of each parameter that the rows determine */
    const double *covariance;          /* p x p */
    const double *identifiability;     /* p: 1: determined by itself, 0: without effect on any torque, between:
                                        * in combination with others */
    const double *base_values;         /* rank: the least squares estimates */
    const double *base_deviations;     /* rank: their standard deviations */
    const double *base_combinations;   /* rank x p: base = combinations * parameters */
    const int *base_parameters;        /* rank: in each the parameter with the factor 1 */

    const double *joint_rms;       /* n: residuals of the parameters, N m or N */
    const double *joint_prior_rms; /* n: residuals of the prior */
    const double *joint_weights;   /* n: weights of the degrees of freedom, which multiply those of the rows; where
                                    * rows have none of their own, 1 at most */

    int inconsistent_before; /* bodies and drives that cannot exist in the least squares estimate */
    int inconsistent_after;  /* and in the parameters */
    double consistency_cost; /* how far the estimate went to become consistent, in standard deviations of the base
                              * parameters together; 0: nothing changed */
} cdy_identification_result;

/* Solves for the parameters; rows may be added afterwards, and solved again.  `result` may be NULL where only errors
 * are of interest.
 *
 * The factors come from Householder QR of the rows, not from normal equations; rank and least squares from the singular
 * values (Golub and Van Loan 2013, sections 5.3 and 5.5).  Standard deviations take the residuals for white noise and
 * the motion for exact.
 *
 * Base parameters follow from the structure of the robot where the rows determine all of them: from the base outward,
 * what a body adds to nothing new is regrouped into the bodies that carry it, of one that turns about z its mass, hz
 * and Iyy (Gautier and Khalil 1990; Khalil and Dombre 2002, section 9.4).  Where the rows determine fewer, the same
 * order decides among the combinations that they do determine.
 *
 * With weight_by_joint, the weights are the inverse standard deviations of each degree of freedom's residuals in a fit
 * without the prior, where these tell its noise: where there are 10 torques more than they determine parameters, from
 * which on two estimates weighted by measured variances are together better than each (Graybill and Deal 1959), and the
 * residuals exceed 1e-6 of its torques and 1e-9 of the robot's largest (root mean squares), since less is no noise of a
 * sensor.  Any other has the geometric mean of these deviations, so that torques do not outweigh all others because few
 * rows, or a sensor that reads 0, let them appear exact; where none tells its noise, all weigh alike.
 *
 * With `consistent`, the pseudo-inertia of every body becomes positive definite (Wensing, Kim and Slotine 2018) and the
 * parameters of drives positive.  Among such parameters, those are found that minimize |d|^2 + |e|^2: d, the deviation
 * from the estimate in the directions that the rows and the prior's weight determine, in standard deviations, so that
 * |d|^2 is twice the loss of likelihood; e, the deviation from the prior in tenfolds of the
 * prior's sizes, so that bodies stay near the prior where the torques say nothing.  Where torques are exact, the
 * minimum is approached from a noise of 1e-4 of the torques, until rounding ends the search.  Where only rounding makes
 * the estimate one that cannot exist, parameters become semidefinite, so that links without mass and points of mass
 * come back.
 *
 * Fails with CDY_ERROR_NUMERIC where there are too few rows for the base parameters, nothing is excited, the torques
 * are noise that no motion explains, or do not follow the motions as the torques of any possible robot would, as with
 * noise of accelerations at rest (both unless the prior has a weight), numbers are too large, or consistent parameters
 * near the estimate are not found, as where the torques are a thousand times those of bodies of the prior's size. */
CDY_API cdy_status cdy_identification_solve(cdy_identification *identification, cdy_identification_result *result,
                                            cdy_error *error);

/* Tells whether ten parameters [m hx hy hz Ixx Ixy Ixz Iyy Iyz Izz] are those of a body that can exist: the
 * pseudo-inertia [S h; h^T m], S = tr(I)/2 - I, has no eigenvalue under 0, but for rounding.  It is so exactly where
 * some distribution of mass has them.  *margin (may be NULL) becomes the smallest eigenvalue of the pseudo-inertia made
 * free of units by the body's own mass and size: 0 at the border. */
CDY_API bool cdy_parameters_are_consistent(const double parameters[10], double *margin);

/* Gives the ten parameters nearest to `parameters` in the Frobenius norm of the pseudo-inertia whose eigenvalues are
 * `margin` at least (0 or more); `nearest` may be `parameters`.  Fails with CDY_ERROR_ARGUMENT where a number is not
 * finite or the margin is negative, and with CDY_ERROR_NUMERIC where the result is not finite. */
CDY_API cdy_status cdy_parameters_make_consistent(const double parameters[10], double margin, double nearest[10],
                                                  double *distance, cdy_error *error);

/* Gives the parameters (p, as `options` ask) that a tree has: the bodies' and the drives' of its model, damping,
 * Coulomb friction and rotor inertia times the gear ratio's square, those of followers added to their leaders'
 * (regressor.h), the same for each of a joint's degrees of freedom.  Fails with CDY_ERROR_ARGUMENT where the model is
 * not of this tree. */
CDY_API cdy_status cdy_tree_parameters(const cdy_tree *tree, const cdy_model *model,
                                       const cdy_regressor_options *options, double *parameters, cdy_error *error);

/* Makes a copy of a tree that has the parameters (p, as `options` ask).  Of links welded together, the link that the
 * joint carries takes the whole difference, and the others stay as they are; where that link would become physically
 * impossible, it takes all of the group's parameters, and the others become massless.  Damping, friction and rotor
 * inertia (over the gear ratio's square) go to leaders and independent joints; these numbers of followers become zero,
 * since their leaders' numbers include them; a joint of several degrees of freedom, which has one number for all its
 * degrees of freedom, gets their mean.  Fails with CDY_ERROR_ARGUMENT where the model is not of this tree or numbers
 * are not those of a body, a negative mass for example; *identified is then NULL. */
CDY_API cdy_status cdy_tree_apply_parameters(const cdy_tree *tree, const cdy_model *model,
                                             const cdy_regressor_options *options, const double *parameters,
                                             cdy_tree **identified, cdy_error *error);

#endif
