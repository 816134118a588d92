/* Scratch memory of a kernel: one struct for each body, sines and cosines behind them. */
#ifndef CDY_KERNELS_SCRATCH_H
#define CDY_KERNELS_SCRATCH_H

#include "kernels/kernel_types.h"
#include "kernels/scratch_structs.h"
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

/* Numbers of a moving body for algorithms without a scratch struct of their own; each uses the fields that it needs.
 */
typedef struct body_scratch {
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
} body_scratch;

/* Bytes of the bodies in the scratch memory, enough for every algorithm: the most that one takes for a body and the
 * most for a degree of freedom, which are constants. */
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
static inline size_t bodies_size(size_t bodies, size_t degrees)
{
    const size_t with_branches = sizeof(body_kinematics) + sizeof(articulated_branches);
    const size_t body =
        LARGER(LARGER(sizeof(body_scratch), sizeof(world_body)), LARGER(with_branches, sizeof(body_gradient)));
    const size_t dof = LARGER(sizeof(world_dof) + WORLD_ROWS * sizeof(real), sizeof(dof_elimination));
    return bodies * body + degrees * dof;
}
#undef LARGER

#if CDY_LANES == 1 && !defined(CDY_REAL)
/* The bounds of condyle/static.h on the scratch memory of a body and of a degree of freedom, whose 4/3 positions have a
 * sine and a cosine each. */
#define SCRATCH_FITS(body, dof) ((body) <= CDY_WORKSPACE_BODY_BYTES && (dof) <= CDY_SCRATCH_DEGREE_BYTES)
_Static_assert(SCRATCH_FITS(sizeof(body_scratch), 0), "raise CDY_WORKSPACE_BODY_BYTES");
_Static_assert(SCRATCH_FITS(sizeof(body_kinematics) + sizeof(articulated_branches), sizeof(dof_elimination)),
               "raise CDY_WORKSPACE_BODY_BYTES or CDY_SCRATCH_DEGREE_BYTES");
_Static_assert(SCRATCH_FITS(sizeof(body_gradient), 0), "raise CDY_WORKSPACE_BODY_BYTES");
_Static_assert(SCRATCH_FITS(sizeof(world_body), sizeof(world_dof) + WORLD_ROWS * sizeof(real)),
               "raise CDY_WORKSPACE_BODY_BYTES or CDY_SCRATCH_DEGREE_BYTES");
#undef SCRATCH_FITS
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

/* Joint coordinates, and places behind the bodies in the scratch memory for sines and cosines, which are not set. */
static inline coordinates coordinates_of(const kernel_model *model, void *scratch, const scalar *q)
{
    const real *sine = (const real *)behind_bodies(model, scratch);
    return (coordinates){reals(q), sine, sine + model->tree_nq};
}

/* Compute the sines and cosines of the coordinates first <= i < end. */
static inline void fill_sines(const kernel_model *model, void *scratch, coordinates all, int first, int end)
{
    real *sine = (real *)behind_bodies(model, scratch);
    real_sincos_all(end - first, all.q + first, sine + first, sine + model->tree_nq + first);
}

/* Compute sines and cosines of the coordinates from `first` on. */
static inline coordinates read_coordinates_from(const kernel_model *model, void *scratch, const scalar *q, int first)
{
    const coordinates all = coordinates_of(model, scratch, q);
    fill_sines(model, scratch, all, first, model->tree_nq);
    return all;
}

/* Compute the sines and cosines of all coordinates but those of a base with a quaternion, which are no angles. */
static inline coordinates read_coordinates(const kernel_model *model, void *scratch, const scalar *q)
{
    const model_body *base = model_bodies(model) + 1;
    const bool skips = model->body_count > 1 && has_quaternion(joint_kind_of(base));
    return read_coordinates_from(model, scratch, q, skips ? position_count(base) : 0);
}

/* The first of the bodies before body i, each the parent of the next one, whose joints have their coordinates next to
 * each other: a joint with a quaternion, which has no angles, stands alone. Comparing the parents takes less time than
 * following them, since the processor need not wait for each. */
static inline int first_of_run(const model_body *bodies, int i)
{
    if (has_quaternion(joint_kind_of(&bodies[i]))) {
        return i;
    }
    while (i > 1 && bodies[i].parent == i - 1 && !has_quaternion(joint_kind_of(&bodies[i - 1]))) {
        i--;
    }
    return i;
}

/* Compute the sines and cosines of the joints between the base and a body, which place a frame on that body; those of
 * neighbouring joints are computed together. */
static inline coordinates read_path_coordinates(const kernel_model *model, void *scratch, const scalar *q, int body)
{
    const model_body *bodies = model_bodies(model);
    const coordinates all = coordinates_of(model, scratch, q);
    int first;
    for (int i = body; i > 0; i = bodies[first].parent) {
        first = first_of_run(bodies, i);
        if (!has_quaternion(joint_kind_of(&bodies[i]))) {
            fill_sines(model, scratch, all, bodies[first].q, bodies[i].q + bodies[i].nv);
        }
    }
    return all;
}

#endif
