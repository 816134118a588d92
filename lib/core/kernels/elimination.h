/* Elimination of joints from articulated bodies: the steps of the articulated-body algorithm (aba.h).
 *
 * A joint of several degrees of freedom is eliminated one degree of freedom after the other. S is constant in the
 * body's frame, so that the result equals the elimination with (S^T IA S)^-1. */
#ifndef CDY_KERNELS_ELIMINATION_H
#define CDY_KERNELS_ELIMINATION_H

#include "kernels/inlining.h"
#include "kernels/scratch_structs.h"
#include "kernels/shortcuts.h"

/* An articulated body before or after the elimination of its joint. */
typedef struct articulated_body {
    articulated IA;
    force pA;
} articulated_body;

/* Joint-space quantities of the algorithm, by degree of freedom. */
typedef struct joint_space {
    const model_drive *drives;
    const real *tau;
    real *D; /* S^T IA S + rotor inertia; a rotor adds to its own joint alone */
    dof_elimination *dofs;
} joint_space;

/* Eliminate a revolute joint without rotor; `A` and pA may be in the axes before the joint's rotation. */
static inline dof_elimination eliminate_revolute(articulated A, force pA, real tau, real *D)
{
    const real inverse_D = 1 / A.I.zz;
    *D = A.I.zz;
    return (dof_elimination){{{inverse_D * A.I.xz, inverse_D * A.I.yz, real_from(1)}, scale(inverse_D, A.H.z)},
                             inverse_D * (tau - pA.moment.z)};
}

/* pA + U u / D with U = column z of A; its moment about z is tau. */
static inline force revolute_bias(articulated A, force pA, real x, real tau)
{
    return (force){{pA.moment.x + x * A.I.xz, pA.moment.y + x * A.I.yz, tau}, add(pA.linear, scale(x, A.H.z))};
}

/* Eliminate degree of freedom `i`, whose motion subspace is the unit vector `row`; `row` is a compile-time constant. */
ALWAYS_INLINE void eliminate_dof(int row, int i, articulated_body *b, joint_space joints)
{
    const force U = articulated_column(b->IA, row);
    joints.D[i] = force_row(U, row) + real_from(joints.drives[i].rotor);
    const real inverse_D = 1 / joints.D[i];
    const real x = inverse_D * (joints.tau[i] - force_row(b->pA, row));
    const force n = force_scale(inverse_D, U);
    *b = (articulated_body){articulated_subtract(b->IA, n, U), force_add(b->pA, force_scale(x, U))};
    joints.dofs[i] = (dof_elimination){n, x};
}

/* Eliminate a joint of any kind; return IA - U D^-1 U^T and pA + U D^-1 u in the body's axes. */
static articulated_body eliminate_joint(const model_body *body, articulated_body b, joint_space joints)
{
    for (int k = 0; k < body->nv; k++) {
        switch (joint_row(body, k)) { /* a row that is a constant needs no indices at run time */
        case 0: eliminate_dof(0, body->v + k, &b, joints); break;
        case 1: eliminate_dof(1, body->v + k, &b, joints); break;
        case 2: eliminate_dof(2, body->v + k, &b, joints); break;
        case 3: eliminate_dof(3, body->v + k, &b, joints); break;
        case 4: eliminate_dof(4, body->v + k, &b, joints); break;
        default: eliminate_dof(5, body->v + k, &b, joints); break;
        }
    }
    return b;
}

ALWAYS_INLINE void set_parent_transform(dh_kind kind, const model_body *body, const dh_link *l, transform *X)
{
    *X = (transform){dh_rotation_from(kind, body, l, rotation_identity()), dh_origin(kind, body, l)};
}

/* Transform from the parent body for a link of any kind. */
static inline transform parent_transform(const model_body *body, const dh_link *l)
{
    transform X = l->X;
    BY_DH_KIND(body, set_parent_transform, body, l, &X);
    return X;
}

/* Eliminate the joint of a body and transform the remainder to the parent. Not inlined, so that the fast path does not
 * reserve registers and stack for it. */
