/* Mass matrix: the composite-rigid-body algorithm (Featherstone 2008, table 6.2). */
#include "kernels/width.h"

#include <string.h>

/* Column `k` of body i's joint: the force that a unit acceleration takes, felt by its own joint and, on the way to the
 * base, by those that carry it. */
static void fill_column(const cdy_model *model, const body_state *s, int i, int k, real *M)
{
    const model_body *bodies = model_bodies(model);
    const size_t n = (size_t)model->tree_nv;
    const size_t column = (size_t)(bodies[i].v + k);
    force F = inertia_apply(s[i].Ic, joint_column(&bodies[i], k));
    for (int j = i;; F = transform_force_back(s[j].X, F), j = bodies[j].parent) {
        real felt[6];
        joint_force(&bodies[j], F, felt);
        for (int r = 0; r < bodies[j].nv; r++) {
            const size_t row = (size_t)(bodies[j].v + r);
            M[row * n + column] = felt[r];
            M[column * n + row] = felt[r];
        }
        if (!bodies[j].parent) {
            return;
        }
    }
}

void KERNEL(crba)(const cdy_model *model, void *state, const double *q_, double *M_)
{
    const model_body *bodies = model_bodies(model);
    const size_t n = (size_t)model->tree_nv;
    const coordinates q = read_coordinates(model, state, q_);
    real *M = reals_out(M_);
    body_state *s = state;

    for (int i = 1; i < model->body_count; i++) {
        s[i].X = joint_transform(&bodies[i], q);
        s[i].Ic = joint_body_inertia(&bodies[i]);
    }
    memset(M, 0, n * n * sizeof *M); /* only now: M may lie where q lay */
    for (int i = model->body_count - 1; i > 0; i--) {
        int p = bodies[i].parent;
        if (p) {
            s[p].Ic = inertia_add(s[p].Ic, transform_inertia_back(s[i].X, s[i].Ic));
        }
        for (int k = 0; k < bodies[i].nv; k++) {
            fill_column(model, s, i, k, M);
        }
    }
}
