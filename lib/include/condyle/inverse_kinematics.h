/* Inverse kinematics: configurations that bring a frame to a pose. */
#ifndef CONDYLE_INVERSE_KINEMATICS_H
#define CONDYLE_INVERSE_KINEMATICS_H

#include <condyle/kinematics.h>

/* Weights, tolerances and effort of a search. */
typedef struct cdy_ik_options {
    double weights[6];        /* of the errors [angular; linear] in the frame's axes; 1 each by default, 0: free */
    double angular_tolerance; /* rad, 1e-8 by default */
    double linear_tolerance;  /* m, 1e-8 by default; at least 1e-15 of the target's distance from the base's origin,
                               * which doubles do not tell apart */
    int iterations;           /* at most this many for each start, 200 by default */
    int restarts;             /* from random configurations, after the given start failed; 50 by default */
    uint64_t seed;            /* of the random configurations, 0 by default */
    bool ignore_limits;       /* false by default: no coordinate leaves its limits */
} cdy_ik_options;

/* How the search ended. */
typedef struct cdy_ik_report {
    bool converged;       /* both errors within their tolerances */
    double angular_error; /* rad, of the components that have weight */
    double linear_error;  /* m, likewise */
    int iterations;       /* in all starts together */
    int restarts;         /* that were used */
    int at_limit;         /* coordinates of the result that stand at a limit */
} cdy_ik_report;

/* Returns the options' defaults. */
CDY_API cdy_ik_options cdy_ik_options_default(void);

/* Looks for a configuration q (nq) that places `frame` at `target` (4 x 4, in the base frame) from `start` (nq; NULL:
 * home; brought within its limits) on: Levenberg-Marquardt steps on the manifold, with coordinates held where a step
 * would push them out of their limits, then again from random positions of the joints that carry the frame; the others
 * stay where they start.  q is the best that was found, whether it converged or not: that is no failure, but told by
 * `report` (may be NULL).  The best is the one of least sum of (weight x error)^2 over the six components of the error,
 * rad and m.  `options` NULL means the defaults.  The same arguments give the same result.
 * The target's rotation may be rounded to three decimals; the nearest rotation is meant.  Workspace, start and errors
 * are as in dynamics.h, and CDY_ERROR_ARGUMENT where the target is no placement or an option is out of range. Source:
 * Nocedal and Wright 2006, section 10.3, with the active set of section 16.7. */
CDY_API cdy_status cdy_inverse_kinematics(const cdy_model *model, cdy_workspace *workspace, int frame,
                                          const double target[16], const double *start, const cdy_ik_options *options,
                                          double *q, cdy_ik_report *report, cdy_error *error);

/* Looks for all configurations that place `frame` at `target`, from `start` and from options->restarts random
 * configurations on: writes those that differ to `solutions` (most x nq), sorted by their distance from `start`, the
 * norm of cdy_configuration_difference(), and their number to *count, 0 where none was found.  Two are the same where
 * each coordinate differs by under 1e-3 rad or m, whole turns left out; of solutions a turn apart the nearest to
 * `start` within the limits counts.  Of more than `most` the nearest stay.  A redundant robot has no end of solutions,
 * and this gives some of them.  Otherwise, and in its failures, as cdy_inverse_kinematics(). */
CDY_API cdy_status cdy_inverse_kinematics_all(const cdy_model *model, cdy_workspace *workspace, int frame,
                                              const double target[16], const double *start,
                                              const cdy_ik_options *options, int most, double *solutions, int *count,
                                              cdy_error *error);

#endif
