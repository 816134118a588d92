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

/* J (6 x tree_nv) in the frame's axes; returns the transform from the base to the frame. */
static inline transform own_jacobian(const kernel_model *model, void *scratch, int frame, const scalar *q_, real *J)
{
    const model_body *bodies = model_bodies(model);
    const model_frame *f = &model_frames(model)[frame];
    const coordinates q = read_coordinates(model, scratch, q_);
    const size_t n = (size_t)model->tree_nv;
    memset(J, 0, 6 * n * sizeof *J);

    /* From the frame to the base; X maps the current body to the frame. */
    transform X = frame_transform(f);
    for (int i = f->body; i > 0; i = bodies[i].parent) {
        for (int k = 0; k < bodies[i].nv; k++) {
            store_column(J, n, (size_t)(bodies[i].v + k), transform_motion(X, joint_column(&bodies[i], k)));
        }
        X = transform_multiply(X, joint_transform(&bodies[i], q));
    }
    return X;
}

static void jacobian(const kernel_model *model, void *scratch, int frame, bool in_body, const scalar *q, scalar *J)
{
    const transform X = own_jacobian(model, scratch, frame, q, reals_out(J));
    if (!in_body) {
        rotate_columns(model_bodies(model), model_frames(model)[frame].body, (size_t)model->tree_nv, X.E, reals_out(J));
    }
}

static void placement_jacobian(const kernel_model *model, void *scratch, int frame, const scalar *q, scalar *T,
                               scalar *J)
{
    store_homogeneous(reals_out(T), own_jacobian(model, scratch, frame, q, reals_out(J)));
}

#endif
