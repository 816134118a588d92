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
 * batches over floats. A robot most of whose states are not regular for floats, as long chains are, is computed in
 * lanes of doubles from the start (double_lanes.h). Whether it is does not depend on the states of a call, so that
 * neither does a result on its neighbours. */
#include "batch/batch.h"
#include "dynamics/pivot_bound.h"

#include <math.h>
#include <string.h>

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
    if (b->call->model->idle_count > 0) {
        return false; /* every state is refused, by the call for one state */
    }
    return (is_in_pivot_range(b, lane, tree_q) && are_above_thresholds(b, lane)) ||
           (b->call->articulated && are_near_largest(b, lane));
}

/* Puts random states into all lanes of the first input of a slot. */
static void draw_states(const cdy_model *model, size_t lanes, uint64_t *seed, const batch_slot *slot)
{
    double *q = slot->setup;
    for (size_t lane = 0; lane < lanes; lane++) {
        cdy_random_configuration(model, seed, q);
        for (size_t i = 0; i < (size_t)model->nq; i++) {
            slot->in[0][i * lanes + lane] = (scalar)q[i];
        }
    }
}

/* Whether most of some random states are not regular: of such a robot, one by one would be slow. The same states in
 * every width; mimic joints have no pivots of articulated bodies. */
static bool has_few_regular_states(const cdy_model *model, cdy_batch *batch)
{
    enum { TRIALS = 16 };
    const size_t lanes = (size_t)batch->kernels->lanes;
    batch_slot *slot = batch_slot_of(batch, 0);
    const batch_call call = {.model = model, .batch = batch};
    const batch_block block = {.call = &call, .slot = slot, .lanes = lanes, .used = lanes};
    uint64_t seed = 1;
    size_t regular = 0;
    for (size_t state = 0; !model->has_followers && state < TRIALS; state += lanes) {
        draw_states(model, lanes, &seed, slot);
        batch->kernels->aba(cdy_batch_kernel_model(model, batch->float_model), slot->kernel_scratch, no_gravity,
                            slot->in[0], batch->zero, batch->zero, NULL, slot->out[0], slot->pivots);
        for (size_t lane = 0; lane < lanes; lane++) {
            regular += cdy_batch_is_regular(&block, lane, slot->in[0]);
        }
    }
    return !model->has_followers && 2 * regular < TRIALS;
}

void cdy_batch_fill_pivot_thresholds(const cdy_model *model, cdy_batch *batch)
{
    const batch_slot *slot = batch_slot_of(batch, 0);
    double *bound = slot->setup, *range = bound + model->nv;
    cdy_bound_pivots(model, slot->scratch, bound, range);
    for (int i = 0; i < model->nv; i++) {
        batch->pivot_threshold[i] = (scalar)(PIVOT_THRESHOLD * bound[i]);
    }
    batch->has_pivot_range = false;
    for (int i = 0; i < model->tree_nq; i++) {
        batch->pivot_range[i] = (scalar)range[i];
        batch->has_pivot_range = batch->has_pivot_range || !isinf(batch->pivot_range[i]);
    }
    batch->needs_doubles = sizeof(scalar) != sizeof(double) && has_few_regular_states(model, batch);
}

/* The states that the fallback computes together. */
typedef struct fallback_block {
    const batch_block *block;
    size_t lanes[MOST_LANES]; /* count: where they are */
    size_t count;
    const double *in[BATCH_INPUTS];            /* rows of the caller's coordinates; NULL for the default */
    double *out[BATCH_OUTPUTS];                /* rows; NULL: not wanted */
    cdy_constraint_report reports[MOST_LANES]; /* of constrained dynamics */
} fallback_block;

/* Reads an input of the states as doubles. */
static const double *read_fallback_input(const fallback_block *f, int i)
{
    const batch_block *b = f->block;
    const batch_input *input = &b->call->in[i];
    const size_t width = batch_input_width(b->call->model, input->kind);
    double *row = b->slot->fallback.in[i];
    for (size_t state = 0; input->numbers && state < f->count; state++, row += width) {
        for (size_t k = 0; k < width; k++) {
            row[k] = (double)input->numbers[batch_place(b, width, k, f->lanes[state])];
        }
    }
    return input->numbers ? b->slot->fallback.in[i] : NULL;
}

