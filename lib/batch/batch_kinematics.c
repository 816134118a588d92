/* Kinematics of many states: the inputs, outputs and kernels of each call. */
#include "base/error.h"
#include "batch/batch.h"
#include "dynamics/arguments.h"

static void compute_transform(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    if (call->relative_to == 0) {
        kernels->placement(call->model, slot->state, call->frame, in[0], slot->out[0]);
        return;
    }
    kernels->placement(call->model, slot->state, call->frame, in[0], slot->scratch);
    kernels->placement(call->model, slot->state, call->relative_to, in[0], slot->out[1]);
    kernels->relative_placement(slot->out[1], slot->scratch, slot->out[0]);
}

cdy_status cdy_batch_get_transform(const cdy_model *model, cdy_batch *batch, size_t count, int frame, int relative_to,
                                   const scalar *q, scalar *T, cdy_status *rows, cdy_error *error)
{
    const batch_call call = {.model = model,
                             .batch = batch,
                             .count = count,
                             .compute = compute_transform,
                             .in = {{BATCH_POSITION, q}},
                             .out = {{BATCH_PLAIN, 16, T}},
                             .frame = frame,
                             .relative_to = relative_to,
                             .statuses = rows};
    cdy_status status = cdy_batch_check(model, batch, T, frame, relative_to, error);
    return status ? status : cdy_batch_run(&call, error);
}

static void compute_placements(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    call->batch->kernels->placements(call->model, slot->state, in[0], slot->out[0]);
}

cdy_status cdy_batch_forward_kinematics(const cdy_model *model, cdy_batch *batch, size_t count, const scalar *q,
                                        scalar *T, cdy_status *rows, cdy_error *error)
{
    cdy_status status = cdy_batch_check(model, batch, T, 0, 0, error);
    if (status) {
        return status;
    }
    const batch_call call = {.model = model,
                             .batch = batch,
                             .count = count,
                             .compute = compute_placements,
                             .in = {{BATCH_POSITION, q}},
                             .out = {{BATCH_PLAIN, 16 * (size_t)model->frame_count, T}},
                             .statuses = rows};
    return cdy_batch_run(&call, error);
}

static void compute_jacobian(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    call->batch->kernels->jacobian(call->model, slot->state, call->frame, call->axes == CDY_AXES_BODY, in[0],
                                   slot->out[0]);
}

cdy_status cdy_batch_geometric_jacobian(const cdy_model *model, cdy_batch *batch, size_t count, int frame,
                                        cdy_axes axes, const scalar *q, scalar *J, cdy_status *rows, cdy_error *error)
{
    const batch_call call = {.model = model,
                             .batch = batch,
                             .count = count,
                             .compute = compute_jacobian,
                             .in = {{BATCH_POSITION, q}},
                             .out = {{BATCH_COLUMNS, 6, J}},
                             .frame = frame,
                             .axes = axes,
                             .statuses = rows};
    cdy_status status = cdy_batch_check(model, batch, J, frame, 0, error);
    status = status ? status : cdy_check_axes(axes, error);
    return status ? status : cdy_batch_run(&call, error);
}

static void compute_velocity(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    call->batch->kernels->frame_motion(call->model, slot->state, call->frame, call->axes == CDY_AXES_BODY, in[0], in[1],
                                       in[2], slot->out[0], slot->out[1]);
}

static void compute_acceleration(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    call->batch->kernels->frame_motion(call->model, slot->state, call->frame, call->axes == CDY_AXES_BODY, in[0], in[1],
                                       in[2], slot->out[1], slot->out[0]);
}

