/* Constrained dynamics by the structure of the tree, for a block of states, one a lane.
 *
 * The articulated-body algorithm eliminates the joints; the rows of the constraints go through its factors
 * (kernels/constraint_rows.h), so that neither M nor J is formed. Written over `scalar` and compiled twice, for doubles
 * and for floats; a single state is a block of one lane. */
#ifndef CDY_CONSTRAINTS_ROW_ELIMINATION_H
#define CDY_CONSTRAINTS_ROW_ELIMINATION_H

#ifdef CDY_FLOAT
#include "constraints_float_names.h"
#endif
#include "constraints/row_plan.h"
#include "kernels/kernels.h"

enum { ROW_LANES = 64 / sizeof(scalar) };

/* A problem with the planned constraints (row_plan.h), and the memory for a block. Arrays are lane-packed; n are the
 * degrees of freedom, m the rows, `wide` and `stride` the numbers of cdy_row_wide() and cdy_row_stride(). */
typedef struct row_elimination {
    const cdy_model *model;
    const kernel_model *kernel_model;
    const cdy_kernels *kernels;
    const row_group *groups;
    const int *bodies;
    int count, rows;
    double velocity_gain, position_gain, rank_tolerance;
    void *kernel_scratch;       /* scratch memory of the kernels */
    scalar *net;                /* n: torques less the torques of damping, friction and springs */
    scalar *pivots, *inverse_D; /* n */
    scalar *axes;               /* 12 a constraint: axes and point in the base frame */
    scalar *motion;             /* ROW_MOTION */
    scalar *W;                  /* n x wide */
    scalar *A, *inverse;        /* m x stride */
    scalar *target;             /* m: J qdd, or the change of J qd */
    scalar *scale, *size;       /* m; wide */
    scalar *inverse_pivots;     /* wide */
    scalar *buffer;             /* 2 wide */
    scalar *r, *f;              /* wide: right sides, forces */
    scalar *x;                  /* n: accelerations, or change of velocity */
    scalar *residual;           /* 1 */
} row_elimination;

/* Numbers from one row of W to the next, and from one row of A to the next: whole chunks where there is one lane. */
static inline size_t cdy_row_wide(int rows, int lanes)
{
    return (size_t)rows + (lanes == 1 ? CHUNK_SIZE : 0);
}

static inline size_t cdy_row_stride(int rows, int lanes)
{
    return lanes == 1 ? ((size_t)rows + CHUNK_SIZE - 1) / CHUNK_SIZE * CHUNK_SIZE : (size_t)rows;
}

/* Eliminates the joints at q, qd (tree's coordinates) with the torques tau and the external forces (may be NULL):
 * leaves the pivots, and places the bodies of the constraints. */
void cdy_eliminate_joints(const row_elimination *e, const scalar *q, const scalar *qd, const scalar *tau,
                          const scalar *forces);

/* Then gives x, f and the residual: those of the motion or, with a restitution, of an impact. Sets
 * is_regular[lane] (ROW_LANES) to whether the rows of that state are independent by a wide margin and all results
 * finite; the results of any other state have no meaning. Returns whether any state is regular. */
bool cdy_eliminate_rows(const row_elimination *e, const double *restitution, bool *is_regular);

#endif
