/* Mass matrix: the composite-rigid-body algorithm (Featherstone 2008, table 6.2).
 *
 * Inertias and forces are about the origins of the bodies, but all in the axes of the first body on the base, so that
 * what goes from a body to its parent only shifts; M does not depend on how the first body is turned. */
#include "kernels/width.h"

#include <string.h>

typedef struct composite_state {
    rotation E; /* from the axes of the first body on the base to the body's; not of that body itself */
    vec3 r;     /* from the parent's origin to the body's, in those axes; likewise */
    inertia Ic; /* of the children that are not the next body and all that they carry, about the body's origin; only
                 * where there are such */
    int forks;  /* whether there are */
} composite_state;

_Static_assert(sizeof(composite_state) <= sizeof(body_state), "the state has room for it");

/* Outward: how the bodies stand.  Returns whether any has more children than one. */
static bool place_bodies(const cdy_model *model, coordinates q, composite_state *s)
{
    const model_body *bodies = model_bodies(model);
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    bool forks = false;
    for (int i = 1; i < model->body_count; i++) {
        const int p = bodies[i].parent;
        s[i].forks = false;
        forks |= p != i - 1;
        if (p) {
            const transform X = joint_transform(&bodies[i], q);
            const bool turned = bodies[p].parent != 0;
            s[i].E = turned ? rotation_multiply(X.E, s[p].E) : X.E;
            s[i].r = turned ? rotate_back(s[p].E, X.r) : X.r;
            if (p != i - 1) {
                s[p].forks = true;
                s[p].Ic = (inertia){zero, none, {zero, zero, zero, zero, zero, zero}};
            }
        }
    }
    return forks;
}

/* Both halves of M. */
static inline void put(real *M, size_t n, int row, int column, real x)
{
    M[(size_t)row * n + (size_t)column] = x;
    M[(size_t)column * n + (size_t)row] = x;
}

/* The column of a degree of freedom of body i: the force F that a unit acceleration takes, felt by the body's own joint
 * and, on the way to the base, by those that carry it. */
static inline void fill_column(const model_body *bodies, const composite_state *s, int i, force F, int column, size_t n,
                               real *M)
{
    real felt[6];
    int j = i;
    do {
        if (bodies[j].kind == JOINT_REVOLUTE) { /* the most there are */
            put(M, n, bodies[j].v, column, dot(s[j].E.z, F.moment));
        } else {
            joint_force_in(&bodies[j], s[j].E, F, felt);
            for (int k = 0; k < bodies[j].nv; k++) {
                put(M, n, bodies[j].v + k, column, felt[k]);
            }
        }
        F = force_shift_back(s[j].r, F);
        j = bodies[j].parent;
    } while (bodies[j].parent);
    if (bodies[j].kind == JOINT_REVOLUTE) {
        put(M, n, bodies[j].v, column, F.moment.z);
    } else {
        joint_force(&bodies[j], F, felt);
        for (int k = 0; k < bodies[j].nv; k++) {
            put(M, n, bodies[j].v + k, column, felt[k]);
        }
    }
}

/* The columns of a joint for what its body and all that it carries weigh. */
static inline void fill_columns(const model_body *bodies, const composite_state *s, int i, inertia Ic, size_t n,
                                real *M)
{
    const model_body *body = &bodies[i];
    if (body->kind == JOINT_REVOLUTE) {
        fill_column(bodies, s, i, axis_inertia((joint_axis){true, s[i].E.z}, Ic), body->v, n, M);
        return;
    }
    for (int k = 0; k < body->nv; k++) {
        fill_column(bodies, s, i, axis_inertia(joint_axis_in(body, k, s[i].E), Ic), body->v + k, n, M);
    }
}

/* The same where a body stands on the base: its joint feels but itself. */
static void fill_block(const model_body *body, inertia Ic, size_t n, real *M)
{
    real felt[6];
    for (int k = 0; k < body->nv; k++) {
        joint_force(body, axis_inertia(joint_axis_in(body, k, rotation_identity()), Ic), felt);
        for (int j = 0; j <= k; j++) {
            put(M, n, body->v + j, body->v + k, felt[j]);
        }
    }
}

void KERNEL(crba)(const cdy_model *model, void *state, const double *q_, double *M_)
{
    const model_body *bodies = model_bodies(model);
    const size_t n = (size_t)model->tree_nv;
    const int first = model->body_count > 2 ? bodies[2].q : model->tree_nq;
    composite_state *s = state;
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    const inertia nothing = {zero, none, {zero, zero, zero, zero, zero, zero}};
    const bool forks = place_bodies(model, read_coordinates_from(model, state, q_, first), s);

    /* Inward. */
    real *M = reals_out(M_); /* may lie where q lay */
    if (forks) {
        memset(M, 0, n * n * sizeof *M);
    }
    inertia carried = nothing;
    for (int i = model->body_count - 1; i > 0; i--) {
        const int p = bodies[i].parent;
        const inertia own = joint_body_inertia(&bodies[i]);
        inertia Ic = inertia_add(carried, p ? inertia_rotate_back(s[i].E, own) : own);
        if (s[i].forks) {
            Ic = inertia_add(Ic, s[i].Ic);
        }
        carried = nothing;
        if (!p) {
            fill_block(&bodies[i], Ic, n, M);
            continue;
        }
        const inertia shifted = inertia_shift_back(s[i].r, Ic);
        if (p == i - 1) {
            carried = shifted;
        } else {
            s[p].Ic = inertia_add(s[p].Ic, shifted);
        }
        fill_columns(bodies, s, i, Ic, n, M);
    }
}
