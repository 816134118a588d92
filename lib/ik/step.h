/* A damped least-squares step within bounds. */
#ifndef CDY_IK_STEP_H
#define CDY_IK_STEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STEP_ROWS = 6 };

/* Minimize |A x - r|^2 + damping |x|^2 over lower <= x <= upper, where lower <= 0 <= upper. */
typedef struct step_problem {
    size_t n;
    const double *A;     /* STEP_ROWS x n */
    const double *r;     /* STEP_ROWS */
    const double *lower; /* n */
    const double *upper; /* n */
    double damping;      /* greater than 0 */
    double *x;           /* n: the step */
    int32_t *loose;      /* n: scratch */
} step_problem;

/* Takes the step by an active set: coordinates at a bound that r would push out are held, those that the step of the
 * others takes over a bound stop there (Nocedal and Wright 2006, section 16.7).  Returns how much |A x - r|^2 is
 * under |r|^2; not above 0 where the damping is too small for a step that helps. */
double cdy_bounded_step(const step_problem *p);

#endif
