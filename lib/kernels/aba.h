/* What the articulated-body algorithm writes as it goes. */
#ifndef CDY_KERNELS_ABA_H
#define CDY_KERNELS_ABA_H

#include "spatial/articulated.h"
#include "spatial/newton_euler.h"

typedef struct articulated_state {
    rotation E;          /* from the base's axes to the body's; all below is in the base's, about the body's origin */
    vec3 r, p;           /* from the parent's origin to the body's; from the base's, only where external forces act */
    body_acceleration m; /* where the joints do not accelerate, and gravity taken off */
    mat3 A;              /* its acceleration tensor */
    articulated IA;      /* articulated-body inertia */
    force pA;            /* its bias force */
    motion a;            /* what the joints accelerate the body by */
} articulated_state;

typedef struct dof_state {
    force n; /* IA S / (S^T IA S), of a joint's last degree of freedom about the parent's origin */
    real x;  /* (tau - S^T pA) / (S^T IA S): its acceleration while the parent rests */
} dof_state;

#endif
