/* Identification of gains: the torque of each joint for one unit of what a log has as its effort, by recordings with
 * and without a load of known mass.
 *
 * An effort may be a current, in A, or a torque made of it with published gains.  With the gain k, bodies pi, the load
 * pi_load where it is carried, and friction F, the effort of joint i is
 *
 *   effort = (Y pi + Y_load pi_load - J^T f) / k + F.
 *
 * Without a known mass, gains and bodies could be multiplied by any number; a joint by itself tells its gain through
 * the load alone, and all together through the bodies, which they share (Gautier and Briot 2014).  Bodies, gains and
 * what is not known of the load are found together by Gauss-Newton iteration; friction, linear in its terms (damping,
 * Coulomb, Stribeck, by the load, rotor, offset), is eliminated (Golub and Pereyra 2003).  Neighbouring residuals
 * depend on each other: each joint counts as many rows as its residuals have independent ones, by their
 * autocorrelation.
 *
 * Gains of drives of one maker deviate from their nominal ones mostly by a common factor: deviations from that are
 * drawn to 0 with a standard deviation, `spread`.  Without nominal gains gains and bodies are first found in turn, each
 * by linear least squares, which finds the gains' signs too.  Units, arrays and errors are those of dynamics.h; the
 * calls allocate. */
#ifndef CONDYLE_GAIN_IDENTIFICATION_H
#define CONDYLE_GAIN_IDENTIFICATION_H

#include <condyle/payload.h>
#include <condyle/regressor.h>

/* The rows so far, and the result. */
typedef struct cdy_gain_identification cdy_gain_identification;

/* The load, the body that carries it, and what is known of both and of the gains beforehand. */
typedef struct cdy_gain_identification_options {
    int frame;             /* that carries the load */
    cdy_payload load;      /* its mass is known, more than 0 */
    bool center_is_known;  /* load.center_of_mass is; false by default: found */
    bool inertia_is_known; /* load.inertia is, beside a known center; false by default: found */
    const double *nominal; /* n gains, in N m or N a unit; NULL, the default: not known.  Copied */
    double spread;         /* of gains about a common factor times the nominal ones, 1; 0.02 by default.  Without
                            * nominal gains it plays no part */
    cdy_reserve reserve;   /* for members to come: all 0 */
} cdy_gain_identification_options;

/* Returns the options' defaults: without a load. */
CDY_API cdy_gain_identification_options cdy_gain_identification_options_default(void);

/* Makes an identification for a model, which it copies with its payloads; these were carried in all rows.  Fails with
 * CDY_ERROR_ARGUMENT where a pointer is NULL, the frame does not move, the mass is not greater than 0, no body has the
 * load's inertia, a nominal gain is 0 or not finite, or the spread is not greater than 0. */
CDY_API cdy_status cdy_gain_identification_create(const cdy_model *model,
                                                  const cdy_gain_identification_options *options,
                                                  cdy_gain_identification **identification, cdy_error *error);

/* Frees an identification and its result; takes NULL. */
CDY_API void cdy_gain_identification_destroy(cdy_gain_identification *identification);

/* Adds one row, in the order of time: q (nq), qd, qdd (n each), the external forces that acted (NULL: none), the
 * efforts (n), and whether the load was carried.  `weights` (n; NULL: 1 each) are 0 where an effort is not known. Fails
 * as cdy_regressor() does, and with CDY_ERROR_ARGUMENT where `effort` is NULL or a number is not finite; the
 * identification is then as it was. */
CDY_API cdy_status cdy_gain_identification_add(cdy_gain_identification *identification, bool loaded, const double *q,
                                               const double *qd, const double *qdd, const double *fext,
                                               const double *effort, const double *weights, cdy_error *error);

/* The result.  Arrays belong to the identification, until it solves again or is destroyed. */
typedef struct cdy_gain_identification_result {
    unsigned long long rows;
    int velocity_count;       /* n */
    const double *gains;      /* n: N m or N a unit of effort */
    const double *deviations; /* n: their standard deviations */
    const double *joint_rms;  /* n: residuals, N m or N */
    cdy_payload load;         /* as known, and as found; not made a body that can exist */
    double common;            /* mean of the gains beside the nominal ones, 1; 0 without nominal ones */
    int iterations;
} cdy_gain_identification_result;

/* Solves for the gains; rows may be added afterwards, and solved again.  Fails with CDY_ERROR_NUMERIC where there are
 * no rows with the load or none without it, the motion does not tell the gains, the iteration does not end, or numbers
 * are too large. */
CDY_API cdy_status cdy_gain_identification_solve(cdy_gain_identification *identification,
                                                 cdy_gain_identification_result *result, cdy_error *error);

#endif
