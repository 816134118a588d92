/* Damped least-squares steps within bounds, one in each lane. */
#ifndef CDY_IK_STEP_H
#define CDY_IK_STEP_H

#include "kernels/kernels.h"

enum { STEP_ROWS = 6, STEP_LANES = 8 };

/* Minimize |A x - r|^2 + damping |x|^2 subject to lower <= x <= upper, where lower <= 0 <= upper, over the `count`
 * coordinates `columns` of n; arrays are lane-packed, and those of n numbers have them for these coordinates. */
typedef struct step_problem {
    const cdy_kernels *kernels;
    size_t n, count;
    const int32_t *columns; /* count */
    const double *A;        /* STEP_ROWS x n */
    const double *r;        /* STEP_ROWS */
    const double *lower;    /* n */
    const double *upper;    /* n */
    const double *damping;  /* 1: greater than 0 */
    double *x;              /* n: the step */
    double *decrease;       /* 1: |r|^2 - |A x - r|^2 */
    double *y, *mask;       /* n: scratch */
    double *scratch;        /* STEP_SCRATCH */
} step_problem;
enum { STEP_SCRATCH = STEP_ROWS * STEP_ROWS + 3 * STEP_ROWS + 1 };

/* Solves for the lanes that `wanted` (lanes) asks for, by an active set method (Nocedal and Wright 2006, section 16.7):
 * coordinates at a bound that A^T r crosses are fixed, coordinates that the step of the others takes over a bound are
 * clamped.  The decrease may be negative, 0 or no number if the damping is too small. x of other lanes is 0. */
void cdy_bounded_steps(const step_problem *p, const bool *wanted);

#endif
