/* Faults of the states in a block. */
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
