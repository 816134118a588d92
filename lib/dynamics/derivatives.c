/* Derivatives of inverse and forward dynamics, and the inverse of the mass matrix. */
#include "base/error.h"
#include "dynamics/arguments.h"
#include "dynamics/drives.h"
#include "dynamics/forward_dynamics.h"
#include "dynamics/mass_matrix.h"
#include "linalg/cholesky.h"

#include <condyle/derivatives.h>
#include <float.h>
#include <string.h>

/* The state of a call in the tree's coordinates, its arguments read and checked. */
typedef struct point {
    const double *q, *qd, *qdd, *fext;
} point;

/* Where joints follow others results are written while the forces are still read, which may lie in the same place. */
static const double *keep_forces(const cdy_model *model, const cdy_workspace *w, const double *fext)
{
    if (!fext || !model->has_followers) {
        return fext;
    }
    memcpy(w->columns, fext, 6 * (size_t)model->force_rows * sizeof *fext);
    return w->columns;
}

static cdy_status check_room(const cdy_model *model, const cdy_workspace *w, bool needed, cdy_error *error)
{
    if (needed && !w->M) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "the robot has %d degrees of freedom with those of mimic joints; the call takes %d at most",
                        (int)model->tree_nv, LARGEST_DENSE);
    }
    return CDY_OK;
}

/* The derivatives of inverse dynamics in the coordinates of the tree; either may be NULL. */
static void differentiate_tree(const cdy_model *model, cdy_workspace *w, const point *p, double *by_q, double *by_qd)
{
    w->kernels->drnea(model, w->state, model->gravity, p->q, p->qd, p->qdd, p->fext, by_q, by_qd);
    cdy_add_drive_derivatives(model, p->qd, by_q, by_qd);
}

/* The same in the caller's coordinates.  With followers the tree's own matrix, for which there is one room, is made
 * for one result after the other. */
static void differentiate(const cdy_model *model, cdy_workspace *w, point *p, double *by_q, double *by_qd)
{
    if (model->drives_act && p->qd != w->qd) { /* read once more when results may lie there */
        memcpy(w->qd, p->qd, (size_t)model->tree_nv * sizeof *w->qd);
        p->qd = w->qd;
    }
    if (!model->has_followers) {
        differentiate_tree(model, w, p, by_q, by_qd);
        return;
    }
    if (by_q) {
        differentiate_tree(model, w, p, w->M, NULL);
        cdy_project_square(model, w->M, by_q);
    }
    if (by_qd) {
        differentiate_tree(model, w, p, NULL, w->M);
        cdy_project_square(model, w->M, by_qd);
    }
}

static cdy_status check_matrix(const cdy_model *model, const double *matrix, cdy_error *error)
{
    const size_t n = (size_t)model->nv;
    return matrix ? cdy_check_result(matrix, n * n, error) : CDY_OK;
}

cdy_status cdy_inverse_dynamics_derivatives(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                            const double *qd, const double *qdd, const double *fext, double *dtau_dq,
                                            double *dtau_dqd, cdy_error *error)
{
    point p = {0};
    cdy_status status = cdy_check_workspace(model, workspace, error);
    if (status || (status = check_room(model, workspace, model->has_followers, error)) ||
        (status = cdy_read_position(model, workspace, q, &p.q, error)) ||
        (status = cdy_read_velocity(model, workspace, qd, workspace->qd, "velocity", &p.qd, error)) ||
        (status = cdy_read_velocity(model, workspace, qdd, workspace->qdd, "acceleration", &p.qdd, error)) ||
        (status = cdy_check_forces(model, fext, error))) {
        return status;
    }
    p.fext = keep_forces(model, workspace, fext);
    differentiate(model, workspace, &p, dtau_dq, dtau_dqd);
    status = check_matrix(model, dtau_dq, error);
    return status ? status : check_matrix(model, dtau_dqd, error);
}

/* A pivot is rounding noise where it is tiny beside the diagonal element that it came from. */
static int find_singular_row(const cdy_model *model, const double *D, const double *diagonal)
{
    const int n = model->nv;
    for (int i = n - 1; i >= 0; i--) { /* in the order of the pivots */
        if (!(D[i] > 4 * n * DBL_EPSILON * diagonal[i])) {
            return i + 1;
        }
    }
    return 0;
}

/* Makes the mass matrix's factors in w->L: by branches, with the pivots in w->tau, or dense where followers tie the
 * branches together. */
static cdy_status factor(const cdy_model *model, cdy_workspace *w, const double *tree_q, cdy_error *error)
{
    const size_t n = (size_t)model->nv;
    cdy_status status = check_room(model, w, true, error);
    if (status || (status = cdy_compute_mass_matrix(model, w, tree_q, w->L, error)) || n == 0) {
        return status;
    }
    int row;
    if (model->has_followers) {
        row = cdy_cholesky_factor((int)n, w->L);
    } else {
        for (size_t i = 0; i < n; i++) {
            w->columns[i] = w->L[i * n + i];
        }
        w->kernels->factor(model, w->state, w->L, w->tau);
        row = find_singular_row(model, w->tau, w->columns);
    }
    return row ? cdy_fail_singular(model, row, error) : CDY_OK;
}

