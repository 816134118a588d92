/* Forward dynamics: M qdd = tau - ID(q, qd, 0), solved by Cholesky factorization (Featherstone 2008, section 6.1), or
 * by articulated bodies where M would be too large. */
#include "dynamics/forward_dynamics.h"

#include "base/error.h"
#include "dynamics/arguments.h"
#include "dynamics/mass_matrix.h"
#include "linalg/cholesky.h"

#include <string.h>

cdy_status cdy_remaining_torque(const cdy_model *model, cdy_workspace *w, const double *tree_q, const double *tree_qd,
                                const double *tau, const double *fext, double *rest, cdy_error *error)
{
    w->kernels->rnea(model, w->state, model->gravity, tree_q, tree_qd, w->zero, fext, w->tau);
    cdy_status status = cdy_write_torque(model, w, rest, error);
    for (int i = 0; !status && i < model->nv; i++) {
        rest[i] = (tau ? tau[i] : 0) - rest[i];
    }
    return status;
}

cdy_status cdy_fail_singular(const cdy_model *model, int row, cdy_error *error)
{
    cdy_coordinate c = {.joint = "?"};
    cdy_model_velocity(model, row - 1, &c);
    return cdy_fail(
        error, CDY_ERROR_NUMERIC,
        "the mass matrix is not positive definite at joint '%.80s': what it moves has no positive inertia of "
        "its own about or along its axis; give the bodies it carries mass and inertia, or fix the joint",
        c.joint);
}

static cdy_status check_accelerations(const cdy_model *model, const double *qdd, cdy_error *error)
{
    if (!cdy_all_finite(qdd, (size_t)model->nv)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC, "the accelerations are not finite; the numbers are too large");
    }
    return CDY_OK;
}

/* The state of a call, its arguments read and checked. */
typedef struct forward_problem {
    const double *q, *qd, *tau, *fext; /* q, qd of the tree; tau of the caller, fext too */
} forward_problem;

static cdy_status by_mass_matrix(const cdy_model *model, cdy_workspace *w, const forward_problem *p, double *qdd,
                                 cdy_error *error)
{
    cdy_status status = cdy_remaining_torque(model, w, p->q, p->qd, p->tau, p->fext, qdd, error);
    if (!status) {
        status = cdy_compute_mass_matrix(model, w, p->q, w->L, error);
    }
    if (status || model->nv == 0) {
        return status;
    }
    int row = cdy_cholesky_factor(model->nv, w->L);
    if (row) {
        return cdy_fail_singular(model, row, error);
    }
    cdy_cholesky_solve(model->nv, w->L, qdd);
    return check_accelerations(model, qdd, error);
}

/* Linear in the number of bodies in time and memory: for robots whose mass matrix would fill the memory. */
static cdy_status by_articulated_bodies(const cdy_model *model, cdy_workspace *w, const forward_problem *p, double *qdd,
                                        cdy_error *error)
{
    if (model->has_followers) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "the robot has %d degrees of freedom, those of mimic joints among them; with mimic joints "
                        "there may be %d at most",
                        (int)model->tree_nv, LARGEST_DENSE);
    }
    w->kernels->aba(model, w->state, model->gravity, p->q, p->qd, p->tau ? p->tau : w->zero, p->fext, qdd, w->tau);
    for (int i = 0; i < model->nv; i++) {
        if (!(w->tau[i] > 0)) {
            return cdy_fail_singular(model, i + 1, error);
        }
    }
    return check_accelerations(model, qdd, error);
}

cdy_status cdy_forward_dynamics(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *qd,
                                const double *tau, const double *fext, double *qdd, cdy_error *error)
{
    forward_problem p = {NULL, NULL, tau, fext};
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
    if ((status = cdy_read_position(model, workspace, q, &p.q, error)) ||
        (status = cdy_read_velocity(model, workspace, qd, workspace->qd, "velocity", &p.qd, error)) ||
        (status = cdy_check_forces(model, fext, error))) {
        return status;
    }
    double *x = workspace->qdd;
    status = workspace->L ? by_mass_matrix(model, workspace, &p, x, error)
                          : by_articulated_bodies(model, workspace, &p, x, error);
    if (!status) {
        memcpy(qdd, x, (size_t)model->nv * sizeof *qdd);
    }
    return status;
}
