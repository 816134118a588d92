/* Derivatives of forward dynamics, and inverse mass matrices, of blocks of states. */
#include "batch/batch.h"
#include "dynamics/drives.h"

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

/* The first pass of the derivatives also gives M and the bias torque ID(q, qd, 0), from which the accelerations follow.
 */
static void solve_tree_derivatives(const batch_call *call, batch_slot *slot, const double *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    const cdy_model *model = call->model;
    const size_t numbers = (size_t)model->nv * (size_t)kernels->lanes;
    double *by_q = output_or_null(call, slot, 0), *by_qd = output_or_null(call, slot, 1), *qdd = slot->scratch;
    kernels->bias_and_mass(model, slot->kernel_scratch, call->model->gravity, in[0], in[1], in[3], slot->torque,
                           slot->M, NULL);
    cdy_add_drive_torque(model, kernels->lanes, in[0], in[1], call->batch->zero, slot->torque);
    cdy_add_rotor_inertia(model, kernels->lanes, slot->M);
    for (size_t i = 0; i < numbers; i++) {
        qdd[i] = in[2][i] - slot->torque[i];
    }
    kernels->ltdl_factor(model, slot->kernel_scratch, slot->M, slot->pivots);
    kernels->ltdl_solve(model, slot->kernel_scratch, slot->M, qdd);
    if (by_q || by_qd) {
        kernels->drnea_finish(model, slot->kernel_scratch, in[3] != NULL, qdd, by_q, by_qd);
        cdy_add_drive_derivatives(model, kernels->lanes, in[1], by_q, by_qd);
    }
    kernels->ltdl_solve_with_inverse(model, slot->kernel_scratch, slot->M, by_q, by_qd, output_or_null(call, slot, 2));
    set_nonfinite_nan(call, slot, (size_t)model->nv, qdd);
}

/* The same by articulated bodies, without M (dynamics/mass_factor.h). */
static void solve_articulated_derivatives(const batch_call *call, batch_slot *slot,
                                          const double *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    const cdy_model *model = call->model;
    double *by_q = output_or_null(call, slot, 0), *by_qd = output_or_null(call, slot, 1), *qdd = slot->scratch;
    cdy_batch_solve_forward_dynamics(call, slot, in);
    memcpy(qdd, slot->out[0], (size_t)(model->nv * kernels->lanes) * sizeof *qdd);
    kernels->articulated_factors(model, slot->kernel_scratch, in[0], slot->factors, slot->pivots, slot->torque);
    if (by_q || by_qd) {
        kernels->drnea(model, slot->kernel_scratch, model->gravity, in[0], in[1], qdd, in[3], false, by_q, by_qd);
        cdy_add_drive_derivatives(model, kernels->lanes, in[1], by_q, by_qd);
    }
    kernels->articulated_products(model, slot->kernel_scratch, slot->factors, by_q, by_qd,
                                  output_or_null(call, slot, 2));
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
static void solve_mimic_derivatives(const batch_call *call, batch_slot *slot, const double *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    const cdy_model *model = call->model;
    double *by_q = output_or_null(call, slot, 0), *by_qd = output_or_null(call, slot, 1), *qdd = slot->in[2];
    cdy_batch_solve_mimic(call, slot, model->gravity, in, slot->out[0]);
    /* The torques and M are no longer needed; slot->out[2] and by_qd receive the derivatives of the tree. */
    kernels->expand_velocities(model, slot->out[0], qdd);
    kernels->drnea(model, slot->kernel_scratch, call->model->gravity, in[0], in[1], qdd, in[3], false,
                   by_q ? slot->out[2] : NULL, by_qd);
    cdy_add_drive_derivatives(model, kernels->lanes, in[1], by_q ? slot->out[2] : NULL, by_qd);
    if (by_q) {
        solve_mimic_derivative(call, slot, slot->out[2], by_q);
    }
    if (by_qd) {
        solve_mimic_derivative(call, slot, by_qd, slot->out[2]);
        memcpy(by_qd, slot->out[2], (size_t)(model->nv * model->nv * kernels->lanes) * sizeof *by_qd);
    }
    if (call->out[2].numbers) {
        invert_mimic(call, slot, slot->out[2]);
    }
    set_nonfinite_nan(call, slot, (size_t)model->tree_nv, qdd);
    set_nonfinite_nan(call, slot, (size_t)model->nv, slot->pivots);
}

/* Whether the code for one robot has differentiated, which makes all three matrices (dynamics/derivatives.c); of its
 * results the diagonal of M is not needed. */
static bool differentiate_by_special_code(const batch_call *call, const batch_slot *slot,
                                          const double *const in[BATCH_INPUTS])
{
    const special_functions *special = in[3] ? NULL : special_packed(call->batch->special, call->model);
    double *const by_q = output_or_null(call, slot, 0), *const by_qd = output_or_null(call, slot, 1);
    double *const by_tau = output_or_null(call, slot, 2), *const qdd = slot->scratch;
    const bool done =
        special && special->forward_derivatives && by_q && by_qd && by_tau &&
        special->forward_derivatives(in[0], in[1], in[2], by_q, by_qd, by_tau, slot->pivots, slot->torque, qdd);
    if (done) {
        set_nonfinite_nan(call, slot, (size_t)call->model->nv, qdd);
    }
    return done;
}

void cdy_batch_solve_forward_dynamics_derivatives(const batch_call *call, batch_slot *slot,
                                                  const double *const in[BATCH_INPUTS])
{
    if (differentiate_by_special_code(call, slot, in)) {
        return;
    }
    if (call->model->has_followers) {
        solve_mimic_derivatives(call, slot, in);
    } else if (call->batch->prefers_articulated_factors) {
        solve_articulated_derivatives(call, slot, in);
    } else {
        solve_tree_derivatives(call, slot, in);
    }
}

/* Whether the code for one robot has inverted M; of its results the diagonal of M is not needed. */
static bool invert_by_special_code(const batch_call *call, const batch_slot *slot, const double *q)
{
    const special_functions *special = special_packed(call->batch->special, call->model);
    return special && special->inverse_with_pivots &&
           special->inverse_with_pivots(q, slot->out[0], slot->pivots, slot->torque);
}

void cdy_batch_solve_inverse_mass_matrix(const batch_call *call, batch_slot *slot, const double *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    if (invert_by_special_code(call, slot, in[0])) {
        return;
    }
    if (call->model->has_followers) {
        cdy_batch_project_mass_matrix(call, slot, in[0], slot->scratch);
        kernels->ldl_factor((size_t)call->model->nv, slot->scratch, slot->pivots);
        invert_mimic(call, slot, slot->out[0]);
        set_nonfinite_nan(call, slot, (size_t)call->model->nv, slot->pivots);
        return;
    }
    if (call->batch->prefers_articulated_factors) {
        kernels->articulated_factors(call->model, slot->kernel_scratch, in[0], slot->factors, slot->pivots,
                                     slot->torque);
        kernels->articulated_products(call->model, slot->kernel_scratch, slot->factors, NULL, NULL, slot->out[0]);
        return;
    }
    cdy_batch_make_mass_matrix(call, slot, in[0], slot->M);
    kernels->ltdl_factor(call->kernel_model, slot->kernel_scratch, slot->M, slot->pivots);
    kernels->ltdl_solve_with_inverse(call->kernel_model, slot->kernel_scratch, slot->M, NULL, NULL, slot->out[0]);
}
