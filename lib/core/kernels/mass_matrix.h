/* M by the faster of two ways: composite rigid bodies (crba.h) carry the column of every degree of freedom through the
 * links of all its ancestors; a sweep (sweep.h) multiplies pairs of columns in the base's axes, which takes fewer
 * operations a pair and more a body. */
#ifndef CDY_KERNELS_MASS_MATRIX_H
#define CDY_KERNELS_MASS_MATRIX_H

#include "kernels/sweep.h"

/* Whether the degrees of freedom have enough ancestors on average for the sweep. Measured by tests/bench/large.c: us by
 * crba / by the sweep for chains of 16 joints 0.6 / 0.6, 32 2.7 / 1.5, 64 8.2 / 3.8, 128 35 / 10; lanes gain less. */
static bool has_deep_branches(const kernel_model *model, world_scratch g)
{
    enum { LEAST_DEPTH = 12 };
    const model_body *bodies = model_bodies(model);
    int64_t sum = 0;
    if (model->tree_nv < 2 * LEAST_DEPTH) {
        return false;
    }
    g.bodies[0].depth = 0;
    for (int i = 1; i < model->body_count; i++) {
        g.bodies[i].depth = g.bodies[bodies[i].parent].depth + bodies[i].nv;
        sum += (int64_t)g.bodies[i].depth * bodies[i].nv;
    }
    return sum >= (int64_t)LEAST_DEPTH * model->tree_nv;
}

static void mass_matrix(const kernel_model *model, void *scratch, const scalar *q, bool has_zeros, scalar *M)
{
    static const double no_gravity[3] = {0, 0, 0};
    if (!has_deep_branches(model, world_scratch_in(model, scratch))) {
        fill_by_composites(model, scratch, q, has_zeros, M);
        return;
    }
    sweep(model, scratch, SWEEP_MASSES | SWEEP_COLUMNS, no_gravity, q, NULL, NULL, NULL);
    fill_swept_mass_matrix(model, scratch, has_zeros, M);
}

#endif
