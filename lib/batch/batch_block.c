/* One block of a batch: pack states from the caller's arrays into lanes, run the kernels, unpack the results. */
#include "batch/batch.h"
#include "dynamics/quaternion.h"

#include <math.h>
#include <string.h>

static void fail_nonfinite_lanes(const batch_block *b, const scalar_bits *nonfinite, batch_fault_kind kind,
                                 const char *input)
{
    for (size_t lane = 0; lane < b->used; lane++) {
        if (nonfinite[lane]) {
            cdy_batch_fail_lane(b->slot, lane, kind, input);
        }
    }
}

static const char *input_name(input_kind kind)
{
    switch (kind) {
    case INPUT_POSITION: return "configuration";
    case INPUT_VELOCITY: return "velocity";
    case INPUT_ACCELERATION: return "acceleration";
    case INPUT_VECTOR: return "vector";
    case INPUT_TORQUE: return "torque";
    case INPUT_WRENCH: return "wrench";
    case INPUT_FORCES: return "external force matrix";
    case INPUT_NOTHING: break;
    }
    return "";
}

static const scalar *default_input(const cdy_batch *batch, input_kind kind)
{
    switch (kind) {
    case INPUT_POSITION: return batch->home;
    case INPUT_VELOCITY:
    case INPUT_ACCELERATION:
    case INPUT_VECTOR:
    case INPUT_TORQUE: return batch->zero;
    case INPUT_WRENCH:
    case INPUT_FORCES:
    case INPUT_NOTHING: break;
    }
    return NULL;
}

/* Packed states of a block. Code for one robot leaves a block to the kernels if a number of any lane is beyond its
 * range, and so rounds otherwise: for it, lanes without a state get the block's last state. */
static const scalar *packed_block(const batch_block *b, const loose_scalar *numbers, size_t width, scalar *buffer)
{
    const scalar *packed = numbers + b->number * b->lanes * width; /* aligned, see check_alignment() */
    if (b->used == b->lanes || !b->call->batch->special) {
        return packed;
    }
    for (size_t i = 0; i < width * b->lanes; i++) {
        const size_t lane = i % b->lanes;
        buffer[i] = packed[i - lane + (lane < b->used ? lane : b->used - 1)];
    }
    return buffer;
}

/* The states of a narrow batch, from arrays that more lanes are packed in. */
static bool pack_lane(const batch_block *b, const loose_scalar *numbers, size_t width, scalar *buffer,
                      scalar_bits *nonfinite)
{
    return b->call->batch->kernels->pack_columns(width, (size_t)b->call->batch->packed_lanes, b->used,
                                                 numbers + batch_place(b, width, 0, 0), buffer, nonfinite);
}

static bool unpack_lane(const batch_block *b, const scalar *packed, size_t width, loose_scalar *numbers,
                        scalar_bits *nonfinite)
{
    return b->call->batch->kernels->unpack_columns(width, (size_t)b->call->batch->packed_lanes, b->used, packed,
                                                   numbers + batch_place(b, width, 0, 0), nonfinite);
}

/* An input in packed form: the caller's array where it is packed and whole, else `buffer`. */
static const scalar *packed_numbers(const batch_block *b, const batch_input *input, scalar *buffer)
{
    const size_t width = cdy_batch_input_width(b->call->model, input->kind);
    const cdy_batch *batch = b->call->batch;
    const loose_scalar *from = input->numbers + batch_place(b, width, 0, 0);
    scalar_bits nonfinite[MOST_LANES];
    const scalar *packed = buffer;
    bool finite;
    if (batch->layout == CDY_BATCH_LANES && (size_t)batch->packed_lanes != b->lanes) {
        finite = pack_lane(b, input->numbers, width, buffer, nonfinite);
    } else if (batch->layout == CDY_BATCH_LANES) {
        packed = packed_block(b, input->numbers, width, buffer);
        finite = batch->kernels->find_nonfinite(width, packed, nonfinite);
    } else if (batch->layout == CDY_BATCH_COLUMNS) {
        finite = batch->kernels->pack_columns(width, b->call->count, b->used, from, buffer, nonfinite);
    } else {
        finite = batch->kernels->pack(width, b->used, from, buffer, nonfinite);
    }
    if (!finite) {
        fail_nonfinite_lanes(b, nonfinite, FAULT_INPUT, input_name(input->kind));
    }
    return packed;
}

/* Expand the caller's coordinates to the tree's, q_tree = G q + offset, with mimic joints. */
static const scalar *expand(const batch_block *b, input_kind kind, const scalar *packed, scalar *buffer)
{
    const kernel_model *model = b->call->kernel_model;
    const cdy_kernels *kernels = b->call->batch->kernels;
    scalar_bits nonfinite[MOST_LANES];
    if (kind == INPUT_POSITION) {
        kernels->expand_positions(model, packed, buffer);
    } else {
        kernels->expand_velocities(model, packed, buffer);
    }
    if (!kernels->find_nonfinite((size_t)(kind == INPUT_POSITION ? model->tree_nq : model->tree_nv), buffer,
                                 nonfinite)) {
        fail_nonfinite_lanes(b, nonfinite, FAULT_MIMIC, kind == INPUT_POSITION ? "position" : input_name(kind));
    }
    return buffer;
}

