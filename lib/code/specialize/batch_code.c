/* Giving code to batches: compiled twice, for batches over doubles and over floats (batch/precision.h). */
#include "base/error.h"
#include "batch/batch.h"
#include "dynamics/widths.h"
#include "specialize/specialization.h"

#ifdef CDY_FLOAT
#define cdy_code_lanes cdy_code_lanes_f32
static const bool over_floats = true;
#else
static const bool over_floats = false;
#endif

int cdy_code_lanes(int lanes)
{
    const cdy_kernels *kernels = cdy_choose_kernels(lanes);
    return kernels ? kernels->lanes : 0;
}

cdy_status cdy_batch_specialize(cdy_batch *batch, const cdy_specialization *specialization, cdy_error *error)
{
    if (!batch) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "giving code to a batch needs a batch");
    }
    const cdy_status status = cdy_check_code(specialization, batch->fingerprint, over_floats, "batch", error);
    if (status) {
        return status;
    }
    if (specialization && specialization->code.lanes != batch->kernels->lanes) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the code is for %d lanes, the batch has %d; specialize for the lanes of the batch",
                        specialization->code.lanes, batch->kernels->lanes);
    }
    batch->special = specialization ? &specialization->code : NULL;
    return CDY_OK;
}
