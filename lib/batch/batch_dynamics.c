/* Forward dynamics of many states, and their mass matrices for other calls. */
#include "base/error.h"
#include "batch/batch.h"
#include "dynamics/drives.h"
#include "dynamics/forward_dynamics.h"

#include <string.h>

cdy_status cdy_batch_check_room(const cdy_model *model, const cdy_batch *batch, size_t width, cdy_error *error)
{
    cdy_status status = cdy_batch_check_dense(model, error);
    if (!status && width > batch->widest_output) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "the result of a state has %zu numbers; batches of this robot have room for %zu, the calls "
                        "for one state take larger ones",
                        width, batch->widest_output);
    }
    return status;
}

void cdy_batch_make_mass_matrix(const batch_call *call, batch_slot *slot, const scalar *tree_q, scalar *M)
{
    const cdy_kernels *kernels = call->batch->kernels;
    kernels->crba(call->kernel_model, slot->state, tree_q, M);
    cdy_add_rotor_inertia(call->kernel_model, kernels->lanes, M);
}

cdy_status cdy_batch_check_dense(const cdy_model *model, cdy_error *error)
{
    if (model->tree_nv > LARGEST_BATCH_DENSE) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "the robot has %d degrees of freedom, including mimic joints; batches take matrices of "
                        "%d at most, the calls for one state take larger ones",
                        (int)model->tree_nv, LARGEST_BATCH_DENSE);
    }
    return CDY_OK;
}

static void compute_accelerations(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    const scalar *tau = in[2];
    if (call->has_passive_drives && call->kernel_model->drives_act) {
        memcpy(slot->torque, tau, (size_t)(call->model->tree_nv * kernels->lanes) * sizeof *tau);
        cdy_subtract_drive_torque(call->kernel_model, kernels->lanes, in[0], in[1], slot->torque);
        tau = slot->torque;
    }
    kernels->aba(call->kernel_model, slot->state, call->gravity, in[0], in[1], tau, in[3], slot->out[0], slot->pivots);
}

void cdy_batch_project_mass_matrix(const batch_call *call, batch_slot *slot, const scalar *tree_q, scalar *M)
{
    cdy_batch_make_mass_matrix(call, slot, tree_q, slot->M);
    call->batch->kernels->project_matrix(call->kernel_model, slot->M, M);
}

void cdy_batch_solve_mimic(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS], scalar *qdd)
{
    const cdy_kernels *kernels = call->batch->kernels;
    const kernel_model *model = call->kernel_model;
    const scalar *zero = call->batch->zero;
    const size_t n = (size_t)model->nv, numbers = n * (size_t)kernels->lanes;
    kernels->rnea(model, slot->state, call->gravity, in[0], in[1], zero, in[3], slot->torque);
    if (call->has_passive_drives) {
        cdy_add_drive_torque(model, kernels->lanes, in[0], in[1], zero, slot->torque);
    }
    kernels->project_columns(model, 1, slot->torque, qdd);
    for (size_t i = 0; i < numbers; i++) {
        qdd[i] = in[2][i] - qdd[i];
    }
    cdy_batch_project_mass_matrix(call, slot, in[0], slot->scratch);
    kernels->solve(n, slot->scratch, qdd, slot->pivots);
}

/* With mimic joints the dense M is factorized: the articulated-body algorithm has no constraints between joints. */
static void compute_mimic_accelerations(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    cdy_batch_solve_mimic(call, slot, in, slot->out[0]);
}

/* M by the composite-rigid-body algorithm, factorized by LTDL. */
static void compute_by_mass_matrix(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    const kernel_model *model = call->kernel_model;
    const scalar *zero = call->batch->zero;
    const size_t numbers = (size_t)model->nv * (size_t)kernels->lanes;
    scalar *qdd = slot->out[0];
    kernels->rnea(model, slot->state, call->gravity, in[0], in[1], zero, in[3], slot->torque);
    cdy_add_drive_torque(model, kernels->lanes, in[0], in[1], zero, slot->torque);
    for (size_t i = 0; i < numbers; i++) {
        qdd[i] = in[2][i] - slot->torque[i];
    }
    cdy_batch_make_mass_matrix(call, slot, in[0], slot->M);
    kernels->ltdl_factor(model, slot->state, slot->M, slot->pivots);
    kernels->ltdl_solve(model, slot->state, slot->M, qdd);
}

