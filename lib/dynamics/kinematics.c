/* Kinematics: placements, Jacobians, velocities and accelerations of frames. */
#include "base/error.h"
#include "dynamics/arguments.h"

#include <condyle/kinematics.h>
#include <string.h>

/* Checks the arguments that all calls of this file share. */
static cdy_status begin(const cdy_model *model, cdy_workspace *w, const double *result, int frame, const double *q,
                        const double **tree_q, cdy_error *error)
{
    cdy_status status = cdy_check_workspace(model, w, error);
    if (!status && !result) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no place for the result was given");
    }
    status = status ? status : cdy_check_frame(model, frame, error);
    status = status ? status : cdy_read_position(model, w, q, tree_q, error);
    if (!status && *tree_q == result) { /* the result is written while q is still read */
        memcpy(w->q, *tree_q, (size_t)model->tree_nq * sizeof *w->q);
        *tree_q = w->q;
    }
    return status;
}

/* T = A^-1 B for two placements. */
static void relative_placement(const double A[16], const double B[16], double T[16])
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            double sum = 0;
            for (int k = 0; k < 3; k++) {
                sum += A[4 * k + i] * (j < 3 ? B[4 * k + j] : B[4 * k + 3] - A[4 * k + 3]);
            }
            T[4 * i + j] = sum;
        }
    }
    memcpy(T + 12, A + 12, 4 * sizeof *T);
}

cdy_status cdy_get_transform(const cdy_model *model, cdy_workspace *workspace, int frame, int relative_to,
                             const double *q, double T[16], cdy_error *error)
{
    const double *tree_q = NULL;
    double own[16], other[16], relative[16];
    cdy_status status = begin(model, workspace, T, frame, q, &tree_q, error);
    status = status ? status : cdy_check_frame(model, relative_to, error);
    if (status) {
        return status;
    }
    workspace->kernels->placement(model, workspace->state, frame, tree_q, own);
    const double *result = own;
    if (relative_to != 0) {
        workspace->kernels->placement(model, workspace->state, relative_to, tree_q, other);
        relative_placement(other, own, relative);
        result = relative;
    }
    status = cdy_check_result(result, 16, error);
    if (!status) {
        memcpy(T, result, sizeof own);
    }
    return status;
}

cdy_status cdy_forward_kinematics(const cdy_model *model, cdy_workspace *workspace, const double *q, double *T,
                                  cdy_error *error)
{
    const double *tree_q = NULL;
    cdy_status status = begin(model, workspace, T, 0, q, &tree_q, error);
    if (status) {
        return status;
    }
    workspace->kernels->placements(model, workspace->state, tree_q, T);
    return cdy_check_matrix(workspace, T, 16 * (size_t)model->frame_count, error);
}

cdy_status cdy_check_axes(cdy_axes axes, cdy_error *error)
{
    if (axes != CDY_AXES_BASE && axes != CDY_AXES_BODY) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "there are no axes number %d; expected CDY_AXES_BASE or CDY_AXES_BODY", (int)axes);
    }
    return CDY_OK;
}

cdy_status cdy_geometric_jacobian(const cdy_model *model, cdy_workspace *workspace, int frame, cdy_axes axes,
                                  const double *q, double *J, cdy_error *error)
{
    const double *tree_q = NULL;
    cdy_status status = begin(model, workspace, J, frame, q, &tree_q, error);
    status = status ? status : cdy_check_axes(axes, error);
    if (status) {
        return status;
    }
    double *tree_J = model->has_followers ? workspace->columns : J;
    workspace->kernels->jacobian(model, workspace->state, frame, axes == CDY_AXES_BODY, tree_q, tree_J);
    if (model->has_followers) {
        cdy_project_columns(model, 6, tree_J, J);
    }
    return cdy_check_matrix(workspace, J, 6 * (size_t)model->nv, error);
}

typedef struct frame_motion {
    double velocity[6], acceleration[6];
} frame_motion;

static cdy_status compute_motion(const cdy_model *model, cdy_workspace *w, int frame, cdy_axes axes, const double *q,
                                 const double *qd, const double *qdd, const double *result, frame_motion *m,
                                 cdy_error *error)
{
    const double *tree_q = NULL, *tree_qd = NULL, *tree_qdd = NULL;
    cdy_status status = begin(model, w, result, frame, q, &tree_q, error);
    if (status || (status = cdy_check_axes(axes, error)) ||
        (status = cdy_read_velocity(model, w, qd, w->qd, "velocity", &tree_qd, error)) ||
        (status = cdy_read_velocity(model, w, qdd, w->qdd, "acceleration", &tree_qdd, error))) {
        return status;
    }
    w->kernels->frame_motion(model, w->state, frame, axes == CDY_AXES_BODY, tree_q, tree_qd, tree_qdd, m->velocity,
                             m->acceleration);
    return CDY_OK;
}

cdy_status cdy_jacobian_dot_qd(const cdy_model *model, cdy_workspace *workspace, int frame, cdy_axes axes,
                               const double *q, const double *qd, double product[6], cdy_error *error)
{
    frame_motion m;
    cdy_status status = compute_motion(model, workspace, frame, axes, q, qd, NULL, product, &m, error);
    if (status) {
        return status;
    }
    if (axes == CDY_AXES_BODY) { /* d/dt of body-frame components: subtract w x v */
        const double *w = m.velocity, *v = m.velocity + 3;
        m.acceleration[3] -= w[1] * v[2] - w[2] * v[1];
        m.acceleration[4] -= w[2] * v[0] - w[0] * v[2];
        m.acceleration[5] -= w[0] * v[1] - w[1] * v[0];
    }
    return cdy_write_result(m.acceleration, 6, product, error);
}

cdy_status cdy_frame_velocity(const cdy_model *model, cdy_workspace *workspace, int frame, cdy_axes axes,
                              const double *q, const double *qd, double velocity[6], cdy_error *error)
{
    frame_motion m;
    cdy_status status = compute_motion(model, workspace, frame, axes, q, qd, NULL, velocity, &m, error);
    return status ? status : cdy_write_result(m.velocity, 6, velocity, error);
}

cdy_status cdy_frame_acceleration(const cdy_model *model, cdy_workspace *workspace, int frame, cdy_axes axes,
                                  const double *q, const double *qd, const double *qdd, double acceleration[6],
                                  cdy_error *error)
{
    frame_motion m;
    cdy_status status = compute_motion(model, workspace, frame, axes, q, qd, qdd, acceleration, &m, error);
    return status ? status : cdy_write_result(m.acceleration, 6, acceleration, error);
}
