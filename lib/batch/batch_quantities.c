/* The calls for many states of all quantities (dynamics/quantity.h). */
#include "base/error.h"
#include "batch/batch.h"
#include "dynamics/arguments.h"

#include <condyle/momentum.h>

static void compute_quantity(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    const quantity_step step = {.model = call->model,
                                .kernel_model = call->kernel_model,
                                .kernels = call->batch->kernels,
                                .state = slot->state,
                                .frame = call->frame,
                                .relative_to = call->relative_to,
                                .axes = call->axes,
                                .scratch = {slot->out[1], slot->out[2]}};
    call->quantity->compute(&step, in, slot->out[0]);
}

static cdy_status run(const quantity *x, const cdy_model *model, cdy_batch *batch, size_t count, quantity_given given,
                      scalar *result, cdy_status *statuses, cdy_error *error)
{
    const bool is_matrix = x->result.kind == OUTPUT_SQUARE || x->result.kind == OUTPUT_SYMMETRIC;
    cdy_status status = cdy_batch_check(model, batch, result, given.frame, given.relative_to, error);
    status = status ? status : cdy_check_axes(given.axes, error);
    status = status || !is_matrix ? status : cdy_batch_check_dense(model, error);
    if (status) {
        return status;
    }
    batch_call call = {.model = model,
                       .batch = batch,
                       .count = count,
                       .compute = compute_quantity,
                       .quantity = x,
                       .out = {{x->result.kind, quantity_result_size(model, &x->result), result}},
                       .frame = given.frame,
                       .relative_to = given.relative_to,
                       .axes = given.axes,
                       .statuses = statuses};
    for (int i = 0; i < QUANTITY_INPUTS; i++) { /* velocity and acceleration are 0 where the quantity has none */
        const input_kind unused = i == 1 || i == 2 ? INPUT_VELOCITY : INPUT_NOTHING;
        call.in[i] = (batch_input){x->in[i] ? x->in[i] : unused, given.in[i]};
    }
    return cdy_batch_run(&call, error);
}

#define QUANTITY(name, title, inputs, result, tolerance, float_tolerance)                                              \
    cdy_status cdy_batch_##name(const cdy_model *model, cdy_batch *batch, size_t count, PARAMETERS_##inputs(scalar),   \
                                scalar *numbers, cdy_status *rows, cdy_error *error)                                   \
    {                                                                                                                  \
        return run(&quantity_##name, model, batch, count, (quantity_given){GIVEN_##inputs}, numbers, rows, error);     \
    }
#include "dynamics/quantities.def"
#undef QUANTITY
