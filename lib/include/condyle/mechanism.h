/* Mechanisms: robots whose constraints close loops, moved by some of their joints: four-bars, palletizers, Deltas.
 *
 * A mechanism is a robot's tree, the constraints that close its loops (constraints.h), and the joints that have drives.
 * Of the tree's n degrees of freedom some, the independent coordinates u (k), tell the velocities of all others: qd = G
 * u, with J G = 0 for the rows J of the constraints, and qdd = G du/dt + g, where J g = -Jdot qd.  They are degrees of
 * freedom of the tree, those with drives first.  The equation of motion in them is
 *
 *   G^T M G du/dt + G^T (M g + C qd + gravity torque - J_e^T f_e) = G^T tau,
 *
 * where J_e^T f_e are the torques of the external forces `fext`, and the forces of the constraints are gone; tau (n) is
 * zero at joints without drives.
 *
 * Arrays, defaults, workspaces and errors are those of dynamics.h, the order of rows that of constraints.h.  A
 * configuration q (nq) of the calls is one that closes the loops, as cdy_mechanism_assemble() gives it: where a gap is
 * larger than 1e-6 rad or m, and than the tolerance of gaps, they fail with CDY_ERROR_NUMERIC.  A mechanism
 * belongs to the model that it was made of; one thread uses it at a time, and no call allocates but
 * cdy_mechanism_create().  Calls after the choice of coordinates fail with CDY_ERROR_NUMERIC where these do not tell
 * the motion, at a singular configuration.  Sources: Featherstone 2008, chapter 8; Wehage and Haug 1982 (the partition
 * of coordinates); Murray, Li and Sastry 1994, section 6.2. */
#ifndef CONDYLE_MECHANISM_H
#define CONDYLE_MECHANISM_H

#include <condyle/constraints.h>

/* A robot with closed loops. */
typedef struct cdy_mechanism cdy_mechanism;

/* Which joints have drives, and tolerances. */
typedef struct cdy_mechanism_options {
    const bool *actuated;  /* n: degrees of freedom with drives; NULL: all */
    double gap_tolerance;  /* rad and m, 1e-12 by default: when the loops count as closed */
    double rank_tolerance; /* 1e-6 by default: a column of J counts as a combination of others where less than this
                            * part of its length is left beside them; 1e-12 at least, under 1 */
    int iterations;        /* of one search for a configuration, 200 by default */
    int restarts;          /* searches after one that stalls, 20 by default */
    cdy_reserve reserve;   /* for members to come: all 0 */
} cdy_mechanism_options;

/* How an assembly ended. */
typedef struct cdy_assembly_report {
    int iterations; /* of the search that found the configuration, or the smallest gap */
    int restarts;
    double angular_gap, linear_gap; /* the largest angle and distance that a constraint leaves, rad and m */
} cdy_assembly_report;

/* Returns the options' defaults. */
CDY_API cdy_mechanism_options cdy_mechanism_options_default(void);

/* Makes a mechanism of a model and `count` constraints between its frames, which are copied; options NULL: the
 * defaults.  Fails with CDY_ERROR_ARGUMENT for a model, frames, places, rows or options that are not valid, and for
 * constraints with rows of the caller's own, with CDY_ERROR_UNSUPPORTED above 4096 degrees of freedom or rows, and with
 * CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_mechanism_create(const cdy_model *model, const cdy_constraint *constraints, int count,
                                        const cdy_mechanism_options *options, cdy_mechanism **mechanism,
                                        cdy_error *error);

/* Frees a mechanism; takes NULL. */
CDY_API void cdy_mechanism_destroy(cdy_mechanism *mechanism);

/* Returns the number of rows of all constraints, the length of `forces`. */
CDY_API int cdy_mechanism_rows(const cdy_mechanism *mechanism);

/* Gives a configuration `assembled` (nq; may be q) near q (nq) that closes the loops: Gauss-Newton steps, cut to 0.2
 * rad or m and halved where the gap would grow, so that the search follows the path on which the gap shrinks in place,
 * and keeps the branch that q is on, such as the side of an elbow; near singular configurations the steps are damped
 * (Levenberg and Marquardt).  Where it stalls, as where q is stretched out, it starts again from configurations drawn
 * from a fixed seed around q; report->restarts (the report may be NULL) tells so.  The work is bounded: with
 * some hundred rows it ends after about fifty steps in all where rows depend on each other, and five hundred where they
 * do not, whatever iterations and restarts the options give.
 * `held` (n; NULL: none) names degrees of freedom that stay as they are.  Limits of joints are not looked at.  Fails
 * with CDY_ERROR_NUMERIC where the loops cannot be closed; the message and the report have the gap of the best
 * configuration that was found. */
CDY_API cdy_status cdy_mechanism_assemble(cdy_mechanism *mechanism, const cdy_model *model, cdy_workspace *workspace,
                                          const double *q, const bool *held, double *assembled,
                                          cdy_assembly_report *report, cdy_error *error);

/* Chooses the independent coordinates at q (nq): columns of J are eliminated by Householder reflections with pivoting,
 * those without drives first, and what is left over is independent.  At a singular configuration these may be more than
 * elsewhere, or others, some of them without drives: choose anew where the mechanism has left it.  Later calls use the
 * choice until the next one. */
CDY_API cdy_status cdy_mechanism_choose(cdy_mechanism *mechanism, const cdy_model *model, cdy_workspace *workspace,
                                        const double *q, cdy_error *error);

