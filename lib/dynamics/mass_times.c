/* M(q) x without forming M: inverse dynamics with qdd = x, at rest and without gravity. */
#include "base/error.h"
#include "dynamics/arguments.h"
#include "dynamics/drives.h"

cdy_status cdy_mass_times(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *x,
                          double *product, cdy_error *error)
{
    static const double no_gravity[3] = {0, 0, 0};
    const double *tree_q = NULL, *tree_x = NULL;
    cdy_workspace *w = workspace;
    cdy_status status = cdy_check_workspace(model, w, error);
    if (status) {
        return status;
    }
    if (!product) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no place for the product was given");
    }
    if ((status = cdy_read_position(model, w, q, &tree_q, error)) ||
        (status = cdy_read_velocity(model, w, x, w->qdd, "vector", &tree_x, error))) {
        return status;
    }
    w->kernels->rnea(model, w->state, no_gravity, tree_q, w->zero, tree_x, NULL, w->tau);
    cdy_add_rotor_torque(model, 1, tree_x, w->tau);
    return cdy_write_torque(model, w, product, error);
}
