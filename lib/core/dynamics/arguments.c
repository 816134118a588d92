#include "dynamics/arguments.h"

#include "base/error.h"
#include "dynamics/quaternion.h"

#include <condyle/model.h>
#include <string.h>

cdy_status cdy_check_quaternions(const cdy_model *model, const double *q, cdy_error *error)
{
    const model_body *bodies = model_bodies(model);
    const model_joint *joints = model_joints(model);
    int left = model->nq - model->nv; /* joints with quaternions: each has one position more than velocities */
    for (int i = 1; left > 0 && i < model->body_count; i++) {
        if (!has_quaternion((joint_kind)bodies[i].kind)) {
            continue;
        }
        left--;
        if (!quaternion_has_length(q + joints[i].position, 1)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT,
                            "the quaternion of a joint is zero or too large; expected unit length");
        }
    }
    return CDY_OK;
}

cdy_status cdy_fail_large_matrix(const cdy_model *model, const char *title, cdy_error *error)
{
    return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                    "the robot has %d joints, more than the %d that a matrix (%s) with mimic joints may have",
                    (int)model->tree_nv, LARGEST_DENSE, title);
}

cdy_status cdy_fail_frame(const cdy_model *model, int frame, cdy_error *error)
{
    if (frame == -1) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the frame is -1, which cdy_model_find_frame() returns for an unknown name; "
                        "cdy_model_require_frame() reports an unknown name");
    }
    return cdy_fail(error, CDY_ERROR_ARGUMENT, "there is no body number %d; expected 0 to %d", frame,
                    (int)model->frame_count - 1);
}

cdy_status cdy_fail_axes(cdy_axes axes, cdy_error *error)
{
    return cdy_fail(error, CDY_ERROR_ARGUMENT, "there are no axes number %d; expected CDY_AXES_BASE or CDY_AXES_BODY",
                    (int)axes);
}

cdy_status cdy_fail_not_finite(cdy_error *error)
{
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "the result is not finite; the numbers of the robot or its state are too large");
}

cdy_status cdy_check_result(const double *numbers, size_t count, cdy_error *error)
{
    return cdy_all_finite(numbers, count) ? CDY_OK : cdy_fail_not_finite(error);
}

bool cdy_matrix_is_finite(const cdy_workspace *workspace, const double *matrix, size_t count)
{
    enum { SCALAR_LIMIT = 64 }; /* vector loads of freshly stored scalars stall (no store forwarding) */
    int64_t nonfinite;
    return count < SCALAR_LIMIT ? cdy_all_finite(matrix, count)
                                : workspace->kernels->find_nonfinite(count, matrix, &nonfinite);
}

cdy_status cdy_check_matrix(const cdy_workspace *workspace, const double *matrix, size_t count, cdy_error *error)
{
    return cdy_matrix_is_finite(workspace, matrix, count) ? CDY_OK : cdy_fail_not_finite(error);
}

cdy_status cdy_write_result(const double *from, size_t count, double *to, cdy_error *error)
{
    cdy_status status = cdy_check_result(from, count, error);
    if (!status) {
        memcpy(to, from, count * sizeof *to);
    }
    return status;
}

/* Checks the coordinates of mimic joints, multiplier * q + offset, which can overflow. */
static cdy_status check_mimic_coordinates(const double *numbers, int count, const char *name, cdy_error *error)
{
    if (!cdy_all_finite(numbers, (size_t)count)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "the %s of a mimic joint is not finite: its leader has too large a value", name);
    }
    return CDY_OK;
}

cdy_status cdy_read_position(const cdy_model *model, cdy_workspace *workspace, const double *q, const double **tree_q,
                             cdy_error *error)
{
    if (!q) {
        *tree_q = workspace->home;
        return CDY_OK;
    }
    if (!cdy_all_finite(q, (size_t)model->nq)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the configuration has a number that is not finite");
    }
    *tree_q = q;
    if (model->has_followers) {
        workspace->kernels->expand_positions(model, q, workspace->q);
        *tree_q = workspace->q;
        cdy_status status = check_mimic_coordinates(workspace->q, model->tree_nq, "position", error);
        if (status) {
            return status;
        }
    }
    return cdy_check_quaternions(model, q, error);
}

cdy_status cdy_read_velocity(const cdy_model *model, const cdy_workspace *workspace, const double *qd, double *buffer,
                             const char *name, const double **tree_qd, cdy_error *error)
{
    if (!qd) {
        *tree_qd = workspace->zero;
        return CDY_OK;
    }
    if (!cdy_all_finite(qd, (size_t)model->nv)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the %s has a number that is not finite", name);
    }
    *tree_qd = qd;
    if (model->has_followers) {
        workspace->kernels->expand_velocities(model, qd, buffer);
        *tree_qd = buffer;
        return check_mimic_coordinates(buffer, model->tree_nv, name, error);
    }
    return CDY_OK;
}

cdy_status cdy_read_torque(const cdy_model *model, const cdy_workspace *workspace, const double *tau,
                           const double **read, cdy_error *error)
{
    *read = tau ? tau : workspace->zero;
    return cdy_all_finite(*read, (size_t)model->nv)
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_ARGUMENT, "the torque has a number that is not finite");
}

cdy_status cdy_check_forces(const cdy_model *model, const double *forces, cdy_error *error)
{
    if (forces && !cdy_all_finite(forces, 6 * (size_t)model->force_rows)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the external force matrix has a number that is not finite");
    }
    return CDY_OK;
}

cdy_status cdy_check_moving_mass(const cdy_model *model, cdy_error *error)
{
    const double mass = cdy_total_mass(model);
    return mass > 0 ? cdy_check_result(&mass, 1, error)
                    : cdy_fail(error, CDY_ERROR_NUMERIC, "nothing that moves has mass, so there is no center of mass");
}

cdy_status cdy_write_torque(const cdy_model *model, const cdy_workspace *workspace, double *tau, cdy_error *error)
{
    if (model->has_followers) { /* the velocities are no longer needed */
        workspace->kernels->project_columns(model, 1, workspace->tau, workspace->qd);
        return cdy_write_result(workspace->qd, (size_t)model->nv, tau, error);
    }
    return cdy_write_result(workspace->tau, (size_t)model->nv, tau, error);
}
