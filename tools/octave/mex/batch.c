/* Quantities for many states.  Octave stores matrices by columns: states that are columns (DataFormat "column") are the
 * rows of C, and states that are rows have a column for each number.  Batches read and write both in place.  Where
 * vectors by columns meet matrices (pages), or one state stands for all, blocks of states are copied into lanes, which
 * stay in the processor's first cache. */
#include "quantity.h"

#include <string.h>

enum { BLOCK_BYTES = 24 << 10, ALIGNMENT = 64 };

/* An argument or a result, and its numbers of a block in lanes. */
typedef struct port {
    layout layout;
    const size_t *offsets;
    double *block;
    const double *input; /* Octave's numbers; NULL: a default, or a result */
    double *output;
    size_t state_stride; /* 0: one state for all */
} port;

typedef struct ports {
    port in[MAX_INPUTS], out[MAX_OUTPUTS];
    int inputs, outputs;
    size_t numbers; /* of a state in all arrays, at least 1 */
    size_t states;  /* of a block, a multiple of the lanes */
    size_t lanes;
} ports;

/* Copies the numbers of `states` states from `first` on into lanes. */
static void gather(const port *p, size_t lanes, size_t first, size_t states)
{
    for (size_t b = 0; b < states; b += lanes) {
        double *block = p->block + b * p->layout.core;
        size_t filled = states - b < lanes ? states - b : lanes;
        for (size_t e = 0; e < p->layout.core; e++, block += lanes) {
            const double *from = p->input + p->offsets[e] + (first + b) * p->state_stride;
            if (p->state_stride == 1 && filled == 8) {
                memcpy(block, from, 8 * sizeof *block);
                continue;
            }
            for (size_t l = 0; l < filled; l++) {
                block[l] = from[l * p->state_stride];
            }
        }
    }
}

static void scatter(const port *p, size_t lanes, size_t first, size_t states)
{
    for (size_t b = 0; b < states; b += lanes) {
        const double *block = p->block + b * p->layout.core;
        size_t filled = states - b < lanes ? states - b : lanes;
        for (size_t e = 0; e < p->layout.core; e++, block += lanes) {
            double *to = p->output + p->offsets[e] + (first + b) * p->state_stride;
            if (p->state_stride == 1 && filled == 8) {
                memcpy(to, block, 8 * sizeof *block);
                continue;
            }
            for (size_t l = 0; l < filled; l++) {
                to[l * p->state_stride] = block[l];
            }
        }
    }
}

/* Gives memory for a block of this port; it lives until Octave's call ends. */
static double *make_block(size_t numbers)
{
    char *memory = mxCalloc(numbers * sizeof(double) + ALIGNMENT, 1);
    return (double *)(void *)(memory + (ALIGNMENT - (uintptr_t)memory % ALIGNMENT) % ALIGNMENT);
}

static void open_ports(ports *p, const quantity *q, const held_robot *robot, const job *j, const input *inputs,
                       size_t count, mxArray **results)
{
    size_t numbers = 1;
    for (; p->inputs < MAX_INPUTS && q->inputs[p->inputs].name; p->inputs++) {
        const input *in = &inputs[p->inputs];
        p->in[p->inputs] = (port){
            .layout = in->layout, .input = in->numbers, .state_stride = in->is_batch ? in->layout.state_stride : 0};
        numbers += in->numbers ? in->layout.core : 0;
    }
    for (int i = 0; i < p->outputs; i++) {
        port *out = &p->out[i];
        *out = (port){.layout = layout_of(robot, j, q->outputs[i], count, true)};
        results[i] = layout_make(&out->layout, count, true);
        out->output = mxGetPr(results[i]);
        out->state_stride = out->layout.state_stride;
        numbers += out->layout.core;
    }
    p->numbers = numbers;
}

/* Returns the layout in which a batch has all arrays in place; lanes where there is none. */
static cdy_batch_layout find_layout(const ports *p)
{
    bool rows = true, columns = true;
    for (int i = 0; i < p->inputs; i++) {
        const port *in = &p->in[i];
        if (in->input) {
            rows = rows && in->state_stride > 0 && layout_is_c(&in->layout);
            columns = columns && in->state_stride > 0 && layout_is_columns(&in->layout);
        }
    }
    for (int i = 0; i < p->outputs; i++) {
        rows = rows && layout_is_c(&p->out[i].layout);
        columns = columns && layout_is_columns(&p->out[i].layout);
    }
    return rows ? CDY_BATCH_ROWS : columns ? CDY_BATCH_COLUMNS : CDY_BATCH_LANES;
}

