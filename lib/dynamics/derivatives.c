/* Derivatives of inverse and forward dynamics, and the inverse of the mass matrix. */
#include "base/error.h"
#include "dynamics/arguments.h"
#include "dynamics/drives.h"
#include "dynamics/forward_dynamics.h"
#include "dynamics/mass_factor.h"
#include "dynamics/mass_matrix.h"

#include <condyle/derivatives.h>
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
    cdy_add_drive_derivatives(model, 1, p->qd, by_q, by_qd);
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
        w->kernels->project_square(model, w->M, by_q);
    }
    if (by_qd) {
        differentiate_tree(model, w, p, NULL, w->M);
        w->kernels->project_square(model, w->M, by_qd);
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
    status = check_square(model, workspace, dtau_dq, error);
    return status ? status : check_square(model, workspace, dtau_dqd, error);
}

static cdy_status factor(const cdy_model *model, cdy_workspace *w, const double *tree_q, mass_factor *f,
                         cdy_error *error)
{
    cdy_status status = check_room(model, w, true, error);
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
        (status = factor(model, workspace, tree_q, &f, error))) {
        return status;
    }
    cdy_mass_turn_over(&f, NULL, NULL, M_inverse);
    return check_square(model, workspace, M_inverse, error);
}

/* Gives in p->qdd the accelerations that tau causes, with the factors of M; for robots whose joints follow others. */
static cdy_status accelerate_followers(const cdy_model *model, cdy_workspace *w, point *p, const double *qd,
                                       const double *tau, mass_factor *f, cdy_error *error)
{
    cdy_status status = cdy_remaining_torque(model, w, p->q, p->qd, tau, p->fext, w->qdd, error);
    status = status ? status : factor(model, w, p->q, f, error);
    if (status) {
        return status;
    }
    cdy_mass_solve(f, w->qdd);
    if ((status = cdy_check_result(w->qdd, (size_t)model->nv, error))) {
        return status;
    }
    /* The torques were summed where the velocities were. */
    memcpy(w->tau, w->qdd, (size_t)model->nv * sizeof *w->tau);
    status = cdy_read_velocity(model, w, w->tau, w->qdd, "acceleration", &p->qdd, error);
    return status ? status : cdy_read_velocity(model, w, qd, w->qd, "velocity", &p->qd, error);
}

/* The bias into w->tau, and the lower half of M into w->L. */
static void make_bias_and_mass(const cdy_model *model, cdy_workspace *w, const point *p)
{
    w->kernels->bias_and_mass(model, w->state, model->gravity, p->q, p->qd, p->fext, w->tau, w->L);
    cdy_add_drive_torque(model, 1, p->q, p->qd, w->zero, w->tau);
    cdy_add_rotor_inertia(model, 1, w->L);
}

/* The same for all others: what the derivatives need anyway gives M and the bias, too. */
static cdy_status accelerate(const cdy_model *model, cdy_workspace *w, point *p, const double *tau, mass_factor *f,
                             cdy_error *error)
{
    const size_t n = (size_t)model->nv;
    make_bias_and_mass(model, w, p);
    cdy_status status = cdy_check_result(w->tau, n, error);
    for (size_t i = 0; i < n; i++) {
        w->qdd[i] = (tau ? tau[i] : 0) - w->tau[i];
    }
    status = status ? status : cdy_check_mass_matrix(model, w, w->L, error);
    if (status) {
        return status;
    }
    if (!cdy_factor_sound_mass(model, w, f)) {
        if ((status = factor(model, w, p->q, f, error))) {
            return status;
        }
        make_bias_and_mass(model, w, p); /* what the derivatives are to go on from, once more */
        cdy_factor_sound_mass(model, w, f);
        if (f->row) { /* this M is another by its rounding */
            return cdy_fail_singular(model, w, f->row, error);
        }
    }
    cdy_mass_solve(f, w->qdd);
    p->qdd = w->qdd;
    return CDY_OK;
}

/* The derivatives of inverse dynamics where accelerate() has been. */
static void differentiate_after(const cdy_model *model, cdy_workspace *w, const point *p, double *by_q, double *by_qd)
{
    if (model->drives_act) { /* results may lie on the velocities */
        memcpy(w->qd, p->qd, (size_t)model->tree_nv * sizeof *w->qd);
    }
    w->kernels->drnea_after(model, w->state, p->fext != NULL, p->qdd, by_q, by_qd);
    cdy_add_drive_derivatives(model, 1, w->qd, by_q, by_qd);
}

cdy_status cdy_forward_dynamics_derivatives(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                            const double *qd, const double *tau, const double *fext, double *dqdd_dq,
                                            double *dqdd_dqd, double *dqdd_dtau, cdy_error *error)
{
    point p = {0};
    mass_factor f;
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
    if (model->nv == 0) {
        return CDY_OK;
    }
    status = model->has_followers ? accelerate_followers(model, workspace, &p, qd, tau, &f, error)
                                  : accelerate(model, workspace, &p, tau, &f, error);
    if (status || (status = cdy_check_result(p.qdd, (size_t)model->tree_nv, error))) {
        return status;
    }
    if (model->has_followers && (dqdd_dq || dqdd_dqd)) {
        differentiate(model, workspace, &p, dqdd_dq, dqdd_dqd);
    } else if (dqdd_dq || dqdd_dqd) {
        differentiate_after(model, workspace, &p, dqdd_dq, dqdd_dqd);
    }
    cdy_mass_turn_over(&f, dqdd_dq, dqdd_dqd, dqdd_dtau);
    status = check_square(model, workspace, dqdd_dq, error);
    status = status ? status : check_square(model, workspace, dqdd_dqd, error);
    return status ? status : check_square(model, workspace, dqdd_dtau, error);
}
