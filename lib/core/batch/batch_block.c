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
static const scalar *packed_numbers(const batch_block *b, const given_input *input, scalar *buffer)
{
    const cdy_kernels *kernels = b->call->batch->kernels;
    const size_t width = input->width;
    const loose_scalar *numbers = input->numbers;
    scalar_bits nonfinite[MOST_LANES];
    const scalar *packed = buffer;
    bool finite = true;
    switch (b->call->plan->passing) {
    case PASS_ROWS: finite = kernels->pack(width, b->used, numbers + b->first * width, buffer, nonfinite); break;
    case PASS_COLUMNS:
        finite = kernels->pack_columns(width, b->call->count, b->used, numbers + b->first, buffer, nonfinite);
        break;
    case PASS_PACKED:
        packed = packed_block(b, numbers, width, buffer);
        finite = kernels->find_nonfinite(width, packed, nonfinite);
        break;
    case PASS_REPACKED: finite = pack_lane(b, numbers, width, buffer, nonfinite); break;
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
    for (int i = 1; i < model->body_count; i++) {
        for (size_t lane = 0; has_quaternion((joint_kind)bodies[i].kind) && lane < b->used; lane++) {
            if (!quaternion_has_length(tree_q + (size_t)bodies[i].q * b->lanes + lane, b->lanes)) {
                cdy_batch_fail_lane(b->slot, lane, FAULT_QUATERNION, "");
            }
        }
    }
}

static const scalar *read_input(const batch_block *b, const given_input *input)
{
    scalar *own = b->slot->in[input->place];
    const scalar *packed = packed_numbers(b, input, input->expands ? b->slot->scratch : own);
    if (input->expands) {
        packed = expand(b, input->kind, packed, own);
    }
    if (input->kind == INPUT_POSITION && b->call->plan->has_quaternions) {
        check_quaternions(b, packed);
    }
    return packed;
}

/* Project an output from the tree's degrees of freedom to the caller's, with mimic joints. */
static const scalar *project(const batch_block *b, const wanted_output *output, const scalar *packed)
{
    const kernel_model *model = b->call->kernel_model;
    const cdy_kernels *kernels = b->call->batch->kernels;
    if (output->kind == OUTPUT_SYMMETRIC) {
        kernels->project_matrix(model, packed, b->slot->scratch);
    } else if (output->kind == OUTPUT_SQUARE) {
        kernels->project_square(model, packed, b->slot->scratch);
    } else {
        kernels->project_columns(model, output->size, packed, b->slot->scratch);
    }
    return b->slot->scratch;
}

/* Writes rows of results in lanes. */
static bool unpack_rows(const batch_block *b, const wanted_output *output, const scalar *packed, scalar_bits *nonfinite)
{
    const cdy_kernels *kernels = b->call->batch->kernels;
    loose_scalar *to = output->numbers + b->first * output->width;
    if (packed == (const void *)to) { /* see place_matrices() */
        return kernels->find_nonfinite(output->width, packed, nonfinite);
    }
    return output->runs.count ? kernels->unpack_runs(output->width, b->used, output->runs.count, output->runs.all,
                                                     packed, to, nonfinite)
                              : kernels->unpack(output->width, b->used, packed, to, nonfinite);
}

static void write_output(const batch_block *b, const wanted_output *output, const scalar *result)
{
    const cdy_kernels *kernels = b->call->batch->kernels;
    const size_t width = output->width;
    const scalar *packed = output->projects ? project(b, output, result) : result;
    scalar_bits nonfinite[MOST_LANES];
    bool finite = true;
    switch (b->call->plan->passing) {
    case PASS_ROWS: finite = unpack_rows(b, output, packed, nonfinite); break;
    case PASS_COLUMNS:
        finite = kernels->unpack_columns(width, b->call->count, b->used, packed, output->numbers + b->first, nonfinite);
        break;
    case PASS_PACKED:
        finite = kernels->find_nonfinite(width, packed, nonfinite);
        memcpy(output->numbers + b->first * width, packed, width * b->lanes * sizeof *packed);
        break;
    case PASS_REPACKED: finite = unpack_lane(b, packed, width, output->numbers, nonfinite); break;
    }
    if (!finite) {
        fail_nonfinite_lanes(b, nonfinite, FAULT_RESULT, "");
    }
}

void cdy_batch_write_output(const batch_block *b, const batch_output *output, const scalar *result)
{
    wanted_output wanted;
    cdy_batch_plan_output(b->call, output, &wanted);
    write_output(b, &wanted, result);
}

void cdy_batch_erase_output(const batch_block *b, const batch_output *output, size_t lane)
{
    const size_t width = batch_output_width(b->call->model, output);
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
    if (b->call->erase_own) {
        b->call->erase_own(b, lane);
    }
}

static void record_faults(const batch_block *b)
{
    batch_slot *slot = b->slot;
    for (size_t lane = 0; lane < b->used; lane++) {
        batch_fault *fault = &slot->faults.lane[lane];
        if (fault->kind != FAULT_NONE) {
            set_outputs_nan(b, lane);
            fault->row = b->number * b->lanes + lane;
            slot->faults.first = slot->faults.first.kind == FAULT_NONE ? *fault : slot->faults.first;
        }
    }
}

/* Write the statuses of a block; memcpy since the caller's array may be unaligned. */
static void write_statuses(const batch_block *b)
{
    char *statuses = (char *)b->call->statuses + b->number * b->lanes * sizeof(cdy_status);
    for (size_t lane = 0; lane < b->used; lane++) {
        const cdy_status status = b->slot->faults.any ? batch_fault_status(b->slot->faults.lane[lane].kind) : CDY_OK;
        memcpy(statuses + lane * sizeof status, &status, sizeof status);
    }
}

/* Write the reports of constrained dynamics by memcpy too. */
static void write_reports(const batch_block *b)
{
    char *reports = (char *)b->call->constrained.reports + b->number * b->lanes * sizeof(cdy_constraint_report);
    for (size_t lane = 0; lane < b->used; lane++) {
        const bool failed = b->slot->faults.any && b->slot->faults.lane[lane].kind != FAULT_NONE;
        const cdy_constraint_report report =
            failed ? (cdy_constraint_report){b->call->rows, 0, (double)NAN} : b->slot->reports[lane];
        memcpy(reports + lane * sizeof report, &report, sizeof report);
    }
}

/* Runs the kernels, and the call for one state for the states that need it. */
static void compute_in_lanes(const batch_block *b, const scalar *const in[BATCH_INPUTS])
{
    b->call->compute(b->call, b->slot, in);
    if (b->call->has_pivots) {
        cdy_batch_check_pivots(b, in[0]);
    }
}

/* Has matrices of one lane computed where the caller has room for them. */
static void place_matrices(const batch_block *b)
{
    const batch_plan *plan = b->call->plan;
    for (int i = 0; i < plan->wanted_count; i++) {
        const wanted_output *output = &plan->wanted[i];
        if (output->is_in_rows) {
            b->slot->out[output->place] = (void *)(output->numbers + b->first * output->width);
        }
    }
}

/* Packs the inputs, runs the kernels, and unpacks the results. */
static void compute_states(const batch_block *b)
{
    const batch_call *call = b->call;
    const batch_plan *plan = call->plan;
    const scalar **in = b->slot->packed;
    for (int i = 0; i < plan->given_count; i++) {
        in[plan->given[i].place] = read_input(b, &plan->given[i]);
    }
    if (call->doubles && (call->batch->needs_doubles || !call->compute)) {
        cdy_batch_compute_in_doubles(b);
    } else {
        compute_in_lanes(b, in);
    }
    for (int i = 0; i < plan->wanted_count; i++) {
        write_output(b, &plan->wanted[i], b->slot->out[plan->wanted[i].place]);
    }
    if (call->write_own) {
        call->write_own(b, in);
    }
}

/* The same, where the slot has other places for results meanwhile. */
static void compute_states_in_rows(const batch_block *b)
{
    scalar *own[BATCH_OUTPUTS];
    memcpy(own, b->slot->out, sizeof own);
    place_matrices(b);
    compute_states(b);
    memcpy(b->slot->out, own, sizeof own);
}

void cdy_batch_compute_block(const batch_call *call, batch_slot *slot, size_t number)
{
    const size_t lanes = (size_t)call->batch->kernels->lanes, first = number * lanes, left = call->count - first;
    const batch_block b = {call, slot, number, first, lanes, left < lanes ? left : lanes};
    slot->faults.any = slot->fallback.has_doubtful = false;
    if (call->plan->has_rows) {
        compute_states_in_rows(&b);
    } else {
        compute_states(&b);
    }
    if (slot->faults.any) {
        record_faults(&b);
    }
    if (call->statuses) {
        write_statuses(&b);
    }
    if (call->constrained.reports) {
        write_reports(&b);
    }
}