/* Returns the number k of independent coordinates, the degrees of freedom of the mechanism; -1 before the choice. */
CDY_API int cdy_mechanism_dofs(const cdy_mechanism *mechanism);

/* Returns which degree of freedom of the model (0 to n-1) independent coordinate `index` (0 to k-1) is; they ascend. -1
 * where the index is out of range. */
CDY_API int cdy_mechanism_coordinate(const cdy_mechanism *mechanism, int index);

/* Gives the velocities qd (n) and accelerations qdd (n; NULL: not wanted) of all joints from the independent ones, u
 * and du (k each; NULL: zero), at q. */
CDY_API cdy_status cdy_mechanism_motion(cdy_mechanism *mechanism, const cdy_model *model, cdy_workspace *workspace,
                                        const double *q, const double *u, const double *du, double *qd, double *qdd,
                                        cdy_error *error);

/* Gives the torques tau (n) of the drives for a motion u, du (k each; NULL: zero) at q under the forces `fext`, and the
 * constraint forces (rows; NULL: not wanted).  Joints without drives get 0.  Where there are more drives than degrees
 * of freedom, the torques are those of the smallest sum of squares; the constraint forces then tell what the drives
 * carry against each other.  Constraint forces are those of the smallest sum of squares, where rows depend on each
 * other.  Fails with CDY_ERROR_NUMERIC where a coordinate that no drive moves would need a torque, also where
 * the coordinates were chosen at a singular configuration that the mechanism has left, and with
 * CDY_ERROR_UNSUPPORTED where friction by the load acts. */
CDY_API cdy_status cdy_mechanism_inverse_dynamics(cdy_mechanism *mechanism, const cdy_model *model,
                                                  cdy_workspace *workspace, const double *q, const double *u,
                                                  const double *du, const double *fext, double *tau, double *forces,
                                                  cdy_error *error);

/* Gives the accelerations du (k) that the torques tau (n; NULL: zero) cause at q, u under the forces `fext`, and the
 * constraint forces (rows; NULL: not wanted).  The mass matrix of the tree may be singular, that of the mechanism not.
 * Fails as cdy_mechanism_inverse_dynamics() does. */
CDY_API cdy_status cdy_mechanism_forward_dynamics(cdy_mechanism *mechanism, const cdy_model *model,
                                                  cdy_workspace *workspace, const double *q, const double *u,
                                                  const double *tau, const double *fext, double *du, double *forces,
                                                  cdy_error *error);

/* The terms of the equation of motion in independent coordinates; where a pointer is NULL, the term is not wanted. */
typedef struct cdy_mechanism_terms {
    double *G;       /* n x k: qd = G u */
    double *M;       /* k x k: the mass matrix G^T M G */
    double *product; /* k: G^T (M g + C qd), the torques of velocities */
    double *gravity; /* k: G^T times the gravity torque */
} cdy_mechanism_terms;

/* Gives the terms at q, u (k; NULL: zero); damping, friction and springs of joints have no part in them. */
CDY_API cdy_status cdy_mechanism_compute_terms(cdy_mechanism *mechanism, const cdy_model *model,
                                               cdy_workspace *workspace, const double *q, const double *u,
                                               const cdy_mechanism_terms *terms, cdy_error *error);

/* Gives the derivatives of the torques of cdy_mechanism_inverse_dynamics() by steps of the independent coordinates,
 * along which the loops stay closed and u and du stay as they are, by u, and by du: n x k each, row-major, entry [i][j]
 * that of torque i by coordinate j (NULL: not wanted).  Steps are those of derivatives.h, and `fext` stays in the base
 * frame.  Exact to rounding, without differences: the second derivatives of the loops' rows come from the recursion of
 * velocities and accelerations over the bodies, and its change.  Fails as cdy_mechanism_inverse_dynamics() does, and
 * with CDY_ERROR_NUMERIC where an independent coordinate has no drive. */
CDY_API cdy_status cdy_mechanism_derivatives(cdy_mechanism *mechanism, const cdy_model *model, cdy_workspace *workspace,
                                             const double *q, const double *u, const double *du, const double *fext,
                                             double *by_q, double *by_u, double *by_du, cdy_error *error);

/* Moves q (nq) and the velocities qd (n) of a mechanism on by dt s under constant torques tau (n; NULL: zero) and
 * forces `fext`: a step of the classical Runge-Kutta method, after which q is assembled and qd made to agree with the
 * constraints, so that the loops do not drift.  It finds well-conditioned coordinates of its own, with drives or
 * without, and passes through configurations at which the chosen ones are singular.  It does not pass those at which
 * the rows of the loops depend on each other and beside which they do not, as of a parallelogram whose bars lie on one
 * line, where the motion can branch: a step that begins or ends there, to the tolerance of the rank, fails.  Fails with
 * CDY_ERROR_ARGUMENT where dt, a state, a torque or a force is not finite, with CDY_ERROR_NUMERIC where the loops are
 * open at q or cannot be closed after the step, at such a configuration, where joints that move have no mass, and where
 * a result is not finite, and with CDY_ERROR_UNSUPPORTED where friction by the load acts; q and qd are then as they
 * were. */
CDY_API cdy_status cdy_mechanism_step(cdy_mechanism *mechanism, const cdy_model *model, cdy_workspace *workspace,
                                      double dt, const double *tau, const double *fext, double *q, double *qd,
                                      cdy_error *error);

#endif
