/* Coriolis matrix C with C qd the velocity product and C + C^T = dM/dt (Echeandia and Wensing 2021, algorithm 1).
 *
 * The body-level matrix B(I, v) = (v x* I + (I v) xbar* - I v x) / 2 has twelve independent numbers: for point masses m
 * at c, B = [tr(P) 1 - P, 0; -p x, 0] with p = sum m c' and P = sum m c' c^T. The form is the same in every frame, so
 * that B of a composite body is the sum of its bodies' B. */
#ifndef CDY_KERNELS_CORIOLIS_H
#define CDY_KERNELS_CORIOLIS_H

#include "kernels/state.h"
#include "kernels/world_frame.h"

#include <string.h>

typedef struct coriolis_state {
    transform X; /* from the parent body */
    motion v;
    inertia Ic;       /* composite inertia of the subtree */
    body_coriolis Bc; /* 2 B of the subtree */
} coriolis_state;

_Static_assert(sizeof(coriolis_state) <= sizeof(body_state), "the state has room for it");

/* X^T B X: 2 p acquires the lever arm r. */
static body_coriolis body_coriolis_transform_back(transform X, body_coriolis B)
{
    const vec3 two_p = rotate_back(X.E, B.two_p);
    const real trace = dot(two_p, X.r);
    const mat3 T = rotate_matrix_back(X.E, B.T);
    const real zero = {0};
    const mat3 moved = {subtract((vec3){trace, zero, zero}, scale(two_p.x, X.r)),
                        subtract((vec3){zero, trace, zero}, scale(two_p.y, X.r)),
                        subtract((vec3){zero, zero, trace}, scale(two_p.z, X.r))};
    return (body_coriolis){{add(T.x, moved.x), add(T.y, moved.y), add(T.z, moved.z)}, two_p};
}

/* f / 2 */
static force force_half(force f)
{
    return (force){scale(real_from(0.5), f.moment), scale(real_from(0.5), f.linear)};
}

/* Row and column of degree of freedom `k` of body i, against its own joint and its ancestors. The part of the row from
 * dS/dt, (v x S) . F, equals -S . (v x* F). */
static void fill_row_and_column(const kernel_model *model, const coriolis_state *s, int i, int k, real *C)
{
    const model_body *bodies = model_bodies(model);
    const size_t n = (size_t)model->tree_nv, own = (size_t)(bodies[i].v + k);
    const motion S = joint_column(&bodies[i], k);
    const real zero = {0};
    force F1 = force_add(inertia_apply(s[i].Ic, cross_motion(s[i].v, S)), force_half(body_coriolis_apply(s[i].Bc, S)));
    force F2 = inertia_apply(s[i].Ic, S);
    force F3 = {scale(real_from(0.5), body_coriolis_apply_transposed(s[i].Bc, S)), {zero, zero, zero}};
    for (int j = i;; j = bodies[j].parent) {
        real column[6], row[6];
        joint_force(joint_kind_of(&bodies[j]), F1, column);
        joint_force(joint_kind_of(&bodies[j]), force_subtract(F3, cross_force(s[j].v, F2)), row);
        for (int r = 0; r < bodies[j].nv; r++) {
            const size_t other = (size_t)(bodies[j].v + r);
            C[other * n + own] = column[r];
            C[own * n + other] = row[r];
        }
        if (!bodies[j].parent) {
            return;
        }
        F1 = transform_force_back(s[j].X, F1);
        F2 = transform_force_back(s[j].X, F2);
        F3.moment = rotate_back(s[j].X.E, F3.moment); /* F3.linear is zero */
    }
}

static void coriolis(const kernel_model *model, void *state, const scalar *q_, const scalar *qd_, scalar *C_)
{
    const model_body *bodies = model_bodies(model);
    const size_t n = (size_t)model->tree_nv;
    const real *qd = reals(qd_);
    const coordinates q = read_coordinates(model, state, q_);
    real *C = reals_out(C_);
    coriolis_state *s = (coriolis_state *)state;

    memset(&s[0], 0, sizeof s[0]);
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        s[i].X = joint_transform(body, q);
        s[i].v =
            motion_add(transform_motion(s[i].X, s[body->parent].v), joint_motion(joint_kind_of(body), qd + body->v));
        s[i].Ic = joint_body_inertia(body);
        s[i].Bc = body_coriolis_from(s[i].Ic, s[i].v);
    }
    memset(C, 0, n * n * sizeof *C); /* after reading q and qd, which may share memory with C */
    for (int i = model->body_count - 1; i > 0; i--) {
        coriolis_state *parent = &s[bodies[i].parent];
        if (bodies[i].parent) {
            parent->Ic = inertia_add(parent->Ic, transform_inertia_back(s[i].X, s[i].Ic));
            parent->Bc = body_coriolis_add(parent->Bc, body_coriolis_transform_back(s[i].X, s[i].Bc));
        }
        for (int k = 0; k < bodies[i].nv; k++) {
            fill_row_and_column(model, s, i, k, C);
        }
    }
}

#endif
