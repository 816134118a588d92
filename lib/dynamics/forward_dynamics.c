/* Forward dynamics: M qdd = tau - ID(q, qd, 0), solved by Cholesky factorization (Featherstone 2008, section 6.1). */
#include "base/error.h"
#include "dynamics/arguments.h"
#include "dynamics/mass_matrix.h"
#include "linalg/cholesky.h"

#include <string.h>

/* tau - ID(q, qd, 0), the torque that is left to accelerate. */
static cdy_status remaining_torque(const cdy_model *model, cdy_workspace *w, const double *tree_q,
                                   const double *tree_qd, const double *tau, const double *fext, double *rest,
                                   cdy_error *error)
{
    w->kernels->rnea(model, w->state, model->gravity, tree_q, tree_qd, w->zero, fext, w->tau);
    cdy_status status = cdy_write_torque(model, w, rest, error);
    for (int i = 0; !status && i < model->nv; i++) {
        rest[i] = (tau ? tau[i] : 0) - rest[i];
    }
    return status;
}

/* Names the joint that the row (from 1) of a singular mass matrix belongs to. */
static cdy_status fail_singular(const cdy_model *model, int row, cdy_error *error)
{
    cdy_coordinate c = {.joint = "?"};
    cdy_model_velocity(model, row - 1, &c);
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "the mass matrix is singular at joint '%.80s': what it moves has no inertia of its own about or "
                    "along its axis; give the bodies it carries mass and inertia, or fix the joint",
                    c.joint);
}

static cdy_status solve(const cdy_model *model, cdy_workspace *w, const double *tree_q, double *x, cdy_error *error)
{
    if (!w->L) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "the robot has %d degrees of freedom, more than the %d that a mass matrix is solved for",
                        (int)model->nv, LARGEST_DENSE);
    }
    cdy_status status = cdy_compute_mass_matrix(model, w, tree_q, w->L, error);
    if (status || model->nv == 0) {
        return status;
    }
    int row = cdy_cholesky_factor(model->nv, w->L);
    if (row) {
        return fail_singular(model, row, error);
    }
    cdy_cholesky_solve(model->nv, w->L, x);
    if (!cdy_all_finite(x, (size_t)model->nv)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC, "the accelerations are not finite; the numbers are too large");
    }
    return CDY_OK;
}

cdy_status cdy_forward_dynamics(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *qd,
                                const double *tau, const double *fext, double *qdd, cdy_error *error)
{
    const double *tree_q = NULL, *tree_qd = NULL;
    cdy_status status = cdy_check_workspace(model, workspace, error);
    if (status) {
        return status;
    }
    if (!qdd) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no place for the accelerations was given");
    }
    if (tau && !cdy_all_finite(tau, (size_t)model->nv)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the torque has a number that is not finite");
    }
    double *x = workspace->qdd;
    if ((status = cdy_read_position(model, workspace, q, &tree_q, error)) ||
        (status = cdy_read_velocity(model, workspace, qd, workspace->qd, "velocity", &tree_qd, error)) ||
        (status = cdy_check_forces(model, fext, error)) ||
        (status = remaining_torque(model, workspace, tree_q, tree_qd, tau, fext, x, error)) ||
        (status = solve(model, workspace, tree_q, x, error))) {
        return status;
    }
    memcpy(qdd, x, (size_t)model->nv * sizeof *qdd);
    return CDY_OK;
}
