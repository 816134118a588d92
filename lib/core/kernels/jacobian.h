/* Geometric Jacobian of a frame: column k is the frame's velocity for a unit velocity k. */
#ifndef CDY_KERNELS_JACOBIAN_H
#define CDY_KERNELS_JACOBIAN_H

#include "kernels/jacobian_in_base.h"
#include "kernels/placement.h"
#include "kernels/shortcuts.h"

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

/* The column S of a revolute joint, axis z, in the axes and about the origin of the frame that X maps the body to. */
static inline motion revolute_column(transform X)
{
    return (motion){
        {X.E.x.z, X.E.y.z, X.E.z.z},
        {X.r.x * X.E.x.y - X.r.y * X.E.x.x, X.r.x * X.E.y.y - X.r.y * X.E.y.x, X.r.x * X.E.z.y - X.r.y * X.E.z.x}};
}

/* Columns of a body's joint, which need not be revolute, in the axes and about the point that X maps to the body. */
static inline void put_joint_columns(const model_body *body, transform X, size_t n, real *J)
{
    motion columns[6];
    joint_columns_in_base(body, X, columns);
    for (int k = 0; k < body->nv; k++) {
        store_column(J, n, (size_t)(body->v + k), columns[k]);
    }
}

static inline vec3 negative(vec3 v)
{
    const real zero = {0};
    return subtract((vec3){zero, zero, zero}, v);
}

/* Columns of a body's joint in the axes and about the origin of the frame that X maps the body to. */
ALWAYS_INLINE void store_joint_columns(dh_kind kind, const model_body *body, transform X, size_t n, real *J)
{
    if (dh_joint_kind(kind, body) == JOINT_REVOLUTE) {
        store_column(J, n, (size_t)body->v, revolute_column(X));
        return;
    }
    put_joint_columns(body, (transform){rotation_transpose(X.E), negative(rotate(X.E, X.r))}, n, J);
}

/* One body of the path from a frame to the base; X maps the body to the frame. */
ALWAYS_INLINE transform store_and_continue(dh_kind kind, const model_body *body, coordinates q, transform X, size_t n,
                                           real *J)
{
    store_joint_columns(kind, body, X, n, J);
    return continue_to_parent(kind, body, q, X);
}

/* J (6 x tree_nv) in the frame's axes, from the frame to the base; returns the transform from the base to the frame. */
static inline transform jacobian_in_body(const kernel_model *model, void *scratch, int frame, const scalar *q_, real *J)
{
    const model_body *bodies = model_bodies(model);
    const model_frame *f = &model_frames(model)[frame];
    const coordinates q = read_path_coordinates(model, scratch, q_, f->body);
    const size_t n = (size_t)model->tree_nv;
    memset(J, 0, 6 * n * sizeof *J);
    transform X = frame_transform(f);
    for (int i = f->body; i > 0; i = bodies[i].parent) {
        SET_BY_DH_KIND(X, &bodies[i], store_and_continue, &bodies[i], q, X, n, J);
    }
    return X;
}

static bool jacobian(const kernel_model *model, void *scratch, int frame, bool in_body, const scalar *q, scalar *J)
{
    if (!in_body) {
        return jacobian_in_base(model, scratch, frame, q, reals_out(J));
    }
    jacobian_in_body(model, scratch, frame, q, reals_out(J));
    return false;
}

static void placement_jacobian(const kernel_model *model, void *scratch, int frame, const scalar *q, scalar *T,
                               scalar *J)
{
    store_homogeneous(reals_out(T), jacobian_in_body(model, scratch, frame, q, reals_out(J)));
}

#endif