static NOT_INLINE void propagate_general(const model_body *body, const dh_link *l, articulated_body *b,
                                         const joint_space *joints)
{
    const transform X = parent_transform(body, l);
    articulated turned;
    force pA;
    if (is_revolute_without_rotor(body, joints->drives)) {
        const int i = body->v;
        joints->dofs[i] = eliminate_revolute(b->IA, b->pA, joints->tau[i], &joints->D[i]);
        pA = revolute_bias(b->IA, b->pA, joints->dofs[i].u_over_D, joints->tau[i]);
        turned = revolute_remainder_rotate_back(X.E, revolute_remainder_from(b->IA, joints->dofs[i].U_over_D));
    } else {
        const articulated_body left = eliminate_joint(body, *b, *joints);
        pA = left.pA;
        turned = (articulated){rotate_tensor_back(X.E, left.IA.I), rotate_matrix_back(X.E, left.IA.H),
                               rotate_tensor_back(X.E, left.IA.M)};
    }
    *b = (articulated_body){articulated_shift_back(X.r, turned), transform_force_back(X, pA)};
}

/* Eliminates the joint of a DH link without rotor and transforms the remainder to the parent. The remainder is formed
 * in the axes before the joint's rotation: that rotation need not wait for the division. */
ALWAYS_INLINE void propagate_dh(dh_kind kind, const model_body *body, const dh_link *l, joint_space joints,
                                articulated_body *b)
{
    if (kind == DH_NONE) {
        return; /* never a DH link */
    }
    const int i = body->v;
    const real tau = joints.tau[i];
    const articulated A = rotate_z_articulated_back(l->s, l->c, b->IA);
    const force turned = {rotate_z_back(l->s, l->c, b->pA.moment), rotate_z_back(l->s, l->c, b->pA.linear)};
    const dof_elimination found = eliminate_revolute(A, turned, tau, &joints.D[i]);
    joints.dofs[i] = found;
    const force p = revolute_bias(A, turned, found.u_over_D, tau);
    const vec3 r = dh_origin(kind, body, l);
    const vec3 moment = dh_twist_back(kind, body, p.moment), linear = dh_twist_back(kind, body, p.linear);
    const articulated left = dh_twist_remainder_back(kind, body, revolute_remainder_from(A, found.U_over_D));
    *b = (articulated_body){dh_shift_articulated_back(kind, r, left), {dh_add_cross(kind, moment, r, linear), linear}};
}

/* Dispatch on the kind of joint: the articulated inertia and bias force of a body, seen by its parent. Inlined, so that
 * components that the caller does not use are not computed. */
ALWAYS_INLINE articulated_body articulated_to_parent(const model_body *body, const dh_link *l, articulated_body b,
                                                     joint_space joints)
{
    if (!is_dh_without_rotor(body, joints.drives)) {
        articulated_body any = b; /* a local copy: a variable whose address is taken stays in memory */
        const joint_space all = joints;
        propagate_general(body, l, &any, &all);
        return any;
    }
    BY_DH_KIND(body, propagate_dh, body, l, joints, &b);
    return b;
}

/* Inertia and bias force of a body before the elimination: its own, the next body's `next` if that is a child, and the
 * other children's. */
ALWAYS_INLINE articulated_body assemble(const model_body *body, const body_kinematics *s,
                                        const articulated_branches *children, bool next_is_child,
                                        const articulated_body *next)
{
    const inertia I = joint_body_inertia(body);
    articulated_body b = {next_is_child ? articulated_add_inertia(next->IA, I) : articulated_from(I),
                          next_is_child ? force_add(next->pA, s->f_without_next) : s->f_without_next};
    if (children->branches) {
        b.IA = articulated_add(b.IA, children->branch_IA);
    }
    return b;
}

/* Add body i, seen by its parent, to the parent. Returns whether the parent is the previous body, for which b is at
 * hand. */
ALWAYS_INLINE bool add_articulated(const model_body *bodies, int i, articulated_body b, body_kinematics *s,
                                   articulated_branches *children)
{
    const int p = bodies[i].parent;
    articulated_branches *parent = &children[p];
    if (parent_is_previous(bodies, i)) {
        return true;
    }
    parent->branch_IA = parent->branches ? articulated_add(parent->branch_IA, b.IA) : b.IA;
    parent->branches = true;
    s[p].f_without_next = force_add(s[p].f_without_next, b.pA);
    return false;
}

#endif
