/* Mass matrix: the composite-rigid-body algorithm (Featherstone 2008, table 6.2).
 *
 * Inertias and forces are about the origins of the bodies, but all in the axes of the first body on the base, so that
 * what goes from a body to its parent only shifts; M does not depend on how the first body is turned. */
#include "kernels/width.h"

#include <string.h>

/* A body, with all at hand that the way to the base needs. */
typedef struct composite_state composite_state;
struct composite_state {
    const model_body *body;
    const composite_state *parent; /* NULL for the first body on the base */
    size_t v;                      /* its joint's first degree of freedom */
    real *row;                     /* and that one's row of M */
    rotation E;                    /* from the axes of the first body on the base to the body's; not of that body */
    vec3 r;                        /* from the parent's origin to the body's, in those axes; likewise */
    inertia Ic; /* of the children that are not the next body and all that they carry, about the body's origin; only
                 * where there are such */
    bool forks; /* whether there are */
};

_Static_assert(sizeof(composite_state) <= sizeof(body_state), "the state has room for it");

/* Outward: how the bodies stand.  Returns whether any forks. */
static bool place_bodies(const cdy_model *model, coordinates q, composite_state *s, real *M)
{
    const model_body *bodies = model_bodies(model);
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    bool forks = false;
    for (int i = 1; i < model->body_count; i++) {
        const int p = bodies[i].parent;
        s[i].body = &bodies[i];
        s[i].parent = p ? &s[p] : NULL;
        s[i].v = (size_t)bodies[i].v;
        s[i].row = M + s[i].v * (size_t)model->tree_nv;
        s[i].forks = false;
        forks |= p != i - 1;
        if (p) {
            const transform X = joint_transform(&bodies[i], q);
            s[i].E = s[p].parent ? rotation_multiply(X.E, s[p].E) : X.E;
            s[i].r = s[p].parent ? rotate_back(s[p].E, X.r) : X.r;
            if (p != i - 1) {
                s[p].forks = true;
                s[p].Ic = (inertia){zero, none, {zero, zero, zero, zero, zero, zero}};
            }
        }
    }
    return forks;
}

/* What the joint of a body feels, in column v of M and in row v. */
static void put_felt(const composite_state *s, const real *felt, size_t v, size_t n, real *row)
{
    for (size_t k = 0; k < (size_t)s->body->nv; k++) {
        s->row[k * n + v] = row[s->v + k] = felt[k];
    }
}

/* Column v of M and row v, those of a degree of freedom of the body s: the force F that a unit acceleration takes, felt
 * by the body's own joint and, on the way to the base, by those that carry it. */
static inline void fill_column(const composite_state *s, force F, size_t v, size_t n, real *row)
{
    const composite_state *parent;
    real felt[6];
    for (;;) {
        if (s->body->kind == JOINT_REVOLUTE) { /* the most there are */
            s->row[v] = row[s->v] = dot(s->E.z, F.moment);
        } else {
            joint_force_in(s->body, s->E, F, felt);
            put_felt(s, felt, v, n, row);
        }
        parent = s->parent;
        if (!parent->parent) {
            break;
        }
        F = force_shift_back(s->r, F);
        s = parent;
    }
    if (parent->body->kind == JOINT_REVOLUTE) {
        parent->row[v] = row[parent->v] = force_shift_back(s->r, F).moment.z;
    } else {
        joint_force(parent->body, force_shift_back(s->r, F), felt);
        put_felt(parent, felt, v, n, row);
    }
}

/* The columns of a joint, given the inertia of its body and all that it carries. */
static inline void fill_columns(const composite_state *s, inertia Ic, size_t n)
{
    if (s->body->kind == JOINT_REVOLUTE) {
        fill_column(s, axis_inertia((joint_axis){true, s->E.z}, Ic), s->v, n, s->row);
        return;
    }
    for (int k = 0; k < s->body->nv; k++) {
        const size_t v = s->v + (size_t)k;
        fill_column(s, axis_inertia(joint_axis_in(s->body, k, s->E), Ic), v, n, s->row + (size_t)k * n);
    }
}

/* The same where a body stands on the base: only its own joint feels its weight. */
static inline void fill_block(const composite_state *s, inertia Ic, size_t n)
{
    real felt[6];
    if (s->body->kind == JOINT_REVOLUTE) {
        s->row[s->v] = Ic.I.zz;
        return;
    }
    for (int k = 0; k < s->body->nv; k++) {
        joint_force(s->body, axis_inertia(joint_axis_in(s->body, k, rotation_identity()), Ic), felt);
        put_felt(s, felt, s->v + (size_t)k, n, s->row + (size_t)k * n);
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
    if (place_bodies(model, q, s, M)) {
        memset(M, 0, n * n * sizeof *M); /* only now: M may lie where q lay */
    }

    /* Inward.  The parent is mostly the next body: what it is to carry stays at hand. */
    bool carries = false;
    inertia carried;
    for (int i = model->body_count - 1; i > 0; i--) {
        const int p = bodies[i].parent;
        inertia Ic = joint_body_inertia(&bodies[i]);
        Ic = p ? inertia_rotate_back(s[i].E, Ic) : Ic;
        Ic = carries ? inertia_add(Ic, carried) : Ic;
        Ic = s[i].forks ? inertia_add(Ic, s[i].Ic) : Ic;
        carries = p && p == i - 1;
        if (!p) {
            fill_block(&s[i], Ic, n);
            continue;
        }
        carried = inertia_shift_back(s[i].r, Ic);
        if (!carries) {
            s[p].Ic = inertia_add(s[p].Ic, carried);
        }
        fill_columns(&s[i], Ic, n);
    }
}
