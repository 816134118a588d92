/* What the articulated-body algorithm writes as it goes. */
#ifndef CDY_KERNELS_ABA_H
#define CDY_KERNELS_ABA_H

#include "spatial/articulated.h"
#include "spatial/newton_euler.h"

#include <stdbool.h>

typedef struct articulated_state {
    rotation E;  /* from the base's axes to the body's; all below is in the base's, about the body's origin */
    vec3 r, p;   /* from the parent's origin to the body's; from the base's, only where external forces act */
    vec3 h;      /* mass times centre of mass */
    sym3 I;      /* rotational inertia */
    force pA;    /* bias force of the articulated body */
    motion a;    /* what the joints accelerate the body by */
    bool joined; /* whether `joined_IA` is there */
    union {
        struct {                 /* outward: */
            body_acceleration m; /* where the joints do not accelerate, and gravity taken off */
            mat3 A;              /* its acceleration tensor */
        };
        articulated joined_IA; /* inward: the articulated bodies that it carries, but for the one numbered behind it */
    };
} articulated_state;

typedef struct dof_state {
    force n; /* IA S / (S^T IA S), of a joint's last degree of freedom about the parent's origin */
    real x;  /* (tau - S^T pA) / (S^T IA S): its acceleration while the parent rests */
} dof_state;

#endif
