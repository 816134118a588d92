/* What recursive algorithms write as they go. */
#ifndef CDY_KERNELS_STATES_H
#define CDY_KERNELS_STATES_H

#include "kernels/link.h"

/* How a body moves, in its own axes (kernels/outward.h). */
typedef struct moving_body {
    link link;           /* to the parent body; not set where it turns on the base */
    body_acceleration m; /* gravity taken off */
    mat3 A;              /* its acceleration tensor */
    force f;             /* that it needs, less what acts on it from outside */
} moving_body;

/* What forward dynamics knows besides. */
typedef struct articulated_state {
    motion a;              /* what the joints accelerate the body by, in its axes and about its origin */
    articulated joined_IA; /* the articulated bodies that it carries, but for the one numbered right behind it */
    bool joined;           /* whether there are any */
} articulated_state;

/* Of a degree of freedom. */
typedef struct dof_state {
    force n; /* IA S / (S^T IA S), in the body's axes; of a body that turns plainly in those that it turns from */
    real x;  /* (tau - S^T pA) / (S^T IA S): its acceleration while the parent rests */
} dof_state;

#endif
