/* Derivatives of the dynamics, and inverse mass matrices, of many states. */
#include "base/error.h"
#include "batch/batch.h"
#include "dynamics/drives.h"

#include <condyle/derivatives.h>
#include <math.h>
#include <string.h>

/* Storage of output `i`, or NULL where the caller does not want it. */
static double *output_or_null(const batch_call *call, const batch_slot *slot, int i)
{
    return call->out[i].numbers ? slot->out[i] : NULL;
}

/* A state fails where an intermediate result (accelerations, pivots) is not finite, as in the call for one state. The
 * first number of its outputs becomes NaN, so that write_output() reports it even where the outputs are finite. */
static void set_nonfinite_nan(const batch_call *call, const batch_slot *slot, size_t width, const double *packed)
{
    scalar_bits nonfinite[MOST_LANES];
    if (call->batch->kernels->find_nonfinite(width, packed, nonfinite)) {
        return;
    }
    for (int i = 0; i < BATCH_OUTPUTS; i++) {
        for (int lane = 0; call->out[i].numbers && lane < call->batch->kernels->lanes; lane++) {
            slot->out[i][lane] = nonfinite[lane] ? (double)NAN : slot->out[i][lane];
        }
    }
}

static void compute_inverse_derivatives(const batch_call *call, batch_slot *slot, const double *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    double *by_q = output_or_null(call, slot, 0), *by_qd = output_or_null(call, slot, 1);
    kernels->drnea(call->kernel_model, slot->state, call->gravity, in[0], in[1], in[2], in[3], by_q, by_qd);
    cdy_add_drive_derivatives(call->model, kernels->lanes, in[1], by_q, by_qd);
}

/* Checks the arguments of a call with matrix results. */
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
        .in = {{INPUT_POSITION, q}, {INPUT_VELOCITY, qd}, {INPUT_ACCELERATION, qdd}, {INPUT_FORCES, fext}},
        .out = {{OUTPUT_SQUARE, 0, dtau_dq}, {OUTPUT_SQUARE, 0, dtau_dqd}},
        .gravity = model ? model->gravity : no_gravity,
        .statuses = rows};
    cdy_status status = check_call(model, batch, dtau_dq ? dtau_dq : dtau_dqd, error);
    return status ? status : cdy_batch_run(&call, error);
}

/* The first pass of the derivatives also gives M and the bias torque ID(q, qd, 0), from which the accelerations follow.
 */
static void compute_forward_derivatives(const batch_call *call, batch_slot *slot, const double *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    const cdy_model *model = call->model;
    const size_t numbers = (size_t)model->nv * (size_t)kernels->lanes;
    double *by_q = output_or_null(call, slot, 0), *by_qd = output_or_null(call, slot, 1), *qdd = slot->scratch;
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
    kernels->ltdl_solve_with_inverse(model, slot->state, slot->M, by_q, by_qd, output_or_null(call, slot, 2));
    set_nonfinite_nan(call, slot, (size_t)model->nv, qdd);
}

/* X := M^-1 (nv x nv) by the factors in slot->scratch, exactly symmetric. */
static void invert_mimic(const batch_call *call, const batch_slot *slot, double *X)
{
    const cdy_kernels *kernels = call->batch->kernels;
    const size_t n = (size_t)call->model->nv, lanes = (size_t)kernels->lanes;
    memset(X, 0, n * n * lanes * sizeof *X);
    for (size_t i = 0; i < n * lanes; i++) {
        X[i / lanes * (n + 1) * lanes + i % lanes] = 1;
    }
    kernels->ldl_solve(n, slot->scratch, slot->pivots, n, X);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            memcpy(X + (i * n + j) * lanes, X + (j * n + i) * lanes, lanes * sizeof *X);
        }
    }
}

/* X := -M^-1 G^T tree_X G (nv x nv) by the factors in slot->scratch. */
static void solve_mimic_derivative(const batch_call *call, const batch_slot *slot, const double *tree_X, double *X)
{
    const cdy_kernels *kernels = call->batch->kernels;
    const size_t n = (size_t)call->model->nv;
    kernels->project_square(call->model, tree_X, X);
    kernels->ldl_solve(n, slot->scratch, slot->pivots, n, X);
    for (size_t i = 0; i < n * n * (size_t)kernels->lanes; i++) {
        X[i] = -X[i];
    }
}