static void read_fallback(fallback_block *f)
{
    const batch_call *call = f->block->call;
    for (int i = 0; i < BATCH_INPUTS; i++) {
        f->in[i] = read_fallback_input(f, i);
    }
    for (int i = 0; i < BATCH_OUTPUTS; i++) {
        f->out[i] = call->out[i].numbers ? f->block->slot->fallback.out[i] : NULL;
    }
}

/* Puts a state's results among those of the block. */
static void place_fallback_results(const fallback_block *f, size_t state)
{
    const batch_block *b = f->block;
    for (int i = 0; i < BATCH_OUTPUTS; i++) {
        const size_t width = f->out[i] ? batch_output_width(b->call->model, &b->call->out[i]) : 0;
        for (size_t k = 0; k < width; k++) {
            b->slot->out[i][k * b->lanes + f->lanes[state]] = (scalar)f->out[i][state * width + k];
        }
    }
    b->slot->reports[f->lanes[state]] = f->reports[state];
}

static void compute_alone(const batch_block *b, size_t lane)
{
    batch_slot *slot = b->slot;
    fallback_block f = {.block = b, .lanes = {lane}, .count = 1};
    read_fallback(&f);
    cdy_error *error = slot->fallback.error.status ? NULL : &slot->fallback.error;
    if (b->call->one_state(b->call, slot, f.in, f.out, f.reports, error)) {
        cdy_batch_fail_lane(slot, lane, FAULT_FALLBACK, "");
        return;
    }
    place_fallback_results(&f, 0);
}

/* Computes the states in lanes of doubles; the call for one state tells why one of them fails. */
static void compute_in_doubles(fallback_block *f)
{
    const batch_call *call = f->block->call;
    cdy_status statuses[MOST_LANES];
    read_fallback(f);
    for (size_t state = 0; state < f->count; state++) {
        statuses[state] = CDY_ERROR_NUMERIC; /* where the call fails as a whole */
    }
    call->doubles(f->block->slot->doubles.lanes,
                  &(double_states){.model = call->model,
                                   .count = f->count,
                                   .in = f->in,
                                   .out = f->out,
                                   .method = call->settings.method,
                                   .constraints = call->constrained.constraints,
                                   .constraint_count = call->constrained.count,
                                   .options = call->constrained.options,
                                   .restitution = call->constrained.restitution,
                                   .reports = call->constrained.reports ? f->reports : NULL,
                                   .statuses = statuses});
    for (size_t state = 0; state < f->count; state++) {
        if (!statuses[state]) {
            place_fallback_results(f, state);
        }
    }
    for (size_t state = 0; state < f->count; state++) {
        if (statuses[state]) {
            compute_alone(f->block, f->lanes[state]);
        }
    }
}

void cdy_batch_compute_in_doubles(const batch_block *b)
{
    const size_t most = fallback_states((int)b->lanes);
    size_t lanes[MOST_LANES], count = 0;
    for (size_t lane = 0; lane < b->used; lane++) {
        if (!b->slot->faults.any || b->slot->faults.lane[lane].kind == FAULT_NONE) {
            lanes[count++] = lane;
        }
    }
    for (size_t first = 0; first < count; first += most) {
        fallback_block f = {.block = b, .count = count - first < most ? count - first : most};
        memcpy(f.lanes, lanes + first, f.count * sizeof *lanes);
        compute_in_doubles(&f);
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
    if (b->call->model->idle_count == 0 && !b->slot->fallback.has_doubtful &&
        batch->kernels->all_above(n, batch->pivot_threshold, b->slot->pivots) && are_in_pivot_range(b, tree_q)) {
        return;
    }
    for (size_t lane = 0; lane < b->used; lane++) {
        const bool failed = b->slot->faults.any && b->slot->faults.lane[lane].kind != FAULT_NONE;
        const bool doubtful = b->slot->fallback.has_doubtful && b->slot->fallback.doubtful[lane];
        if (!failed && (doubtful || !cdy_batch_is_regular(b, lane, tree_q))) {
            compute_alone(b, lane);
        }
    }
}
