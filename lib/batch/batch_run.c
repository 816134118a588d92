/* All blocks of a batch: who computes which, and what is said of the states that failed. */
#include "base/error.h"
#include "batch/batch.h"
#include "dynamics/arguments.h"

#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

cdy_status cdy_batch_check(const cdy_model *model, const cdy_batch *batch, const scalar *result, int frame,
                           int relative_to, cdy_error *error)
{
    if (!model || !batch) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the call needs a model and a batch made for it");
    }
    if (batch->fingerprint != model->fingerprint) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the batch was made for another model");
    }
    if (!result) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no place for the results was given");
    }
    cdy_status status = cdy_check_frame(model, frame, error);
    return status ? status : cdy_check_frame(model, relative_to, error);
}

/* Packed arrays are read as they are, as vectors. */
static cdy_status check_alignment(const batch_call *call, cdy_error *error)
{
    uintptr_t bits = 0;
    for (int i = 0; i < BATCH_INPUTS; i++) {
        bits |= (uintptr_t)call->in[i].numbers;
    }
    for (int i = 0; i < BATCH_OUTPUTS; i++) {
        bits |= (uintptr_t)call->out[i].numbers;
    }
    if (call->batch->layout == CDY_BATCH_LANES && bits % 64 != 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "an array of packed states does not begin at a multiple of 64 bytes");
    }
    return CDY_OK;
}

/* No array can have more bytes than a size_t counts; the longest row of any call has (6 + 16) numbers a frame or degree
 * of freedom, or a square of these. */
static cdy_status check_count(const batch_call *call, cdy_error *error)
{
    const cdy_model *model = call->model;
    const size_t n = (size_t)model->tree_nq + (size_t)model->frame_count + 1, width = 22 * n * n * sizeof(scalar);
    if (call->count > SIZE_MAX / 4 / width) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "a batch of %zu states has more bytes than there can be; the sizes do not fit", call->count);
    }
    return CDY_OK;
}

/* The share of one of so many threads: blocks that follow each other. */
static void run_share(const batch_call *call, int thread, int threads)
{
    const size_t lanes = (size_t)call->batch->kernels->lanes, blocks = (call->count - 1) / lanes + 1;
    const size_t share = blocks / (size_t)threads, more = blocks % (size_t)threads, t = (size_t)thread;
    const size_t first = t * share + (t < more ? t : more), end = first + share + (t < more);
    batch_slot *slot = batch_slot_of(call->batch, thread);
    slot->first = (batch_fault){FAULT_NONE, NULL, 0};
    slot->said.status = CDY_OK;
    for (size_t block = first; block < end; block++) {
        cdy_batch_compute_block(call, slot, block);
    }
}

#ifdef _OPENMP

/* Fewer blocks are not worth waking a thread for: some microseconds' work, which blocks of large robots hold alone. */
static size_t least_blocks(const cdy_model *model)
{
    return 1 + 36 / ((size_t)model->tree_nv + 1);
}

/* By itself, since the function around a parallel region may wake OpenMP at once, and with it the heap. */
static __attribute__((noinline)) int run_on_threads(const batch_call *call, int wanted)
{
    int took_part = 1;
#pragma omp parallel num_threads(wanted)
    {
        const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
        if (thread == 0) {
            took_part = threads; /* may be fewer than wanted */
        }
        run_share(call, thread, threads);
    }
    return took_part;
}

#endif

/* Returns how many threads took part; those of the first states come first. */
static int run_all(const batch_call *call)
{
#ifdef _OPENMP
    const size_t blocks = (call->count - 1) / (size_t)call->batch->kernels->lanes + 1,
                 most = blocks / least_blocks(call->model);
    const int wanted = most < (size_t)call->batch->threads ? (int)most : call->batch->threads;
    if (wanted > 1) {
        return run_on_threads(call, wanted);
    }
#endif
    run_share(call, 0, 1);
    return 1;
}

static cdy_status report(const batch_slot *slot, cdy_error *error)
{
    const batch_fault *fault = &slot->first;
    const cdy_status status = batch_fault_status(fault->kind);
    switch (fault->kind) {
    case FAULT_NONE: break;
    case FAULT_INPUT:
        return cdy_fail(error, status, "row %zu: the %s has a number that is not finite", fault->row, fault->what);
    case FAULT_FOLLOWER:
        return cdy_fail(error, status,
                        "row %zu: the %s of a mimic joint is not finite; that of its leader is too large", fault->row,
                        fault->what);
    case FAULT_QUATERNION:
        return cdy_fail(error, status,
                        "row %zu: the quaternion of a floating joint is zero or too large; expected unit length",
                        fault->row);
    case FAULT_ALONE: return cdy_fail(error, status, "row %zu: %s", fault->row, slot->said.text);
    case FAULT_RESULT:
        return cdy_fail(error, status,
                        "row %zu: the result is not finite; the numbers of the robot or its state are too large",
                        fault->row);
    }
    return CDY_OK;
}

cdy_status cdy_batch_run(const batch_call *call, cdy_error *error)
{
    cdy_status status = check_count(call, error);
    status = status ? status : check_alignment(call, error);
    if (status || call->count == 0) {
        return status;
    }
    batch_call running = *call;
    running.given = call->model;
    running.model = cdy_model_to_read(call->model, call->batch->narrowed);
    const int threads = run_all(&running);
    for (int i = 0; i < threads; i++) {
        const batch_slot *slot = batch_slot_of(call->batch, i);
        if (slot->first.kind != FAULT_NONE) {
            return report(slot, error);
        }
    }
    return CDY_OK;
}
