/* A damped least-squares step within bounds. */
#ifndef CDY_IK_STEP_H
#define CDY_IK_STEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STEP_ROWS = 6 };

/* Minimize |A x - r|^2 + damping |x|^2 subject to lower <= x <= upper, where lower <= 0 <= upper. */
typedef struct step_problem {
    size_t n;
    const double *A;       /* STEP_ROWS x n */
    const double *r;       /* STEP_ROWS */
    const double *lower;   /* n */
    const double *upper;   /* n */
    double damping;        /* greater than 0 */
    double *x;             /* n: the step */
    int32_t *free_columns; /* n: scratch */
} step_problem;

/* Solves by an active set method (Nocedal and Wright 2006, section 16.7): coordinates at a bound that A^T r crosses are
 * fixed, coordinates that the step of the others takes over a bound are clamped. Returns |r|^2 - |A x - r|^2, which may
 * be negative or 0 if the damping is too small. */
double cdy_bounded_step(const step_problem *p);

#endif
