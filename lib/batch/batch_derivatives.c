/* Derivatives of the dynamics of many states, and the inverse of their mass matrices. */
#include "base/error.h"
#include "batch/batch.h"
#include "dynamics/drives.h"

#include <condyle/derivatives.h>
#include <math.h>
#include <string.h>

static const double no_gravity[3] = {0, 0, 0};

/* A matrix of the result, or NULL where it is not wanted. */
static double *wanted(const batch_call *call, const batch_slot *slot, int i)
{
    return call->out[i].numbers ? slot->out[i] : NULL;
}

/* States fail that have no finite accelerations or factors on the way, as in a single call, also where the results that
 * are wanted do not show it: these are made to. */
static void show_flaws(const batch_call *call, const batch_slot *slot, size_t width, const double *packed)
{
    scalar_bits flaws[MOST_LANES];
    if (call->batch->kernels->find_nonfinite(width, packed, flaws)) {
        return;
    }
    for (int i = 0; i < BATCH_OUTPUTS; i++) {
        for (int lane = 0; call->out[i].numbers && lane < call->batch->kernels->lanes; lane++) {
            slot->out[i][lane] = flaws[lane] ? (double)NAN : slot->out[i][lane];
        }
    }
}

static void compute_inverse_derivatives(const batch_call *call, batch_slot *slot, const double *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    double *by_q = wanted(call, slot, 0), *by_qd = wanted(call, slot, 1);
    kernels->drnea(call->model, slot->state, call->gravity, in[0], in[1], in[2], in[3], by_q, by_qd);
    cdy_add_drive_derivatives(call->model, kernels->lanes, in[1], by_q, by_qd);
}

/* Checks a call that has matrices for results, and room for one of them at least. */
static cdy_status check_call(const cdy_model *model, const cdy_batch *batch, const double *result, cdy_error *error)
{
    cdy_status status = cdy_batch_check(model, batch, result, 0, 0, error);
    return status ? status : cdy_batch_check_dense(model, error);
}

cdy_status cdy_batch_inverse_dynamics_derivatives(const cdy_model *model, cdy_batch *batch, size_t count,
                                                  const double *q, const double *qd, const double *qdd,
                                                  const double *fext, double *dtau_dq, double *dtau_dqd,
                                                  cdy_status *rows, cdy_error *error)
{
    const batch_call call = {
        .model = model,
        .batch = batch,
        .count = count,
        .compute = compute_inverse_derivatives,
        .in = {{BATCH_POSITION, q}, {BATCH_VELOCITY, qd}, {BATCH_ACCELERATION, qdd}, {BATCH_FORCES, fext}},
        .out = {{BATCH_SQUARE, 0, dtau_dq}, {BATCH_SQUARE, 0, dtau_dqd}},
        .gravity = model ? model->gravity : no_gravity,
        .rows = rows};
    cdy_status status = check_call(model, batch, dtau_dq ? dtau_dq : dtau_dqd, error);
    return status ? status : cdy_batch_run(&call, error);
}

/* What the derivatives need anyway gives M and the bias, too. */
static void compute_forward_derivatives(const batch_call *call, batch_slot *slot, const double *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    const cdy_model *model = call->model;
    const size_t numbers = (size_t)model->nv * (size_t)kernels->lanes;
    double *by_q = wanted(call, slot, 0), *by_qd = wanted(call, slot, 1), *qdd = slot->own;
    kernels->bias_and_mass(model, slot->state, call->gravity, in[0], in[1], in[3], slot->torque, slot->M);
    cdy_add_drive_torque(model, kernels->lanes, in[0], in[1], call->batch->zero, slot->torque);
    cdy_add_rotor_inertia(model, kernels->lanes, slot->M);
    for (size_t i = 0; i < numbers; i++) {
        qdd[i] = in[2][i] - slot->torque[i];
    }
    kernels->ltdl_factor(model, slot->state, slot->M, slot->pivots);
    kernels->ltdl_solve(model, slot->state, slot->M, qdd);
    if (by_q || by_qd) {
        kernels->drnea_finish(model, slot->state, in[3] != NULL, qdd, by_q, by_qd);
        cdy_add_drive_derivatives(model, kernels->lanes, in[1], by_q, by_qd);
    }
    kernels->ltdl_solve_with_inverse(model, slot->state, slot->M, by_q, by_qd, wanted(call, slot, 2));
    show_flaws(call, slot, (size_t)model->nv, qdd);
}

/* X := M^-1 (nv x nv) by factors in slot->own, symmetric to the last bit. */
static void invert_geared(const batch_call *call, const batch_slot *slot, double *X)
{
    const cdy_kernels *kernels = call->batch->kernels;
    const size_t n = (size_t)call->model->nv, lanes = (size_t)kernels->lanes;
    memset(X, 0, n * n * lanes * sizeof *X);
    for (size_t i = 0; i < n * lanes; i++) {
        X[i / lanes * (n + 1) * lanes + i % lanes] = 1;
    }
    kernels->ldl_solve(n, slot->own, slot->pivots, n, X);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            memcpy(X + (i * n + j) * lanes, X + (j * n + i) * lanes, lanes * sizeof *X);
        }
    }
}

