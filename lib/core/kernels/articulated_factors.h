/* Factors of M^-1 by articulated bodies, in the base's axes about the tree origin (world_frame.h).
 *
 * The articulated-body algorithm (Featherstone 2008, table 7.1) solves M x = tau in one pass inward and one outward,
 * whose steps are linear in tau. In one frame these steps need no transforms: for each degree of freedom they multiply
 * by its column S, by U / D with U = IA S, and by 1 / D. These factors depend on the configuration alone, and M itself
 * is not needed. articulated_products.h multiplies with them. */
#ifndef CDY_KERNELS_ARTICULATED_FACTORS_H
#define CDY_KERNELS_ARTICULATED_FACTORS_H

#include "kernels/sweep.h"

/* Factors of one degree of freedom; those of a joint are eliminated from the last to the first. */
typedef struct dof_factor {
    motion S;
    force U_over_D;
    real inverse_D;
} dof_factor;

_Static_assert(sizeof(dof_factor) == ARTICULATED_FACTOR * sizeof(real), "kernels.h has the size of the factors");

/* [I H; H^T M] m */
static inline force articulated_apply(articulated A, motion m)
{
    return (force){{add_dot(dot((vec3){A.I.xx, A.I.xy, A.I.xz}, m.angular), A.H.x, m.linear),
                    add_dot(dot((vec3){A.I.xy, A.I.yy, A.I.yz}, m.angular), A.H.y, m.linear),
                    add_dot(dot((vec3){A.I.xz, A.I.yz, A.I.zz}, m.angular), A.H.z, m.linear)},
                   add(mat3_apply_transposed(A.H, m.angular), sym3_apply(A.M, m.linear))};
}

/* Eliminate degree of freedom k of an articulated inertia. Returns the factors; *D receives the pivot. */
static inline dof_factor factor_dof(motion S, real rotor, articulated *A, real *D)
{
    const force U = articulated_apply(*A, S);
    *D = motion_dot_force(S, U) + rotor;
    const real inverse = 1 / *D;
    const force n = force_scale(inverse, U);
    *A = articulated_subtract(*A, n, U);
    return (dof_factor){S, n, inverse};
}

static inline subtree_inertia subtree_add(subtree_inertia a, subtree_inertia b)
{
    return (subtree_inertia){inertia_add(a.locked, b.locked), articulated_add(a.movable, b.movable)};
}

/* Eliminate the joint of a body from the inertia of its subtree. */
static inline void factor_joint(const model_body *body, transform X, const model_drive *drives, subtree_inertia *s,
                                dof_factor *factors, real *D, real *diagonal)
{
    motion S[6];
    joint_columns_in_base(body, X, S);
    for (int l = body->nv - 1; l >= 0; l--) {
        const int k = body->v + l;
        const real rotor = real_from(drives[k].rotor);
        diagonal[k] = motion_dot_force(S[l], inertia_apply(s->locked, S[l])) + rotor;
        factors[k] = factor_dof(S[l], rotor, &s->movable, &D[k]);
    }
}

static void articulated_factors(const kernel_model *model, void *scratch, const scalar *q, scalar *factors_, scalar *D,
                                scalar *diagonal)
{
    static const double no_gravity[3] = {0, 0, 0};
    const model_body *bodies = model_bodies(model);
    const world_scratch g = world_scratch_in(model, scratch);
    dof_factor *factors = (dof_factor *)(void *)factors_;
    subtree_inertia s;
    bool next_is_child = false;
    sweep(model, scratch, 0, no_gravity, q, NULL, NULL, NULL); /* transforms alone */
    for (int i = model->body_count - 1; i > 0; i--) {
        const model_body *body = &bodies[i];
        world_body *own = &g.bodies[i], *parent = &g.bodies[body->parent];
        const inertia I = transform_inertia_back(own->X, joint_body_inertia(body));
        s = next_is_child ? (subtree_inertia){inertia_add(s.locked, I), articulated_add_inertia(s.movable, I)}
                          : (subtree_inertia){I, articulated_from(I)};
        s = own->end ? subtree_add(s, own->branch_inertia) : s;
        factor_joint(body, own->X, model_drives(model), &s, factors, reals_out(D), reals_out(diagonal));
        next_is_child = parent_is_previous(bodies, i);
        if (!next_is_child && !is_on_base(body)) {
            parent->branch_inertia = parent->end ? subtree_add(parent->branch_inertia, s) : s;
            parent->end = body->v + body->nv; /* not zero: it has children besides the next body */
        }
    }
}

#endif
