/* Center of mass, its Jacobian, and total mass of the moving bodies. */
#include "base/error.h"
#include "dynamics/arguments.h"

#include <condyle/kinematics.h>
#include <string.h>

double cdy_total_mass(const cdy_model *model)
{
    if (!model) {
        return 0;
    }
    const model_body *bodies = model_bodies(model);
    double mass = 0;
    for (int i = 1; i < model->body_count; i++) {
        mass += bodies[i].mass;
    }
    return mass;
}

cdy_status cdy_center_of_mass(const cdy_model *model, cdy_workspace *workspace, const double *q, double com[3],
                              double *J, cdy_error *error)
{
    const double *tree_q = NULL;
    double center[3];
    cdy_status status = cdy_check_workspace(model, workspace, error);
    if (!status && !com) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no place for the center of mass was given");
    }
    if (status || (status = cdy_read_position(model, workspace, q, &tree_q, error))) {
        return status;
    }
    double mass = cdy_total_mass(model);
    if (!(mass > 0)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC, "nothing that moves has mass, so there is no center of mass");
    }
    double *tree_J = workspace->columns;
    workspace->kernels->center_of_mass(model, workspace->state, tree_q, center, tree_J);
    status = cdy_check_result(center, 3, error);
    status = status ? status : cdy_check_result(&mass, 1, error);
    if (J && !status) {
        workspace->kernels->project_columns(model, 3, tree_J, J);
        status = cdy_check_matrix(workspace, J, 3 * (size_t)model->nv, error);
    }
    if (!status) {
        memcpy(com, center, sizeof center);
    }
    return status;
}
