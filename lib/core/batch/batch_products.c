/* Products of vectors with the derivatives of forward dynamics, of blocks of states (dynamics/products.c). */
#include "batch/batch.h"
#include "dynamics/drives.h"

#include <string.h>

/* Array `i` of tree_nv numbers in slot->columns. */
static scalar *tree_vector(const batch_call *call, const batch_slot *slot, size_t i)
{
    return slot->columns + i * (size_t)(call->model->tree_nv * call->batch->kernels->lanes);
}

/* A vector of the caller's in the tree's coordinates, in `to`. */
static void expand(const batch_call *call, const scalar *vector, scalar *to)
{
    if (call->model->has_followers) {
        call->batch->kernels->expand_velocities(call->kernel_model, vector, to);
    } else if (to != vector) {
        memcpy(to, vector, (size_t)(call->model->nv * call->batch->kernels->lanes) * sizeof *to);
    }
}

static void project(const batch_call *call, const scalar *tree, scalar *to)
{
    call->batch->kernels->project_columns(call->kernel_model, 1, tree, to);
}

/* M^-1 x in slot->out[0]. */
static void solve_mass(const batch_call *call, batch_slot *slot, const scalar *q, const scalar *x)
{
    const scalar *const in[BATCH_INPUTS] = {q, call->batch->zero, x};
    cdy_batch_solve_inverse_mass_times(call, slot, in);
}

/* The accelerations of the states, in the tree's coordinates. */
static void accelerate(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS], scalar *qdd)
{
    cdy_batch_solve_forward_dynamics(call, slot, in);
    expand(call, slot->out[0], qdd);
}

/* Whether the code for one robot has computed the products. */
static bool multiply_by_special_code(const batch_call *call, const batch_slot *slot,
                                     const scalar *const in[BATCH_INPUTS])
{
    const special_functions *special = in[GIVEN_FORCES] ? NULL : special_packed(call->batch->special, call->model);
    return special && special->forward_dynamics_products &&
           special->forward_dynamics_products(in[0], in[1], in[2], in[GIVEN_VECTORS], slot->out[0], slot->out[1],
                                              slot->out[2], slot->pivots, tree_vector(call, slot, 0));
}

static void multiply_by_kernels(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    const kernel_model *model = call->kernel_model;
    scalar *qdd = tree_vector(call, slot, 0), *weight = tree_vector(call, slot, 1), *by_q = tree_vector(call, slot, 2);
    scalar *by_qd = tree_vector(call, slot, 3), *by_qdd = tree_vector(call, slot, 4);
    const size_t numbers = (size_t)(model->nv * kernels->lanes),
                 tree_numbers = (size_t)(model->tree_nv * kernels->lanes);
    accelerate(call, slot, in, qdd);
    solve_mass(call, slot, in[0], in[GIVEN_VECTORS]);
    memcpy(slot->out[2], slot->out[0], numbers * sizeof(scalar));
    expand(call, slot->out[0], weight);
    for (size_t i = 0; i < tree_numbers; i++) {
        weight[i] = -weight[i];
    }
    kernels->rnea_vjp(model, slot->kernel_scratch, call->model->gravity, in[0], in[1], qdd, in[GIVEN_FORCES], weight,
                      by_q, by_qd, by_qdd);
    cdy_add_drive_products(model, kernels->lanes, in[1], NULL, weight, by_q, by_qd, by_qdd);
    project(call, by_q, slot->out[0]);
    project(call, by_qd, slot->out[1]);
}

void cdy_batch_solve_forward_dynamics_vjp(const batch_call *call, batch_slot *slot,
                                          const scalar *const in[BATCH_INPUTS])
{
    if (call->model->load_acts) {
        cdy_batch_leave_to_fallback(call, slot);
        return;
    }
    if (!multiply_by_special_code(call, slot, in)) {
        multiply_by_kernels(call, slot, in);
    }
    cdy_batch_fail_nonfinite(call, slot, (size_t)call->model->nv, slot->out[0]);
    cdy_batch_fail_nonfinite(call, slot, (size_t)call->model->nv, slot->out[1]);
    cdy_batch_fail_nonfinite(call, slot, (size_t)call->model->nv, slot->out[2]);
}

void cdy_batch_solve_forward_dynamics_jvp(const batch_call *call, batch_slot *slot,
                                          const scalar *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    const kernel_model *model = call->kernel_model;
    scalar *qdd = tree_vector(call, slot, 0), *change = tree_vector(call, slot, 1),
           *torque = tree_vector(call, slot, 2);
    const scalar *dq = in[GIVEN_VECTORS], *dqd = in[GIVEN_VECTORS + 1], *dtau = in[GIVEN_VECTORS + 2];
    const scalar *zero = call->batch->zero;
    if (call->model->load_acts) {
        cdy_batch_leave_to_fallback(call, slot);
        return;
    }
    accelerate(call, slot, in, qdd);
    kernels->rnea_jvp(model, slot->kernel_scratch, call->model->gravity, in[0], in[1], qdd, in[GIVEN_FORCES], dq, dqd,
                      zero, change);
    cdy_add_drive_change(model, kernels->lanes, in[1], NULL, dq, dqd, zero, change);
    project(call, change, torque);
    for (size_t i = 0; i < (size_t)(model->nv * kernels->lanes); i++) {
        torque[i] = dtau[i] - torque[i];
    }
    solve_mass(call, slot, in[0], torque);
    cdy_batch_fail_nonfinite(call, slot, (size_t)call->model->nv, slot->out[0]);
}
