/* Derivatives of frames' placements and Jacobians.
 *
 * With the origin of all vectors at the frame's origin, column k of the Jacobian is [a_k; l_k].  A step along column j
 * of a joint that carries joint k, or of the same joint, turns column k: [a_j x a_k; a_j x l_k]; a step of a joint that
 * k carries moves the frame's origin only: [0; a_k x l_j] (Murray, Li and Sastry 1994, section 3.4; Hourtash 2005). */
#include "base/error.h"
#include "dynamics/arguments.h"
#include "spatial/motion.h"

#include <condyle/derivatives.h>
#include <string.h>

/* A Jacobian of the tree in w->columns, column by column. */
typedef struct frame_columns {
    const cdy_model *model;
    const double *J;
    bool in_body;
} frame_columns;

/* What every call here begins with. */
static cdy_status begin(const cdy_model *model, cdy_workspace *w, const double *result, int frame, cdy_axes axes,
                        const double *q, const double **tree_q, cdy_error *error)
{
    cdy_status status = cdy_check_workspace(model, w, error);
    if (!status && !result) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no place for the result was given");
    }
    status = status ? status : cdy_check_frame(model, frame, error);
    status = status ? status : cdy_check_axes(axes, error);
    return status ? status : cdy_read_position(model, w, q, tree_q, error);
}

static frame_columns find_columns(const cdy_model *model, cdy_workspace *w, int frame, cdy_axes axes,
                                  const double *tree_q)
{
    const bool in_body = axes == CDY_AXES_BODY;
    w->kernels->jacobian(model, w->state, frame, in_body, tree_q, w->columns);
    return (frame_columns){model, w->columns, in_body};
}

static motion column_of(const frame_columns *c, int k)
{
    const size_t n = (size_t)c->model->tree_nv;
    const double *J = c->J + k;
    return (motion){{J[0], J[n], J[2 * n]}, {J[3 * n], J[4 * n], J[5 * n]}};
}

/* How column k changes with a step along column j.  In the body's axes it changes by less what turns the body. */
static motion change_of(const frame_columns *c, int k, int j)
{
    const model_coordinate *coordinate = model_velocities(c->model);
    const motion moved = column_of(c, k), step = column_of(c, j);
    const bool carries = coordinate[j].body <= coordinate[k].body; /* both on the way to the base */
    motion change = {{0, 0, 0}, cross(moved.angular, step.linear)};
    if (carries) {
        change = (motion){cross(step.angular, moved.angular), cross(step.angular, moved.linear)};
    }
    if (c->in_body) {
        change.angular = subtract(change.angular, cross(step.angular, moved.angular));
        change.linear = subtract(change.linear, cross(step.angular, moved.linear));
    }
    return change;
}

static bool is_still(motion m)
{
    return !(dot(m.angular, m.angular) > 0) && !(dot(m.linear, m.linear) > 0);
}

static void add_column(double *to, size_t stride, double factor, motion m)
{
    const double numbers[6] = {m.angular.x, m.angular.y, m.angular.z, m.linear.x, m.linear.y, m.linear.z};
    for (size_t row = 0; row < 6; row++) {
        to[row * stride] += factor * numbers[row];
    }
}

cdy_status cdy_jacobian_derivative(const cdy_model *model, cdy_workspace *workspace, int frame, cdy_axes axes,
                                   const double *q, double *J_q, cdy_error *error)
{
    const double *tree_q = NULL;
    cdy_status status = begin(model, workspace, J_q, frame, axes, q, &tree_q, error);
    if (status) {
        return status;
    }
    const frame_columns c = find_columns(model, workspace, frame, axes, tree_q);
    const model_coordinate *own = model_velocities(model);
    const size_t n = (size_t)model->nv;
    memset(J_q, 0, 6 * n * n * sizeof *J_q);
    for (int k = 0; k < model->tree_nv; k++) {
        for (int j = 0; !is_still(column_of(&c, k)) && j < model->tree_nv; j++) {
            double *to = J_q + (size_t)own[k].index * n + (size_t)own[j].index;
            add_column(to, n * n, own[k].multiplier * own[j].multiplier, change_of(&c, k, j));
        }
    }
    return cdy_check_result(J_q, 6 * n * n, error);
}