/* X := -M^-1 X (nv x nv) by the same, of a matrix of the tree. */
static void turn_over_geared(const batch_call *call, const batch_slot *slot, const double *tree_X, double *X)
{
    const cdy_kernels *kernels = call->batch->kernels;
    const size_t n = (size_t)call->model->nv;
    kernels->project_square(call->model, tree_X, X);
    kernels->ldl_solve(n, slot->own, slot->pivots, n, X);
    for (size_t i = 0; i < n * n * (size_t)kernels->lanes; i++) {
        X[i] = -X[i];
    }
}

/* Where joints follow others M is that of the caller's coordinates, and dense. */
static void compute_geared_derivatives(const batch_call *call, batch_slot *slot, const double *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    const cdy_model *model = call->model;
    double *by_q = wanted(call, slot, 0), *by_qd = wanted(call, slot, 1), *qdd = slot->in[2];
    cdy_batch_solve_geared(call, slot, in, slot->out[0]);
    /* The torques have done their work; the matrices of the tree have room where M and its inverse have theirs. */
    kernels->expand_velocities(model, slot->out[0], qdd);
    kernels->drnea(model, slot->state, call->gravity, in[0], in[1], qdd, in[3], by_q ? slot->M : NULL,
                   by_qd ? slot->out[2] : NULL);
    cdy_add_drive_derivatives(model, kernels->lanes, in[1], by_q ? slot->M : NULL, by_qd ? slot->out[2] : NULL);
    if (by_q) {
        turn_over_geared(call, slot, slot->M, by_q);
    }
    if (by_qd) {
        turn_over_geared(call, slot, slot->out[2], by_qd);
    }
    if (call->out[2].numbers) {
        invert_geared(call, slot, slot->out[2]);
    }
    show_flaws(call, slot, (size_t)model->tree_nv, qdd);
    show_flaws(call, slot, (size_t)model->nv, slot->pivots);
}

static cdy_status differentiate_alone(const batch_call *call, cdy_workspace *workspace,
                                      const double *const in[BATCH_INPUTS], double *const out[BATCH_OUTPUTS],
                                      cdy_error *error)
{
    return cdy_forward_dynamics_derivatives(call->given, workspace, in[0], in[1], in[2], in[3], out[0], out[1], out[2],
                                            error);
}

cdy_status cdy_batch_forward_dynamics_derivatives(const cdy_model *model, cdy_batch *batch, size_t count,
                                                  const double *q, const double *qd, const double *tau,
                                                  const double *fext, double *dqdd_dq, double *dqdd_dqd,
                                                  double *dqdd_dtau, cdy_status *rows, cdy_error *error)
{
    const double *first = dqdd_dq ? dqdd_dq : dqdd_dqd ? dqdd_dqd : dqdd_dtau;
    cdy_status status = check_call(model, batch, first, error);
    if (status) {
        return status;
    }
    const size_t size = (size_t)model->nv * (size_t)model->nv;
    const batch_call call = {
        .model = model,
        .batch = batch,
        .count = count,
        .compute = model->has_followers ? compute_geared_derivatives : compute_forward_derivatives,
        .in = {{BATCH_POSITION, q}, {BATCH_VELOCITY, qd}, {BATCH_TORQUE, tau}, {BATCH_FORCES, fext}},
        .out = {{BATCH_PLAIN, size, dqdd_dq}, {BATCH_PLAIN, size, dqdd_dqd}, {BATCH_PLAIN, size, dqdd_dtau}},
        .gravity = model->gravity,
        .drives = BATCH_DRIVES,
        .alone = differentiate_alone,
        .rows = rows};
    return cdy_batch_run(&call, error);
}

static void compute_inverse_mass_matrix(const batch_call *call, batch_slot *slot, const double *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    cdy_batch_make_mass_matrix(call, slot, in[0], slot->M);
    kernels->ltdl_factor(call->model, slot->state, slot->M, slot->pivots);
    kernels->ltdl_solve_with_inverse(call->model, slot->state, slot->M, NULL, NULL, slot->out[0]);
}

static void compute_geared_inverse(const batch_call *call, batch_slot *slot, const double *const in[BATCH_INPUTS])
{
    cdy_batch_project_mass_matrix(call, slot, in[0], slot->own);
    call->batch->kernels->ldl_factor((size_t)call->model->nv, slot->own, slot->pivots);
    invert_geared(call, slot, slot->out[0]);
    show_flaws(call, slot, (size_t)call->model->nv, slot->pivots);
}

static cdy_status invert_alone(const batch_call *call, cdy_workspace *workspace, const double *const in[BATCH_INPUTS],
                               double *const out[BATCH_OUTPUTS], cdy_error *error)
{
    return cdy_inverse_mass_matrix(call->given, workspace, in[0], out[0], error);
}

cdy_status cdy_batch_inverse_mass_matrix(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                                         double *M_inverse, cdy_status *rows, cdy_error *error)
{
    cdy_status status = check_call(model, batch, M_inverse, error);
    if (status) {
        return status;
    }
    const batch_call call = {.model = model,
                             .batch = batch,
                             .count = count,
                             .compute = model->has_followers ? compute_geared_inverse : compute_inverse_mass_matrix,
                             .in = {{BATCH_POSITION, q}},
                             .out = {{BATCH_PLAIN, (size_t)model->nv * (size_t)model->nv, M_inverse}},
                             .alone = invert_alone,
                             .rows = rows};
    return cdy_batch_run(&call, error);
}
