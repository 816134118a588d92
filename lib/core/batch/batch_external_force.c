/* Wrenches on bodies as external forces, for many states. */
#include "base/error.h"
#include "batch/batch.h"
#include "dynamics/arguments.h"
#include "dynamics/external_force.h"

#include <string.h>

/* Reads the wrench of one lane, in the base frame. T holds the placements, by lane, of the frame at whose origin the
 * wrench acts, in the axes of that frame or of the base; NULL: the base frame. */
static void read_wrench(size_t lanes, size_t lane, bool base_axes, const scalar *wrenches, const scalar *T,
                        double wrench[6])
{
    double place[16];
    for (size_t i = 0; i < 6; i++) {
        wrench[i] = (double)wrenches[i * lanes + lane];
    }
    for (size_t i = 0; T && i < 16; i++) {
        place[i] = (double)T[i * lanes + lane];
    }
    if (T) {
        cdy_wrench_to_base(place, base_axes, wrench);
    }
}

static void compute_external_force(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    const kernel_model *model = call->kernel_model;
    const cdy_kernels *kernels = call->batch->kernels;
    const size_t lanes = (size_t)kernels->lanes;
    const int body = model_frames(model)[call->settings.frame].body;
    const scalar *T = in[0] ? slot->out[1] : NULL;
    scalar *row = slot->out[0] + 6 * (size_t)model_bodies(model)[body].force_row * lanes;
    memcpy(slot->out[0], in[3], 6 * (size_t)model->force_rows * lanes * sizeof *row);
    if (in[0]) {
        kernels->placement(model, slot->kernel_scratch, call->settings.frame, in[0], slot->out[1]);
    }
    for (size_t lane = 0; body && lane < lanes; lane++) {
        double wrench[6];
        read_wrench(lanes, lane, call->settings.axes == CDY_AXES_BASE, in[1], T, wrench);
        for (size_t i = 0; i < 6; i++) {
            scalar *number = &row[i * lanes + lane];
            *number = (scalar)((double)*number + wrench[i]);
        }
    }
}

/* Adds the wrenches; `positions` is INPUT_NOTHING for wrenches in the base frame. */
static cdy_status add_wrenches(const cdy_model *model, cdy_batch *batch, size_t count, int frame, cdy_axes axes,
                               const scalar *wrench, batch_input positions, scalar *fext, cdy_status *statuses,
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
                                    const scalar *wrench, const scalar *q, scalar *fext, cdy_status *statuses,
                                    cdy_error *error)
{
    const batch_input positions = {q ? INPUT_POSITION : INPUT_NOTHING, q};
    return add_wrenches(model, batch, count, frame, CDY_AXES_BODY, wrench, positions, fext, statuses, error);
}

cdy_status cdy_batch_external_force_at(const cdy_model *model, cdy_batch *batch, size_t count, int frame, cdy_axes axes,
                                       const scalar *wrench, const scalar *q, scalar *fext, cdy_status *statuses,
                                       cdy_error *error)
{
    return add_wrenches(model, batch, count, frame, axes, wrench, (batch_input){INPUT_POSITION, q}, fext, statuses,
                        error);
}
