/* Contents of a mechanism: its constraints, the chosen coordinates, and the factors of J at the last configuration. */
#ifndef CDY_CONSTRAINTS_MECHANISM_H
#define CDY_CONSTRAINTS_MECHANISM_H

#include "constraints/constraint.h"

#include <condyle/mechanism.h>

/* n degrees of freedom, m rows. `order` lists the dependent degrees of freedom, in the order in which their columns
 * were eliminated, then the independent ones, ascending. */
struct cdy_mechanism {
    void *allocation; /* of all arrays */
    uint64_t fingerprint;
    cdy_row_solver *solver;
    cdy_constraint *constraints;
    int count, rows, n, nq, tree_n;
    bool *actuated;           /* n */
    bool chosen;              /* `order` and `rank` have a choice */
    bool steps;               /* the choice is that of the step in progress */
    int rank;                 /* number of dependent degrees of freedom */
    int *order, *trial_order; /* n */
    bool *picked;             /* n */
    double gap_tolerance, rank_tolerance;
    int iterations, restarts;
    double *A;        /* m x n, column-major: J, after the elimination Q^T J with reflections below its diagonal */
    double *diagonal; /* m: of R */
    double *beta;     /* m: of the reflections */
    double *length;   /* n: of the columns of J */
    double *b;        /* m: Q^T times the right side */
    double *G;        /* n x (n - rank), row-major */
    double *M, *H;    /* n x n: mass matrix, and matrices in independent coordinates */
    double *x, *y, *z, *tau, *qd, *qdd;        /* n */
    double *q, *trial, *best, *start, *next_q; /* nq */
    double *next_qd, *stages;                  /* n, 4 n: rates of a Runge-Kutta step */
    double *G_step, *derivatives;              /* n x n, 3 n n: change of G along a step, and derivatives of torques */
    double *rows_step;                         /* m: change of the rows along a step */
    double *columns, *tree;                    /* 6 and 4 times tree_nv: of cdy_vary_rows() */
};

/* Checks the mechanism, the model, the workspace and the configuration q (nq; NULL: home), which become *problem. */
cdy_status cdy_read_mechanism(cdy_mechanism *mechanism, const cdy_model *model, cdy_workspace *workspace,
                              const double *q, constraint_problem *problem, cdy_error *error);

/* Fails where no coordinates were chosen. */
cdy_status cdy_check_choice(const cdy_mechanism *mechanism, cdy_error *error);

/* Fills J at the problem's configuration, as columns of A. */
cdy_status cdy_fill_mechanism_rows(cdy_mechanism *mechanism, const constraint_problem *problem, cdy_error *error);

/* Fills b = -Jdot qd at the problem's configuration, times Q^T. */
cdy_status cdy_fill_mechanism_bias(cdy_mechanism *mechanism, const constraint_problem *problem, const double *qd,
                                   cdy_error *error);

/* Eliminates columns of A by reflections: those without drives first or, without `drives_last`, all alike. Writes the
 * choice to `order` and returns the rank. */
int cdy_pick_columns(cdy_mechanism *mechanism, bool drives_last, int *order);

/* Eliminates the chosen columns. Fails with CDY_ERROR_NUMERIC where one of them depends on others. */
cdy_status cdy_eliminate_columns(cdy_mechanism *mechanism, const cdy_model *model, cdy_error *error);

/* Fails with CDY_ERROR_NUMERIC where a column that is left over does not depend on the eliminated ones: the loops are
 * open, or the choice was made at a singular configuration. */
cdy_status cdy_check_left_over(const cdy_mechanism *mechanism, const cdy_model *model, cdy_error *error);

/* Writes G from the eliminated columns. */
void cdy_fill_tangent(cdy_mechanism *mechanism);

/* b (m) = Q^T b. */
void cdy_reflect_rows(const cdy_mechanism *mechanism, double *b);

/* A motion (n each; NULL: zero), and a step of it: of the configuration, in velocity coordinates, and of the
 * velocities. */
typedef struct motion_step {
    const double *qd, *qdd, *w, *dqd;
} motion_step;

/* The change along a step of J qd, without that of qd, in velocities (m), and that of J qdd + Jdot qd, without that of
 * qdd, in accelerations (m; NULL: not wanted), where the loops are closed and the motion and w keep them so. */
void cdy_vary_rows(const cdy_mechanism *mechanism, const constraint_problem *problem, const motion_step *step,
                   double *velocities, double *accelerations);

/* x (n) = G u + g: the dependent parts solve R x_d = b - (J u), `b` being Q^T times the right side (NULL: zero). */
void cdy_expand_coordinates(const cdy_mechanism *mechanism, const double *u, const double *b, double *x);

/* y (k) = G^T x. */
void cdy_project_forces(const cdy_mechanism *mechanism, const double *x, double *y);

/* f (m) = the vector of the smallest norm with J^T f = x (n) in the dependent rows. */
void cdy_solve_forces(const cdy_mechanism *mechanism, const double *x, double *f);

/* H = B B^T for the columns B = G^T of the joints with drives. Coordinates without a drive have rows of the unit
 * matrix: a joint with a drive does not depend on them, since drives are eliminated last. */
void cdy_fill_drive_matrix(cdy_mechanism *mechanism);

/* Fails with CDY_ERROR_NUMERIC where the loops are open at q (nq; NULL: home), and sets the problem's configuration. */
cdy_status cdy_check_closed(const cdy_mechanism *mechanism, constraint_problem *problem, const double *q,
                            cdy_error *error);

/* Searches a configuration near q (nq; NULL: home) that closes the loops, and writes it to mechanism->best; arguments
 * as of cdy_mechanism_assemble(), checked. */
cdy_status cdy_close_loops(cdy_mechanism *mechanism, constraint_problem *problem, const double *q, const bool *held,
                           int restarts, cdy_assembly_report *report, cdy_error *error);

/* Checks the arguments of calls at a state, and fills G, qd = G u and b at q, u (k; NULL: zero). */
cdy_status cdy_read_mechanism_state(cdy_mechanism *mechanism, const cdy_model *model, cdy_workspace *workspace,
                                    const double *q, const double *u, cdy_error *error);

/* The same at a q where the loops are open a little, as in the middle of a step: rows that depend on others where the
 * loops are closed do not do so there, and what is left over of them is not looked at. */
cdy_status cdy_read_mechanism_nearby(cdy_mechanism *mechanism, const cdy_model *model, cdy_workspace *workspace,
                                     const double *q, const double *u, cdy_error *error);

/* Then gives the accelerations x (k) that the torques tau (n; NULL: zero) cause, qdd = G x + g, and the torques
 * mechanism->tau of the tree that has them. */
cdy_status cdy_accelerate_mechanism(cdy_mechanism *mechanism, const cdy_model *model, cdy_workspace *workspace,
                                    const double *q, const double *tau, const double *fext, cdy_error *error);

#endif
