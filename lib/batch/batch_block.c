/* One block of a batch: states from the caller's memory into lanes, through the kernels, and back. */
#include "batch/batch.h"
#include "dynamics/arguments.h"

#include <math.h>
#include <string.h>

void cdy_batch_fail_lane(batch_slot *slot, size_t lane, batch_fault_kind kind, const char *what)
{
    if (!slot->failed) {
        memset(slot->lanes, 0, sizeof slot->lanes);
        slot->failed = true;
    }
    if (slot->lanes[lane].kind == FAULT_NONE) { /* the first fault counts, as in a single call */
        slot->lanes[lane].kind = kind;
        slot->lanes[lane].what = what;
    }
}

static void fail_flawed(const batch_block *b, const scalar_bits *flaws, batch_fault_kind kind, const char *what)
{
    for (size_t lane = 0; lane < b->used; lane++) {
        if (flaws[lane]) {
            cdy_batch_fail_lane(b->slot, lane, kind, what);
        }
    }
}

static const char *input_name(batch_input_kind kind)
{
    switch (kind) {
    case BATCH_POSITION: return "configuration";
    case BATCH_VELOCITY: return "velocity";
    case BATCH_ACCELERATION: return "acceleration";
    case BATCH_VECTOR: return "vector";
    case BATCH_TORQUE: return "torque";
    case BATCH_WRENCH: return "wrench";
    case BATCH_FORCES: return "external force matrix";
    case BATCH_NOTHING: break;
    }
    return "";
}

size_t cdy_batch_input_width(const cdy_model *model, batch_input_kind kind)
{
    switch (kind) {
    case BATCH_POSITION: return (size_t)model->nq;
    case BATCH_VELOCITY:
    case BATCH_ACCELERATION:
    case BATCH_VECTOR:
    case BATCH_TORQUE: return (size_t)model->nv;
    case BATCH_WRENCH: return 6;
    case BATCH_FORCES: return 6 * (size_t)model->force_rows;
    case BATCH_NOTHING: break;
    }
    return 0;
}

static const scalar *default_input(const cdy_batch *batch, batch_input_kind kind)
{
    switch (kind) {
    case BATCH_POSITION: return batch->home;
    case BATCH_VELOCITY:
    case BATCH_ACCELERATION:
    case BATCH_VECTOR:
    case BATCH_TORQUE: return batch->zero;
    case BATCH_WRENCH:
    case BATCH_FORCES:
    case BATCH_NOTHING: break;
    }
    return NULL;
}

/* The rows of a block; the last block's are filled up with its last one. */
static const loose_scalar *full_rows(const batch_block *b, const loose_scalar *numbers, size_t width)
{
    const loose_scalar *rows = numbers + b->number * b->lanes * width;
    if (b->used == b->lanes) {
        return rows;
    }
    scalar *tail = b->slot->tail;
    for (size_t lane = 0; lane < b->lanes; lane++) {
        const size_t row = lane < b->used ? lane : b->used - 1;
        memcpy(tail + lane * width, rows + row * width, width * sizeof *tail);
    }
    return tail;
}

/* The caller's numbers, packed: where they lie already, or in `room`. */
static const scalar *packed_numbers(const batch_block *b, const batch_input *input, scalar *room)
{
    const size_t width = cdy_batch_input_width(b->call->model, input->kind);
    const cdy_batch *batch = b->call->batch;
    scalar_bits flaws[MOST_LANES];
    const scalar *packed = room;
    bool sound;
    if (batch->layout == CDY_BATCH_LANES) {
        packed = input->numbers + b->number * b->lanes * width; /* aligned: check_alignment() */
        sound = batch->kernels->find_nonfinite(width, packed, flaws);
    } else {
        sound = batch->kernels->pack(width, full_rows(b, input->numbers, width), room, flaws);
    }
    if (!sound) {
        fail_flawed(b, flaws, FAULT_INPUT, input_name(input->kind));
    }
    return packed;
}

/* From the caller's coordinates to the tree's, where followers have their own. */
static const scalar *expand(const batch_block *b, batch_input_kind kind, const scalar *packed, scalar *room)
{
    const cdy_model *model = b->call->model;
    const cdy_kernels *kernels = b->call->batch->kernels;
    scalar_bits flaws[MOST_LANES];
    if (kind == BATCH_POSITION) {
        kernels->expand_positions(model, packed, room);
    } else {
        kernels->expand_velocities(model, packed, room);
    }
    if (!kernels->find_nonfinite((size_t)(kind == BATCH_POSITION ? model->tree_nq : model->tree_nv), room, flaws)) {
        fail_flawed(b, flaws, FAULT_FOLLOWER, kind == BATCH_POSITION ? "position" : input_name(kind));
    }
    return room;
}

