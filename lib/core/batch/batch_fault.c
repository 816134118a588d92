/* Faults of the states in a block. */
#include "base/error.h"
#include "batch/batch.h"

#include <string.h>

void cdy_batch_fail_lane(batch_slot *slot, size_t lane, batch_fault_kind kind, const char *input)
{
    if (!slot->failed) {
        memset(slot->lane_faults, 0, sizeof slot->lane_faults);
        slot->failed = true;
    }
    if (slot->lane_faults[lane].kind == FAULT_NONE) { /* the first fault counts, as in the call for one state */
        slot->lane_faults[lane].kind = kind;
        slot->lane_faults[lane].input = input;
    }
}

cdy_status cdy_batch_report_first(const cdy_batch *batch, cdy_error *error)
{
    const batch_slot *first = NULL;
    for (int i = 0; i < batch->threads; i++) {
        const batch_slot *slot = batch_slot_of(batch, i);
        if (slot->first_fault.kind != FAULT_NONE && (!first || slot->first_fault.row < first->first_fault.row)) {
            first = slot;
        }
    }
    return first ? cdy_fail(error, first->fallback_error.status, "row %zu: %s", first->first_fault.row,
                            first->fallback_error.text)
                 : CDY_OK;
}
