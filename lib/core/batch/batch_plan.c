/* The plan of a call: the decisions about its inputs and outputs that hold for all of its blocks. */
#include "batch/batch.h"

static batch_passing passing_of(const cdy_batch *batch)
{
    switch (batch->layout) {
    case CDY_BATCH_ROWS: break;
    case CDY_BATCH_COLUMNS: return PASS_COLUMNS;
    case CDY_BATCH_LANES: return batch->packed_lanes == batch->kernels->lanes ? PASS_PACKED : PASS_REPACKED;
    }
    return PASS_ROWS;
}

/* Structs are filled number by number where they stand: the processor is slow to copy what it has just written.
 * Returns the place behind the input, the same one where it is not given. */
static given_input *plan_input(const batch_call *call, int place, given_input *given)
{
    const batch_input *input = &call->in[place];
    const cdy_model *model = call->model;
    if (input->kind == INPUT_NOTHING || !input->numbers) {
        return given;
    }
    given->place = place;
    given->kind = input->kind;
    given->numbers = input->numbers;
    given->width = batch_input_width(model, input->kind);
    given->expands = model->has_followers && input->kind < INPUT_TORQUE;
    return given + 1;
}

void cdy_batch_plan_output(const batch_call *call, const batch_output *output, wanted_output *wanted)
{
    const bool is_projected = output->kind != OUTPUT_NUMBERS && output->kind != OUTPUT_REGRESSOR;
    wanted->kind = output->kind;
    wanted->size = output->size;
    wanted->numbers = output->numbers;
    wanted->width = batch_output_width(call->model, output);
    wanted->runs = batch_runs_of(call, output->kind);
    wanted->projects = call->model->has_followers && is_projected;
}

/* Whether the rows of an input, which the call for one state may read once more, have bytes in common with those of a
 * result. */
static bool overlaps_an_input(const batch_call *call, const batch_plan *plan, const wanted_output *output)
{
    const uintptr_t start = (uintptr_t)output->numbers;
    bool overlaps = false;
    for (int i = 0; i < plan->given_count; i++) {
        const uintptr_t first = (uintptr_t)plan->given[i].numbers;
        overlaps |= first < start + call->count * output->width * sizeof(scalar) &&
                    start < first + call->count * plan->given[i].width * sizeof(scalar);
    }
    return overlaps;
}

/* Whether one lane computes a result where the caller has room for it: a matrix in a row. Vectors are written last,
 * since a step may use their memory for other numbers. */
static bool is_in_rows(const batch_call *call, const batch_plan *plan, const wanted_output *output)
{
    const size_t n = (size_t)call->model->tree_nv;
    return call->batch->kernels->lanes == 1 && plan->passing == PASS_ROWS && !call->model->has_followers && n > 1 &&
           output->width >= n * n && (uintptr_t)output->numbers % sizeof(scalar) == 0 &&
           !overlaps_an_input(call, plan, output);
}

static void plan_output(const batch_call *call, int place, batch_plan *plan)
{
    wanted_output *wanted = &plan->wanted[plan->wanted_count++];
    cdy_batch_plan_output(call, &call->out[place], wanted);
    wanted->place = place;
    wanted->is_in_rows = is_in_rows(call, plan, wanted);
    plan->has_rows |= wanted->is_in_rows;
}

/* Whether there may be inputs at a place or behind it: vectors follow each other. */
static bool has_inputs_from(const batch_call *call, int place)
{
    return place < GIVEN_VECTORS || (place < BATCH_INPUTS && call->in[place].kind != INPUT_NOTHING);
}

void cdy_batch_make_plan(const batch_call *call, batch_plan *plan)
{
    const cdy_model *model = call->model;
    given_input *given = plan->given;
    for (int i = 0; has_inputs_from(call, i); i++) {
        given = plan_input(call, i, given);
    }
    plan->passing = passing_of(call->batch);
    plan->given_count = (int)(given - plan->given);
    plan->wanted_count = 0;
    plan->has_quaternions = call->in[0].numbers && call->in[0].kind == INPUT_POSITION && model->nq != model->nv;
    plan->has_rows = false;
    for (int i = 0; i < BATCH_OUTPUTS; i++) {
        if (call->out[i].numbers) {
            plan_output(call, i, plan);
        }
    }
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

void cdy_batch_set_defaults(const batch_call *call, batch_slot *slot)
{
    for (int i = 0; has_inputs_from(call, i); i++) {
        slot->packed[i] = default_input(call->batch, call->in[i].kind);
    }
}
