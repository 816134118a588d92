/* Faults of the states in a block. */
#include "base/error.h"
#include "batch/batch.h"

#include <string.h>

void cdy_batch_fail_lane(batch_slot *slot, size_t lane, batch_fault_kind kind, const char *input)
{
    if (!slot->faults.any) {
        memset(slot->faults.lane, 0, sizeof slot->faults.lane);
        slot->faults.any = true;
    }
    if (slot->faults.lane[lane].kind == FAULT_NONE) { /* the first fault counts, as in the call for one state */
        slot->faults.lane[lane].kind = kind;
        slot->faults.lane[lane].input = input;
    }
}

cdy_status cdy_batch_report_first(const cdy_batch *batch, cdy_error *error)
{
    const batch_slot *first = NULL;
    for (int i = 0; i < batch->threads; i++) {
        const batch_slot *slot = batch_slot_of(batch, i);
        if (slot->faults.first.kind != FAULT_NONE && (!first || slot->faults.first.row < first->faults.first.row)) {
            first = slot;
        }
    }
    return first ? cdy_fail(error, first->fallback.error.status, "row %zu: %s", first->faults.first.row,
                            first->fallback.error.text)
                 : CDY_OK;
}
