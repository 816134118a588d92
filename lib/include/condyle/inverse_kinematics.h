/* Inverse kinematics: configurations that bring a frame to a pose. */
#ifndef CONDYLE_INVERSE_KINEMATICS_H
#define CONDYLE_INVERSE_KINEMATICS_H

#include <condyle/kinematics.h>

/* What ends a search that does not converge, before its iterations are used up: by default nothing does.  After every
 * five steps a start ends, and the next one begins, where one of three numbers is below its bound (0: no bound). */
typedef struct cdy_ik_stop {
    double step;         /* of the length of the five steps together, each the norm of its velocities, rad and m; one
                          * that does not lower the cost is not taken, and counts 0 */
    double slope;        /* of the largest derivative of half the cost by a coordinate that no limit holds, the largest
                          * weight being 1 */
    double error_change; /* of the largest change of a component of the error that has weight, rad and m */
    bool (*interrupt)(void *context); /* asked before each step, by every thread of a batch: true ends the whole search,
                                       * as a clock may want; NULL: not asked */
    void *context;                    /* for interrupt */
} cdy_ik_stop;

/* What ended a search. */
typedef enum cdy_ik_end {
    CDY_IK_CONVERGED = 0,
    CDY_IK_ITERATIONS,  /* all iterations were used up, in the last start where they are of each */
    CDY_IK_MINIMUM,     /* no step lowered the cost, or steps lowered it too slowly */
    CDY_IK_INTERRUPTED, /* by stop.interrupt */
    CDY_IK_STEP,        /* the last start by stop.step */
    CDY_IK_SLOPE,       /* the last start by stop.slope */
    CDY_IK_ERROR_CHANGE /* the last start by stop.error_change */
} cdy_ik_end;

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
    bool constant_damping;    /* false by default: the damping of steps falls with the cost; true: it is damping_bias */
    double damping_bias;      /* added to the damping, at the weights' scale; 0 by default */
    cdy_ik_stop stop;
    cdy_reserve reserve; /* for members to come: all 0 */
} cdy_ik_options;

/* The problem to solve: a frame, its target, and where the search starts. */
typedef struct cdy_ik_problem {
    int frame;                     /* the frame to place */
    const double *target;          /* 4 x 4, by rows: the frame's placement in the base frame */
    const double *start;           /* nq; NULL: home */
    const cdy_ik_options *options; /* NULL: the defaults */
} cdy_ik_problem;

/* How the search ended. */
typedef struct cdy_ik_report {
    bool converged;       /* both errors within their tolerances */
    double angular_error; /* rad, of the components that have weight */
    double linear_error;  /* m, of the components that have weight */
    int iterations;       /* in all starts together */
    int restarts;         /* that were used */
    int at_limit;         /* coordinates of the result that stand at a limit */
    cdy_ik_end end;
} cdy_ik_report;

/* Returns the options' defaults. */
CDY_API cdy_ik_options cdy_ik_options_default(void);

/* Looks for a configuration q (nq; may be problem->start) that places the problem's frame at its target.  The search
 * takes Levenberg-Marquardt steps on the manifold from the start, brought within its limits, and holds coordinates that
 * a step would push out of their limits; where it does not converge it begins again from random positions of the joints
 * that carry the frame, and the other joints stay where they start.  q is the configuration of the least sum of (weight
 * x error)^2 over the six components of the error, rad and m, that the search has met.  A search that does not converge
 * is no failure: `report` (may be NULL) says so.  The same arguments give the same result.
 * The target's rotation may be rounded to three decimals; the nearest rotation is meant.  Workspace, start and errors
 * are as in dynamics.h, and CDY_ERROR_ARGUMENT where the target is no placement or an option is out of range. Source:
 * Nocedal and Wright 2006, section 10.3, with the active set of section 16.7. */
CDY_API cdy_status cdy_inverse_kinematics(const cdy_model *model, cdy_workspace *workspace,
                                          const cdy_ik_problem *problem, double *q, cdy_ik_report *report,
                                          cdy_error *error);

/* Looks for all solutions of the problem, from its start and from options->restarts random configurations: writes the
 * solutions that differ to `solutions` (most x nq), sorted by their distance from the start, the norm of
 * cdy_configuration_difference(), and their number to *count, 0 where none was found.  Two solutions are the same where
 * each coordinate differs by under 1e-3 rad or m, whole turns left out; of solutions a turn apart the nearest to the
 * start within the limits counts, up to a million turns away.  Of more than `most` solutions the nearest stay.  A
 * redundant robot has infinitely many solutions, and the call gives some of them.  Otherwise, and in its failures, as
 * cdy_inverse_kinematics(). */
CDY_API cdy_status cdy_inverse_kinematics_all(const cdy_model *model, cdy_workspace *workspace,
                                              const cdy_ik_problem *problem, int most, double *solutions, int *count,
                                              cdy_error *error);

#endif
