/* What every kernel of one width shares: its name, and the state that it writes. */
#ifndef CDY_KERNELS_WIDTH_H
#define CDY_KERNELS_WIDTH_H

#include "kernels/ground.h"
#include "kernels/kernels.h"
#include "kernels/states.h"

#include <condyle/static.h>

#define CDY_PASTE(a, b, c) a##b##_##c
#define CDY_NAME(a, b, c)  CDY_PASTE(a, b, c)
/* rnea in the width x4 is cdy_rnea_x4. */
#define KERNEL(name) CDY_NAME(cdy_, name, CDY_SUFFIX)

/* The caller's arrays as what they are: lane-packed, and aligned for it. */
static inline const real *reals(const scalar *numbers)
{
    return (const real *)(const void *)numbers;
}

static inline real *reals_out(scalar *numbers)
{
    return (real *)(void *)numbers;
}

/* A moving body while an algorithm runs; each writes what it needs, or has a smaller state of its own. */
typedef struct body_state {
    transform X;      /* from the parent body */
    transform X_base; /* from the base, where an algorithm needs it; on a walk to the base, from this body */
    motion v, a;      /* velocity; acceleration less gravity */
    force f, l;       /* on the body through its joint; momentum */
    inertia Ic;       /* of the body and all that it carries */
} body_state;

/* Bytes of the bodies in the state, whichever algorithm runs. */
static inline size_t bodies_size(const cdy_model *model)
{
    const size_t bodies = (size_t)model->body_count;
    const size_t plain = bodies * sizeof(body_state);
    const size_t jointed =
        bodies * (sizeof(moving_body) + sizeof(articulated_state)) + (size_t)model->tree_nv * sizeof(dof_state);
    const size_t paired = ground_size(model);
    const size_t larger = plain > jointed ? plain : jointed;
    return larger > paired ? larger : paired;
}

#if CDY_LANES == 1 && !defined(CDY_REAL)
/* The bounds of condyle/static.h: the state of a body, and that of a degree of freedom beside 7/6 positions with a sine
 * and a cosine each. */
#define STATE_FITS(body, dof) ((body) <= CDY_WORKSPACE_BODY_BYTES && (dof) <= CDY_STATE_DEGREE_BYTES)
_Static_assert(STATE_FITS(sizeof(body_state), 0), "raise CDY_WORKSPACE_BODY_BYTES");
_Static_assert(STATE_FITS(sizeof(moving_body) + sizeof(articulated_state), sizeof(dof_state)),
               "raise CDY_WORKSPACE_BODY_BYTES or CDY_STATE_DEGREE_BYTES");
_Static_assert(STATE_FITS(sizeof(ground_body), sizeof(ground_dof) + GROUND_ROWS * sizeof(real)),
               "raise CDY_WORKSPACE_BODY_BYTES or CDY_STATE_DEGREE_BYTES");
#undef STATE_FITS
#endif

static inline size_t state_size(const cdy_model *model)
{
    return bodies_size(model) + 2 * (size_t)model->tree_nq * sizeof(real);
}

/* Fills the sines and cosines from coordinate `first` on, which lie behind the bodies in the state. */
static inline coordinates read_coordinates_from(const cdy_model *model, void *state, const scalar *q, int first)
{
    real *sine = (real *)(void *)((char *)state + bodies_size(model));
    real *cosine = sine + model->tree_nq;
    coordinates all = {reals(q), sine, cosine};
    real_sincos_all(model->tree_nq - first, all.q + first, sine + first, cosine + first);
    return all;
}

static inline coordinates read_coordinates(const cdy_model *model, void *state, const scalar *q)
{
    return read_coordinates_from(model, state, q, 0);
}

void KERNEL(rnea)(const cdy_model *model, void *state, const double gravity[3], const scalar *q, const scalar *qd,
                  const scalar *qdd, const scalar *forces, scalar *tau);
void KERNEL(aba)(const cdy_model *model, void *state, const double gravity[3], const scalar *q, const scalar *qd,
                 const scalar *tau, const scalar *forces, scalar *qdd, scalar *D);
void KERNEL(crba)(const cdy_model *model, void *state, const scalar *q, scalar *M);
void KERNEL(drnea)(const cdy_model *model, void *state, const double gravity[3], const scalar *q, const scalar *qd,
                   const scalar *qdd, const scalar *forces, scalar *dtau_dq, scalar *dtau_dqd);
