/* What the articulated-body algorithm writes as it goes. */
#ifndef CDY_KERNELS_ABA_H
#define CDY_KERNELS_ABA_H

#include "spatial/articulated.h"

typedef struct articulated_state {
    transform X, X_base; /* from the parent body; from the base, only where external forces act */
    motion v, c, a;      /* velocity; velocity product; acceleration less gravity */
    articulated IA;      /* articulated-body inertia */
    force pA;            /* its bias force */
} articulated_state;

typedef struct dof_state {
    force U;           /* IA S */
    real inverse_D, u; /* 1 / S^T U; tau - S^T pA */
} dof_state;

#endif
