#include "dynamics/mass_matrix.h"

#include "dynamics/arguments.h"
#include "dynamics/quantity.h"

cdy_status cdy_compute_mass_matrix(const cdy_model *model, cdy_workspace *workspace, const double *tree_q, double *M,
                                   cdy_error *error)
{
    const bool projects = model->has_followers;
    const quantity_step step = {.model = model,
                                .kernel_model = model,
                                .kernels = workspace->kernels,
                                .kernel_scratch = workspace->kernel_scratch};
    const double *const in[QUANTITY_INPUTS] = {tree_q};
    double *const out[QUANTITY_RESULTS] = {projects ? workspace->M : M};
    quantity_mass_matrix.compute(&step, in, out);
    if (projects) { /* G^T M G */
        workspace->kernels->project_matrix(model, workspace->M, M);
    }
    return cdy_check_matrix(workspace, M, (size_t)model->nv * (size_t)model->nv, error);
}
