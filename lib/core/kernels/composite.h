/* Composite inertia of a subtree, and the forces that accelerate it: the steps of the composite-rigid-body algorithm
 * (crba.h). */
#ifndef CDY_KERNELS_COMPOSITE_H
#define CDY_KERNELS_COMPOSITE_H

#include "kernels/force_columns.h"
#include "kernels/scratch_structs.h"
#include "kernels/shortcuts.h"

typedef struct composite_scratch {
    dh_link link; /* to the parent; not set for bodies on the base, whose joint coordinates M does not depend on */
    union {
        inertia branch_Ic; /* sum of the composite inertias of the children but the next body; set with `branches` */
        real axis_inertia; /* of a revolute joint on the base: that of all children about its axis (shortcuts.h) */
    };
    bool branches; /* the body has children other than the next body */
    int end;       /* one past the last degree of freedom of the subtree */
} composite_scratch;

_Static_assert(sizeof(composite_scratch) <= sizeof(body_kinematics) && sizeof(force) <= sizeof(dof_elimination) &&
                   NUMBERS_BESIDE_COLUMNS * sizeof(real) <= sizeof(body_gradient) - sizeof(composite_scratch),
               "the scratch memory has room for them, and that of the base for the numbers beside the columns");

/* Composite inertia of a body: its own, the next body's `next` if that is a child, and the other children's. */
ALWAYS_INLINE inertia composite_inertia(const model_body *body, const composite_scratch *s, bool next_is_child,
                                        inertia next)
{
    const inertia own = joint_body_inertia(body);
    const inertia Ic = next_is_child ? inertia_add(next, own) : own;
    return s->branches ? inertia_add(Ic, s->branch_Ic) : Ic;
}

/* Extend the subtree of body i's parent by the subtree of body i. */
static inline void extend_subtree(const model_body *bodies, int i, composite_scratch *s)
{
    composite_scratch *parent = &s[bodies[i].parent];
    parent->end = parent->end < s[i].end ? s[i].end : parent->end;
}

/* Add the subtree of body i, whose composite inertia is Ic in the parent's frame, to the parent. Returns whether the
 * parent is the previous body, for which Ic is at hand. */
ALWAYS_INLINE bool add_composite(const model_body *bodies, int i, inertia Ic, composite_scratch *s)
{
    composite_scratch *parent = &s[bodies[i].parent];
    extend_subtree(bodies, i, s);
    if (parent_is_previous(bodies, i)) {
        return true;
    }
    parent->branch_Ic = parent->branches ? inertia_add(parent->branch_Ic, Ic) : Ic;
    parent->branches = true;
    return false;
}

/* Force on the subtree for a unit acceleration of degree of freedom `k` of its joint: Ic S. For a revolute joint that
 * is column z of the inertia. */
static inline force unit_acceleration_force(const model_body *body, int k, inertia Ic)
{
    const real zero = {0};
    if (is_revolute(body)) { /* most joints are */
        return (force){{Ic.I.xz, Ic.I.yz, Ic.I.zz}, {zero - Ic.h.y, Ic.h.x, zero}};
    }
    return articulated_column(articulated_from(Ic), joint_row(body, k));
}

/* The same of a body whose joint has one degree of freedom. */
ALWAYS_INLINE force own_column(dh_kind kind, const model_body *body, inertia Ic)
{
    const real zero = {0};
    return kind == DH_NONE ? unit_acceleration_force(body, 0, Ic)
                           : (force){{Ic.I.xz, Ic.I.yz, Ic.I.zz}, {zero - Ic.h.y, Ic.h.x, zero}};
}

/* Store the block of M that belongs to the joint of a body, S^T Ic S, and the columns Ic S where the next step does not
 * take them from the inertia. */
ALWAYS_INLINE void store_own_columns(const model_body *body, inertia Ic, force_columns columns, size_t n, real *M)
{
    const size_t v = (size_t)body->v;
    if (is_revolute(body)) {
        M[v * (n + 1)] = Ic.I.zz;
        if (!columns.by_quads) {
            put_force_column(columns, body->v, unit_acceleration_force(body, 0, Ic));
        }
        return;
    }
    for (int k = 0; k < body->nv; k++) {
        const force F = unit_acceleration_force(body, k, Ic);
        put_force_column(columns, body->v + k, F);
        joint_force(joint_kind_of(body), F, M + (v + (size_t)k) * n + v);
    }
}

#endif
