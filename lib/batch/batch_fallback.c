/* Fallback to the call for one state where the mass matrix M may be singular, or rows of constraints dependent.
 *
 * The pivots of M = L^T D L are its diagonal elements less the eliminated terms; where M is singular, a pivot is
 * rounding noise of its diagonal element. A block does not keep the diagonal: pivots are compared with a bound of it
 * over all configurations (dynamics/pivot_bound.h). Relative to that bound, the noise in millions of random singular
 * states was under 1e-10 in doubles; in floats it was mostly under 1e-5, but over 1e-4 in one of ten thousand. The
 * pivots of 76 real robots, fixed or floating, were over 1e-7, and over 1e-4 except in a few states and for two arms on
 * floating bases.
 *
 * A state is therefore regular where all pivots are above PIVOT_THRESHOLD times their bounds, and with articulated
 * bodies also where all are above LARGEST_PIVOT_THRESHOLD times the largest, which long chains need: the call for one
 * state applies the same test with a tenth of the threshold. That call decides all other states, in doubles also for
 * batches over floats. */
#include "batch/batch.h"
#include "dynamics/pivot_bound.h"

#include <math.h>

void cdy_batch_fill_pivot_thresholds(const cdy_model *model, cdy_batch *batch)
{
    const batch_slot *slot = batch_slot_of(batch, 0);
    double *bound = (void *)slot->tail, *range = bound + model->nv;
    cdy_bound_pivots(model, slot->scratch, bound, range);
    for (int i = 0; i < model->nv; i++) {
        batch->pivot_threshold[i] = (scalar)(PIVOT_THRESHOLD * bound[i]);
    }
    batch->has_pivot_range = false;
    for (int i = 0; i < model->tree_nq; i++) {
        batch->pivot_range[i] = (scalar)range[i];
        batch->has_pivot_range = batch->has_pivot_range || !isinf(batch->pivot_range[i]);
    }
}

static inline bool is_in_range(scalar q, scalar range)
{
    return q <= range && q >= -range;
}

/* Whether the thresholds hold in a lane: coordinates of sliding joints within pivot_range. */
static bool is_in_pivot_range(const batch_block *b, size_t lane, const scalar *tree_q)
{
    const cdy_batch *batch = b->call->batch;
    for (size_t i = 0; batch->has_pivot_range && i < (size_t)b->call->model->tree_nq; i++) {
        if (!is_in_range(tree_q[i * b->lanes + lane], batch->pivot_range[i])) {
            return false;
        }
    }
    return true;
}

static bool are_above_thresholds(const batch_block *b, size_t lane)
{
    for (size_t i = 0; i < (size_t)b->call->model->nv; i++) {
        if (!(b->slot->pivots[i * b->lanes + lane] > b->call->batch->pivot_threshold[i])) {
            return false;
        }
    }
    return true;
}

static bool are_near_largest(const batch_block *b, size_t lane)
{
    const size_t n = (size_t)b->call->model->nv;
    const scalar *pivots = b->slot->pivots + lane;
    scalar largest = 0;
    for (size_t i = 0; i < n; i++) {
        largest = pivots[i * b->lanes] > largest ? pivots[i * b->lanes] : largest;
    }
    for (size_t i = 0; i < n; i++) {
        if (!(pivots[i * b->lanes] > LARGEST_PIVOT_THRESHOLD * largest)) {
            return false;
        }
    }
    return true;
}

bool cdy_batch_is_regular(const batch_block *b, size_t lane, const scalar *tree_q)
{
    return (is_in_pivot_range(b, lane, tree_q) && are_above_thresholds(b, lane)) ||
           (b->call->articulated && are_near_largest(b, lane));
}

/* Inputs of one lane as doubles in the caller's coordinates; NULL for the default. */
static const double *read_fallback_input(const batch_block *b, int i, size_t lane)
{
    const batch_input *input = &b->call->in[i];
    if (!input->numbers) {
        return NULL;
    }
    const size_t width = cdy_batch_input_width(b->call->model, input->kind);
    for (size_t k = 0; k < width; k++) {
        b->slot->fallback_in[i][k] = (double)input->numbers[batch_place(b, width, k, lane)];
    }
    return b->slot->fallback_in[i];
}

static void compute_by_fallback(const batch_block *b, size_t lane)
{
    const batch_call *call = b->call;
    batch_slot *slot = b->slot;
    const double *in[BATCH_INPUTS];
    double *out[BATCH_OUTPUTS];
    for (int i = 0; i < BATCH_INPUTS; i++) {
        in[i] = read_fallback_input(b, i, lane);
    }
    for (int i = 0; i < BATCH_OUTPUTS; i++) {
        out[i] = call->out[i].numbers || (i > 0 && i == call->own_output) ? slot->fallback_out[i] : NULL;
    }
    if (call->fallback(call, slot, in, out, slot->fallback_error.status ? NULL : &slot->fallback_error)) {
        cdy_batch_fail_lane(slot, lane, FAULT_FALLBACK, "");
        return;
    }
    for (int i = 0; i < BATCH_OUTPUTS; i++) {
        const size_t width = out[i] ? cdy_batch_output_width(call->model, &call->out[i]) : 0;
        for (size_t k = 0; k < width; k++) {
            slot->out[i][k * b->lanes + lane] = (scalar)out[i][k];
        }
    }
}

/* The test of is_in_pivot_range() for all lanes at once; most robots have no finite range. */
static bool are_in_pivot_range(const batch_block *b, const scalar *tree_q)
{
    const cdy_batch *batch = b->call->batch;
    bool within = true;
    for (size_t i = 0; batch->has_pivot_range && i < (size_t)b->call->model->tree_nq; i++) {
        const scalar range = batch->pivot_range[i];
        for (size_t lane = 0; !isinf(range) && lane < b->lanes; lane++) {
            within &= is_in_range(tree_q[i * b->lanes + lane], range);
        }
    }
    return within;
}

void cdy_batch_check_pivots(const batch_block *b, const scalar *tree_q)
{
    const cdy_batch *batch = b->call->batch;
    const size_t n = (size_t)b->call->model->nv;
    if (!b->slot->has_doubtful && batch->kernels->all_above(n, batch->pivot_threshold, b->slot->pivots) &&
        are_in_pivot_range(b, tree_q)) {
        return;
    }
    for (size_t lane = 0; lane < b->used; lane++) {
        const bool failed = b->slot->failed && b->slot->lane_faults[lane].kind != FAULT_NONE;
        const bool doubtful = b->slot->has_doubtful && b->slot->doubtful[lane];
        if (!failed && (doubtful || !cdy_batch_is_regular(b, lane, tree_q))) {
            compute_by_fallback(b, lane);
        }
    }
}
