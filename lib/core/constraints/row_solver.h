/* Contents of the row solver: the rows J of tasks or constraints, A = J M^-1 J^T and its pseudo-inverse Lambda. */
#ifndef CDY_CONSTRAINTS_ROW_SOLVER_H
#define CDY_CONSTRAINTS_ROW_SOLVER_H

#include "dynamics/workspace.h"

#include <condyle/operational_space.h>

/* Numbers behind the last of a row or a vector that kernels read, and may write, by whole chunks. */
enum { CHUNK_SIZE = 8, ROW_MOTION = 30, LARGEST_ROWS = 4096 };

/* The rows of a constraint between two frames: those of the six components whose bits are in `mask`, the first
 * `angular` of them angular; the places of `frame` and `other` on their bodies (12 each: axes, 3 x 3 by columns, and
 * point); and the `path`, the degrees of freedom that have part in the rows, in descending order. */
typedef struct row_group {
    int first, count, angular;
    unsigned mask;
    size_t depth; /* of the path */
    const int *path;
    double places[24];
} row_group;

struct cdy_row_solver {
    void *allocation;     /* memory to free; NULL in the caller's memory */
    uint64_t fingerprint; /* of the solver's model */
    int max_rows;         /* capacity */
    int rows;             /* current number of rows */
    double *J;            /* max_rows x nv */
    double *W;            /* max_rows x nv: W = J L^-T with M = L L^T, so that A = W W^T; or the transpose */
    double *A, *Lambda;   /* max_rows x max_rows */
    double *bias;         /* max_rows: Jdot qd, or the right side for J qdd */
    double *scale;        /* max_rows: magnitude of each row, equal for rows of one unit */
    double *r, *f;        /* max_rows: right sides, forces */
    int32_t *unit;        /* max_rows: rows with the same number have the same unit */
    double *scratch;      /* scratch of cdy_pseudo_inverse() */
    int *int_scratch;
    int *bodies;                 /* max_rows x 2: moving bodies of the two frames of each constraint */
    int *paths;                  /* max_rows x nv: of the groups */
    row_group *groups;           /* max_rows: the rows of each constraint */
    double *axes;                /* max_rows x 12: axes and point of each constraint, base frame */
    double *motion;              /* ROW_MOTION: of one constraint */
    double *inverse_D;           /* nv */
    double *block, *other_block; /* 6 x nv: Jacobians of the two frames of a constraint */
    double *x, *y;               /* nv */
    double *q, *trial;           /* nq */
};

/* Checks that the solver was made for the model. Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_row_solver(const cdy_model *model, const cdy_row_solver *solver, cdy_error *error);

/* Sets the number of rows. Fails with CDY_ERROR_ARGUMENT if the solver has too few. */
cdy_status cdy_set_rows(cdy_row_solver *solver, int rows, cdy_error *error);

/* Checks a rank tolerance and replaces 0 by the default. Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_read_tolerance(double given, double *tolerance, cdy_error *error);

/* Factors the mass matrix at tree_q in workspace->L, and computes W, A, Lambda and the rank from J and `unit`. */
cdy_status cdy_factor_rows(const cdy_model *model, cdy_workspace *workspace, cdy_row_solver *solver,
                           const double *tree_q, double tolerance, int *rank, cdy_error *error);

/* Copies the rows of J6 (6 x nv) and bias6 selected by the bits of `mask` to the solver, from row `row` on. `number` is
 * the number of the task or constraint. Returns the next row. */
int cdy_write_rows(const cdy_model *model, cdy_row_solver *solver, int row, unsigned mask, int number, const double *J6,
                   const double bias6[6]);

/* f = Lambda r with one step of iterative refinement, to minimize |A f - r|, of as many equations or as there are
 * rows. */
void cdy_solve_equations(cdy_row_solver *solver, int equations);
void cdy_solve_rows(cdy_row_solver *solver);

/* y = J x (rows); x += J^T f (nv). */
void cdy_multiply_rows(const cdy_model *model, const cdy_row_solver *solver, const double *x, double *y);
void cdy_add_transposed_rows(const cdy_model *model, const cdy_row_solver *solver, const double *f, double *x);

#endif