void KERNEL(bias_and_mass)(const cdy_model *model, void *state, const double gravity[3], const scalar *q,
                           const scalar *qd, const scalar *forces, scalar *tau, scalar *M);
void KERNEL(drnea_after)(const cdy_model *model, void *state, bool with_forces, const scalar *qdd, scalar *dtau_dq,
                         scalar *dtau_dqd);
void KERNEL(factor)(const cdy_model *model, void *state, scalar *M, scalar *D);
void KERNEL(factor_solve)(const cdy_model *model, void *state, const scalar *L, scalar *x);
void KERNEL(factor_turn_over)(const cdy_model *model, void *state, const scalar *L, scalar *by_q, scalar *by_qd,
                              scalar *inverse);
void KERNEL(placement)(const cdy_model *model, void *state, int frame, const scalar *q, scalar *T);
void KERNEL(placements)(const cdy_model *model, void *state, const scalar *q, scalar *T);
void KERNEL(jacobian)(const cdy_model *model, void *state, int frame, bool in_body, const scalar *q, scalar *J);
void KERNEL(frame_motion)(const cdy_model *model, void *state, int frame, bool in_body, const scalar *q,
                          const scalar *qd, const scalar *qdd, scalar *velocity, scalar *acceleration);
void KERNEL(center_of_mass)(const cdy_model *model, void *state, const scalar *q, scalar *com, scalar *J);
void KERNEL(energy)(const cdy_model *model, void *state, const double gravity[3], const scalar *q, const scalar *qd,
                    scalar *kinetic, scalar *potential);
void KERNEL(momentum)(const cdy_model *model, void *state, scalar inverse_mass, const scalar *q, const scalar *qd,
                      const scalar *qdd, scalar *h, scalar *rate);
void KERNEL(momentum_matrix)(const cdy_model *model, void *state, scalar inverse_mass, const scalar *q, scalar *A);
void KERNEL(coriolis)(const cdy_model *model, void *state, const scalar *q, const scalar *qd, scalar *C);
void KERNEL(regressor_motion)(const cdy_model *model, void *state, const double gravity[3], const scalar *q,
                              const scalar *qd, const scalar *qdd);
void KERNEL(regressor_block)(const cdy_model *model, const void *state, int frame, size_t stride, scalar *Y);
void KERNEL(kinetic_gradient)(const cdy_model *model, void *state, const scalar *q, const scalar *qd, scalar *gradient);
void KERNEL(jacobian_dot)(const cdy_model *model, int frame, bool in_body, const scalar *J, const scalar *qd,
                          scalar *J_dot);
void KERNEL(jacobian_derivative)(const cdy_model *model, int frame, bool in_body, const scalar *J, scalar *J_q);
void KERNEL(placement_derivative)(const cdy_model *model, int frame, const scalar *T, const scalar *J, scalar *T_q);
void KERNEL(relative_placement)(const scalar *A, const scalar *B, scalar *T);
void KERNEL(expand_positions)(const cdy_model *model, const scalar *q, scalar *tree_q);
void KERNEL(expand_velocities)(const cdy_model *model, const scalar *qd, scalar *tree_qd);
void KERNEL(project_columns)(const cdy_model *model, size_t rows, const scalar *tree_J, scalar *J);
void KERNEL(project_square)(const cdy_model *model, const scalar *tree_M, scalar *M);
void KERNEL(project_matrix)(const cdy_model *model, const scalar *tree_M, scalar *M);
void KERNEL(dense_factor)(size_t n, scalar *A, scalar *D);
void KERNEL(dense_solve)(size_t n, const scalar *L, const scalar *D, size_t columns, scalar *X);
void KERNEL(solve)(size_t n, scalar *A, scalar *x, scalar *D);
bool KERNEL(pack)(size_t width, const loose_scalar *rows, scalar *packed, scalar_bits *flaws);
bool KERNEL(unpack)(size_t width, const scalar *packed, loose_scalar *rows, scalar_bits *flaws);
bool KERNEL(inspect)(size_t width, const scalar *packed, scalar_bits *flaws);
bool KERNEL(all_above)(size_t count, const scalar *floor, const scalar *packed);

#endif
