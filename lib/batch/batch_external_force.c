/* Wrenches on bodies as external forces, for many states. */
#include "base/error.h"
#include "batch/batch.h"
#include "dynamics/arguments.h"
#include "dynamics/external_force.h"

#include <string.h>

/* The wrench of one lane in the base frame. T holds the placements, by lane, of the frame at whose origin the wrench
 * acts, in the axes of that frame or of the base; NULL: the base frame. */
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
    const int body = model_frames(model)[call->settings.frame].body;
    double *row = slot->out[0] + 6 * (size_t)model_bodies(model)[body].force_row * lanes;
    memcpy(slot->out[0], in[3], 6 * (size_t)model->force_rows * lanes * sizeof *row);
    if (in[0]) {
        kernels->placement(model, slot->kernel_scratch, call->settings.frame, in[0], slot->out[1]);
    }
    for (size_t lane = 0; body && lane < lanes; lane++) {
        const force f =
            wrench_of_lane(lanes, lane, call->settings.axes == CDY_AXES_BASE, in[1], in[0] ? slot->out[1] : NULL);
        const double numbers[6] = {f.moment.x, f.moment.y, f.moment.z, f.linear.x, f.linear.y, f.linear.z};
        for (size_t i = 0; i < 6; i++) {
            row[i * lanes + lane] += numbers[i];
        }
    }
}

/* Adds the wrenches; `positions` is INPUT_NOTHING for wrenches in the base frame. */
static cdy_status add_wrenches(const cdy_model *model, cdy_batch *batch, size_t count, int frame, cdy_axes axes,
                               const double *wrench, batch_input positions, double *fext, cdy_status *statuses,
                               cdy_error *error)
{
    cdy_status status = cdy_batch_check(model, batch, fext, error);
    status = status ? status : cdy_check_frame(model, frame, error);
    status = status ? status : cdy_check_axes(axes, error);
    if (status) {
        return status;
    }
    if (!wrench) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "external forces need a wrench for each state");
    }
    batch_call call = {.model = model,
                       .batch = batch,
                       .count = count,
                       .compute = compute_external_force,
                       .in = {positions, {INPUT_WRENCH, wrench}, {INPUT_NOTHING, NULL}, {INPUT_FORCES, fext}},
                       .out = {{OUTPUT_NUMBERS, 6 * (size_t)model->force_rows, fext}},
                       .settings = {.frame = frame, .axes = axes},
                       .statuses = statuses};
    return cdy_batch_run(&call, error);
}

cdy_status cdy_batch_external_force(const cdy_model *model, cdy_batch *batch, size_t count, int frame,
                                    const double *wrench, const double *q, double *fext, cdy_status *statuses,
                                    cdy_error *error)
{
    const batch_input positions = {q ? INPUT_POSITION : INPUT_NOTHING, q};
    return add_wrenches(model, batch, count, frame, CDY_AXES_BODY, wrench, positions, fext, statuses, error);
}

cdy_status cdy_batch_external_force_at(const cdy_model *model, cdy_batch *batch, size_t count, int frame, cdy_axes axes,
                                       const double *wrench, const double *q, double *fext, cdy_status *statuses,
                                       cdy_error *error)
{
    return add_wrenches(model, batch, count, frame, axes, wrench, (batch_input){INPUT_POSITION, q}, fext, statuses,
                        error);
}
