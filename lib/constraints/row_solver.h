/* The row solver from inside: rows J of tasks or constraints, and A = J M^-1 J^T with its inverse. */
#ifndef CDY_CONSTRAINTS_ROW_SOLVER_H
#define CDY_CONSTRAINTS_ROW_SOLVER_H

#include "dynamics/workspace.h"

#include <condyle/operational_space.h>

struct cdy_row_solver {
    void *allocation;     /* what destroy frees; NULL in the caller's memory */
    uint64_t fingerprint; /* of the model that it was made for */
    int most;             /* rows that there is room for */
    int rows;             /* that J has now */
    double *J;            /* most x nv */
    double *W;            /* most x nv: L^-1 J^T by columns, M = L L^T */
    double *A, *Lambda;   /* most x most */
    double *bias;         /* most: Jdot qd, or what else is to be left of J qdd */
    double *scale;        /* most: the size of each row, the same for rows of one unit */
    double *r, *f;        /* most: right sides, forces */
    int32_t *unit;        /* most: rows of one number are of one unit */
    double *room;         /* of cdy_pseudo_inverse() */
    int *integers;
    double *block, *other_block; /* 6 x nv: Jacobians on their way */
    double *x, *y;               /* nv */
    double *q, *trial;           /* nq */
};

/* Checks that a solver was made for a model.  Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_row_solver(const cdy_model *model, const cdy_row_solver *solver, cdy_error *error);

/* Checks that a solver has room for rows; makes it have that many.  Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_set_rows(cdy_row_solver *solver, int rows, cdy_error *error);

/* Checks a tolerance of ranks, 0 meaning the default.  Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_read_tolerance(double given, double *tolerance, cdy_error *error);

/* Factors the mass matrix at tree_q into workspace->L, and fills W, A and Lambda from J and `unit`. */
cdy_status cdy_factor_rows(const cdy_model *model, cdy_workspace *workspace, cdy_row_solver *solver,
                           const double *tree_q, double tolerance, int *rank, cdy_error *error);

/* Writes the rows of the bits in `mask` of J6 (6 x nv) and bias6 from row `row` on.  Returns the row behind them. */
int cdy_put_rows(const cdy_model *model, cdy_row_solver *solver, int row, unsigned mask, int owner, const double *J6,
                 const double bias6[6]);

/* f = Lambda r, refined once: A f comes as near to r as it can. */
void cdy_solve_rows(cdy_row_solver *solver);

/* y = J x (rows) and x += J^T f (nv). */
void cdy_multiply_rows(const cdy_model *model, const cdy_row_solver *solver, const double *x, double *y);
void cdy_add_transposed_rows(const cdy_model *model, const cdy_row_solver *solver, const double *f, double *x);

#endif
