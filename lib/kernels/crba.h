/* Mass matrix: the composite-rigid-body algorithm (Featherstone 2008, table 6.2), in another order: each body carries
 * the force columns of its whole subtree inward (docs/design.md). */
#ifndef CDY_KERNELS_CRBA_H
#define CDY_KERNELS_CRBA_H

#include "kernels/on_base.h"
#include "kernels/scratch.h"

#include <string.h>

typedef struct composite_state {
    dh_link link; /* to the parent; not set for bodies on the base, whose joint coordinates M does not depend on */
    union {
        inertia Ic; /* composite inertia of the children that are not the next body; valid only with `branches` */
        real axis_inertia; /* of a revolute joint on the base: of all children about its axis, see on_base.h */
    };
    bool branches; /* whether the body has such children */
    int end;       /* one past the last degree of freedom of the subtree */
} composite_state;

_Static_assert(sizeof(composite_state) <= sizeof(body_kinematics) && sizeof(force) <= sizeof(dof_elimination),
               "the scratch memory has room for it");

/* Forward pass: transforms of the links. Returns whether the tree branches. */
static bool place_links(const kernel_model *model, coordinates q, composite_state *s)
{
    const model_body *bodies = model_bodies(model);
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    bool branches = false;
    for (int i = 1; i < model->body_count; i++) {
        const int p = bodies[i].parent;
        s[i].branches = false;
        s[i].end = bodies[i].v + bodies[i].nv;
        branches |= p != i - 1;
        if (p) {
            BY_DH_KIND(&bodies[i], dh_update, &bodies[i], q, &s[i].link);
        }
        if (is_revolute_on_base(&bodies[i])) {
            s[i].axis_inertia = zero;
        } else if (p && p != i - 1 && !is_revolute_on_base(&bodies[p])) {
            s[p].branches = true;
            s[p].Ic = (inertia){zero, none, {zero, zero, zero, zero, zero, zero}};
        }
    }
    return branches;
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
    if (body->kind == JOINT_REVOLUTE) { /* most joints are */
        return (force){{Ic.I.xz, Ic.I.yz, Ic.I.zz}, {zero - Ic.h.y, Ic.h.x, zero}};
    }
    return articulated_column(articulated_from(Ic), joint_row(body, k));
}

static inline void store_own_columns(const model_body *body, inertia Ic, force *columns, size_t n, real *M)
{
    for (int v = body->v; v < body->v + body->nv; v++) {
        columns[v] = unit_acceleration_force(body, v - body->v, Ic);
        store_joint_force(joint_kind_of(body), body, columns[v], (size_t)v, n, M);
    }
}

/* Transform the composite inertia and the columns of a body's subtree to its parent, whose joint is of the kind
 * `parent_joint`. */
ALWAYS_INLINE void composite_to_parent(dh_kind kind, const model_body *body, const composite_state *s,
                                       const model_body *parent, joint_kind parent_joint, inertia *Ic, force *columns,
                                       size_t n, real *M)
{
    *Ic = dh_inertia_back(kind, body, &s->link, *Ic);
    for (int l = body->v; l < s->end; l++) {
        columns[l] = dh_force_back(kind, body, &s->link, columns[l]);
        store_joint_force(parent_joint, parent, columns[l], (size_t)l, n, M);
    }
}

/* The same where the parent is a revolute joint on the base: only moments about its axis are computed. */
ALWAYS_INLINE void composite_to_base(dh_kind kind, const model_body *body, const composite_state *s,
                                     const model_body *parent, inertia Ic, const force *columns, size_t n,
                                     real *axis_inertia, real *M)
{
    *axis_inertia = *axis_inertia + dh_inertia_back(kind, body, &s->link, Ic).I.zz;
    for (int l = body->v; l < s->end; l++) {
        const force F = dh_force_back(kind, body, &s->link, columns[l]);
        store_joint_force(JOINT_REVOLUTE, parent, F, (size_t)l, n, M);
    }
}

static void crba(const kernel_model *model, void *scratch, const scalar *q_, scalar *M_)
{
    const model_body *bodies = model_bodies(model);
    const size_t n = (size_t)model->tree_nv;
    /* M does not depend on the first body's coordinates. */
    const int first = model->body_count > 2 ? bodies[2].q : model->tree_nq;
    const coordinates q = read_coordinates_from(model, scratch, q_, first);
    real *M = reals_out(M_);
    composite_state *s = (composite_state *)scratch;
    force *columns = (force *)(void *)(s + model->body_count);
    if (place_links(model, q, s)) {
        memset(M, 0, n * n * sizeof *M); /* after reading q: M and q may share memory */
    }

    /* Backward pass. The parent is the previous body in most robots, so that its composite inertia is kept in
     * registers. */
    bool next_is_child = false;
    inertia Ic = joint_body_inertia(&bodies[0]); /* zero */
    for (int i = model->body_count - 1; i > 0; i--) {
        const model_body *body = &bodies[i], *parent = &bodies[body->parent];
        const int p = body->parent;
        const inertia own = joint_body_inertia(body);
        if (is_revolute_on_base(body)) {
            M[(size_t)body->v * (n + 1)] = s[i].axis_inertia + own.I.zz;
            next_is_child = false;
            continue;
        }
        Ic = next_is_child ? inertia_add(Ic, own) : own;
        Ic = s[i].branches ? inertia_add(Ic, s[i].Ic) : Ic;
        next_is_child = false;
        store_own_columns(body, Ic, columns, n, M);
        if (!p) {
            continue;
        }
        s[p].end = s[p].end < s[i].end ? s[i].end : s[p].end;
        if (is_revolute_on_base(parent)) {
            BY_DH_KIND(body, composite_to_base, body, &s[i], parent, Ic, columns, n, &s[p].axis_inertia, M);
            continue;
        }
        if (parent->kind == JOINT_REVOLUTE) {
            BY_DH_KIND(body, composite_to_parent, body, &s[i], parent, JOINT_REVOLUTE, &Ic, columns, n, M);
        } else {
            BY_DH_KIND(body, composite_to_parent, body, &s[i], parent, joint_kind_of(parent), &Ic, columns, n, M);
        }
        next_is_child = p == i - 1;
        if (!next_is_child) {
            s[p].Ic = inertia_add(s[p].Ic, Ic);
        }
    }
}

#endif
