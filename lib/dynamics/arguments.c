#include "dynamics/arguments.h"

#include "base/error.h"

#include <string.h>

cdy_status cdy_check_quaternions(const cdy_model *model, const double *q, cdy_error *error)
{
    const model_body *bodies = model_bodies(model);
    const model_joint *joints = model_joints(model);
    for (int i = 1; model->nq != model->nv && i < model->body_count; i++) {
        const double *p = q + joints[i].position;
        if (bodies[i].kind == JOINT_FLOATING) {
            double square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3];
            if (!(square > 1e-300 && square < 1e300)) {
                return cdy_fail(error, CDY_ERROR_ARGUMENT,
                                "the quaternion of a floating joint is zero or too large; expected unit length");
            }
        }
    }
    return CDY_OK;
}

cdy_status cdy_check_frame(const cdy_model *model, int frame, cdy_error *error)
{
    if (frame == -1) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the frame is -1, what cdy_model_find_frame() returns where no body has the name; "
                        "cdy_model_require_frame() reports an unknown name");
    }
    if (frame < 0 || frame >= model->frame_count) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there is no body number %d; expected 0 to %d", frame,
                        (int)model->frame_count - 1);
    }
    return CDY_OK;
}

static cdy_status fail_not_finite(cdy_error *error)
{
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "the result is not finite; the numbers of the robot or its state are too large");
}

cdy_status cdy_check_result(const double *numbers, size_t count, cdy_error *error)
{
    return cdy_all_finite(numbers, count) ? CDY_OK : fail_not_finite(error);
}

bool cdy_matrix_is_finite(const cdy_workspace *workspace, const double *matrix, size_t count)
{
    int64_t nonfinite;
    return workspace->kernels->find_nonfinite(count, matrix, &nonfinite);
}

cdy_status cdy_check_matrix(const cdy_workspace *workspace, const double *matrix, size_t count, cdy_error *error)
{
    return cdy_matrix_is_finite(workspace, matrix, count) ? CDY_OK : fail_not_finite(error);
}

cdy_status cdy_write_result(const double *from, size_t count, double *to, cdy_error *error)
{
    cdy_status status = cdy_check_result(from, count, error);
    if (!status) {
        memcpy(to, from, count * sizeof *to);
    }
    return status;
}

void cdy_expand_position(const cdy_model *model, const double *q, double *tree_q)
{
    const model_coordinate *c = model_positions(model);
    for (int i = 0; i < model->tree_nq; i++) {
        tree_q[i] = c[i].multiplier * q[c[i].index] + c[i].offset;
    }
}

/* Checks the coordinates of mimic joints, multiplier * q + offset, which can overflow. */
static cdy_status check_mimic_coordinates(const double *numbers, int count, const char *quantity, cdy_error *error)
{
    if (!cdy_all_finite(numbers, (size_t)count)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "the %s of a mimic joint is not finite: its leader has too large a value", quantity);
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
        cdy_expand_position(model, q, workspace->q);
        *tree_q = workspace->q;
        cdy_status status = check_mimic_coordinates(workspace->q, model->tree_nq, "position", error);
        if (status) {
            return status;
        }
    }
    return cdy_check_quaternions(model, q, error);
}

cdy_status cdy_read_velocity(const cdy_model *model, const cdy_workspace *workspace, const double *qd, double *buffer,
                             const char *quantity, const double **tree_qd, cdy_error *error)
{
    if (!qd) {
        *tree_qd = workspace->zero;
        return CDY_OK;
    }
    if (!cdy_all_finite(qd, (size_t)model->nv)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the %s has a number that is not finite", quantity);
    }
    *tree_qd = qd;
    if (model->has_followers) {
        const model_coordinate *c = model_velocities(model);
        for (int i = 0; i < model->tree_nv; i++) {
            buffer[i] = c[i].multiplier * qd[c[i].index];
        }
        *tree_qd = buffer;
        return check_mimic_coordinates(buffer, model->tree_nv, quantity, error);
    }
    return CDY_OK;
}

cdy_status cdy_check_forces(const cdy_model *model, const double *forces, cdy_error *error)
{
    if (forces && !cdy_all_finite(forces, 6 * (size_t)model->force_rows)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the external force matrix has a number that is not finite");
    }
    return CDY_OK;
}

cdy_status cdy_write_torque(const cdy_model *model, const cdy_workspace *workspace, double *tau, cdy_error *error)
{
    const double *result = workspace->tau;
    if (model->has_followers) {
        const model_coordinate *c = model_velocities(model);
        double *projected = workspace->qd; /* the velocities are no longer needed */
        memset(projected, 0, (size_t)model->nv * sizeof *projected);
        for (int i = 0; i < model->tree_nv; i++) {
            projected[c[i].index] += c[i].multiplier * workspace->tau[i];
        }
        result = projected;
    }
    return cdy_write_result(result, (size_t)model->nv, tau, error);
}

void cdy_project_columns(const cdy_model *model, size_t rows, const double *tree_J, double *J)
{
    const model_coordinate *c = model_velocities(model);
    const size_t n = (size_t)model->nv, tree_n = (size_t)model->tree_nv;
    memset(J, 0, rows * n * sizeof *J);
    for (size_t row = 0; row < rows; row++) {
        for (size_t j = 0; j < tree_n; j++) {
            J[row * n + (size_t)c[j].index] += c[j].multiplier * tree_J[row * tree_n + j];
        }
    }
}
