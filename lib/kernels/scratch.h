/* Scratch memory of a kernel: one struct for each body, sines and cosines behind them. */
#ifndef CDY_KERNELS_SCRATCH_H
#define CDY_KERNELS_SCRATCH_H

#include "kernels/body_states.h"
#include "kernels/kernels.h"
#include "kernels/world_frame.h"

#include <condyle/static.h>

/* The caller's scalars as lane-packed reals; the caller's array is aligned to a real. */
static inline const real *reals(const scalar *numbers)
{
    return (const real *)(const void *)numbers;
}

static inline real *reals_out(scalar *numbers)
{
    return (real *)(void *)numbers;
}

/* State of a moving body for algorithms without a state type of their own; each uses the fields that it needs. */
typedef struct body_state {
    transform X; /* from the parent body */
    union {
        transform X_base;  /* from the base */
        transform X_frame; /* from this body to the frame (frame_motion.h) */
    };
    motion v, a; /* velocity; acceleration, the base accelerating by -gravity */
    motion u;    /* velocity if the joints move with a given vector */
    force f, l;  /* force through the joint; momentum */
    union {
        inertia Ic;         /* composite inertia of the subtree */
        mass_moment masses; /* of the subtree, where nothing else of Ic is needed */
    };
} body_state;

/* Bytes of the bodies in the scratch memory, enough for every algorithm. */
static inline size_t bodies_size(size_t bodies, size_t degrees)
{
    const size_t plain = bodies * sizeof(body_state);
    const size_t jointed =
        bodies * (sizeof(body_kinematics) + sizeof(articulated_branches)) + degrees * sizeof(dof_elimination);
    const size_t paired = world_scratch_size(bodies, degrees);
    const size_t larger = plain > jointed ? plain : jointed, most = larger > paired ? larger : paired;
    const size_t gradients = bodies * sizeof(body_gradient);
    return most > gradients ? most : gradients;
}

#if CDY_LANES == 1 && !defined(CDY_REAL)
/* The bounds of condyle/static.h on the scratch memory of a body and of a degree of freedom, whose 7/6 positions have a
 * sine and a cosine each. */
#define STATE_FITS(body, dof) ((body) <= CDY_WORKSPACE_BODY_BYTES && (dof) <= CDY_STATE_DEGREE_BYTES)
_Static_assert(STATE_FITS(sizeof(body_state), 0), "raise CDY_WORKSPACE_BODY_BYTES");
_Static_assert(STATE_FITS(sizeof(body_kinematics) + sizeof(articulated_branches), sizeof(dof_elimination)),
               "raise CDY_WORKSPACE_BODY_BYTES or CDY_STATE_DEGREE_BYTES");
_Static_assert(STATE_FITS(sizeof(body_gradient), 0), "raise CDY_WORKSPACE_BODY_BYTES");
_Static_assert(STATE_FITS(sizeof(world_body), sizeof(world_dof) + WORLD_ROWS * sizeof(real)),
               "raise CDY_WORKSPACE_BODY_BYTES or CDY_STATE_DEGREE_BYTES");
#undef STATE_FITS
#endif

static inline size_t scratch_size(const cdy_model *model)
{
    return bodies_size((size_t)model->body_count, (size_t)model->tree_nv) + 2 * (size_t)model->tree_nq * sizeof(real);
}

/* Memory behind the bodies in the scratch memory. */
static inline void *behind_bodies(const kernel_model *model, void *scratch)
{
    return (char *)scratch + bodies_size((size_t)model->body_count, (size_t)model->tree_nv);
}

/* Compute sines and cosines of the coordinates from `first` on, behind the bodies in the scratch memory. */
static inline coordinates read_coordinates_from(const kernel_model *model, void *scratch, const scalar *q, int first)
{
    real *sine = (real *)behind_bodies(model, scratch);
    real *cosine = sine + model->tree_nq;
    coordinates all = {reals(q), sine, cosine};
    real_sincos_all(model->tree_nq - first, all.q + first, sine + first, cosine + first);
    return all;
}

static inline coordinates read_coordinates(const kernel_model *model, void *scratch, const scalar *q)
{
    return read_coordinates_from(model, scratch, q, 0);
}

#endif
