/* Derivatives of the placements and Jacobians of frames. */
#include "base/error.h"
#include "dynamics/arguments.h"

#include <condyle/derivatives.h>
#include <string.h>

/* Checks the arguments that all calls of this file share, and computes the Jacobian of the tree in w->columns. */
static cdy_status begin(const cdy_model *model, cdy_workspace *w, const double *result, int frame, cdy_axes axes,
                        const double *q, const double **tree_q, cdy_error *error)
{
    cdy_status status = cdy_check_workspace(model, w, error);
    if (!status && !result) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no place for the result was given");
    }
    if (status || (status = cdy_check_frame(model, frame, error)) || (status = cdy_check_axes(axes, error)) ||
        (status = cdy_read_position(model, w, q, tree_q, error))) {
        return status;
    }
    w->kernels->jacobian(model, w->state, frame, axes == CDY_AXES_BODY, *tree_q, w->columns);
    return CDY_OK;
}

cdy_status cdy_jacobian_derivative(const cdy_model *model, cdy_workspace *workspace, int frame, cdy_axes axes,
                                   const double *q, double *J_q, cdy_error *error)
{
    const double *tree_q = NULL;
    cdy_status status = begin(model, workspace, J_q, frame, axes, q, &tree_q, error);
    if (status) {
        return status;
    }
    const size_t n = (size_t)model->nv;
    workspace->kernels->jacobian_derivative(model, frame, axes == CDY_AXES_BODY, workspace->columns, J_q);
    return cdy_check_matrix(workspace, J_q, 6 * n * n, error);
}

cdy_status cdy_jacobian_dot(const cdy_model *model, cdy_workspace *workspace, int frame, cdy_axes axes, const double *q,
                            const double *qd, double *J_dot, cdy_error *error)
{
    const double *tree_q = NULL, *tree_qd = NULL;
    cdy_status status = begin(model, workspace, J_dot, frame, axes, q, &tree_q, error);
    if (status || (status = cdy_read_velocity(model, workspace, qd, workspace->qd, "velocity", &tree_qd, error))) {
        return status;
    }
    if (tree_qd == J_dot) { /* J_dot is written while qd is still read */
        memcpy(workspace->qd, tree_qd, (size_t)model->tree_nv * sizeof *tree_qd);
        tree_qd = workspace->qd;
    }
    workspace->kernels->jacobian_dot(model, frame, axes == CDY_AXES_BODY, workspace->columns, tree_qd, J_dot);
    return cdy_check_matrix(workspace, J_dot, 6 * (size_t)model->nv, error);
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
    workspace->kernels->placement(model, workspace->state, frame, tree_q, T);
    workspace->kernels->placement_derivative(model, frame, T, workspace->columns, T_q);
    return cdy_check_matrix(workspace, T_q, 16 * (size_t)model->nv, error);
}
