/* Descent from a pose to one near it where a function is least, within the ranges of the joints: the quasi-Newton
 * method BFGS (Nocedal and Wright 2006, algorithm 6.1) with steps that are cut at the limits. */
#ifndef CDY_CAPACITY_DESCENT_H
#define CDY_CAPACITY_DESCENT_H

#include "capacity/poses.h"

/* A function of a pose. Where a call fails (false), the function has no value there. */
typedef struct pose_function {
    bool (*evaluate)(void *context, const double *q, double *value);
    /* Computes the gradient, a number for each of the ranges, at the pose that was evaluated last. */
    bool (*differentiate)(void *context, const double *q, double value, double *gradient);
    void *context;
} pose_function;

/* The vectors of the method. */
typedef struct descent {
    int n, nq;
    const pose_range *ranges;  /* n */
    double *trial;             /* nq */
    double *gradient, *change; /* n: of the function; of the gradient in a step */
    double *step, *direction;  /* n */
    double *H;                 /* n x n: approximate inverse of the second derivative */
} descent;

/* Allocates for poses of nq numbers, of which n have ranges, at most; returns false where memory runs out.
 * cdy_descent_close() frees, also after a failure. */
bool cdy_descent_open(descent *d, int n, int nq, const pose_range *ranges);
void cdy_descent_close(descent *d);

/* Moves q until the function does not fall any more, or is not above 0. */
void cdy_descend(descent *d, const pose_function *f, double *q);

#endif
