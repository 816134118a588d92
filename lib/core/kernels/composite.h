/* Composite inertia of a subtree, and the forces that accelerate it: the steps of the composite-rigid-body algorithm
 * (crba.h). */
#ifndef CDY_KERNELS_COMPOSITE_H
#define CDY_KERNELS_COMPOSITE_H

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

_Static_assert(sizeof(composite_scratch) <= sizeof(body_kinematics) && sizeof(force) <= sizeof(dof_elimination),
               "the scratch memory has room for it");

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

/* Store S^T F of a force F on the body into column l and row l of M. */
ALWAYS_INLINE void store_joint_force(joint_kind kind, const model_body *body, force F, size_t l, size_t n, real *M)
{
    const size_t v = (size_t)body->v;
    if (kind == JOINT_REVOLUTE) {
        M[v * n + l] = M[l * n + v] = F.moment.z;
        return;
    }
    real torque[6];
    joint_force(kind, F, torque);
    for (size_t k = 0; k < (size_t)body->nv; k++) {
        M[(v + k) * n + l] = M[l * n + v + k] = torque[k];
    }
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

/* Store the columns of M that belong to the joint of a body: S^T Ic S. */
ALWAYS_INLINE void store_own_columns(const model_body *body, inertia Ic, force *columns, size_t n, real *M)
{
    for (int v = body->v; v < body->v + body->nv; v++) {
        columns[v] = unit_acceleration_force(body, v - body->v, Ic);
        store_joint_force(joint_kind_of(body), body, columns[v], (size_t)v, n, M);
    }
}

#endif
