/* Constraints: contacts, closed loops and rows of the caller's own, J qdd = gamma, and the forces that keep them.
 *
 * Constraints are plain structures in the caller's memory.  A constraint ties a place on the body of `frame` to a place
 * on the body of `other`, the base (0) being the environment, and forbids some components of their relative velocity.
 * Rows of constraint 0 come first, in the order wx wy wz vx vy vz.  Rows may depend on each other, so that a foot may
 * stand on four points: the forces are then those of the smallest sum of squares.  Constraints hold in both directions:
 * no contact lifts off by itself.
 *
 * Arrays, defaults, workspaces and errors are those of dynamics.h, solvers those of operational_space.h.  The calls
 * fail with CDY_ERROR_ARGUMENT where there are more rows than the solver was made for, a frame does not exist or a
 * number is not finite, with CDY_ERROR_NUMERIC where the mass matrix is singular, and with CDY_ERROR_UNSUPPORTED above
 * 4096 degrees of freedom.  On a failure all outputs are as they were.  None of the calls allocates. */
#ifndef CONDYLE_CONSTRAINTS_H
#define CONDYLE_CONSTRAINTS_H

#include <condyle/operational_space.h>

/* A constraint.  All zero but frame and rows: the frame's origin stays where it is in the base frame. */
typedef struct cdy_constraint {
    int frame;
    int other;               /* 0: the environment */
    unsigned rows;           /* components of the relative velocity that are 0, in the axes of in_other */
    cdy_placement in_frame;  /* the place on the body of `frame`, in that frame */
    cdy_placement in_other;  /* placement in the frame `other` with which in_frame has to coincide */
    int row_count;           /* above 0: rows of the caller's own; the members above are then not read */
    const double *J, *gamma; /* row_count x n, row_count (NULL: zero) */
} cdy_constraint;

/* The joints that close a loop, as rows; the free axis is z or, for CDY_ROWS_PLANE_CONTACT, the normal. */
enum {
    CDY_ROWS_WELD = CDY_ROWS_ALL,
    CDY_ROWS_BALL = CDY_ROWS_LINEAR,
    CDY_ROWS_REVOLUTE = CDY_ROWS_ALL - CDY_ROW_WZ,
    CDY_ROWS_PRISMATIC = CDY_ROWS_ALL - CDY_ROW_VZ,
    CDY_ROWS_CYLINDRICAL = CDY_ROWS_ALL - CDY_ROW_WZ - CDY_ROW_VZ,
    CDY_ROWS_PLANE_CONTACT = CDY_ROW_VZ
};

/* Tolerances of constrained dynamics, and the gains that stabilize constraints. */
typedef struct cdy_constraint_options {
    double rank_tolerance; /* which rows count as independent, as in cdy_task_dynamics(); 1e-10 by default */
    double velocity_gain;  /* 1/s, 0 by default: Baumgarte's 2 alpha */
    double position_gain;  /* 1/s2, 0 by default: Baumgarte's beta^2; a critically damped loop has
                            * velocity_gain^2 / 4 */
    double gap_tolerance;  /* rad and m, 1e-10 by default: when a projection has arrived */
    int iterations;        /* of a projection at most, 100 by default */
    cdy_reserve reserve;   /* for members to come: all 0 */
} cdy_constraint_options;

/* A state of the robot and the constraints on it.  A member that is zero has the meaning of NULL in dynamics.h, so that
 * {.q = q, .constraints = constraints, .count = count} is a robot at rest without torques. */
typedef struct cdy_constrained_state {
    const double *q, *qd;              /* nq, n */
    const double *tau;                 /* n; read for constrained forward dynamics only */
    const double *fext;                /* external forces (dynamics.h); read for constrained forward dynamics only */
    const cdy_constraint *constraints; /* count */
    int count;
    const cdy_constraint_options *options; /* NULL: the defaults */
    double restitution;                    /* 0 to 1; read for impacts only */
} cdy_constrained_state;

/* How well the constraints could be kept. */
typedef struct cdy_constraint_report {
    int rows;        /* of all constraints */
    int rank;        /* how many of them are independent */
    double residual; /* the largest |J qdd - gamma|, or |J qd_after + restitution J qd| after an impact: above rounding
                      * where the constraints contradict each other */
} cdy_constraint_report;

