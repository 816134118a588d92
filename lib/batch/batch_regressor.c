/* Regressors of many states. */
#include "base/error.h"
#include "batch/batch.h"
#include "dynamics/parameters.h"

static void compute_regressor(const batch_call *call, batch_slot *slot, const double *const in[BATCH_INPUTS])
{
    cdy_fill_regressor(call->model, call->batch->kernels, slot->state, call->parameters, in[0], in[1], in[2],
                       slot->scratch, slot->out[0]);
}

cdy_status cdy_batch_regressor(const cdy_model *model, cdy_batch *batch, size_t count, const double *q,
                               const double *qd, const double *qdd, const cdy_regressor_options *options, double *Y,
                               cdy_status *rows, cdy_error *error)
{
    cdy_status status = cdy_batch_check(model, batch, Y, 0, 0, error);
    if (status || (status = cdy_check_regressor_options(options, error))) {
        return status;
    }
    const size_t size = (size_t)model->nv * (size_t)cdy_parameter_count(model, options);
    const batch_call call = {.model = model,
                             .batch = batch,
                             .count = count,
                             .compute = compute_regressor,
                             .in = {{INPUT_POSITION, q}, {INPUT_VELOCITY, qd}, {INPUT_ACCELERATION, qdd}},
                             .out = {{OUTPUT_NUMBERS, size, Y}},
                             .parameters = options,
                             .statuses = rows};
    status = cdy_batch_check_room(model, batch, size, error);
    return status ? status : cdy_batch_run(&call, error);
}
