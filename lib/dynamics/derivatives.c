/* Derivatives of inverse and forward dynamics, and the inverse of the mass matrix. */
#include "base/error.h"
#include "dynamics/arguments.h"
#include "dynamics/drives.h"
#include "dynamics/forward_dynamics.h"
#include "dynamics/mass_factor.h"
#include "dynamics/mass_matrix.h"

#include <condyle/derivatives.h>
#include <string.h>

/* State and external forces of a call, checked and expanded to the tree's coordinates. */
typedef struct tree_state {
    const double *q, *qd, *qdd, *fext;
} tree_state;

/* Copies the external forces of robots with mimic joints: a result that overlaps them is written before the last read.
 */
static const double *copy_forces(const cdy_model *model, const cdy_workspace *w, const double *fext)
{
    if (!fext || !model->has_followers) {
        return fext;
    }
    memcpy(w->columns, fext, 6 * (size_t)model->force_rows * sizeof *fext);
    return w->columns;
}

static cdy_status check_dense_size(const cdy_model *model, const cdy_workspace *w, bool needed, cdy_error *error)
{
    if (needed && !w->M) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "the robot has %d degrees of freedom, including mimic joints; the call takes %d at most",
                        (int)model->tree_nv, LARGEST_DENSE);
    }
    return CDY_OK;
}

/* Computes the derivatives of inverse dynamics in the tree's coordinates; either may be NULL. */
static void differentiate_tree(const cdy_model *model, cdy_workspace *w, const tree_state *s, double *dtau_dq,
                               double *dtau_dqd)
{
    w->kernels->drnea(model, w->state, model->gravity, s->q, s->qd, s->qdd, s->fext, dtau_dq, dtau_dqd);
    cdy_add_drive_derivatives(model, 1, s->qd, dtau_dq, dtau_dqd);
}

/* Computes the derivatives in the caller's coordinates. With mimic joints, the two matrices of the tree are computed
 * one after the other, because the workspace has room for one. */
static void differentiate_inverse_dynamics(const cdy_model *model, cdy_workspace *w, tree_state *s, double *dtau_dq,
                                           double *dtau_dqd)
{
    if (model->drives_act && s->qd != w->qd) { /* a result may overlap qd, which is read again */
        memcpy(w->qd, s->qd, (size_t)model->tree_nv * sizeof *w->qd);
        s->qd = w->qd;
    }
    if (!model->has_followers) {
        differentiate_tree(model, w, s, dtau_dq, dtau_dqd);
        return;
    }
    if (dtau_dq) {
        differentiate_tree(model, w, s, w->M, NULL);
        w->kernels->project_square(model, w->M, dtau_dq);
    }
    if (dtau_dqd) {
        differentiate_tree(model, w, s, NULL, w->M);
        w->kernels->project_square(model, w->M, dtau_dqd);
    }
}

/* Checks a square result (nv x nv; NULL: not wanted). */
static cdy_status check_square(const cdy_model *model, const cdy_workspace *w, const double *square, cdy_error *error)
{
    const size_t n = (size_t)model->nv;
    return square ? cdy_check_matrix(w, square, n * n, error) : CDY_OK;
}

cdy_status cdy_inverse_dynamics_derivatives(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                            const double *qd, const double *qdd, const double *fext, double *dtau_dq,
                                            double *dtau_dqd, cdy_error *error)
{
    tree_state s = {0};
    cdy_status status = cdy_check_workspace(model, workspace, error);
    if (status || (status = check_dense_size(model, workspace, model->has_followers, error)) ||
        (status = cdy_read_position(model, workspace, q, &s.q, error)) ||
        (status = cdy_read_velocity(model, workspace, qd, workspace->qd, "velocity", &s.qd, error)) ||
        (status = cdy_read_velocity(model, workspace, qdd, workspace->qdd, "acceleration", &s.qdd, error)) ||
        (status = cdy_check_forces(model, fext, error))) {
        return status;
    }
    s.fext = copy_forces(model, workspace, fext);
    differentiate_inverse_dynamics(model, workspace, &s, dtau_dq, dtau_dqd);
    status = check_square(model, workspace, dtau_dq, error);
    return status ? status : check_square(model, workspace, dtau_dqd, error);
}

static cdy_status factor_mass_matrix(const cdy_model *model, cdy_workspace *w, const double *tree_q, mass_factor *f,
                                     cdy_error *error)
{
    cdy_status status = check_dense_size(model, w, true, error);
    status = status ? status : cdy_compute_mass_matrix(model, w, tree_q, w->L, error);
    return status ? status : cdy_factor_mass(model, w, f, error);
}

cdy_status cdy_inverse_mass_matrix(const cdy_model *model, cdy_workspace *workspace, const double *q, double *M_inverse,
                                   cdy_error *error)
{
    const double *tree_q = NULL;
    mass_factor f;
    cdy_status status = cdy_check_workspace(model, workspace, error);
    if (!status && !M_inverse) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no place for the inverse of the mass matrix was given");
    }
    if (status || (status = cdy_read_position(model, workspace, q, &tree_q, error)) ||
        (status = factor_mass_matrix(model, workspace, tree_q, &f, error))) {
        return status;
    }
    cdy_mass_solve_with_inverse(&f, NULL, NULL, M_inverse);
    return check_square(model, workspace, M_inverse, error);
}