static void check_quaternions(const batch_block *b, const scalar *tree_q)
{
    const cdy_model *model = b->call->model;
    const model_body *bodies = model_bodies(model);
    for (int i = 1; model->nq != model->nv && i < model->body_count; i++) {
        const scalar *p = tree_q + (size_t)bodies[i].q * b->lanes;
        for (size_t lane = 0; bodies[i].kind == JOINT_FLOATING && lane < b->used; lane++) {
            const scalar w = p[lane], x = p[b->lanes + lane], y = p[2 * b->lanes + lane], z = p[3 * b->lanes + lane];
            const scalar square = w * w + x * x + y * y + z * z;
            if (!(square > SMALLEST_SQUARE && square < LARGEST_SQUARE)) {
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
    const bool follows = model->has_followers && input->kind < BATCH_TORQUE;
    const scalar *packed = packed_numbers(b, input, follows ? b->slot->own : b->slot->in[i]);
    if (follows) {
        packed = expand(b, input->kind, packed, b->slot->in[i]);
    }
    if (input->kind == BATCH_POSITION) {
        check_quaternions(b, packed);
    }
    return packed;
}

size_t cdy_batch_output_width(const cdy_model *model, const batch_output *output)
{
    switch (output->kind) {
    case BATCH_PLAIN: return output->size;
    case BATCH_COLUMNS: return output->size * (size_t)model->nv;
    case BATCH_SQUARE:
    case BATCH_MATRIX: return (size_t)model->nv * (size_t)model->nv;
    case BATCH_NO_OUTPUT: break;
    }
    return 0;
}

/* From the tree's degrees of freedom to the caller's. */
static const scalar *project(const batch_block *b, const batch_output *output, const scalar *packed)
{
    const cdy_model *model = b->call->model;
    const cdy_kernels *kernels = b->call->batch->kernels;
    if (!model->has_followers || output->kind == BATCH_PLAIN) {
        return packed;
    }
    if (output->kind == BATCH_MATRIX) {
        kernels->project_matrix(model, packed, b->slot->own);
    } else if (output->kind == BATCH_SQUARE) {
        kernels->project_square(model, packed, b->slot->own);
    } else {
        kernels->project_columns(model, output->size, packed, b->slot->own);
    }
    return b->slot->own;
}

static void write_output(const batch_block *b, int i)
{
    const batch_output *output = &b->call->out[i];
    const cdy_batch *batch = b->call->batch;
    if (!output->numbers) {
        return;
    }
    const size_t width = cdy_batch_output_width(b->call->model, output);
    const scalar *packed = project(b, output, b->slot->out[i]);
    loose_scalar *to = output->numbers + b->number * b->lanes * width;
    scalar_bits flaws[MOST_LANES];
    bool sound;
    if (batch->layout == CDY_BATCH_LANES) {
        sound = batch->kernels->find_nonfinite(width, packed, flaws);
        memcpy(to, packed, width * b->lanes * sizeof *to);
    } else if (b->used == b->lanes) {
        sound = batch->kernels->unpack(width, packed, to, flaws);
    } else {
        sound = batch->kernels->unpack(width, packed, b->slot->tail, flaws);
        memcpy(to, b->slot->tail, width * b->used * sizeof *to);
    }
    if (!sound) {
        fail_flawed(b, flaws, FAULT_RESULT, "");
    }
}

/* What no state has: a result that could be taken for one. */
static void void_outputs(const batch_block *b, size_t lane)
{
    const bool packed = b->call->batch->layout == CDY_BATCH_LANES;
    for (int i = 0; i < BATCH_OUTPUTS; i++) {
        const batch_output *output = &b->call->out[i];
        if (!output->numbers) {
            continue;
        }
        const size_t width = cdy_batch_output_width(b->call->model, output);
        loose_scalar *to = output->numbers + b->number * b->lanes * width;
        for (size_t k = 0; k < width; k++) {
            to[packed ? k * b->lanes + lane : lane * width + k] = (scalar)NAN;
        }
    }
}

static void settle_faults(const batch_block *b)
{
    batch_slot *slot = b->slot;
    for (size_t lane = 0; lane < b->used; lane++) {
        batch_fault *fault = &slot->lanes[lane];
        if (fault->kind != FAULT_NONE) {
            void_outputs(b, lane);
            fault->row = b->number * b->lanes + lane;
            slot->first = slot->first.kind == FAULT_NONE ? *fault : slot->first;
        }
    }
}

/* At any address, as the caller's numbers. */
static void write_statuses(const batch_block *b)
{
    char *rows = (char *)b->call->rows + b->number * b->lanes * sizeof(cdy_status);
    for (size_t lane = 0; lane < b->used; lane++) {
        const cdy_status status = b->slot->failed ? batch_fault_status(b->slot->lanes[lane].kind) : CDY_OK;
        memcpy(rows + lane * sizeof status, &status, sizeof status);
    }
}

void cdy_batch_compute_block(const batch_call *call, batch_slot *slot, size_t number)
{
    const size_t lanes = (size_t)call->batch->kernels->lanes, left = call->count - number * lanes;
    const batch_block b = {call, slot, number, lanes, left < lanes ? left : lanes};
    const scalar *in[BATCH_INPUTS];
    slot->failed = false;
    for (int i = 0; i < BATCH_INPUTS; i++) {
        in[i] = read_input(&b, i);
    }
    call->compute(call, slot, in);
    if (call->alone) {
        cdy_batch_judge(&b, in[0]);
    }
    for (int i = 0; i < BATCH_OUTPUTS; i++) {
        write_output(&b, i);
    }
    if (slot->failed) {
        settle_faults(&b);
    }
    if (call->rows) {
        write_statuses(&b);
    }
}