/* How a projection ended. */
typedef struct cdy_projection_report {
    bool converged; /* no gap above the tolerance */
    int iterations;
    double gap; /* the largest that is left, rad or m */
} cdy_projection_report;

/* Returns the options' defaults. */
CDY_API cdy_constraint_options cdy_constraint_options_default(void);

/* Returns the number of rows of `count` constraints; -1 where a constraint has no rows, or the
 * number does not fit into an int. */
CDY_API int cdy_constraint_rows(const cdy_constraint *constraints, int count);

/* Gives the constraint that keeps a loop of the tree that the model was made of.  Fails with CDY_ERROR_ARGUMENT where
 * the model lacks one of its bodies. */
CDY_API cdy_status cdy_constraint_from_loop(const cdy_model *model, const cdy_loop *loop, cdy_constraint *constraint,
                                            cdy_error *error);

/* Sets in_other so that the constraint has no gap at q: the loop is closed, or the contact made, where the frames are
 * now.  The axes of in_other stay where no angular row is constrained, since they tell the normal of a contact. */
CDY_API cdy_status cdy_constraint_anchor(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                         cdy_constraint *constraint, cdy_error *error);

/* Gives the accelerations qdd (n) and the constraint forces (rows; NULL: not wanted) that satisfy M qdd + C qd + G =
 * tau + J^T forces + external forces and J qdd = gamma, with gamma = -Jdot qd - velocity_gain J qd - position_gain gap;
 * for rows of the caller's own, gamma is the caller's alone.  Where no acceleration keeps all constraints, the sum of
 * the squares of J qdd - gamma is the smallest, and the report (may be NULL) has the residual.  Without constraints the
 * accelerations are those of cdy_forward_dynamics().  Sources: Featherstone 2008, section 8.4 (loops) and chapter 11
 * (contact); Baumgarte 1972; with dependent rows the accelerations are those of Udwadia and Kalaba 1992. */
CDY_API cdy_status cdy_constrained_forward_dynamics(const cdy_model *model, cdy_workspace *workspace,
                                                    cdy_row_solver *solver, const cdy_constrained_state *state,
                                                    double *qdd, double *forces, cdy_constraint_report *report,
                                                    cdy_error *error);

/* Gives the velocities qd_after (n) and the impulses (rows, N s or N m s; NULL: not wanted) of an impact on all
 * constraints at once: M (qd_after - qd) = J^T impulses, J qd_after = -state->restitution J qd (Featherstone 2008,
 * section 11.7).  The restitution 0 makes J qd_after = 0. */
CDY_API cdy_status cdy_impact(const cdy_model *model, cdy_workspace *workspace, cdy_row_solver *solver,
                              const cdy_constrained_state *state, double *qd_after, double *impulses,
                              cdy_constraint_report *report, cdy_error *error);

/* Gives the wrench [T; F] (count x 6, base frame, moments about the base's origin) that each constraint applies on the
 * body of its `frame`, from the forces (rows) of cdy_constrained_forward_dynamics() or the impulses of cdy_impact();
 * the body of `other` feels the opposite.  Rows of the caller's own have none: zero. */
CDY_API cdy_status cdy_constraint_wrenches(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                           const cdy_constraint *constraints, int count, const double *forces,
                                           double *wrenches, cdy_error *error);

/* Gives the gap of each row (rows; rad, m): the deviation of in_frame from in_other, in the axes of in_other, as a
 * displacement for linear rows and as a rotation vector for angular rows; for two angular rows the rotation vector that
 * turns the free axis. Rows of the caller's own have no gap: zero. */
CDY_API cdy_status cdy_constraint_gap(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                      const cdy_constraint *constraints, int count, double *gap, cdy_error *error);

/* Moves the configuration state->q (nq) to a configuration that keeps the constraints: Newton steps of the least
 * kinetic energy, halved where the gap would grow; rows of the caller's own are ignored.  `projected` (nq; may be
 * state->q) becomes the configuration of the smallest gap that was found.  A projection that does not converge is no
 * failure: the report (may be NULL) says so. */
CDY_API cdy_status cdy_constraint_project(const cdy_model *model, cdy_workspace *workspace, cdy_row_solver *solver,
                                          const cdy_constrained_state *state, double *projected,
                                          cdy_projection_report *report, cdy_error *error);

#endif
