/* External forces: wrenches on bodies, assembled in the external force matrix of the dynamics. */
#include "dynamics/external_force.h"
#include "base/error.h"
#include "dynamics/arguments.h"

#include <string.h>

force cdy_wrench_in_base(const double T[16], bool base_axes, force wrench)
{
    const rotation R = {vec3_from(T), vec3_from(T + 4), vec3_from(T + 8)};
    const transform X = {base_axes ? rotation_identity() : rotation_transpose(R), {T[3], T[7], T[11]}};
    return transform_force_back(X, wrench);
}

static cdy_status add_to_row(double row[6], force f, cdy_error *error)
{
    double sum[6] = {f.moment.x, f.moment.y, f.moment.z, f.linear.x, f.linear.y, f.linear.z};
    for (int i = 0; i < 6; i++) {
        sum[i] += row[i];
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
    if ((status = cdy_check_frame(model, frame, error))) {
        return status;
    }
    return cdy_all_finite(wrench, 6)
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_ARGUMENT, "the wrench has a number that is not finite");
}

/* Adds a wrench in the base frame to the row of the joint that moves the frame. */
static cdy_status add_to_matrix(const cdy_model *model, int frame, force f, double *fext, cdy_error *error)
{
    const int32_t body = model_frames(model)[frame].body;
    return body == 0 ? CDY_OK : add_to_row(fext + 6 * (size_t)model_bodies(model)[body].force_row, f, error);
}

cdy_status cdy_external_force(const cdy_model *model, cdy_workspace *workspace, int frame, const double wrench[6],
                              const double *q, double *fext, cdy_error *error)
{
    if (q) {
        return cdy_external_force_at(model, workspace, frame, CDY_AXES_BODY, wrench, q, fext, error);
    }
    cdy_status status = check_arguments(model, workspace, frame, wrench, fext, error);
    return status ? status
                  : add_to_matrix(model, frame, (force){vec3_from(wrench), vec3_from(wrench + 3)}, fext, error);
}

cdy_status cdy_external_force_at(const cdy_model *model, cdy_workspace *workspace, int frame, cdy_axes axes,
                                 const double wrench[6], const double *q, double *fext, cdy_error *error)
{
    const double *tree_q = NULL;
    double T[16];
    cdy_status status = check_arguments(model, workspace, frame, wrench, fext, error);
    status = status ? status : cdy_check_axes(axes, error);
    status = status ? status : cdy_read_position(model, workspace, q, &tree_q, error);
    if (status) {
        return status;
    }
    workspace->kernels->placement(model, workspace->kernel_scratch, frame, tree_q, T);
    const force f = {vec3_from(wrench), vec3_from(wrench + 3)};
    return add_to_matrix(model, frame, cdy_wrench_in_base(T, axes == CDY_AXES_BASE, f), fext, error);
}
