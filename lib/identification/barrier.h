/* A barrier method for parameters of bodies that can exist (Boyd and Vandenberghe 2004, section 11.3). */
#ifndef CDY_IDENTIFICATION_BARRIER_H
#define CDY_IDENTIFICATION_BARRIER_H

#include <stdbool.h>

/* Parameters near an estimate, x = x0 + sum of size[k] u[k] V[k], so that |u|^2 is what they are less likely. */
typedef struct barrier {
    int p, bodies;                /* parameters; bodies among them, ten for each, drives behind */
    const double *V;              /* p x p, column-major: directions of unit length */
    double *x0, *size;            /* p: the estimate; lengths of the directions */
    double *start, *u;            /* p: where the search begins; where it is */
    double *x, *step, *trial;     /* p */
    double *A, *scratch, *blocks; /* 2p x (p + 1), column-major; for its factor; bodies x 100 */
} barrier;

/* Makes and frees the room of a barrier whose p and bodies are set; false where memory runs out. */
bool cdy_barrier_create(barrier *b);
void cdy_barrier_destroy(barrier *b);

/* Places x at u. */
void cdy_barrier_place(barrier *b, const double *u);

/* Goes from `start`, where all bodies are strictly consistent, to u of the least |u|^2 where they are; false where it
 * does not get there. */
bool cdy_barrier_minimize(barrier *b);

#endif
