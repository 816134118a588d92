/* Geometric Jacobian of a frame: column k is the frame's velocity for a unit velocity k. */
#ifndef CDY_KERNELS_JACOBIAN_H
#define CDY_KERNELS_JACOBIAN_H

#include "kernels/frame.h"

#include <string.h>

static void store_column(real *J, size_t n, size_t column, motion m)
{
    const real numbers[6] = {m.angular.x, m.angular.y, m.angular.z, m.linear.x, m.linear.y, m.linear.z};
    for (size_t row = 0; row < 6; row++) {
        J[row * n + column] = numbers[row];
    }
}

static motion load_column(const real *J, size_t n, size_t column)
{
    const real *c = J + column;
    return (motion){{c[0], c[n], c[2 * n]}, {c[3 * n], c[4 * n], c[5 * n]}};
}

/* Rotate the columns of a body's ancestors from the frame's axes to the base's. */
static void rotate_columns(const model_body *bodies, int body, size_t n, rotation E, real *J)
{
    for (int i = body; i > 0; i = bodies[i].parent) {
        for (int k = 0; k < bodies[i].nv; k++) {
            size_t column = (size_t)(bodies[i].v + k);
            motion m = load_column(J, n, column);
            store_column(J, n, column, (motion){rotate_back(E, m.angular), rotate_back(E, m.linear)});
        }
    }
}

static void jacobian(const kernel_model *model, void *scratch, int frame, bool in_body, const scalar *q_, scalar *J_)
{
    const model_body *bodies = model_bodies(model);
    const model_frame *f = &model_frames(model)[frame];
    const coordinates q = read_coordinates(model, scratch, q_);
    const size_t n = (size_t)model->tree_nv;
    real *J = reals_out(J_);
    memset(J, 0, 6 * n * sizeof *J);

    /* From the frame to the base; X maps the current body to the frame. */
    transform X = frame_transform(f);
    for (int i = f->body; i > 0; i = bodies[i].parent) {
        for (int k = 0; k < bodies[i].nv; k++) {
            store_column(J, n, (size_t)(bodies[i].v + k), transform_motion(X, joint_column(&bodies[i], k)));
        }
        X = transform_multiply(X, joint_transform(&bodies[i], q));
    }
    if (!in_body) {
        rotate_columns(bodies, f->body, n, X.E, J);
    }
}

#endif
