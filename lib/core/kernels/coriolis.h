/* Coriolis matrix C with C qd the velocity product and C + C^T = dM/dt (Echeandia and Wensing 2021, algorithm 1), in
 * the world frame.
 *
 * The body-level matrix B(I, v) = (v x* I + (I v) xbar* - I v x) / 2 has twelve independent numbers: for point masses m
 * at c, B = [tr(P) 1 - P, 0; -p x, 0] with p = sum m c' and P = sum m c' c^T. The form is the same in every frame, so
 * that B of a composite body is the sum of its bodies' B. With the composites of l's subtree, C_kl = S_k . (I dS_l/dt +
 * B S_l) for k an ancestor of l or in the same joint, and C_lk = dS_k/dt . I S_l + S_k . B^T S_l. */
#ifndef CDY_KERNELS_CORIOLIS_H
#define CDY_KERNELS_CORIOLIS_H

#include "kernels/drnea.h"

/* Rows of degree of freedom l of body s, for fill_pairs(): the sums of dtau/dqd with dS/dt in place of psi_dot + dS/dt
 * and B in place of 2 B. */
static inline void fill_coriolis_rows(world_scratch g, const world_body *s, int l)
{
    const real half = real_from(0.5);
    const composite *b = &s->composite;
    world_dof *d = &g.dofs[l];
    d->psi_dot_plus_S_dot = cross_motion(s->v, d->S);
    put_force(g, ROW_F_QD, l,
              add_body_coriolis_apply(inertia_apply(b->I, d->psi_dot_plus_S_dot), b->B, scale(half, d->S.angular)));
    put_vec3(g, ROW_BTS, l, scale(half, body_coriolis_apply_transposed(b->B, d->S)));
}

/* Forward step of one body: transform, columns, velocity, I and 2 B of the body alone. */
ALWAYS_INLINE void start_coriolis(dh_kind kind, const model_body *body, coordinates q, const real *qd,
                                  const world_body *parent, world_body *s, world_dof *dofs)
{
    motion S[6];
    dh_link l;
    dh_update(kind, body, q, &l);
    place_body(kind, body, &l, position_of(parent), s);
    dh_joint_columns(kind, body, s->X, S);
    motion v = parent->v;
    for (int k = 0; k < (kind == DH_NONE ? body->nv : 1); k++) {
        dofs[k].S = S[k];
        v = motion_add(v, motion_scale(qd[k], S[k]));
    }
    s->v = v;
    s->end = body->v + body->nv;
    s->composite.I = transform_inertia_back(s->X, joint_body_inertia(body));
    s->composite.B = body_coriolis_from(s->composite.I, v);
}

static void coriolis(const kernel_model *model, void *scratch, const scalar *q_, const scalar *qd_, bool has_zeros,
                     scalar *C_)
{
    const model_body *bodies = model_bodies(model);
    const world_scratch g = world_scratch_in(model, scratch);
    const real *qd = reals(qd_);
    const real zero = {0};
    const coordinates q = read_coordinates(model, scratch, q_);
    real *C = reals_out(C_);
    g.bodies[0].v = (motion){{zero, zero, zero}, {zero, zero, zero}};
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        BY_DH_KIND(body, start_coriolis, body, q, qd + body->v, &g.bodies[body->parent], &g.bodies[i],
                   g.dofs + body->v);
    }

    /* Backward pass: composites, and the rows of their joints. */
    for (int i = model->body_count - 1; i > 0; i--) {
        const world_body *s = &g.bodies[i];
        world_body *parent = &g.bodies[bodies[i].parent];
        for (int l = bodies[i].v; l < bodies[i].v + bodies[i].nv; l++) {
            put_force(g, ROW_IS, l, inertia_apply(s->composite.I, g.dofs[l].S));
            fill_coriolis_rows(g, s, l);
        }
        if (!is_on_base(&bodies[i])) {
            parent->composite.I = inertia_add(parent->composite.I, s->composite.I);
            parent->composite.B = body_coriolis_add(parent->composite.B, s->composite.B);
            parent->end = parent->end > s->end ? parent->end : s->end;
        }
    }
    clear_unrelated(model, g, has_zeros, C); /* after reading q and qd, which may share memory with C */
    fill_pairs(model, g, false, NULL, C);
}

#endif