/* Computes the faulty state by the call for one state, whose failure gives the reason. */
static bool fail_state(const quantity *q, const held_robot *robot, const job *j, const ports *p, size_t state)
{
    cdy_error error = {.status = CDY_ERROR_NUMERIC, .text = "the state cannot be computed"};
    job one = *j;
    one.error = &error;
    for (int i = 0; i < p->inputs; i++) {
        const port *in = &p->in[i];
        double *numbers = in->input ? mxMalloc((in->layout.core + 1) * sizeof *numbers) : NULL;
        const size_t *offsets = layout_offsets(&in->layout);
        for (size_t e = 0; in->input && e < in->layout.core; e++) {
            numbers[e] = in->input[offsets[e] + state * in->state_stride];
        }
        one.in[i] = numbers;
    }
    for (int i = 0; i < p->outputs; i++) {
        one.out[i] = make_block(p->out[i].layout.core);
    }
    q->one(&one);
    char text[CDY_ERROR_TEXT_SIZE];
    memcpy(text, error.text, sizeof text);
    fail_with(&error);
    const char *const identifiers[] = {[CDY_ERROR_ARGUMENT] = "condyle:argument",
                                       [CDY_ERROR_NUMERIC] = "condyle:numeric",
                                       [CDY_ERROR_UNSUPPORTED] = "condyle:unsupported"};
    bool known = error.status == CDY_ERROR_ARGUMENT || error.status == CDY_ERROR_UNSUPPORTED;
    return fail(identifiers[known ? error.status : CDY_ERROR_NUMERIC], "%s %zu: %s",
                robot->format == FORMAT_COLUMN ? "column" : "row", state + 1, text);
}

/* Returns the first state of a block that failed; `count` where none did. */
static size_t first_failed(const cdy_status *statuses, size_t count)
{
    size_t state = 0;
    while (state < count && !statuses[state]) {
        state++;
    }
    return state;
}

/* Computes all states in place; where a state fails, computes them again with the status of each. */
static bool run_in_place(const quantity *q, const held_robot *robot, job *j, const ports *p, size_t count)
{
    for (int i = 0; i < p->inputs; i++) {
        j->in[i] = p->in[i].input;
    }
    for (int i = 0; i < p->outputs; i++) {
        j->out[i] = p->out[i].output;
    }
    j->count = count;
    if (!q->many(j)) {
        return true;
    }
    j->statuses = mxCalloc(count + 1, sizeof *j->statuses);
    q->many(j);
    size_t state = first_failed(j->statuses, count);
    return state < count ? fail_state(q, robot, j, p, state) : fail_with(j->error);
}

static bool run_lanes(const quantity *q, const held_robot *robot, job *j, ports *p, size_t count)
{
    const size_t blocks = BLOCK_BYTES / sizeof(double) / p->numbers / j->lanes;
    p->lanes = j->lanes;
    p->states = p->lanes * (blocks > 0 ? blocks : 1);
    for (int i = 0; i < p->inputs; i++) {
        port *in = &p->in[i];
        if (in->input) {
            in->offsets = layout_offsets(&in->layout);
            in->block = make_block(p->states * in->layout.core);
        }
        j->in[i] = in->block;
    }
    for (int i = 0; i < p->outputs; i++) {
        port *out = &p->out[i];
        out->offsets = layout_offsets(&out->layout);
        j->out[i] = out->block = make_block(p->states * out->layout.core);
    }
    j->statuses = mxCalloc(p->states, sizeof *j->statuses);
    for (size_t first = 0; first < count; first += p->states) {
        j->count = count - first < p->states ? count - first : p->states;
        for (int i = 0; i < p->inputs; i++) {
            if (p->in[i].input && (p->in[i].state_stride > 0 || first == 0)) {
                gather(&p->in[i], p->lanes, first, p->in[i].state_stride > 0 ? j->count : p->states);
            }
        }
        if (q->many(j)) {
            size_t state = first_failed(j->statuses, j->count);
            return state < j->count ? fail_state(q, robot, j, p, first + state) : fail_with(j->error);
        }
        for (int i = 0; i < p->outputs; i++) {
            scatter(&p->out[i], p->lanes, first, j->count);
        }
    }
    return true;
}

bool quantity_run_batch(const quantity *q, held_robot *robot, job *j, const input *inputs, size_t count, int outputs,
                        mxArray **results)
{
    ports p = {.outputs = outputs};
    open_ports(&p, q, robot, j, inputs, count, results);
    cdy_batch_layout found = find_layout(&p);
    if (!handle_batch(robot, found, &j->batch)) {
        return false;
    }
    j->lanes = found == CDY_BATCH_LANES ? (size_t)cdy_batch_lanes(j->batch) : 1;
    return found == CDY_BATCH_LANES ? run_lanes(q, robot, j, &p, count) : run_in_place(q, robot, j, &p, count);
}