/* Forward dynamics derivatives with mimic joints: M = G^T M_tree G is dense. */
static void compute_mimic_forward_derivatives(const batch_call *call, batch_slot *slot,
                                              const double *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    const cdy_model *model = call->model;
    double *by_q = output_or_null(call, slot, 0), *by_qd = output_or_null(call, slot, 1), *qdd = slot->in[2];
    cdy_batch_solve_mimic(call, slot, in, slot->out[0]);
    /* The torques and M are no longer needed; slot->M and slot->out[2] receive the derivatives of the tree. */
    kernels->expand_velocities(model, slot->out[0], qdd);
    kernels->drnea(model, slot->state, call->gravity, in[0], in[1], qdd, in[3], by_q ? slot->M : NULL,
                   by_qd ? slot->out[2] : NULL);
    cdy_add_drive_derivatives(model, kernels->lanes, in[1], by_q ? slot->M : NULL, by_qd ? slot->out[2] : NULL);
    if (by_q) {
        solve_mimic_derivative(call, slot, slot->M, by_q);
    }
    if (by_qd) {
        solve_mimic_derivative(call, slot, slot->out[2], by_qd);
    }
    if (call->out[2].numbers) {
        invert_mimic(call, slot, slot->out[2]);
    }
    set_nonfinite_nan(call, slot, (size_t)model->tree_nv, qdd);
    set_nonfinite_nan(call, slot, (size_t)model->nv, slot->pivots);
}

static cdy_status forward_derivatives_fallback(const batch_call *call, cdy_workspace *workspace,
                                               const double *const in[BATCH_INPUTS], double *const out[BATCH_OUTPUTS],
                                               cdy_error *error)
{
    return cdy_forward_dynamics_derivatives(call->model, workspace, in[0], in[1], in[2], in[3], out[0], out[1], out[2],
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
        .compute = model->has_followers ? compute_mimic_forward_derivatives : compute_forward_derivatives,
        .in = {{INPUT_POSITION, q}, {INPUT_VELOCITY, qd}, {INPUT_TORQUE, tau}, {INPUT_FORCES, fext}},
        .out = {{OUTPUT_NUMBERS, size, dqdd_dq}, {OUTPUT_NUMBERS, size, dqdd_dqd}, {OUTPUT_NUMBERS, size, dqdd_dtau}},
        .gravity = model->gravity,
        .has_passive_drives = true,
        .fallback = forward_derivatives_fallback,
        .statuses = rows};
    return cdy_batch_run(&call, error);
}

static void compute_inverse_mass_matrix(const batch_call *call, batch_slot *slot, const double *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    cdy_batch_make_mass_matrix(call, slot, in[0], slot->M);
    kernels->ltdl_factor(call->kernel_model, slot->state, slot->M, slot->pivots);
    kernels->ltdl_solve_with_inverse(call->kernel_model, slot->state, slot->M, NULL, NULL, slot->out[0]);
}

static void compute_mimic_inverse_mass_matrix(const batch_call *call, batch_slot *slot,
                                              const double *const in[BATCH_INPUTS])
{
    cdy_batch_project_mass_matrix(call, slot, in[0], slot->scratch);
    call->batch->kernels->ldl_factor((size_t)call->model->nv, slot->scratch, slot->pivots);
    invert_mimic(call, slot, slot->out[0]);
    set_nonfinite_nan(call, slot, (size_t)call->model->nv, slot->pivots);
}

static cdy_status inverse_mass_matrix_fallback(const batch_call *call, cdy_workspace *workspace,
                                               const double *const in[BATCH_INPUTS], double *const out[BATCH_OUTPUTS],
                                               cdy_error *error)
{
    return cdy_inverse_mass_matrix(call->model, workspace, in[0], out[0], error);
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
                             .compute =
                                 model->has_followers ? compute_mimic_inverse_mass_matrix : compute_inverse_mass_matrix,
                             .in = {{INPUT_POSITION, q}},
                             .out = {{OUTPUT_NUMBERS, (size_t)model->nv * (size_t)model->nv, M_inverse}},
                             .fallback = inverse_mass_matrix_fallback,
                             .statuses = rows};
    return cdy_batch_run(&call, error);
}
