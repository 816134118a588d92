/* States of a batch that are computed alone, by the call for one state.
 *
 * A pivot is what is left of a diagonal element of M; where M is singular one is rounding noise.  Of what it is left of
 * lanes know no more than a bound that holds wherever the robot stands.  Beside that bound, noise in millions of random
 * singular states was under 1e-10 in doubles, and in floats mostly under 1e-5, but over 1e-4 in one of ten thousand.
 * The pivots of 76 real robots, fixed or floating, were over 1e-7, and over 1e-4 but for a few states and for two arms
 * on floating bases.  So states with all pivots above PIVOT_FLOOR of their bounds are sound, and by articulated bodies
 * also those with all above LARGEST_FLOOR of the largest, which long chains need: the call for one state asks no more
 * of them, with a bound of a tenth.  On all others it has the last word; over floats, too, it works in doubles. */
#include "batch/batch.h"
#include "dynamics/pivot_bound.h"

#include <math.h>

void cdy_batch_fill_floor(const cdy_model *model, cdy_batch *batch)
{
    const batch_slot *slot = batch_slot_of(batch, 0);
    double *bound = (void *)slot->tail, *reach = bound + model->nv;
    cdy_bound_pivots(model, slot->own, bound, reach);
    for (int i = 0; i < model->nv; i++) {
        batch->pivot_floor[i] = (scalar)(PIVOT_FLOOR * bound[i]);
    }
    batch->reaches = false;
    for (int i = 0; i < model->tree_nq; i++) {
        batch->reach[i] = (scalar)reach[i];
        batch->reaches = batch->reaches || !isinf(batch->reach[i]);
    }
}

static inline bool is_near(scalar q, scalar reach)
{
    return q <= reach && q >= -reach;
}

/* Whether the bound of the floor holds in a lane. */
static bool is_within_reach(const batch_block *b, size_t lane, const scalar *tree_q)
{
    const cdy_batch *batch = b->call->batch;
    for (size_t i = 0; batch->reaches && i < (size_t)b->call->model->tree_nq; i++) {
        if (!is_near(tree_q[i * b->lanes + lane], batch->reach[i])) {
            return false;
        }
    }
    return true;
}

static bool are_above_floor(const batch_block *b, size_t lane)
{
    for (size_t i = 0; i < (size_t)b->call->model->nv; i++) {
        if (!(b->slot->pivots[i * b->lanes + lane] > b->call->batch->pivot_floor[i])) {
            return false;
        }
    }
    return true;
}

static bool are_alike(const batch_block *b, size_t lane)
{
    const size_t n = (size_t)b->call->model->nv;
    const scalar *pivots = b->slot->pivots + lane;
    scalar largest = 0;
    for (size_t i = 0; i < n; i++) {
        largest = pivots[i * b->lanes] > largest ? pivots[i * b->lanes] : largest;
    }
    for (size_t i = 0; i < n; i++) {
        if (!(pivots[i * b->lanes] > LARGEST_FLOOR * largest)) {
            return false;
        }
    }
    return true;
}

static bool is_sound(const batch_block *b, size_t lane, const scalar *tree_q)
{
    return (is_within_reach(b, lane, tree_q) && are_above_floor(b, lane)) ||
           (b->call->articulated && are_alike(b, lane));
}

/* The input of a lane as the caller gives it; NULL where it is the default. */
static const double *read_alone(const batch_block *b, int i, size_t lane)
{
    const batch_input *input = &b->call->in[i];
    if (!input->numbers) {
        return NULL;
    }
    const size_t width = cdy_batch_input_width(b->call->model, input->kind);
    const bool packed = b->call->batch->layout == CDY_BATCH_LANES;
    const loose_scalar *from = input->numbers + b->number * b->lanes * width;
    for (size_t k = 0; k < width; k++) {
        b->slot->given[i][k] = (double)from[packed ? k * b->lanes + lane : lane * width + k];
    }
    return b->slot->given[i];
}

static void compute_alone(const batch_block *b, size_t lane)
{
    const batch_call *call = b->call;
    batch_slot *slot = b->slot;
    const double *in[BATCH_INPUTS];
    double *out[BATCH_OUTPUTS];
    for (int i = 0; i < BATCH_INPUTS; i++) {
        in[i] = read_alone(b, i, lane);
    }
    for (int i = 0; i < BATCH_OUTPUTS; i++) {
        out[i] = call->out[i].numbers ? slot->result[i] : NULL;
    }
    if (call->alone(call, slot->workspace, in, out, slot->said.status ? NULL : &slot->said)) {
        cdy_batch_fail_lane(slot, lane, FAULT_ALONE, "");
        return;
    }
    for (int i = 0; i < BATCH_OUTPUTS; i++) {
        const size_t width = out[i] ? cdy_batch_output_width(call->model, &call->out[i]) : 0;
        for (size_t k = 0; k < width; k++) {
            slot->out[i][k * b->lanes + lane] = (scalar)out[i][k];
        }
    }
}

/* Whether is_within_reach() for all lanes, also those without states; most robots have nothing to look at. */
static bool are_within_reach(const batch_block *b, const scalar *tree_q)
{
    const cdy_batch *batch = b->call->batch;
    bool within = true;
    for (size_t i = 0; batch->reaches && i < (size_t)b->call->model->tree_nq; i++) {
        const scalar reach = batch->reach[i];
        for (size_t lane = 0; !isinf(reach) && lane < b->lanes; lane++) {
            within &= is_near(tree_q[i * b->lanes + lane], reach);
        }
    }
    return within;
}

void cdy_batch_judge(const batch_block *b, const scalar *tree_q)
{
    const cdy_batch *batch = b->call->batch;
    const size_t n = (size_t)b->call->model->nv;
    if (batch->kernels->all_above(n, batch->pivot_floor, b->slot->pivots) && are_within_reach(b, tree_q)) {
        return;
    }
    for (size_t lane = 0; lane < b->used; lane++) {
        const bool failed = b->slot->failed && b->slot->lanes[lane].kind != FAULT_NONE;
        if (!failed && !is_sound(b, lane, tree_q)) {
            compute_alone(b, lane);
        }
    }
}
