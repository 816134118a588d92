/* A barrier method for physically consistent parameters (Boyd and Vandenberghe 2004, section 11.3). */
#ifndef CDY_IDENTIFICATION_BARRIER_H
#define CDY_IDENTIFICATION_BARRIER_H

#include <stdbool.h>

/* Parameters x = x0 + sum_k size_k u_k V_k near an estimate x0, so that |u|^2 is the loss of likelihood. */
typedef struct barrier {
    int p, bodies;            /* number of parameters; of bodies, with ten parameters each before those of the drives */
    const double *V;          /* p x p, column-major: directions of unit length */
    double *x0, *size;        /* p: estimate; lengths of the directions */
    double *start, *u;        /* p: initial and present coordinates */
    double *x, *step, *trial; /* p */
    double *interior;         /* p: strictly consistent parameters, where a search starts */
    double *A;                /* 2p x (p + 1), column-major: least squares problem */
    double *scratch;          /* of its QR factorization */
    double *blocks;           /* bodies x 100: factors F of the barrier Hessian */
} barrier;

/* Allocates and frees the arrays of a barrier with p and bodies set; returns false where memory runs out. */
bool cdy_barrier_create(barrier *b);
void cdy_barrier_destroy(barrier *b);

/* Computes x from u. */
void cdy_barrier_place(barrier *b, const double *u);

/* Minimizes |u|^2 over consistent bodies from `start`, where all bodies are strictly consistent; u becomes the
 * minimizer. Returns false where the method does not converge. */
bool cdy_barrier_minimize(barrier *b);

#endif