/* In the body's axes the rate of the components is that of the vector less w x v. */
static void compute_jacobian_product(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    const size_t lanes = (size_t)call->batch->kernels->lanes;
    compute_acceleration(call, slot, in);
    for (size_t i = 0; call->axes == CDY_AXES_BODY && i < lanes; i++) {
        const scalar *w = slot->out[1] + i, *v = w + 3 * lanes;
        scalar *a = slot->out[0] + 3 * lanes + i;
        a[0] -= w[lanes] * v[2 * lanes] - w[2 * lanes] * v[lanes];
        a[lanes] -= w[2 * lanes] * v[0] - w[0] * v[2 * lanes];
        a[2 * lanes] -= w[0] * v[lanes] - w[lanes] * v[0];
    }
}

/* Completes and runs a call of frame motion, with inputs q, qd, qdd. */
static cdy_status run_motion(batch_call call, const scalar *q, const scalar *qd, const scalar *qdd, scalar *result,
                             cdy_error *error)
{
    call.in[0] = (batch_input){BATCH_POSITION, q};
    call.in[1] = (batch_input){BATCH_VELOCITY, qd};
    call.in[2] = (batch_input){BATCH_ACCELERATION, qdd};
    call.out[0] = (batch_output){BATCH_PLAIN, 6, result};
    cdy_status status = cdy_batch_check(call.model, call.batch, result, call.frame, 0, error);
    status = status ? status : cdy_check_axes(call.axes, error);
    return status ? status : cdy_batch_run(&call, error);
}

cdy_status cdy_batch_jacobian_dot_qd(const cdy_model *model, cdy_batch *batch, size_t count, int frame, cdy_axes axes,
                                     const scalar *q, const scalar *qd, scalar *product, cdy_status *rows,
                                     cdy_error *error)
{
    const batch_call call = {.model = model,
                             .batch = batch,
                             .count = count,
                             .compute = compute_jacobian_product,
                             .frame = frame,
                             .axes = axes,
                             .statuses = rows};
    return run_motion(call, q, qd, NULL, product, error);
}

cdy_status cdy_batch_frame_velocity(const cdy_model *model, cdy_batch *batch, size_t count, int frame, cdy_axes axes,
                                    const scalar *q, const scalar *qd, scalar *velocity, cdy_status *rows,
                                    cdy_error *error)
{
    const batch_call call = {.model = model,
                             .batch = batch,
                             .count = count,
                             .compute = compute_velocity,
                             .frame = frame,
                             .axes = axes,
                             .statuses = rows};
    return run_motion(call, q, qd, NULL, velocity, error);
}

cdy_status cdy_batch_frame_acceleration(const cdy_model *model, cdy_batch *batch, size_t count, int frame,
                                        cdy_axes axes, const scalar *q, const scalar *qd, const scalar *qdd,
                                        scalar *acceleration, cdy_status *rows, cdy_error *error)
{
    const batch_call call = {.model = model,
                             .batch = batch,
                             .count = count,
                             .compute = compute_acceleration,
                             .frame = frame,
                             .axes = axes,
                             .statuses = rows};
    return run_motion(call, q, qd, qdd, acceleration, error);
}

static void compute_center_of_mass(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    call->batch->kernels->center_of_mass(call->model, slot->state, in[0], slot->out[0], slot->out[1]);
}

cdy_status cdy_batch_center_of_mass(const cdy_model *model, cdy_batch *batch, size_t count, const scalar *q,
                                    scalar *com, scalar *J, cdy_status *rows, cdy_error *error)
{
    const batch_call call = {.model = model,
                             .batch = batch,
                             .count = count,
                             .compute = compute_center_of_mass,
                             .in = {{BATCH_POSITION, q}},
                             .out = {{BATCH_PLAIN, 3, com}, {BATCH_COLUMNS, 3, J}},
                             .statuses = rows};
    cdy_status status = cdy_batch_check(model, batch, com, 0, 0, error);
    if (!status && !(cdy_total_mass(model) > 0)) {
        status = cdy_fail(error, CDY_ERROR_NUMERIC, "nothing that moves has mass, so there is no center of mass");
    }
    return status ? status : cdy_batch_run(&call, error);
}
