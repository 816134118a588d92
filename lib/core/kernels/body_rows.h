/* The steps of one body and of its joint in the pass of subtree_rows.h: the composite of the body alone, and the rows
 * of the joint's degrees of freedom (world_frame.h). */
#ifndef CDY_KERNELS_BODY_ROWS_H
#define CDY_KERNELS_BODY_ROWS_H

#include "kernels/joint_pairs.h"
#include "kernels/scratch.h"

/* Rows of a joint that a pass fills: for M; for all derivatives, besides; for those by velocities and by positions. */
enum wanted_rows { MASS_ROWS = 1, MOMENTUM_ROWS = 2, VELOCITY_ROWS = 4, POSITION_ROWS = 8 };

enum {
    COMPOSITE_NUMBERS = offsetof(composite, external) / sizeof(real),
    DOF_NUMBERS = sizeof(world_dof) / sizeof(real)
};

/* I, 2 B and the force I a + v x* I v of one body with the inertia `own` in its axes; v x* I v = B v. */
ALWAYS_INLINE void set_single_body(inertia own, transform X, motion v, motion a, composite *b)
{
    b->I = transform_inertia_back(X, own);
    b->B = body_coriolis_from(b->I, v);
    b->f = add_body_coriolis_apply(inertia_apply(b->I, a), b->B, scale(real_from(0.5), v.angular));
}

/* ---- rows of degree of freedom l ---- */

static inline void fill_mass_rows(world_scratch g, const composite *b, int l)
{
    put_force(g, ROW_IS, l, inertia_apply(b->I, g.dofs[l].S));
}

static inline void fill_momentum_rows(world_scratch g, const composite *b, int l)
{
    put_vec3(g, ROW_BTS, l, body_coriolis_apply_transposed(b->B, g.dofs[l].S));
}

static inline void fill_velocity_rows(world_scratch g, const composite *b, int l)
{
    const world_dof *d = &g.dofs[l];
    put_force(g, ROW_F_QD, l, add_body_coriolis_apply(inertia_apply(b->I, d->psi_dot_plus_S_dot), b->B, d->S.angular));
}

/* `is_alone`: the joint has no other degree of freedom. */
static inline void fill_position_rows(world_scratch g, const composite *b, int l, bool is_alone)
{
    const world_dof *d = &g.dofs[l];
    const force own = add_body_coriolis_apply(inertia_apply(b->I, d->psi_ddot), b->B, d->psi_dot_angular);
    put_force(g, ROW_F_Q, l, add_cross_force(own, d->S, b->f));
    *row_entry(g, ROW_OWN, l) = motion_dot_force(d->S, own);
    if (!is_alone) {
        put_force(g, ROW_F_OWN, l, own);
    }
}

/* Rows of the joint of body i. */
static inline void fill_rows_of_body(const model_body *bodies, world_scratch g, int i, unsigned wanted)
{
    const composite *b = &g.bodies[i].composite;
    for (int l = bodies[i].v; l < bodies[i].v + bodies[i].nv; l++) {
        if (wanted & MASS_ROWS) {
            fill_mass_rows(g, b, l);
        }
        if (wanted & MOMENTUM_ROWS) {
            fill_momentum_rows(g, b, l);
        }
        if (wanted & VELOCITY_ROWS) {
            fill_velocity_rows(g, b, l);
        }
        if (wanted & POSITION_ROWS) {
            fill_position_rows(g, b, l, bodies[i].nv == 1);
        }
    }
}

#endif
