/* The Coriolis matrix. */
#include "base/error.h"
#include "dynamics/arguments.h"

static cdy_status check_arguments(const cdy_model *model, const cdy_workspace *workspace, const double *C,
                                  cdy_error *error)
{
    cdy_status status = cdy_check_workspace(model, workspace, error);
    if (!status && !C) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no place for the Coriolis matrix was given");
    }
    if (!status && model->has_followers && !workspace->M) {
        status = cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                          "the robot has %d joints, more than the %d that a Coriolis matrix with mimic joints may have",
                          (int)model->tree_nv, LARGEST_DENSE);
    }
    return status;
}

cdy_status cdy_coriolis_matrix(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *qd,
                               double *C, cdy_error *error)
{
    const double *tree_q = NULL, *tree_qd = NULL;
    cdy_workspace *w = workspace;
    cdy_status status = check_arguments(model, w, C, error);
    if (status || (status = cdy_read_position(model, w, q, &tree_q, error)) ||
        (status = cdy_read_velocity(model, w, qd, w->qd, "velocity", &tree_qd, error))) {
        return status;
    }
    /* The multipliers of mimic joints are constant, so that C is projected like M: G^T C G, q_tree = G q + offset. */
    w->kernels->coriolis(model, w->state, tree_q, tree_qd, model->has_followers ? w->M : C);
    if (model->has_followers) {
        w->kernels->project_square(model, w->M, C);
    }
    return cdy_check_result(C, (size_t)model->nv * (size_t)model->nv, error);
}
