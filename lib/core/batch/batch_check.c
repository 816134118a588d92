/* Checks whether a batch has the features that a call needs. */
#include "base/error.h"
#include "batch/batch.h"

cdy_status cdy_batch_check_dense(const cdy_model *model, cdy_error *error)
{
    return model->tree_nv <= LARGEST_BATCH_DENSE
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                          "the robot has %d degrees of freedom, including mimic joints; batches take matrices of "
                          "%d at most, the calls for one state take larger ones",
                          (int)model->tree_nv, LARGEST_BATCH_DENSE);
}

cdy_status cdy_batch_check_alignment(const cdy_batch *batch, uintptr_t bits, cdy_error *error)
{
    return batch->layout == CDY_BATCH_LANES && bits % 64 != 0
               ? cdy_fail(error, CDY_ERROR_ARGUMENT,
                          "an array of packed states does not begin at a multiple of 64 bytes")
               : CDY_OK;
}