/* Computes s->qdd and the factors of M for robots with mimic joints. */
static cdy_status solve_with_mimic_joints(const cdy_model *model, cdy_workspace *w, tree_state *s, const double *qd,
                                          const double *tau, mass_factor *f, cdy_error *error)
{
    cdy_status status = cdy_subtract_bias(model, w, s->q, s->qd, tau, s->fext, w->qdd, error);
    status = status ? status : factor_mass_matrix(model, w, s->q, f, error);
    if (status) {
        return status;
    }
    cdy_mass_solve(f, w->qdd);
    if ((status = cdy_check_result(w->qdd, (size_t)model->nv, error))) {
        return status;
    }
    /* w->qd, which cdy_subtract_bias() used as scratch, is read again below; w->tau holds qdd meanwhile. */
    memcpy(w->tau, w->qdd, (size_t)model->nv * sizeof *w->tau);
    status = cdy_read_velocity(model, w, w->tau, w->qdd, "acceleration", &s->qdd, error);
    return status ? status : cdy_read_velocity(model, w, qd, w->qd, "velocity", &s->qd, error);
}

/* Computes the bias ID(q, qd, 0) in w->tau and the lower half of M in `M`. */
static void compute_bias_and_mass(const cdy_model *model, cdy_workspace *w, const tree_state *s, double *M)
{
    w->kernels->bias_and_mass(model, w->state, model->gravity, s->q, s->qd, s->fext, w->tau, M);
    cdy_add_drive_torque(model, 1, s->q, s->qd, w->zero, w->tau);
    cdy_add_rotor_inertia(model, 1, M);
}

/* Factors a nearly singular M, whose rounding errors decide whether it is definite: M is computed as in all other
 * calls, for the same verdict. The intermediate results of drnea are then computed again. */
static cdy_status factor_nearly_singular(const cdy_model *model, cdy_workspace *w, const tree_state *s, mass_factor *f,
                                         cdy_error *error)
{
    cdy_status status = cdy_compute_mass_matrix(model, w, s->q, w->L, error);
    status = status ? status : cdy_factor_mass_both_ways(model, w, f, error);
    if (!status) {
        compute_bias_and_mass(model, w, s, w->M);
    }
    return status;
}

/* Computes s->qdd and the factors of M for robots without mimic joints: the first pass of drnea yields M and the bias.
 */
static cdy_status solve_accelerations(const cdy_model *model, cdy_workspace *w, tree_state *s, const double *tau,
                                      mass_factor *f, cdy_error *error)
{
    const size_t n = (size_t)model->nv;
    compute_bias_and_mass(model, w, s, w->L);
    cdy_status status = cdy_check_result(w->tau, n, error);
    for (size_t i = 0; i < n; i++) {
        w->qdd[i] = (tau ? tau[i] : 0) - w->tau[i];
    }
    status = status ? status : cdy_check_matrix(w, w->L, n * n, error);
    if (!status && !cdy_try_factor_mass(model, w, f)) {
        status = factor_nearly_singular(model, w, s, f, error);
    }
    if (status) {
        return status;
    }
    cdy_mass_solve(f, w->qdd);
    s->qdd = w->qdd;
    return CDY_OK;
}

/* Completes the derivatives of inverse dynamics after solve_accelerations(). */
static void finish_derivatives(const cdy_model *model, cdy_workspace *w, const tree_state *s, double *dtau_dq,
                               double *dtau_dqd)
{
    if (model->drives_act) { /* a result may overlap qd */
        memcpy(w->qd, s->qd, (size_t)model->tree_nv * sizeof *w->qd);
    }
    w->kernels->drnea_finish(model, w->state, s->fext != NULL, s->qdd, dtau_dq, dtau_dqd);
    cdy_add_drive_derivatives(model, 1, w->qd, dtau_dq, dtau_dqd);
}

cdy_status cdy_forward_dynamics_derivatives(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                            const double *qd, const double *tau, const double *fext, double *dqdd_dq,
                                            double *dqdd_dqd, double *dqdd_dtau, cdy_error *error)
{
    tree_state s = {0};
    mass_factor f;
    cdy_status status = cdy_check_workspace(model, workspace, error);
    if (!status && tau && !cdy_all_finite(tau, (size_t)model->nv)) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "the torque has a number that is not finite");
    }
    if (status || (status = check_dense_size(model, workspace, true, error)) ||
        (status = cdy_read_position(model, workspace, q, &s.q, error)) ||
        (status = cdy_read_velocity(model, workspace, qd, workspace->qd, "velocity", &s.qd, error)) ||
        (status = cdy_check_forces(model, fext, error))) {
        return status;
    }
    s.fext = copy_forces(model, workspace, fext);
    if (model->nv == 0) {
        return CDY_OK;
    }
    status = model->has_followers ? solve_with_mimic_joints(model, workspace, &s, qd, tau, &f, error)
                                  : solve_accelerations(model, workspace, &s, tau, &f, error);
    if (status || (status = cdy_check_result(s.qdd, (size_t)model->tree_nv, error))) {
        return status;
    }
    if (model->has_followers && (dqdd_dq || dqdd_dqd)) {
        differentiate_inverse_dynamics(model, workspace, &s, dqdd_dq, dqdd_dqd);
    } else if (dqdd_dq || dqdd_dqd) {
        finish_derivatives(model, workspace, &s, dqdd_dq, dqdd_dqd);
    }
    cdy_mass_solve_with_inverse(&f, dqdd_dq, dqdd_dqd, dqdd_dtau);
    status = check_square(model, workspace, dqdd_dq, error);
    status = status ? status : check_square(model, workspace, dqdd_dqd, error);
    return status ? status : check_square(model, workspace, dqdd_dtau, error);
}