/* The sum of all columns times their velocities: the motion of the frame. */
static motion motion_of(const frame_columns *c, const double *qd)
{
    motion sum = {{0, 0, 0}, {0, 0, 0}};
    for (int k = 0; k < c->model->tree_nv; k++) {
        sum = motion_add(sum, motion_scale(qd[k], column_of(c, k)));
    }
    return sum;
}

/* Writes into w->columns, column by column, how they change; what carries a column moves with `near`. */
static void write_rates(const cdy_model *model, const frame_columns *c, const double *qd, double *J_dot)
{
    const model_body *bodies = model_bodies(model);
    const model_coordinate *own = model_velocities(model);
    const size_t n = (size_t)model->nv;
    const motion all = motion_of(c, qd);
    motion near = {{0, 0, 0}, {0, 0, 0}};
    for (int i = 1; i < model->body_count; i++) {
        const int end = bodies[i].v + bodies[i].nv;
        for (int k = bodies[i].v; k < end; k++) {
            near = motion_add(near, motion_scale(qd[k], column_of(c, k)));
        }
        for (int k = bodies[i].v; k < end; k++) {
            const motion J = column_of(c, k);
            const vec3 turn = c->in_body ? subtract(near.angular, all.angular) : near.angular;
            const motion rate = {cross(turn, J.angular),
                                 add(cross(turn, J.linear), cross(J.angular, subtract(all.linear, near.linear)))};
            add_column(J_dot + own[k].index, n, own[k].multiplier, rate);
        }
    }
}

cdy_status cdy_jacobian_dot(const cdy_model *model, cdy_workspace *workspace, int frame, cdy_axes axes, const double *q,
                            const double *qd, double *J_dot, cdy_error *error)
{
    const double *tree_q = NULL, *tree_qd = NULL;
    cdy_status status = begin(model, workspace, J_dot, frame, axes, q, &tree_q, error);
    if (status || (status = cdy_read_velocity(model, workspace, qd, workspace->qd, "velocity", &tree_qd, error))) {
        return status;
    }
    const size_t n = (size_t)model->nv;
    const frame_columns c = find_columns(model, workspace, frame, axes, tree_q);
    if (tree_qd == J_dot) { /* read until the end */
        memcpy(workspace->qd, tree_qd, (size_t)model->tree_nv * sizeof *tree_qd);
        tree_qd = workspace->qd;
    }
    memset(J_dot, 0, 6 * n * sizeof *J_dot);
    write_rates(model, &c, tree_qd, J_dot);
    return cdy_check_result(J_dot, 6 * n, error);
}

/* What a step along a column does to a placement: turns the axes, shifts the origin. */
static void add_placement_change(const double T[16], double factor, motion step, double *change)
{
    for (int j = 0; j < 3; j++) {
        const vec3 turned = cross(step.angular, (vec3){T[j], T[4 + j], T[8 + j]});
        change[j] += factor * turned.x;
        change[4 + j] += factor * turned.y;
        change[8 + j] += factor * turned.z;
    }
    change[3] += factor * step.linear.x;
    change[7] += factor * step.linear.y;
    change[11] += factor * step.linear.z;
}

cdy_status cdy_transform_derivative(const cdy_model *model, cdy_workspace *workspace, int frame, const double *q,
                                    double *T_q, cdy_error *error)
{
    const double *tree_q = NULL;
    double T[16];
    cdy_status status = begin(model, workspace, T_q, frame, CDY_AXES_BASE, q, &tree_q, error);
    if (status) {
        return status;
    }
    const frame_columns c = find_columns(model, workspace, frame, CDY_AXES_BASE, tree_q);
    const model_coordinate *own = model_velocities(model);
    const size_t count = 16 * (size_t)model->nv;
    workspace->kernels->placement(model, workspace->state, frame, tree_q, T);
    memset(T_q, 0, count * sizeof *T_q);
    for (int k = 0; k < model->tree_nv; k++) {
        add_placement_change(T, own[k].multiplier, column_of(&c, k), T_q + 16 * own[k].index);
    }
    return cdy_check_result(T_q, count, error);
}
