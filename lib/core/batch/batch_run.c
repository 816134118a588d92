/* All blocks of a batch: checks, distribution to threads, and the error of the first failed state. */
#include "base/error.h"
#include "batch/batch.h"
#include "batch/team.h"
#include "dynamics/arguments.h"

#include <string.h>

cdy_status cdy_batch_check(const cdy_model *model, const cdy_batch *batch, const scalar *result, cdy_error *error)
{
    if (!model || !batch) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the call needs a model and a batch made for it");
    }
    if (batch->fingerprint != model->fingerprint) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the batch was made for another model");
    }
    return result ? CDY_OK : cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the results was given");
}

/* Packed arrays are loaded as vectors in place, so that they must be aligned. */
static cdy_status check_alignment(const batch_call *call, cdy_error *error)
{
    uintptr_t bits = 0;
    if (call->batch->layout != CDY_BATCH_LANES) {
        return CDY_OK;
    }
    for (int i = 0; i < BATCH_INPUTS; i++) {
        bits |= (uintptr_t)call->in[i].numbers;
    }
    for (int i = 0; i < BATCH_OUTPUTS; i++) {
        bits |= (uintptr_t)call->out[i].numbers;
    }
    return cdy_batch_check_alignment(call->batch, bits, error);
}

cdy_status cdy_batch_check_count(const batch_call *call, cdy_error *error)
{
    if (call->count > call->batch->most_states) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "a batch of %zu states has more bytes than there can be; the sizes do not fit", call->count);
    }
    return CDY_OK;
}

/* Blocks of a call; the number of lanes is a power of two. */
static size_t count_blocks(const batch_call *call)
{
    return ((call->count - 1) >> __builtin_ctz((unsigned)call->batch->kernels->lanes)) + 1;
}

/* Zeros in results that keep them from block to block. */
static void clear_results(const batch_call *call, const batch_slot *slot)
{
    for (int i = 0; i < call->plan->wanted_count; i++) {
        const wanted_output *wanted = &call->plan->wanted[i];
        scalar *out = slot->out[wanted->place];
        memset(out, 0, wanted->width * (size_t)call->batch->kernels->lanes * sizeof *out);
    }
}

static void compute_blocks(const batch_call *call, batch_slot *slot, size_t first, size_t end)
{
    slot->faults.first = (batch_fault){FAULT_NONE, NULL, 0};
    slot->fallback.error.status = CDY_OK;
    cdy_batch_set_defaults(call, slot);
    if (call->has_zeros) {
        clear_results(call, slot);
    }
    for (size_t block = first; block < end; block++) {
        cdy_batch_compute_block(call, slot, block);
    }
}

/* Compute one thread's share: a range of consecutive blocks. */
static void compute_share(const void *job, int thread, int threads)
{
    const batch_call *call = job;
    const size_t blocks = count_blocks(call);
    const size_t share = blocks / (size_t)threads, more = blocks % (size_t)threads, t = (size_t)thread;
    const size_t first = t * share + (t < more ? t : more);
    compute_blocks(call, batch_slot_of(call->batch, thread), first, first + share + (t < more));
}

/* Returns the number of threads that took part; their shares are in the order of the states.  One block of a large
 * robot suffices for a thread. */
static int run_all(const batch_call *call)
{
    const size_t blocks = count_blocks(call);
    if (call->batch->threads > 1 && blocks > 1) {
        const size_t least = 1 + cdy_team_least_work() / ((size_t)call->model->tree_nv + 1), most = blocks / least;
        const int wanted = most < (size_t)call->batch->threads ? (int)most : call->batch->threads;
        if (wanted > 1) {
            return cdy_team_share(wanted, compute_share, call);
        }
    }
    compute_blocks(call, batch_slot_of(call->batch, 0), 0, blocks);
    return 1;
}

static cdy_status report(const batch_slot *slot, cdy_error *error)
{
    const batch_fault *fault = &slot->faults.first;
    const cdy_status status = batch_fault_status(fault->kind);
    switch (fault->kind) {
    case FAULT_NONE: break;
    case FAULT_INPUT:
        return cdy_fail(error, status, "row %zu: the %s has a number that is not finite", fault->row, fault->input);
    case FAULT_MIMIC:
        return cdy_fail(error, status,
                        "row %zu: the %s of a mimic joint is not finite: its leader has too large a value", fault->row,
                        fault->input);
    case FAULT_QUATERNION:
        return cdy_fail(error, status, "row %zu: the quaternion of a joint is zero or too large; expected unit length",
                        fault->row);
    case FAULT_FALLBACK: return cdy_fail(error, status, "row %zu: %s", fault->row, slot->fallback.error.text);
    case FAULT_RESULT:
        return cdy_fail(error, status,
                        "row %zu: the result is not finite; the numbers of the robot or its state are too large",
                        fault->row);
    }
    return CDY_OK;
}

/* Recomputes the inertias of the float model and the bounds of pivots where payloads have changed since the last call.
 */
static void update_payloads(const cdy_model *model, cdy_batch *batch)
{
    if (batch->payload_mark != model->payload_mark) {
        cdy_batch_update_inertias(model, batch->float_model);
        cdy_batch_fill_pivot_thresholds(model, batch);
        batch->payload_mark = model->payload_mark;
    }
}

cdy_status cdy_batch_run(batch_call *call, cdy_error *error)
{
    cdy_status status = cdy_batch_check_count(call, error);
    status = status ? status : check_alignment(call, error);
    if (status || call->count == 0) {
        return status;
    }
    update_payloads(call->model, call->batch);
    call->kernel_model = cdy_batch_kernel_model(call->model, call->batch->float_model);
    cdy_batch_make_plan(call, &call->batch->plan);
    call->plan = &call->batch->plan;
    const int threads = run_all(call);
    for (int i = 0; i < threads; i++) {
        const batch_slot *slot = batch_slot_of(call->batch, i);
        if (slot->faults.first.kind != FAULT_NONE) {
            return report(slot, error);
        }
    }
    return CDY_OK;
}