static void check_quaternions(const batch_block *b, const scalar *tree_q)
{
    const kernel_model *model = b->call->kernel_model;
    const model_body *bodies = model_bodies(model);
    for (int i = 1; model->nq != model->nv && i < model->body_count; i++) {
        for (size_t lane = 0; bodies[i].kind == JOINT_FLOATING && lane < b->used; lane++) {
            if (!quaternion_has_length(tree_q + (size_t)bodies[i].q * b->lanes + lane, b->lanes)) {
                cdy_batch_fail_lane(b->slot, lane, FAULT_QUATERNION, "");
            }
        }
    }
}

static const scalar *read_input(const batch_block *b, int i)
{
    const batch_input *input = &b->call->in[i];
    const cdy_model *model = b->call->model;
    if (!input->numbers) {
        return default_input(b->call->batch, input->kind);
    }
    const bool expands = model->has_followers && input->kind < INPUT_TORQUE;
    const scalar *packed = packed_numbers(b, input, expands ? b->slot->scratch : b->slot->in[i]);
    if (expands) {
        packed = expand(b, input->kind, packed, b->slot->in[i]);
    }
    if (input->kind == INPUT_POSITION) {
        check_quaternions(b, packed);
    }
    return packed;
}

/* Project an output from the tree's degrees of freedom to the caller's, with mimic joints. */
static const scalar *project(const batch_block *b, const batch_output *output, const scalar *packed)
{
    const kernel_model *model = b->call->kernel_model;
    const cdy_kernels *kernels = b->call->batch->kernels;
    if (!model->has_followers || output->kind == OUTPUT_NUMBERS || output->kind == OUTPUT_REGRESSOR) {
        return packed;
    }
    if (output->kind == OUTPUT_SYMMETRIC) {
        kernels->project_matrix(model, packed, b->slot->scratch);
    } else if (output->kind == OUTPUT_SQUARE) {
        kernels->project_square(model, packed, b->slot->scratch);
    } else {
        kernels->project_columns(model, output->size, packed, b->slot->scratch);
    }
    return b->slot->scratch;
}

void cdy_batch_write_output(const batch_block *b, const batch_output *output, const scalar *result)
{
    const cdy_batch *batch = b->call->batch;
    const size_t width = cdy_batch_output_width(b->call->model, output);
    const scalar *packed = project(b, output, result);
    loose_scalar *to = output->numbers + batch_place(b, width, 0, 0);
    const number_runs runs = batch_runs_of(b->call, output->kind);
    scalar_bits nonfinite[MOST_LANES];
    bool finite;
    if (packed == (const void *)to) { /* see place_matrices() */
        finite = batch->kernels->find_nonfinite(width, packed, nonfinite);
    } else if (batch->layout == CDY_BATCH_LANES && (size_t)batch->packed_lanes != b->lanes) {
        finite = unpack_lane(b, packed, width, output->numbers, nonfinite);
    } else if (batch->layout == CDY_BATCH_LANES) {
        finite = batch->kernels->find_nonfinite(width, packed, nonfinite);
        memcpy(to, packed, width * b->lanes * sizeof *to);
    } else if (batch->layout == CDY_BATCH_COLUMNS) {
        finite = batch->kernels->unpack_columns(width, b->call->count, b->used, packed, to, nonfinite);
    } else if (runs.count) {
        finite = batch->kernels->unpack_runs(width, b->used, runs.count, runs.all, packed, to, nonfinite);
    } else {
        finite = batch->kernels->unpack(width, b->used, packed, to, nonfinite);
    }
    if (!finite) {
        fail_nonfinite_lanes(b, nonfinite, FAULT_RESULT, "");
    }
}

void cdy_batch_erase_output(const batch_block *b, const batch_output *output, size_t lane)
{
    const size_t width = cdy_batch_output_width(b->call->model, output);
    for (size_t k = 0; k < width; k++) {
        output->numbers[batch_place(b, width, k, lane)] = (scalar)NAN;
    }
}

/* Set the outputs of a failed state to NaN. */
static void set_outputs_nan(const batch_block *b, size_t lane)
{
    for (int i = 0; i < BATCH_OUTPUTS; i++) {
        if (b->call->out[i].numbers) {
            cdy_batch_erase_output(b, &b->call->out[i], lane);
        }
    }
    if (b->call->erase_terms) {
        b->call->erase_terms(b, lane);
    }
}

static void record_faults(const batch_block *b)
{
    batch_slot *slot = b->slot;
    for (size_t lane = 0; lane < b->used; lane++) {
        batch_fault *fault = &slot->lane_faults[lane];
        if (fault->kind != FAULT_NONE) {
            set_outputs_nan(b, lane);
            fault->row = b->number * b->lanes + lane;
            slot->first_fault = slot->first_fault.kind == FAULT_NONE ? *fault : slot->first_fault;
        }
    }
}

