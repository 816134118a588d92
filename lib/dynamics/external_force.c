/* External forces: wrenches on bodies, assembled in the external force matrix of the dynamics. */
#include "dynamics/external_force.h"
#include "base/error.h"
#include "dynamics/arguments.h"

#include <string.h>

force cdy_wrench_in_base(const double T[16], force wrench)
{
    const rotation R = {vec3_from(T), vec3_from(T + 4), vec3_from(T + 8)};
    const transform X = {rotation_transpose(R), {T[3], T[7], T[11]}};
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

cdy_status cdy_external_force(const cdy_model *model, cdy_workspace *workspace, int frame, const double wrench[6],
                              const double *q, double *fext, cdy_error *error)
{
    cdy_status status = cdy_check_workspace(model, workspace, error);
    if (status) {
        return status;
    }
    if (!wrench || !fext) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "an external force needs a wrench and a place for the matrix");
    }
    if ((status = cdy_check_frame(model, frame, error))) {
        return status;
    }
    if (!cdy_all_finite(wrench, 6)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the wrench has a number that is not finite");
    }
    const model_frame *target = &model_frames(model)[frame];
    force f = {vec3_from(wrench), vec3_from(wrench + 3)};
    if (q) {
        const double *tree_q = NULL;
        status = cdy_read_position(model, workspace, q, &tree_q, error);
        if (status) {
            return status;
        }
        double T[16];
        workspace->kernels->placement(model, workspace->state, frame, tree_q, T);
        f = cdy_wrench_in_base(T, f);
    }
    if (target->body == 0) {
        return CDY_OK;
    }
    return add_to_row(fext + 6 * (size_t)model_bodies(model)[target->body].force_row, f, error);
}
