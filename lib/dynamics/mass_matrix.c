#include "dynamics/mass_matrix.h"

#include "base/error.h"
#include "dynamics/arguments.h"
#include "dynamics/drives.h"

cdy_status cdy_check_mass_matrix(const cdy_model *model, const cdy_workspace *workspace, const double *M,
                                 cdy_error *error)
{
    enum { SCALAR_LIMIT = 64 }; /* vector loads of freshly stored scalars stall (no store forwarding) */
    const size_t count = (size_t)model->nv * (size_t)model->nv;
    if (!(count < SCALAR_LIMIT ? cdy_all_finite(M, count) : cdy_matrix_is_finite(workspace, M, count))) {
        return cdy_fail(error, CDY_ERROR_NUMERIC, "the mass matrix is not finite; the robot's numbers are too large");
    }
    return CDY_OK;
}

cdy_status cdy_compute_mass_matrix(const cdy_model *model, cdy_workspace *workspace, const double *tree_q, double *M,
                                   cdy_error *error)
{
    if (!model->has_followers) {
        workspace->kernels->crba(model, workspace->state, tree_q, M);
        cdy_add_rotor_inertia(model, 1, M);
    } else if (workspace->M) {
        workspace->kernels->crba(model, workspace->state, tree_q, workspace->M);
        cdy_add_rotor_inertia(model, 1, workspace->M);
        workspace->kernels->project_matrix(model, workspace->M, M);
    } else {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "the robot has %d joints, more than the %d that a mass matrix with mimic joints may have",
                        (int)model->tree_nv, LARGEST_DENSE);
    }
    return cdy_check_mass_matrix(model, workspace, M, error);
}

cdy_status cdy_mass_matrix(const cdy_model *model, cdy_workspace *workspace, const double *q, double *M,
                           cdy_error *error)
{
    const double *tree_q = NULL;
    cdy_status status = cdy_check_workspace(model, workspace, error);
    if (!status && !M) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no place for the mass matrix was given");
    }
    if (!status) {
        status = cdy_read_position(model, workspace, q, &tree_q, error);
    }
    return status ? status : cdy_compute_mass_matrix(model, workspace, tree_q, M, error);
}
