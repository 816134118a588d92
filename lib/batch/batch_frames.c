/* Derivatives of frames with respect to configuration and time, and wrenches on bodies, of many states. */
#include "base/error.h"
#include "batch/batch.h"
#include "dynamics/arguments.h"
#include "dynamics/external_force.h"

#include <string.h>

/* The Jacobian of the frame over the tree's velocities (6 x tree_nv), from which all derivatives are computed. */
static const double *compute_tree_jacobian(const batch_call *call, batch_slot *slot, const double *tree_q)
{
    call->batch->kernels->jacobian(call->kernel_model, slot->state, call->frame, call->axes == CDY_AXES_BODY, tree_q,
                                   slot->out[1]);
    return slot->out[1];
}

static void compute_jacobian_dot(const batch_call *call, batch_slot *slot, const double *const in[BATCH_INPUTS])
{
    const double *J = compute_tree_jacobian(call, slot, in[0]);
    call->batch->kernels->jacobian_dot(call->model, call->frame, call->axes == CDY_AXES_BODY, J, in[1], slot->out[0]);
}

static void compute_jacobian_derivative(const batch_call *call, batch_slot *slot, const double *const in[BATCH_INPUTS])
{
    const double *J = compute_tree_jacobian(call, slot, in[0]);
    call->batch->kernels->jacobian_derivative(call->model, call->frame, call->axes == CDY_AXES_BODY, J, slot->out[0]);
}

static void compute_transform_derivative(const batch_call *call, batch_slot *slot, const double *const in[BATCH_INPUTS])
{
    const double *J = compute_tree_jacobian(call, slot, in[0]);
    call->batch->kernels->placement(call->kernel_model, slot->state, call->frame, in[0], slot->out[2]);
    call->batch->kernels->placement_derivative(call->model, call->frame, slot->out[2], J, slot->out[0]);
}

/* Completes and runs a call with one result of `numbers` numbers per state. */
static cdy_status run_frame_call(batch_call call, size_t numbers, double *result, cdy_error *error)
{
    call.out[0] = (batch_output){OUTPUT_NUMBERS, numbers, result};
    cdy_status status = cdy_batch_check(call.model, call.batch, result, call.frame, 0, error);
    status = status ? status : cdy_check_axes(call.axes, error);
    return status ? status : cdy_batch_run(&call, error);
}

cdy_status cdy_batch_jacobian_dot(const cdy_model *model, cdy_batch *batch, size_t count, int frame, cdy_axes axes,
                                  const double *q, const double *qd, double *J_dot, cdy_status *rows, cdy_error *error)
{
    const batch_call call = {.model = model,
                             .batch = batch,
                             .count = count,
                             .compute = compute_jacobian_dot,
                             .in = {{INPUT_POSITION, q}, {INPUT_VELOCITY, qd}},
                             .frame = frame,
                             .axes = axes,
                             .statuses = rows};
    return run_frame_call(call, model ? 6 * (size_t)model->nv : 0, J_dot, error);
}

cdy_status cdy_batch_jacobian_derivative(const cdy_model *model, cdy_batch *batch, size_t count, int frame,
                                         cdy_axes axes, const double *q, double *J_q, cdy_status *rows,
                                         cdy_error *error)
{
    const batch_call call = {.model = model,
                             .batch = batch,
                             .count = count,
                             .compute = compute_jacobian_derivative,
                             .in = {{INPUT_POSITION, q}},
                             .frame = frame,
                             .axes = axes,
                             .statuses = rows};
    cdy_status status = cdy_batch_check(model, batch, J_q, frame, 0, error);
    if (status) {
        return status;
    }
    const size_t numbers = 6 * (size_t)model->nv * (size_t)model->nv;
    status = cdy_batch_check_room(model, batch, numbers, error);
    return status ? status : run_frame_call(call, numbers, J_q, error);
}