/* LAPACK takes one matrix at a time: with pivots of zero, every state goes to the call for one state. */
static void leave_to_fallback(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    const size_t numbers = (size_t)call->model->nv * (size_t)call->batch->kernels->lanes;
    (void)in;
    memset(slot->out[0], 0, numbers * sizeof *slot->out[0]);
    memset(slot->pivots, 0, numbers * sizeof *slot->pivots);
}

/* Selects the kernels of a method; fails where the robot does not allow it. */
static cdy_status choose_method(batch_call *call, cdy_forward_method method, cdy_error *error)
{
    const bool has_mimic = call->model->has_followers, dense = has_mimic || method >= CDY_FORWARD_MASS_MATRIX;
    const cdy_status status = cdy_check_forward_method(method, error);
    if (status) {
        return status;
    }
    if (has_mimic && method == CDY_FORWARD_ARTICULATED_BODIES) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "articulated bodies take no mimic joints; use the mass matrix, which takes them");
    }
    call->method = method;
    call->articulated = !dense;
    call->compute = method == CDY_FORWARD_LAPACK ? leave_to_fallback
                    : has_mimic                  ? compute_mimic_accelerations
                    : dense                      ? compute_by_mass_matrix
                                                 : compute_accelerations;
    return dense ? cdy_batch_check_dense(call->model, error) : CDY_OK;
}

static cdy_status forward_dynamics_fallback(const batch_call *call, cdy_workspace *workspace,
                                            const double *const in[BATCH_INPUTS], double *const out[BATCH_OUTPUTS],
                                            cdy_error *error)
{
    return cdy_forward_dynamics_by(call->model, workspace, call->method, in[0], in[1], in[2], in[3], out[0], error);
}

static cdy_status inverse_mass_times_fallback(const batch_call *call, cdy_workspace *workspace,
                                              const double *const in[BATCH_INPUTS], double *const out[BATCH_OUTPUTS],
                                              cdy_error *error)
{
    return cdy_inverse_mass_times(call->model, workspace, in[0], in[2], out[0], error);
}

/* Runs a call of forward dynamics: `call` has the gravity, the drives and the fallback. */
static cdy_status run_forward_dynamics(batch_call call, cdy_forward_method method, const batch_input in[BATCH_INPUTS],
                                       scalar *result, cdy_error *error)
{
    cdy_status status = cdy_batch_check(call.model, call.batch, result, 0, 0, error);
    if (status || (status = choose_method(&call, method, error))) {
        return status;
    }
    memcpy(call.in, in, sizeof call.in);
    call.out[0] = (batch_output){OUTPUT_NUMBERS, (size_t)call.model->nv, result};
    return cdy_batch_run(&call, error);
}

cdy_status cdy_batch_forward_dynamics_by(const cdy_model *model, cdy_batch *batch, size_t count,
                                         cdy_forward_method method, const scalar *q, const scalar *qd,
                                         const scalar *tau, const scalar *fext, scalar *qdd, cdy_status *rows,
                                         cdy_error *error)
{
    const batch_call call = {.model = model,
                             .batch = batch,
                             .count = count,
                             .gravity = model ? model->gravity : no_gravity,
                             .has_passive_drives = true,
                             .fallback = forward_dynamics_fallback,
                             .statuses = rows};
    const batch_input in[] = {{INPUT_POSITION, q}, {INPUT_VELOCITY, qd}, {INPUT_TORQUE, tau}, {INPUT_FORCES, fext}};
    return run_forward_dynamics(call, method, in, qdd, error);
}

cdy_status cdy_batch_forward_dynamics(const cdy_model *model, cdy_batch *batch, size_t count, const scalar *q,
                                      const scalar *qd, const scalar *tau, const scalar *fext, scalar *qdd,
                                      cdy_status *rows, cdy_error *error)
{
    return cdy_batch_forward_dynamics_by(model, batch, count, CDY_FORWARD_AUTO, q, qd, tau, fext, qdd, rows, error);
}

cdy_status cdy_batch_inverse_mass_times(const cdy_model *model, cdy_batch *batch, size_t count, const scalar *q,
                                        const scalar *x, scalar *product, cdy_status *rows, cdy_error *error)
{
    const batch_call call = {.model = model,
                             .batch = batch,
                             .count = count,
                             .gravity = no_gravity,
                             .fallback = inverse_mass_times_fallback,
                             .statuses = rows};
    const batch_input in[] = {{INPUT_POSITION, q}, {INPUT_VELOCITY, NULL}, {INPUT_TORQUE, x}, {INPUT_FORCES, NULL}};
    return run_forward_dynamics(call, CDY_FORWARD_AUTO, in, product, error);
}
