/* Mass matrix: the composite-rigid-body algorithm (Featherstone 2008, table 6.2). */
#include "kernels/link.h"
#include "kernels/width.h"

#include <string.h>

typedef struct composite_state {
    link link;  /* to the parent; not of the first body, on which M does not depend */
    inertia Ic; /* of the children that are not the next body and all that they carry; only where there are such */
    bool forks; /* whether there are */
    int end;    /* where the degrees of freedom end that the body carries, its own among them */
} composite_state;

_Static_assert(sizeof(composite_state) <= sizeof(moving_body) && sizeof(force) <= sizeof(dof_state),
               "the state has room for it");

/* Outward: how the bodies stand.  Returns whether any forks. */
static bool place_bodies(const cdy_model *model, coordinates q, composite_state *s)
{
    const model_body *bodies = model_bodies(model);
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    bool forks = false;
    for (int i = 1; i < model->body_count; i++) {
        const int p = bodies[i].parent;
        s[i].forks = false;
        s[i].end = bodies[i].v + bodies[i].nv;
        forks |= p != i - 1;
        if (p) {
            BY_LINK(&bodies[i], link_stand, &bodies[i], q, &s[i].link);
        }
        if (p && p != i - 1) {
            s[p].forks = true;
            s[p].Ic = (inertia){zero, none, {zero, zero, zero, zero, zero, zero}};
        }
    }
    return forks;
}

/* What the joint of a body feels of a force on the body, column l: in column l of M and in row l. */
LINK_INLINE void put_felt(joint_kind kind, const model_body *body, force F, size_t l, size_t n, real *M)
{
    const size_t v = (size_t)body->v;
    if (kind == JOINT_REVOLUTE) {
        M[v * n + l] = M[l * n + v] = F.moment.z;
        return;
    }
    real felt[6];
    joint_force(kind, F, felt);
    for (size_t k = 0; k < (size_t)body->nv; k++) {
        M[(v + k) * n + l] = M[l * n + v + k] = felt[k];
    }
}

/* The force that a unit acceleration takes of degree of freedom `k` of a joint, on its body and all that this carries.
 * About z it is a column of the inertia. */
static inline force start_column(const model_body *body, int k, inertia Ic)
{
    const real zero = {0};
    if (body->kind == JOINT_REVOLUTE) { /* the most there are */
        return (force){{Ic.I.xz, Ic.I.yz, Ic.I.zz}, {zero - Ic.h.y, Ic.h.x, zero}};
    }
    return articulated_column(articulated_from(Ic), joint_row(body, k));
}

static inline void start_columns(const model_body *body, inertia Ic, force *columns, size_t n, real *M)
{
    for (int v = body->v; v < body->v + body->nv; v++) {
        columns[v] = start_column(body, v - body->v, Ic);
        put_felt(joint_kind_of(body), body, columns[v], (size_t)v, n, M);
    }
}

/* Hands a body's inertia and columns to its parent, in the parent's frame; `to_turning`: one that turns on the base. */
LINK_INLINE void hand_back(link_kind kind, const model_body *body, const composite_state *s, const model_body *parent,
                           bool to_turning, inertia *Ic, force *columns, size_t n, real *M)
{
    const inertia I = link_inertia_back(kind, body, &s->link, *Ic);
    if (to_turning) {
        Ic->I.zz = I.I.zz;
    } else {
        *Ic = I;
    }
    for (int l = body->v; l < s->end; l++) {
        const force F = link_force_back(kind, body, &s->link, columns[l]);
        if (to_turning || parent->kind == JOINT_REVOLUTE) {
            put_felt(JOINT_REVOLUTE, parent, F, (size_t)l, n, M);
        } else {
            put_felt(joint_kind_of(parent), parent, F, (size_t)l, n, M);
        }
        if (!to_turning) {
            columns[l] = F;
        }
    }
}

void KERNEL(crba)(const cdy_model *model, void *state, const scalar *q_, scalar *M_)
{
    const model_body *bodies = model_bodies(model);
    const size_t n = (size_t)model->tree_nv;
    const int first = model->body_count > 2 ? bodies[2].q : model->tree_nq; /* M depends on no coordinate before */
    const coordinates q = read_coordinates_from(model, state, q_, first);
    real *M = reals_out(M_);
    composite_state *s = state;
    force *columns = (force *)(void *)(s + model->body_count);
    if (place_bodies(model, q, s)) {
        memset(M, 0, n * n * sizeof *M); /* only now: M may lie where q lay */
    }

    /* Inward.  The parent is mostly the next body: what it is to carry stays at hand. */
    bool carries = false;
    inertia Ic = joint_body_inertia(&bodies[0]); /* none */
    for (int i = model->body_count - 1; i > 0; i--) {
        const model_body *body = &bodies[i], *parent = &bodies[body->parent];
        const int p = body->parent;
        const inertia own = joint_body_inertia(body);
        Ic = carries ? inertia_add(Ic, own) : own;
        Ic = s[i].forks ? inertia_add(Ic, s[i].Ic) : Ic;
        if (turns_on_base(body)) {
            M[(size_t)body->v * (n + 1)] = Ic.I.zz;
            carries = false;
            continue;
        }
        start_columns(body, Ic, columns, n, M);
        if (p && turns_on_base(parent)) {
            BY_LINK(body, hand_back, body, &s[i], parent, true, &Ic, columns, n, M);
        } else if (p) {
            BY_LINK(body, hand_back, body, &s[i], parent, false, &Ic, columns, n, M);
            s[p].end = s[p].end < s[i].end ? s[i].end : s[p].end;
        }
        carries = p && p == i - 1;
        if (p && !carries) {
            s[p].Ic = inertia_add(s[p].Ic, Ic);
        }
    }
}
