/* Derivatives of forward dynamics of blocks of states, over doubles alone: the kernels of the derivatives work about
 * one point for all bodies, where the small inertias of light bodies are sums of large numbers.  With floats four of
 * seven digits could be lost. */
#include "batch/batch.h"
#include "dynamics/drives.h"

#include <string.h>

/* Storage of output `i`, or NULL where the caller does not want it. */
static double *output_or_null(const batch_call *call, const batch_slot *slot, int i)
{
    return call->out[i].numbers ? slot->out[i] : NULL;
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
        cdy_add_drive_derivatives(model, kernels->lanes, in[1], NULL, by_q, by_qd);
    }
    kernels->ltdl_solve_with_inverse(model, slot->kernel_scratch, slot->M, by_q, by_qd, output_or_null(call, slot, 2));
    cdy_batch_fail_nonfinite(call, slot, (size_t)model->nv, qdd);
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
        cdy_add_drive_derivatives(model, kernels->lanes, in[1], NULL, by_q, by_qd);
    }
    kernels->articulated_products(model, slot->kernel_scratch, slot->factors, by_q, by_qd,
                                  output_or_null(call, slot, 2));
    cdy_batch_fail_nonfinite(call, slot, (size_t)model->nv, qdd);
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
    cdy_add_drive_derivatives(model, kernels->lanes, in[1], NULL, by_q ? slot->out[2] : NULL, by_qd);
    if (by_q) {
        solve_mimic_derivative(call, slot, slot->out[2], by_q);
    }
    if (by_qd) {
        solve_mimic_derivative(call, slot, by_qd, slot->out[2]);
        memcpy(by_qd, slot->out[2], (size_t)(model->nv * model->nv * kernels->lanes) * sizeof *by_qd);
    }
    if (call->out[2].numbers) {
        cdy_batch_invert_mimic(call, slot, slot->out[2]);
    }
    cdy_batch_fail_nonfinite(call, slot, (size_t)model->tree_nv, qdd);
    cdy_batch_fail_nonfinite(call, slot, (size_t)model->nv, slot->pivots);
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
        cdy_batch_fail_nonfinite(call, slot, (size_t)call->model->nv, qdd);
    }
    return done;
}

void cdy_batch_solve_forward_dynamics_derivatives(const batch_call *call, batch_slot *slot,
                                                  const double *const in[BATCH_INPUTS])
{
    if (call->model->load_acts) {
        cdy_batch_leave_to_fallback(call, slot);
        return;
    }
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
