/* Kinematics: where bodies are. */
#include "kernels/width.h"

/* E by rows, then r. */
static void store(real *X, transform T)
{
    const vec3 rows[4] = {T.E.x, T.E.y, T.E.z, T.r};
    for (int i = 0; i < 4; i++) {
        X[3 * i] = rows[i].x;
        X[3 * i + 1] = rows[i].y;
        X[3 * i + 2] = rows[i].z;
    }
}

void KERNEL(base_transform)(const cdy_model *model, void *state, int body, const double *q_, double *X)
{
    const model_body *bodies = model_bodies(model);
    const coordinates q = read_coordinates(model, state, q_);
    const real zero = {0}, one = real_from(1);
    transform T = {{{one, zero, zero}, {zero, one, zero}, {zero, zero, one}}, {zero, zero, zero}};
    for (int i = body; i > 0; i = bodies[i].parent) {
        T = transform_multiply(T, joint_transform(&bodies[i], q));
    }
    store((real *)X, T);
}
