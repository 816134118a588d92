/* Inverse dynamics and its parts: velocity product and gravity torque, both of the bodies without drives. */
#include "base/error.h"
#include "dynamics/arguments.h"
#include "dynamics/drives.h"

static const double no_gravity[3] = {0, 0, 0};

/* Checks the arguments and computes ID under the given gravity, with or without the drives. */
static cdy_status compute(const cdy_model *model, cdy_workspace *w, const double gravity[3], bool drives,
                          const double *q, const double *qd, const double *qdd, const double *fext, double *tau,
                          cdy_error *error)
{
    const double *tree_q = NULL, *tree_qd = NULL, *tree_qdd = NULL;
    cdy_status status = cdy_check_workspace(model, w, error);
    if (status) {
        return status;
    }
    if (!tau) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no place for the torques was given");
    }
    if ((status = cdy_read_position(model, w, q, &tree_q, error)) ||
        (status = cdy_read_velocity(model, w, qd, w->qd, "velocity", &tree_qd, error)) ||
        (status = cdy_read_velocity(model, w, qdd, w->qdd, "acceleration", &tree_qdd, error)) ||
        (status = cdy_check_forces(model, fext, error))) {
        return status;
    }
    w->kernels->rnea(model, w->state, gravity, tree_q, tree_qd, tree_qdd, fext, w->tau);
    if (drives) {
        cdy_add_drive_torque(model, 1, tree_q, tree_qd, tree_qdd, w->tau);
    }
    return cdy_write_torque(model, w, tau, error);
}

cdy_status cdy_inverse_dynamics(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *qd,
                                const double *qdd, const double *fext, double *tau, cdy_error *error)
{
    return compute(model, workspace, model ? model->gravity : no_gravity, true, q, qd, qdd, fext, tau, error);
}

cdy_status cdy_velocity_product(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *qd,
                                double *product, cdy_error *error)
{
    return compute(model, workspace, no_gravity, false, q, qd, NULL, NULL, product, error);
}

cdy_status cdy_gravity_torque(const cdy_model *model, cdy_workspace *workspace, const double *q, double *tau,
                              cdy_error *error)
{
    return compute(model, workspace, model ? model->gravity : no_gravity, false, q, NULL, NULL, NULL, tau, error);
}
