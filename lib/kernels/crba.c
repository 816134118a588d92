/* Mass matrix: the composite-rigid-body algorithm (Featherstone 2008, table 6.2).
 *
 * Inertias and forces are about the origins of the bodies, but all in the axes of the first body on the base, so that
 * what goes from a body to its parent only shifts; M does not depend on how the first body is turned. */
#include "kernels/width.h"

#include <string.h>

typedef struct composite_state {
    rotation E; /* from the axes of the first body on the base to the body's */
    vec3 r;     /* from the parent's origin to the body's, in those axes */
    inertia Ic; /* of the body and all that it carries, likewise, about the body's origin */
} composite_state;

_Static_assert(sizeof(composite_state) <= sizeof(body_state), "the state has room for it");

/* Both halves of M. */
static inline void put(real *M, size_t n, size_t row, size_t column, real x)
{
    M[row * n + column] = x;
    M[column * n + row] = x;
}

/* What joint j feels of the force F on its body, in column `column`; for any kind of joint. */
static void fill_rows(const cdy_model *model, const composite_state *s, int j, force F, size_t column, real *M)
{
    const model_body *body = &model_bodies(model)[j];
    real felt[6];
    if (body->parent) {
        joint_force_in(body, s[j].E, F, felt);
    } else {
        joint_force(body, F, felt);
    }
    for (int r = 0; r < body->nv; r++) {
        put(M, (size_t)model->tree_nv, (size_t)(body->v + r), column, felt[r]);
    }
}

/* Column `k` of body i's joint: the force that a unit acceleration takes, felt by its own joint and, on the way to the
 * base, by those that carry it. */
static void fill_column(const cdy_model *model, const composite_state *s, int i, int k, real *M)
{
    const model_body *bodies = model_bodies(model);
    const size_t n = (size_t)model->tree_nv;
    const size_t column = (size_t)(bodies[i].v + k);
    force F = axis_inertia(joint_axis_in(&bodies[i], k, s[i].E), s[i].Ic);
    for (int j = i; j; j = bodies[j].parent) {
        if (bodies[j].kind == JOINT_REVOLUTE && bodies[j].parent) { /* the most there are */
            put(M, n, (size_t)bodies[j].v, column, dot(s[j].E.z, F.moment));
        } else {
            fill_rows(model, s, j, F, column, M);
        }
        F.moment = add_cross(F.moment, s[j].r, F.linear);
    }
}

void KERNEL(crba)(const cdy_model *model, void *state, const scalar *q_, scalar *M_)
{
    const model_body *bodies = model_bodies(model);
    const size_t n = (size_t)model->tree_nv;
    const coordinates q = read_coordinates(model, state, q_);
    real *M = reals_out(M_);
    composite_state *s = state;
    const real zero = {0};

    for (int i = 1; i < model->body_count; i++) {
        const inertia I = joint_body_inertia(&bodies[i]);
        const int p = bodies[i].parent;
        if (p) {
            const transform X = joint_transform(&bodies[i], q);
            s[i].E = rotation_multiply(X.E, s[p].E);
            s[i].r = rotate_back(s[p].E, X.r);
            s[i].Ic = inertia_rotate_back(s[i].E, I);
        } else {
            s[i].E = rotation_identity();
            s[i].r = (vec3){zero, zero, zero};
            s[i].Ic = I;
        }
    }
    memset(M, 0, n * n * sizeof *M); /* only now: M may lie where q lay */
    for (int i = model->body_count - 1; i > 0; i--) {
        const int p = bodies[i].parent;
        if (p) {
            s[p].Ic = inertia_add(s[p].Ic, inertia_shift_back(s[i].r, s[i].Ic));
        }
        for (int k = 0; k < bodies[i].nv; k++) {
            fill_column(model, s, i, k, M);
        }
    }
}
