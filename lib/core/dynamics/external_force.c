/* External forces: wrenches on bodies, assembled in the external force matrix of the dynamics. */
#include "dynamics/external_force.h"
#include "base/error.h"
#include "dynamics/arguments.h"
#include "spatial/motion.h"

#include <string.h>

void cdy_wrench_to_base(const double T[16], bool base_axes, double wrench[6])
{
    const rotation R = {vec3_from(T), vec3_from(T + 4), vec3_from(T + 8)};
    const transform X = {base_axes ? rotation_identity() : rotation_transpose(R), {T[3], T[7], T[11]}};
    const force f = transform_force_back(X, (force){vec3_from(wrench), vec3_from(wrench + 3)});
    const double numbers[6] = {f.moment.x, f.moment.y, f.moment.z, f.linear.x, f.linear.y, f.linear.z};
    memcpy(wrench, numbers, sizeof numbers);
}

static cdy_status add_to_row(double row[6], const double wrench[6], cdy_error *error)
{
    double sum[6];
    for (int i = 0; i < 6; i++) {
        sum[i] = wrench[i] + row[i];
    }
    if (!cdy_all_finite(sum, 6)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "the wrench about the base's origin is not finite; the wrench or "
                        "the configuration is too large");
    }
    memcpy(row, sum, sizeof sum);
    return CDY_OK;
}

/* Checks the arguments that both calls share. */
static cdy_status check_arguments(const cdy_model *model, const cdy_workspace *workspace, int frame,
                                  const double *wrench, const double *fext, cdy_error *error)
{
    cdy_status status = cdy_check_workspace(model, workspace, error);
    if (status) {
        return status;
    }
    if (!wrench || !fext) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "an external force needs a wrench and a pointer for the matrix");
    }
    status = cdy_check_frame(model, frame, error);
    if (status) {
        return status;
    }
    return cdy_all_finite(wrench, 6)
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_ARGUMENT, "the wrench has a number that is not finite");
}

/* Adds a wrench in the base frame to the row of the joint that moves the frame. */
static cdy_status add_to_matrix(const cdy_model *model, int frame, const double wrench[6], double *fext,
                                cdy_error *error)
{
    const int32_t body = model_frames(model)[frame].body;
    return body == 0 ? CDY_OK : add_to_row(fext + 6 * (size_t)model_bodies(model)[body].force_row, wrench, error);
}

cdy_status cdy_external_force(const cdy_model *model, cdy_workspace *workspace, int frame, const double wrench[6],
                              const double *q, double *fext, cdy_error *error)
{
    if (q) {
        return cdy_external_force_at(model, workspace, frame, CDY_AXES_BODY, wrench, q, fext, error);
    }
    cdy_status status = check_arguments(model, workspace, frame, wrench, fext, error);
    return status ? status : add_to_matrix(model, frame, wrench, fext, error);
}

cdy_status cdy_external_force_at(const cdy_model *model, cdy_workspace *workspace, int frame, cdy_axes axes,
                                 const double wrench[6], const double *q, double *fext, cdy_error *error)
{
    const double *tree_q = NULL;
    double T[16], in_base[6];
    cdy_status status = check_arguments(model, workspace, frame, wrench, fext, error);
    status = status ? status : cdy_check_axes(axes, error);
    status = status ? status : cdy_read_position(model, workspace, q, &tree_q, error);
    if (status) {
        return status;
    }
    workspace->kernels->placement(model, workspace->kernel_scratch, frame, tree_q, T);
    memcpy(in_base, wrench, sizeof in_base);
    cdy_wrench_to_base(T, axes == CDY_AXES_BASE, in_base);
    return add_to_matrix(model, frame, in_base, fext, error);
}

cdy_status cdy_add_wrench_torque(const cdy_model *model, cdy_workspace *w, const double *q, const double *fext,
                                 double *tau, cdy_error *error)
{
    static const double no_gravity[3] = {0, 0, 0};
    const double *tree_q = NULL;
    cdy_status status = cdy_check_workspace(model, w, error);
    status = status ? status : cdy_read_position(model, w, q, &tree_q, error);
    status = status ? status : cdy_check_forces(model, fext, error);
    if (status || !fext) {
        return status;
    }
    w->kernels->rnea(model, w->kernel_scratch, no_gravity, tree_q, w->zero, w->zero, fext, w->tau);
    const model_coordinate *c = model_velocities(model);
    status = cdy_check_result(w->tau, (size_t)model->tree_nv, error);
    for (int i = 0; !status && i < model->tree_nv; i++) {
        tau[c[i].index] -= c[i].multiplier * w->tau[i];
    }
    return status;
}