cdy_status cdy_batch_transform_derivative(const cdy_model *model, cdy_batch *batch, size_t count, int frame,
                                          const double *q, double *T_q, cdy_status *rows, cdy_error *error)
{
    const batch_call call = {.model = model,
                             .batch = batch,
                             .count = count,
                             .compute = compute_transform_derivative,
                             .in = {{INPUT_POSITION, q}},
                             .frame = frame,
                             .axes = CDY_AXES_BASE,
                             .statuses = rows};
    return run_frame_call(call, model ? 16 * (size_t)model->nv : 0, T_q, error);
}

/* The wrench of one lane in the base frame. T are the placements of the frame about whose origin it is given, in its
 * axes or in those of the base; NULL: the base frame. */
static force wrench_of_lane(size_t lanes, size_t lane, bool base_axes, const double *wrenches, const double *T)
{
    double w[6], place[16];
    for (size_t i = 0; i < 6; i++) {
        w[i] = wrenches[i * lanes + lane];
    }
    const force f = {{w[0], w[1], w[2]}, {w[3], w[4], w[5]}};
    for (size_t i = 0; T && i < 16; i++) {
        place[i] = T[i * lanes + lane];
    }
    return T ? cdy_wrench_in_base(place, base_axes, f) : f;
}

static void compute_external_force(const batch_call *call, batch_slot *slot, const double *const in[BATCH_INPUTS])
{
    const cdy_model *model = call->model;
    const cdy_kernels *kernels = call->batch->kernels;
    const size_t lanes = (size_t)kernels->lanes;
    const int body = model_frames(model)[call->frame].body;
    double *row = slot->out[0] + 6 * (size_t)model_bodies(model)[body].force_row * lanes;
    memcpy(slot->out[0], in[3], 6 * (size_t)model->force_rows * lanes * sizeof *row);
    if (in[0]) {
        kernels->placement(model, slot->state, call->frame, in[0], slot->out[1]);
    }
    for (size_t lane = 0; body && lane < lanes; lane++) {
        const force f = wrench_of_lane(lanes, lane, call->axes == CDY_AXES_BASE, in[1], in[0] ? slot->out[1] : NULL);
        const double numbers[6] = {f.moment.x, f.moment.y, f.moment.z, f.linear.x, f.linear.y, f.linear.z};
        for (size_t i = 0; i < 6; i++) {
            row[i * lanes + lane] += numbers[i];
        }
    }
}

/* Adds the wrenches; `positions` is INPUT_NOTHING for wrenches in the base frame. */
static cdy_status add_wrenches(const cdy_model *model, cdy_batch *batch, size_t count, int frame, cdy_axes axes,
                               const double *wrench, batch_input positions, double *fext, cdy_status *rows,
                               cdy_error *error)
{
    cdy_status status = cdy_batch_check(model, batch, fext, frame, 0, error);
    status = status ? status : cdy_check_axes(axes, error);
    if (status) {
        return status;
    }
    if (!wrench) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "external forces need a wrench for each state");
    }
    const batch_call call = {.model = model,
                             .batch = batch,
                             .count = count,
                             .compute = compute_external_force,
                             .in = {positions, {INPUT_WRENCH, wrench}, {INPUT_NOTHING, NULL}, {INPUT_FORCES, fext}},
                             .out = {{OUTPUT_NUMBERS, 6 * (size_t)model->force_rows, fext}},
                             .frame = frame,
                             .axes = axes,
                             .statuses = rows};
    return cdy_batch_run(&call, error);
}

cdy_status cdy_batch_external_force(const cdy_model *model, cdy_batch *batch, size_t count, int frame,
                                    const double *wrench, const double *q, double *fext, cdy_status *rows,
                                    cdy_error *error)
{
    const batch_input positions = {q ? INPUT_POSITION : INPUT_NOTHING, q};
    return add_wrenches(model, batch, count, frame, CDY_AXES_BODY, wrench, positions, fext, rows, error);
}

cdy_status cdy_batch_external_force_at(const cdy_model *model, cdy_batch *batch, size_t count, int frame, cdy_axes axes,
                                       const double *wrench, const double *q, double *fext, cdy_status *rows,
                                       cdy_error *error)
{
    return add_wrenches(model, batch, count, frame, axes, wrench, (batch_input){INPUT_POSITION, q}, fext, rows, error);
}