/* Write the statuses of a block; memcpy since the caller's array may be unaligned. */
static void write_statuses(const batch_block *b)
{
    char *statuses = (char *)b->call->statuses + b->number * b->lanes * sizeof(cdy_status);
    for (size_t lane = 0; lane < b->used; lane++) {
        const cdy_status status = b->slot->failed ? batch_fault_status(b->slot->lane_faults[lane].kind) : CDY_OK;
        memcpy(statuses + lane * sizeof status, &status, sizeof status);
    }
}

/* Write the reports of constrained dynamics, from rank and residual in the third output, by memcpy too. */
static void write_reports(const batch_block *b)
{
    char *reports = (char *)b->call->reports + b->number * b->lanes * sizeof(cdy_constraint_report);
    const scalar *found = b->slot->out[2];
    for (size_t lane = 0; lane < b->used; lane++) {
        const bool failed = b->slot->failed && b->slot->lane_faults[lane].kind != FAULT_NONE;
        const cdy_constraint_report report = {.rows = b->call->rows,
                                              .rank = failed ? 0 : (int)found[lane],
                                              .residual = failed ? (double)NAN : (double)found[b->lanes + lane]};
        memcpy(reports + lane * sizeof report, &report, sizeof report);
    }
}

/* Runs the kernels, and the call for one state for the states that need it. */
static void compute_in_lanes(const batch_block *b, const scalar *const in[BATCH_INPUTS])
{
    b->call->compute(b->call, b->slot, in);
    if (b->call->fallback) {
        cdy_batch_check_pivots(b, in[0]);
    }
}

/* Whether the state's row of an input, which the call for one state may read once more, has bytes in common with
 * `count` numbers of a result. */
static bool overlaps_an_input(const batch_block *b, const loose_scalar *place, size_t count)
{
    const uintptr_t start = (uintptr_t)place, end = start + count * sizeof *place;
    bool overlaps = false;
    for (int i = 0; i < BATCH_INPUTS; i++) {
        const batch_input *input = &b->call->in[i];
        const size_t width = cdy_batch_input_width(b->call->model, input->kind);
        const uintptr_t first = input->numbers ? (uintptr_t)(input->numbers + b->number * width) : end;
        overlaps = overlaps || (first < end && start < first + width * sizeof *place);
    }
    return overlaps;
}

/* Where the caller has room for result `i` of a state in one lane, a matrix in a row; else NULL. Vectors are written
 * last, since a step may use their memory for other numbers. */
static loose_scalar *row_of_matrix(const batch_block *b, int i)
{
    const batch_call *call = b->call;
    const batch_output *output = &call->out[i];
    const size_t n = (size_t)call->model->tree_nv, width = cdy_batch_output_width(call->model, output);
    if (call->batch->layout != CDY_BATCH_ROWS || call->model->has_followers || !output->numbers || n < 2 ||
        width < n * n) {
        return NULL;
    }
    loose_scalar *row = output->numbers + b->number * width;
    return (uintptr_t)row % sizeof(scalar) || overlaps_an_input(b, row, width) ? NULL : row;
}

/* Has matrices computed where the caller has room for them. `own` receives the places that the slot has. */
static void place_matrices(const batch_block *b, scalar *own[BATCH_OUTPUTS])
{
    memcpy(own, b->slot->out, sizeof b->slot->out);
    for (int i = 0; b->lanes == 1 && i < BATCH_OUTPUTS; i++) {
        void *row = row_of_matrix(b, i);
        b->slot->out[i] = row ? row : own[i];
    }
}

void cdy_batch_compute_block(const batch_call *call, batch_slot *slot, size_t number)
{
    const size_t lanes = (size_t)call->batch->kernels->lanes, left = call->count - number * lanes;
    const batch_block b = {call, slot, number, lanes, left < lanes ? left : lanes};
    const scalar *in[BATCH_INPUTS];
    scalar *own[BATCH_OUTPUTS];
    slot->failed = slot->has_doubtful = false;
    for (int i = 0; i < BATCH_INPUTS; i++) {
        in[i] = call->in[i].kind == INPUT_NOTHING ? NULL : read_input(&b, i);
    }
    place_matrices(&b, own);
    if (call->doubles && (call->batch->needs_doubles || !call->compute)) {
        cdy_batch_compute_in_doubles(&b);
    } else {
        compute_in_lanes(&b, in);
    }
    for (int i = 0; i < BATCH_OUTPUTS; i++) {
        if (call->out[i].numbers) {
            cdy_batch_write_output(&b, &call->out[i], slot->out[i]);
        }
    }
    memcpy(slot->out, own, sizeof own);
    if (call->write_terms) {
        call->write_terms(&b, in);
    }
    if (slot->failed) {
        record_faults(&b);
    }
    if (call->statuses) {
        write_statuses(&b);
    }
    if (call->reports) {
        write_reports(&b);
    }
}
