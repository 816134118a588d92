/* Derivatives of a frame's placement and Jacobian.
 *
 * About the frame's origin, column k of the Jacobian is [a_k; l_k]. A step along column j of the same joint or of an
 * ancestor of joint k rotates column k: [a_j x a_k; a_j x l_k]. A step of a descendant of joint k moves the frame's
 * origin only: [0; a_k x l_j] (Murray, Li and Sastry 1994, section 3.4; Hourtash 2005). */
#ifndef CDY_KERNELS_FRAME_DERIVATIVE_H
#define CDY_KERNELS_FRAME_DERIVATIVE_H

#include "kernels/scratch.h"

#include <string.h>

/* The Jacobian of a frame on a body, over the tree's velocities. */
typedef struct frame_columns {
    const model_body *bodies;
    const real *J;
    size_t n; /* tree_nv */
    int body;
    bool in_body;
} frame_columns;

static frame_columns columns_of_frame(const kernel_model *model, int frame, bool in_body, const scalar *J)
{
    return (frame_columns){model_bodies(model), reals(J), (size_t)model->tree_nv, model_frames(model)[frame].body,
                           in_body};
}

static motion column_of(const frame_columns *c, int k)
{
    const size_t n = c->n;
    const real *J = c->J + k;
    return (motion){{J[0], J[n], J[2 * n]}, {J[3 * n], J[4 * n], J[5 * n]}};
}

/* Derivative of column k by a step along column j; `carries`: joint j is joint k or its ancestor. In the frame's own
 * axes the rotation of the frame is subtracted. */
static motion column_derivative(const frame_columns *c, int k, int j, bool carries)
{
    const motion moved = column_of(c, k), step = column_of(c, j);
    const real zero = {0};
    motion change = {{zero, zero, zero}, cross(moved.angular, step.linear)};
    if (carries) {
        change = (motion){cross(step.angular, moved.angular), cross(step.angular, moved.linear)};
    }
    if (c->in_body) {
        change.angular = subtract(change.angular, cross(step.angular, moved.angular));
        change.linear = subtract(change.linear, cross(step.angular, moved.linear));
    }
    return change;
}

static void add_column(real *to, size_t stride, real factor, motion m)
{
    const real numbers[6] = {m.angular.x, m.angular.y, m.angular.z, m.linear.x, m.linear.y, m.linear.z};
    for (size_t row = 0; row < 6; row++) {
        to[row * stride] = to[row * stride] + factor * numbers[row];
    }
}

/* Add the derivatives of one joint's columns by another joint's coordinates; both are ancestors of the frame. */
static void add_column_derivatives(const kernel_model *model, const frame_columns *c, int moved, int step, real *J_q)
{
    const model_coordinate *own = model_velocities(model);
    const model_body *bodies = c->bodies;
    const size_t n = (size_t)model->nv;
    for (int k = bodies[moved].v; k < bodies[moved].v + bodies[moved].nv; k++) {
        for (int j = bodies[step].v; j < bodies[step].v + bodies[step].nv; j++) {
            add_column(J_q + (size_t)own[k].index * n + (size_t)own[j].index, n * n,
                       real_from(own[k].multiplier * own[j].multiplier), column_derivative(c, k, j, step <= moved));
        }
    }
}

static void jacobian_derivative(const kernel_model *model, int frame, bool in_body, const scalar *J, scalar *J_q_)
{
    const frame_columns c = columns_of_frame(model, frame, in_body, J);
    const size_t n = (size_t)model->nv;
    real *J_q = reals_out(J_q_);
    memset(J_q, 0, 6 * n * n * sizeof *J_q);
    for (int moved = c.body; moved > 0; moved = c.bodies[moved].parent) {
        for (int step = c.body; step > 0; step = c.bodies[step].parent) {
            add_column_derivatives(model, &c, moved, step, J_q);
        }
    }
}

/* Sum of column times velocity over the bodies `first` to `last`. Columns of bodies that are no ancestors of the frame
 * are zero. */
static motion add_joint_velocities(const frame_columns *c, int first, int last, const real *qd, motion sum)
{
    for (int i = first; i <= last; i++) {
        for (int k = c->bodies[i].v; k < c->bodies[i].v + c->bodies[i].nv; k++) {
            sum = motion_add(sum, motion_scale(qd[k], column_of(c, k)));
        }
    }
    return sum;
}

static void jacobian_dot(const kernel_model *model, int frame, bool in_body, const scalar *J, const scalar *qd_,
                         scalar *J_dot_)
{
    const frame_columns c = columns_of_frame(model, frame, in_body, J);
    const model_coordinate *own = model_velocities(model);
    const size_t n = (size_t)model->nv;
    const real zero = {0}, *qd = reals(qd_);
    real *J_dot = reals_out(J_dot_);
    const motion rest = {{zero, zero, zero}, {zero, zero, zero}}, all = add_joint_velocities(&c, 1, c.body, qd, rest);
    motion near = rest; /* up to the joint of the current column */
    memset(J_dot, 0, 6 * n * sizeof *J_dot);
    for (int i = 1; i <= c.body; i++) {
        near = add_joint_velocities(&c, i, i, qd, near);
        for (int k = c.bodies[i].v; k < c.bodies[i].v + c.bodies[i].nv; k++) {
            const motion column = column_of(&c, k);
            const vec3 turn = in_body ? subtract(near.angular, all.angular) : near.angular;
            const vec3 shift = cross(column.angular, subtract(all.linear, near.linear));
            const motion rate = {cross(turn, column.angular), add(cross(turn, column.linear), shift)};
            add_column(J_dot + own[k].index, n, real_from(own[k].multiplier), rate);
        }
    }
}

/* Add the derivative of a placement by a step along a column: rotation of the axes, displacement of the origin. */
static void add_placement_derivative(const real *T, real factor, motion step, real *change)
{
    for (size_t j = 0; j < 3; j++) {
        const vec3 turned = cross(step.angular, (vec3){T[j], T[4 + j], T[8 + j]});
        change[j] = change[j] + factor * turned.x;
        change[4 + j] = change[4 + j] + factor * turned.y;
        change[8 + j] = change[8 + j] + factor * turned.z;
    }
    change[3] = change[3] + factor * step.linear.x;
    change[7] = change[7] + factor * step.linear.y;
    change[11] = change[11] + factor * step.linear.z;
}

static void placement_derivative(const kernel_model *model, int frame, const scalar *T, const scalar *J, scalar *T_q_)
{
    const frame_columns c = columns_of_frame(model, frame, false, J);
    const model_coordinate *own = model_velocities(model);
    real *T_q = reals_out(T_q_);
    memset(T_q, 0, 16 * (size_t)model->nv * sizeof *T_q);
    for (int i = c.body; i > 0; i = c.bodies[i].parent) {
        for (int k = c.bodies[i].v; k < c.bodies[i].v + c.bodies[i].nv; k++) {
            add_placement_derivative(reals(T), real_from(own[k].multiplier), column_of(&c, k), T_q + 16 * own[k].index);
        }
    }
}

#endif
