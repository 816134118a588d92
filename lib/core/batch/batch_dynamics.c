/* Forward dynamics of blocks of states, and their mass matrices for other quantities. */
#include "batch/batch.h"
#include "dynamics/drives.h"

#include <math.h>
#include <string.h>

void cdy_batch_make_mass_matrix(const batch_call *call, batch_slot *slot, const scalar *tree_q, scalar *M)
{
    const cdy_kernels *kernels = call->batch->kernels;
    kernels->mass_matrix(call->kernel_model, slot->kernel_scratch, tree_q, false, M);
    cdy_add_rotor_inertia(call->kernel_model, kernels->lanes, M);
}

void cdy_batch_fail_nonfinite(const batch_call *call, const batch_slot *slot, size_t width, const scalar *numbers)
{
    scalar_bits nonfinite[MOST_LANES];
    if (call->batch->kernels->find_nonfinite(width, numbers, nonfinite)) {
        return;
    }
    for (int i = 0; i < BATCH_OUTPUTS; i++) {
        for (int lane = 0; call->out[i].numbers && lane < call->batch->kernels->lanes; lane++) {
            slot->out[i][lane] = nonfinite[lane] ? (scalar)NAN : slot->out[i][lane];
        }
    }
}

/* Whether the code for one robot has computed the accelerations. */
static bool solve_by_special_code(const batch_call *call, const batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    const special_functions *special = in[3] ? NULL : special_packed(call->batch->special, call->model);
    return special && special->articulated_bodies &&
           special->articulated_bodies(in[0], in[1], in[2], slot->out[0], slot->pivots);
}

/* Accelerations by articulated bodies; `gravity` NULL: without gravity and drives. */
static void solve_by_articulated_bodies(const batch_call *call, batch_slot *slot, const double *gravity,
                                        const scalar *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    const scalar *tau = in[2];
    if (gravity && solve_by_special_code(call, slot, in)) {
        return;
    }
    if (gravity && call->kernel_model->drives_act) {
        memcpy(slot->torque, tau, (size_t)(call->model->tree_nv * kernels->lanes) * sizeof *tau);
        cdy_subtract_drive_torque(call->kernel_model, kernels->lanes, in[0], in[1], slot->torque);
        tau = slot->torque;
    }
    kernels->aba(call->kernel_model, slot->kernel_scratch, gravity ? gravity : no_gravity, in[0], in[1], tau, in[3],
                 slot->out[0], slot->pivots);
}

void cdy_batch_project_mass_matrix(const batch_call *call, batch_slot *slot, const scalar *tree_q, scalar *M)
{
    cdy_batch_make_mass_matrix(call, slot, tree_q, slot->M);
    call->batch->kernels->project_matrix(call->kernel_model, slot->M, M);
}

void cdy_batch_solve_mimic(const batch_call *call, batch_slot *slot, const double *gravity,
                           const scalar *const in[BATCH_INPUTS], scalar *qdd)
{
    const cdy_kernels *kernels = call->batch->kernels;
    const kernel_model *model = call->kernel_model;
    const scalar *zero = call->batch->zero;
    const size_t n = (size_t)model->nv, numbers = n * (size_t)kernels->lanes;
    kernels->rnea(model, slot->kernel_scratch, gravity ? gravity : no_gravity, in[0], in[1], zero, in[3], slot->torque);
    if (gravity) {
        cdy_add_drive_torque(model, kernels->lanes, in[0], in[1], zero, slot->torque);
    }
    kernels->project_columns(model, 1, slot->torque, qdd);
    for (size_t i = 0; i < numbers; i++) {
        qdd[i] = in[2][i] - qdd[i];
    }
    cdy_batch_project_mass_matrix(call, slot, in[0], slot->scratch);
    kernels->solve(n, slot->scratch, qdd, slot->pivots);
}

/* Accelerations by M from the composite-rigid-body algorithm, factorized by LTDL. */
static void solve_by_mass_matrix(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    const kernel_model *model = call->kernel_model;
    const scalar *zero = call->batch->zero;
    const size_t numbers = (size_t)model->nv * (size_t)kernels->lanes;
    scalar *qdd = slot->out[0];
    kernels->rnea(model, slot->kernel_scratch, call->model->gravity, in[0], in[1], zero, in[3], slot->torque);
    cdy_add_drive_torque(model, kernels->lanes, in[0], in[1], zero, slot->torque);
    for (size_t i = 0; i < numbers; i++) {
        qdd[i] = in[2][i] - slot->torque[i];
    }
    cdy_batch_make_mass_matrix(call, slot, in[0], slot->M);
    kernels->ltdl_factor(model, slot->kernel_scratch, slot->M, slot->pivots);
    kernels->ltdl_solve(model, slot->kernel_scratch, slot->M, qdd);
}

void cdy_batch_leave_to_fallback(const batch_call *call, batch_slot *slot)
{
    const size_t lanes = (size_t)call->batch->kernels->lanes;
    for (int i = 0; i < BATCH_OUTPUTS; i++) {
        const size_t width = call->out[i].numbers ? batch_output_width(call->model, &call->out[i]) : 0;
        if (width > 0) {
            memset(slot->out[i], 0, width * lanes * sizeof *slot->out[i]);
        }
    }
    memset(slot->pivots, 0, (size_t)call->model->nv * lanes * sizeof *slot->pivots);
}

/* With mimic joints the dense M is factorized: the articulated-body algorithm has no constraints between joints. */
void cdy_batch_solve_forward_dynamics_by(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    if (call->settings.method == CDY_FORWARD_LAPACK || call->model->load_acts) {
        cdy_batch_leave_to_fallback(call, slot); /* LAPACK takes one matrix at a time, each load its own iteration */
    } else if (call->model->has_followers) {
        cdy_batch_solve_mimic(call, slot, call->model->gravity, in, slot->out[0]);
    } else if (call->settings.method == CDY_FORWARD_MASS_MATRIX) {
        solve_by_mass_matrix(call, slot, in);
    } else {
        solve_by_articulated_bodies(call, slot, call->model->gravity, in);
    }
}

void cdy_batch_solve_forward_dynamics(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    cdy_batch_solve_forward_dynamics_by(call, slot, in);
}

void cdy_batch_solve_inverse_mass_times(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    if (call->model->has_followers) {
        cdy_batch_solve_mimic(call, slot, NULL, in, slot->out[0]);
    } else {
        solve_by_articulated_bodies(call, slot, NULL, in);
    }
}
