/* Generalized inverse kinematics: configurations that meet a list of constraints on frames and joints.
 *
 * A constraint is a plain structure in the caller's memory.  It compares the place `in_frame` of a frame with the place
 * `in_reference` of another one; kind and tolerances say what may differ between the two, weights how much each
 * difference counts.  The constraints, their names and their tolerances are those of rigidBodyTree's
 * generalizedInverseKinematics. */
#ifndef CONDYLE_GENERALIZED_INVERSE_KINEMATICS_H
#define CONDYLE_GENERALIZED_INVERSE_KINEMATICS_H

#include <condyle/inverse_kinematics.h>

/* The condition that a constraint puts on the place in the body's frame, seen from the place in the reference's. */
typedef enum cdy_ik_constraint_kind {
    CDY_IK_POSE = 0,         /* it coincides with the reference's place */
    CDY_IK_POSITION,         /* its origin does */
    CDY_IK_ORIENTATION,      /* its axes do */
    CDY_IK_AIMING,           /* its `axis` points to the reference's origin, within a cone of angular_tolerance */
    CDY_IK_CARTESIAN_BOUNDS, /* its origin is in the box `bounds`, a row for each of x y z, m */
    CDY_IK_DISTANCE_BOUNDS,  /* the distance of the origins is in bounds[0], m */
    CDY_IK_JOINT_BOUNDS,     /* the coordinate number `position` of q is in bounds[0], rad or m; frames are not read */
    CDY_IK_FIXED_JOINT,      /* a fixed joint holds the two together: as CDY_IK_POSE */
    CDY_IK_REVOLUTE_JOINT,   /* so does a revolute one about z, with its angle in bounds[0], rad */
    CDY_IK_PRISMATIC_JOINT   /* so does a prismatic one along z, with its position in bounds[0], m */
} cdy_ik_constraint_kind;

/* A constraint.  cdy_ik_constraint_default() sets all members but the frames and the coordinate. */
typedef struct cdy_ik_constraint {
    cdy_ik_constraint_kind kind;
    int frame;                /* the frame to place; a joint's successor */
    int relative_to;          /* the reference frame, a joint's predecessor; 0: the base */
    int position;             /* of the bounds of a joint: a coordinate of q; -1: none */
    double in_frame[16];      /* 4 x 4, by rows: the place in the frame; identity by default */
    double in_reference[16];  /* 4 x 4, by rows: the target, the box or the joint in the reference frame; identity */
    double axis[3];           /* of aiming, in in_frame's axes, of any length; 0 0 1 by default */
    double bounds[3][2];      /* least and most, which may be infinite; all 0 by default, of a distance 0 and 1, of a
                               * revolute joint -pi and pi, of a prismatic one -0.5 and 0.5 */
    double angular_tolerance; /* rad, 0 by default: an error of orientation up to this one is none */
    double linear_tolerance;  /* m, 0 by default: the same of positions; not of boxes and distances */
    double weights[7];        /* of the errors [angular; linear; bound] in in_reference's axes, 1 each by default; 0:
                               * free */
} cdy_ik_constraint;

/* How far a configuration is beyond a constraint; all 0 where it keeps it.  Errors that the kind does not have, and
 * those of weight 0, are 0. */
typedef struct cdy_ik_violation {
    double angular[3]; /* rad, a rotation vector in in_reference's axes, less the tolerance */
    double linear[3];  /* m, in in_reference's axes, less the tolerance */
    double bound;      /* rad or m, below 0 where less than the least */
    double size;       /* the largest of |angular|, |linear| and |bound| */
} cdy_ik_violation;

/* Tolerance and effort of a search. */
typedef struct cdy_gik_options {
    double tolerance;    /* rad and m, 1e-6 by default: a violation up to this size is none */
    int iterations;      /* at most this many in all starts together, 10000 by default */
    int restarts;        /* from random configurations, after the given start failed; 200 by default */
    uint64_t seed;       /* of the random configurations, 0 by default */
    bool ignore_limits;  /* false by default: no coordinate leaves its limits */
    cdy_ik_stop stop;    /* the error of stop.error_change is the largest violation */
    cdy_reserve reserve; /* for members to come: all 0 */
} cdy_gik_options;

/* The problem to solve: constraints, and where the search starts. */
typedef struct cdy_gik_problem {
    const cdy_ik_constraint *constraints; /* count; NULL where there are none */
    int count;                            /* 0: the start solves the problem */
    const double *start;                  /* nq; NULL: home */
    const cdy_gik_options *options;       /* NULL: the defaults */
} cdy_gik_problem;

/* How the search ended. */
typedef struct cdy_gik_report {
    bool converged;   /* no violation above the tolerance */
    bool at_minimum;  /* no step from q lowers the cost; false: converged, or the iterations were used up */
    double cost;      /* sum of (weight x violation)^2 */
    int worst;        /* the constraint of the largest violation; -1: none is violated */
    double violation; /* its size, rad or m */
    int iterations;   /* in all starts together */
    int restarts;     /* that were used */
    int at_limit;     /* coordinates of the result that stand at a limit */
    cdy_ik_end end;
} cdy_gik_report;

/* Returns the options' defaults. */
CDY_API cdy_gik_options cdy_gik_options_default(void);

/* Returns a constraint of a kind with its defaults, of the base with itself. */
CDY_API cdy_ik_constraint cdy_ik_constraint_default(cdy_ik_constraint_kind kind);

/* Returns the name of a kind: "pose", "position", "orientation", "aiming", "cartesian", "distance", "joint", "fixed",
 * "revolute" or "prismatic"; "unknown" for a number that is none. */
CDY_API const char *cdy_ik_constraint_kind_name(cdy_ik_constraint_kind kind);

/* Gives the violations (count) of constraints at q (nq; NULL: home).  Workspace, q and errors are as in dynamics.h, and
 * CDY_ERROR_ARGUMENT where a constraint is none: a frame that does not exist, a number that is not finite, a place that
 * is no placement, bounds of which the least is above the most, a coordinate that is no joint's with one degree of
 * freedom.  Places may be rounded to three decimals, as the target of cdy_inverse_kinematics(). */
CDY_API cdy_status cdy_ik_violations(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                     const cdy_ik_constraint *constraints, int count, cdy_ik_violation *violations,
                                     cdy_error *error);

/* Looks for a configuration q (nq; may be problem->start) that meets all constraints.  The search takes
 * Levenberg-Marquardt steps on the manifold from the start, brought within its limits, and holds coordinates that a
 * step would push out of their limits; where it does not converge it begins again from random positions of the joints
 * that constraints depend on, within the limits and, every second time, the bounds of joints, and the other joints stay
 * where they start. q is the configuration of the least cost that the search has met, and `violations` (count; may be
 * NULL) are those there.  A search that does not converge is no failure: `report` (may be NULL) says so; as the problem
 * may have several minima, it does not prove that there is no such configuration.  The same arguments give the same
 * result. Fails as cdy_ik_violations(), and with CDY_ERROR_ARGUMENT where an option is out of range, all weights of the
 * constraints' errors are 0 or the start is not finite, CDY_ERROR_UNSUPPORTED above 4096 degrees of freedom.  Sources:
 * as of cdy_inverse_kinematics(); derivatives of rotation vectors: Chirikjian 2011, section 10.6. */
CDY_API cdy_status cdy_generalized_inverse_kinematics(const cdy_model *model, cdy_workspace *workspace,
                                                      const cdy_gik_problem *problem, double *q, cdy_gik_report *report,
                                                      cdy_ik_violation *violations, cdy_error *error);

#endif
