/* What every kernel of one width shares: its name, and the state that it writes. */
#ifndef CDY_KERNELS_WIDTH_H
#define CDY_KERNELS_WIDTH_H

#include "kernels/joint.h"
#include "kernels/kernels.h"

#define CDY_PASTE(a, b, c) a##b##_##c
#define CDY_NAME(a, b, c)  CDY_PASTE(a, b, c)
/* rnea in the width x4 is cdy_rnea_x4. */
#define KERNEL(name) CDY_NAME(cdy_, name, CDY_SUFFIX)

/* A moving body while an algorithm runs; each writes what it needs. */
typedef struct body_state {
    transform X;      /* from the parent body */
    transform X_base; /* from the base, where an algorithm needs it; on a walk to the base, from this body */
    motion v, a;      /* velocity; acceleration less gravity */
    force f;          /* on the body through its joint */
    inertia Ic;       /* of the body and all that it carries */
} body_state;

static inline size_t state_size(const cdy_model *model)
{
    return (size_t)model->body_count * sizeof(body_state) + 2 * (size_t)model->tree_nq * sizeof(real);
}

/* Fills the sines and cosines, which lie behind the bodies in the state. */
static inline coordinates read_coordinates(const cdy_model *model, void *state, const double *q)
{
    real *sine = (real *)(void *)((body_state *)state + model->body_count);
    real *cosine = sine + model->tree_nq;
    coordinates all = {(const real *)(const void *)q, sine, cosine};
    real_sincos_all(model->tree_nq, all.q, sine, cosine);
    return all;
}

void KERNEL(rnea)(const cdy_model *model, void *state, const double gravity[3], const double *q, const double *qd,
                  const double *qdd, const double *forces, double *tau);
void KERNEL(crba)(const cdy_model *model, void *state, const double *q, double *M);
void KERNEL(placement)(const cdy_model *model, void *state, int frame, const double *q, double *T);
void KERNEL(placements)(const cdy_model *model, void *state, const double *q, double *T);
void KERNEL(jacobian)(const cdy_model *model, void *state, int frame, bool in_body, const double *q, double *J);
void KERNEL(frame_motion)(const cdy_model *model, void *state, int frame, bool in_body, const double *q,
                          const double *qd, const double *qdd, double *velocity, double *acceleration);
void KERNEL(center_of_mass)(const cdy_model *model, void *state, const double *q, double *com, double *J);

#endif
