/* Center of mass of many states. */
#include "base/error.h"
#include "batch/batch.h"

static void compute_center_of_mass(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    call->batch->kernels->center_of_mass(call->kernel_model, slot->state, in[0], slot->out[0], slot->out[1]);
}

cdy_status cdy_batch_center_of_mass(const cdy_model *model, cdy_batch *batch, size_t count, const scalar *q,
                                    scalar *com, scalar *J, cdy_status *rows, cdy_error *error)
{
    const batch_call call = {.model = model,
                             .batch = batch,
                             .count = count,
                             .compute = compute_center_of_mass,
                             .in = {{INPUT_POSITION, q}},
                             .out = {{OUTPUT_NUMBERS, 3, com}, {OUTPUT_COLUMNS, 3, J}},
                             .statuses = rows};
    cdy_status status = cdy_batch_check(model, batch, com, 0, 0, error);
    if (!status && !(cdy_total_mass(model) > 0)) {
        status = cdy_fail(error, CDY_ERROR_NUMERIC, "nothing that moves has mass, so there is no center of mass");
    }
    return status ? status : cdy_batch_run(&call, error);
}