/* x := M^-1 x (n) from what factor() left. */
static void solve(const cdy_model *model, cdy_workspace *w, double *x)
{
    if (model->has_followers) {
        cdy_cholesky_solve(model->nv, w->L, x);
    } else {
        w->kernels->factor_solve(model, w->state, w->L, w->tau, x);
    }
}

static void invert(const cdy_model *model, cdy_workspace *w, double *M_inverse)
{
    const size_t n = (size_t)model->nv;
    if (!model->has_followers) {
        w->kernels->factor_invert(model, w->state, w->L, w->tau, M_inverse);
        return;
    }
    memset(M_inverse, 0, n * n * sizeof *M_inverse);
    for (size_t i = 0; i < n; i++) {
        M_inverse[i * n + i] = 1;
    }
    cdy_cholesky_solve_many((int)n, w->L, (int)n, M_inverse);
    for (size_t i = 0; i < n; i++) { /* the two halves were rounded apart */
        for (size_t j = i + 1; j < n; j++) {
            M_inverse[j * n + i] = M_inverse[i * n + j];
        }
    }
}

cdy_status cdy_inverse_mass_matrix(const cdy_model *model, cdy_workspace *workspace, const double *q, double *M_inverse,
                                   cdy_error *error)
{
    const double *tree_q = NULL;
    cdy_status status = cdy_check_workspace(model, workspace, error);
    if (!status && !M_inverse) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no place for the inverse of the mass matrix was given");
    }
    if (status || (status = cdy_read_position(model, workspace, q, &tree_q, error)) ||
        (status = factor(model, workspace, tree_q, error))) {
        return status;
    }
    invert(model, workspace, M_inverse);
    return check_matrix(model, M_inverse, error);
}

/* Gives in p->qdd the accelerations that tau causes, the factors of M ready. */
static cdy_status accelerate(const cdy_model *model, cdy_workspace *w, point *p, const double *qd, const double *tau,
                             cdy_error *error)
{
    cdy_status status = cdy_remaining_torque(model, w, p->q, p->qd, tau, p->fext, w->qdd, error);
    status = status ? status : factor(model, w, p->q, error);
    if (status) {
        return status;
    }
    solve(model, w, w->qdd);
    p->qdd = w->qdd;
    status = cdy_check_result(w->qdd, (size_t)model->nv, error);
    if (!status && model->has_followers) { /* the torques were summed where the velocities were */
        memcpy(w->tau, w->qdd, (size_t)model->nv * sizeof *w->tau);
        status = cdy_read_velocity(model, w, w->tau, w->qdd, "acceleration", &p->qdd, error);
        status = status ? status : cdy_read_velocity(model, w, qd, w->qd, "velocity", &p->qd, error);
    }
    return status ? status : cdy_check_result(p->qdd, (size_t)model->tree_nv, error);
}

/* Turns the derivatives of inverse dynamics into those of forward dynamics: -M^-1 times them. */
static cdy_status turn_over(const cdy_model *model, cdy_workspace *w, double *matrix, cdy_error *error)
{
    const size_t n = (size_t)model->nv;
    if (matrix && !model->has_followers) {
        w->kernels->factor_turn_over(model, w->state, w->L, w->tau, matrix);
    } else if (matrix) {
        cdy_cholesky_solve_many((int)n, w->L, (int)n, matrix);
        for (size_t i = 0; i < n * n; i++) {
            matrix[i] = -matrix[i];
        }
    }
    return check_matrix(model, matrix, error);
}

cdy_status cdy_forward_dynamics_derivatives(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                            const double *qd, const double *tau, const double *fext, double *dqdd_dq,
                                            double *dqdd_dqd, double *dqdd_dtau, cdy_error *error)
{
    point p = {0};
    cdy_status status = cdy_check_workspace(model, workspace, error);
    if (!status && tau && !cdy_all_finite(tau, (size_t)model->nv)) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "the torque has a number that is not finite");
    }
    if (status || (status = check_room(model, workspace, true, error)) ||
        (status = cdy_read_position(model, workspace, q, &p.q, error)) ||
        (status = cdy_read_velocity(model, workspace, qd, workspace->qd, "velocity", &p.qd, error)) ||
        (status = cdy_check_forces(model, fext, error))) {
        return status;
    }
    p.fext = keep_forces(model, workspace, fext);
    if (model->nv == 0 || (status = accelerate(model, workspace, &p, qd, tau, error))) {
        return status;
    }
    if (dqdd_dq || dqdd_dqd) {
        differentiate(model, workspace, &p, dqdd_dq, dqdd_dqd);
    }
    if (dqdd_dtau) {
        invert(model, workspace, dqdd_dtau);
    }
    status = turn_over(model, workspace, dqdd_dq, error);
    status = status ? status : turn_over(model, workspace, dqdd_dqd, error);
    return status ? status : check_matrix(model, dqdd_dtau, error);
}
