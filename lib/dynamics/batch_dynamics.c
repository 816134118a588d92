/* The dynamics of many states: what each call takes and gives, and the kernels for it. */
#include "base/error.h"
#include "dynamics/batch.h"

#include <string.h>

static const double no_gravity[3] = {0, 0, 0};

static void compute_torques(const batch_call *call, batch_slot *slot, const double *const in[BATCH_INPUTS])
{
    call->batch->kernels->rnea(call->model, slot->state, call->gravity, in[0], in[1], in[2], in[3], slot->out[0]);
}

cdy_status cdy_batch_inverse_dynamics(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                                      const double *qd, const double *qdd, const double *fext, double *tau,
                                      cdy_status *rows, cdy_error *error)
{
    const batch_call call = {
        .model = model,
        .batch = batch,
        .count = count,
        .compute = compute_torques,
        .in = {{BATCH_POSITION, q}, {BATCH_VELOCITY, qd}, {BATCH_ACCELERATION, qdd}, {BATCH_FORCES, fext}},
        .out = {{BATCH_COLUMNS, 1, tau}},
        .gravity = model ? model->gravity : no_gravity,
        .rows = rows};
    cdy_status status = cdy_batch_check(model, batch, tau, 0, 0, error);
    return status ? status : cdy_batch_run(&call, error);
}

cdy_status cdy_batch_velocity_product(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                                      const double *qd, double *product, cdy_status *rows, cdy_error *error)
{
    const batch_call call = {
        .model = model,
        .batch = batch,
        .count = count,
        .compute = compute_torques,
        .in = {{BATCH_POSITION, q}, {BATCH_VELOCITY, qd}, {BATCH_ACCELERATION, NULL}, {BATCH_FORCES, NULL}},
        .out = {{BATCH_COLUMNS, 1, product}},
        .gravity = no_gravity,
        .rows = rows};
    cdy_status status = cdy_batch_check(model, batch, product, 0, 0, error);
    return status ? status : cdy_batch_run(&call, error);
}

cdy_status cdy_batch_gravity_torque(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                                    double *tau, cdy_status *rows, cdy_error *error)
{
    return cdy_batch_inverse_dynamics(model, batch, count, q, NULL, NULL, NULL, tau, rows, error);
}

static void compute_mass_matrix(const batch_call *call, batch_slot *slot, const double *const in[BATCH_INPUTS])
{
    call->batch->kernels->crba(call->model, slot->state, in[0], slot->out[0]);
}

/* A mass matrix in lanes takes as many times the room. */
static cdy_status check_dense(const cdy_model *model, cdy_error *error)
{
    if (model->tree_nv > LARGEST_BATCH_DENSE) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "the robot has %d degrees of freedom, those of mimic joints counted; batches take mass "
                        "matrices of %d at most, the calls for one state take larger ones",
                        (int)model->tree_nv, LARGEST_BATCH_DENSE);
    }
    return CDY_OK;
}

cdy_status cdy_batch_mass_matrix(const cdy_model *model, cdy_batch *batch, size_t count, const double *q, double *M,
                                 cdy_status *rows, cdy_error *error)
{
    const batch_call call = {.model = model,
                             .batch = batch,
                             .count = count,
                             .compute = compute_mass_matrix,
                             .in = {{BATCH_POSITION, q}},
                             .out = {{BATCH_MATRIX, 0, M}},
                             .rows = rows};
    cdy_status status = cdy_batch_check(model, batch, M, 0, 0, error);
    status = status ? status : check_dense(model, error);
    return status ? status : cdy_batch_run(&call, error);
}

static void compute_accelerations(const batch_call *call, batch_slot *slot, const double *const in[BATCH_INPUTS])
{
    call->batch->kernels->aba(call->model, slot->state, call->gravity, in[0], in[1], in[2], in[3], slot->out[0],
                              slot->pivots);
}

/* Articulated bodies know no gears between joints: M qdd = tau - ID(q, qd, 0) in the caller's coordinates. */
static void compute_geared_accelerations(const batch_call *call, batch_slot *slot, const double *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    const cdy_model *model = call->model;
    const size_t n = (size_t)model->nv, numbers = n * (size_t)kernels->lanes;
    double *qdd = slot->out[0];
    kernels->rnea(model, slot->state, call->gravity, in[0], in[1], call->batch->zero, in[3], slot->torque);
    kernels->project_columns(model, 1, slot->torque, qdd);
    for (size_t i = 0; i < numbers; i++) {
        qdd[i] = in[2][i] - qdd[i];
    }
    kernels->crba(model, slot->state, in[0], slot->M);
    kernels->project_matrix(model, slot->M, slot->own);
    kernels->solve(n, slot->own, qdd, slot->pivots);
}

cdy_status cdy_batch_forward_dynamics(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                                      const double *qd, const double *tau, const double *fext, double *qdd,
                                      cdy_status *rows, cdy_error *error)
{
    cdy_status status = cdy_batch_check(model, batch, qdd, 0, 0, error);
    if (status || (model->has_followers && (status = check_dense(model, error)))) {
        return status;
    }
    const batch_call call = {
        .model = model,
        .batch = batch,
        .count = count,
        .compute = model->has_followers ? compute_geared_accelerations : compute_accelerations,
        .in = {{BATCH_POSITION, q}, {BATCH_VELOCITY, qd}, {BATCH_TORQUE, tau}, {BATCH_FORCES, fext}},
        .out = {{BATCH_PLAIN, (size_t)model->nv, qdd}},
        .gravity = model->gravity,
        .solves = true,
        .rows = rows};
    return cdy_batch_run(&call, error);
}
