#include "batch/batch.h"

#include "base/error.h"
#include "base/memory.h"
#include "batch/team.h"
#include "dynamics/arguments.h"
#include "dynamics/pivot_bound.h"
#include "dynamics/widths.h"
#include "ik/search.h"

#include <string.h>

/* Vectors need an alignment of 64 bytes; processors prefetch cache lines in pairs, so that 128 bytes keep the slots of
 * two threads from sharing one. */
enum { ALIGNMENT = 128, MOST_THREADS = 1024 };

#ifndef CDY_FLOAT

cdy_batch_options cdy_batch_options_default(void)
{
    return (cdy_batch_options){.threads = 1};
}

#endif

/* Checks the values of the options. */
static cdy_status check_options(const cdy_batch_options *options, cdy_error *error)
{
    if (options->threads < 0 || options->threads > MOST_THREADS) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a batch cannot have %d threads; expected 0 to %d", options->threads,
                        MOST_THREADS);
    }
    if ((int)options->layout < CDY_BATCH_ROWS || (int)options->layout > CDY_BATCH_COLUMNS) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there is no layout number %d; expected rows, lanes or columns",
                        (int)options->layout);
    }
    if (options->constraint_rows < 0 || options->constraint_rows > LARGEST_ROWS) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "a batch cannot have room for %d rows of constraints; expected 0 to %d",
                        options->constraint_rows, LARGEST_ROWS);
    }
    const int lanes = options->lanes;
    if (lanes && (lanes < LEAST_LANES || lanes > MOST_LANES || (lanes & (lanes - 1)) != 0)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "a batch cannot have %d lanes; expected " LANES_TEXT ", or 0 for the most that the machine has",
                        lanes);
    }
    return CDY_OK;
}

/* Reads the options, NULL for the defaults. Returns the kernels for them, or NULL and *status where the machine has
 * none. */
static const cdy_kernels *read_options(const cdy_batch_options *given, cdy_batch_options *options, cdy_status *status,
                                       cdy_error *error)
{
    *options = given ? *given : cdy_batch_options_default();
    *status = check_options(options, error);
    if (*status) {
        return NULL;
    }
    const cdy_kernels *kernels = cdy_choose_kernels(options->lanes);
    if (!kernels) {
        *status = cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                           "this machine, or this build of the library, has no %d lanes; 0 takes the most that it has",
                           options->lanes);
    }
    const int threads = cdy_team_size(options->threads);
    options->threads = threads < MOST_THREADS ? threads : MOST_THREADS;
    return kernels;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool is_dense(const cdy_model *model)
{
    return model->tree_nv <= LARGEST_BATCH_DENSE;
}

/* Numbers per state of the widest result of regressors: their columns are an option; wider ones than a slot has memory
 * for are refused. */
static size_t widest_regressor(const cdy_model *model)
{
    const size_t n = (size_t)model->nv, least = 10 * ((size_t)model->body_count - 1), most = least + 3 * n;
    return n * least <= LARGEST_BATCH_RESULT ? smaller(n * most, LARGEST_BATCH_RESULT) : 0;
}

/* Numbers per state of the widest result that no other result is computed with: a regressor or the derivative of a
 * Jacobian, both over doubles only. */
static size_t widest_matrix(const cdy_model *model)
{
    const size_t n = (size_t)model->nv, derivative = 6 * n * n;
    if (!is_dense(model) || sizeof(scalar) != sizeof(double)) {
        return 0;
    }
    return larger(derivative <= LARGEST_BATCH_RESULT ? derivative : 0, widest_regressor(model));
}

/* Numbers per state of the widest input. */
static size_t widest_input(const cdy_model *model)
{
    return larger(larger(6 * (size_t)model->force_rows, (size_t)model->tree_nq), larger(6, (size_t)model->tree_nv));
}

/* Numbers per state of the widest result that is no matrix of the degrees of freedom. */
static size_t widest_rows(const cdy_model *model, int constraint_rows)
{
    const size_t most = larger(16 * (size_t)model->frame_count, 16 * (size_t)model->tree_nv);
    return larger(larger(most, 16), larger(widest_input(model), (size_t)constraint_rows));
}

/* Memory divided into aligned arrays; with `start` NULL only the size is counted. */
typedef struct memory_layout {
    char *start;
    size_t size;
} memory_layout;

static void *reserve(memory_layout *r, size_t bytes)
{
    char *place = r->start ? r->start + r->size : NULL;
    r->size += (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return place;
}

/* Lays out the inputs and results of the fallback. Matrix results exist over doubles only: batches over floats have no
 * derivatives. */
static void lay_out_fallback(const cdy_model *model, int rows, memory_layout *r, batch_slot *slot)
{
    const size_t number = sizeof(double), n = (size_t)model->nv;
    const size_t widths[BATCH_INPUTS] = {(size_t)model->nq, n, n, 6 * (size_t)model->force_rows, n, n, n};
    for (int i = 0; i < BATCH_INPUTS; i++) {
        slot->fallback_in[i] = reserve(r, number * widths[i]);
    }
    for (int i = 0; i < BATCH_OUTPUTS; i++) {
        const size_t matrix = sizeof(scalar) == sizeof(double) && is_dense(model) ? n * n : 0;
        slot->fallback_out[i] = reserve(r, number * larger(larger(matrix, n), i == 1 ? (size_t)rows : 2));
    }
}

/* Lays out the memory for the elimination of rows, and the solver of the fallback. Results are the slot's own. */
static void lay_out_elimination(const cdy_model *model, const cdy_kernels *kernels, int rows, memory_layout *r,
                                batch_slot *slot)
{
    const size_t number = sizeof(scalar) * (size_t)kernels->lanes, n = (size_t)model->tree_nv;
    const size_t m = (size_t)rows, wide = cdy_row_wide(rows, kernels->lanes);
    const size_t stride = cdy_row_stride(rows, kernels->lanes);
    row_elimination *e = &slot->elimination;
    e->inverse_D = reserve(r, number * n);
    e->axes = reserve(r, number * 12 * m);
    e->motion = reserve(r, number * ROW_MOTION);
    e->W = reserve(r, number * n * wide);
    e->A = reserve(r, number * m * stride);
    e->inverse_L = reserve(r, number * m * stride);
    e->target = reserve(r, number * m);
    e->scale = reserve(r, number * m);
    e->size = reserve(r, number * wide);
    e->inverse_pivots = reserve(r, number * wide);
    e->buffer = reserve(r, number * 2 * wide);
    e->r = reserve(r, number * wide);
    e->f = reserve(r, number * wide);
    slot->solver_memory = reserve(r, cdy_row_solver_size(model, rows));
    if (sizeof(scalar) == sizeof(double) && is_dense(model)) {
        slot->task_rows = reserve(r, number * 3 * m * n);
        slot->task_state = reserve(r, sizeof(double) * (2 * m * n + m * m + 2 * m));
    }
}

/* Lays out the results. A wide matrix has the memory of all results, since it is the only one; so do searches of
 * inverse kinematics, which have none of these. M has the memory of the last result: what is computed by its factors is
 * either not that result or, in lanes, takes their place. Matrices other than M are over doubles, but for the first. */
static void lay_out_results(const cdy_model *model, const cdy_kernels *kernels, int rows, memory_layout *r,
                            batch_slot *slot)
{
    const size_t number = sizeof(scalar) * (size_t)kernels->lanes, n = (size_t)model->tree_nv;
    const size_t square = is_dense(model) ? n * n : 0, before = r->size;
    const bool doubles = sizeof(scalar) == sizeof(double);
    const size_t search = doubles ? cdy_ik_search_size(model, kernels->lanes) : 0;
    slot->out[0] = reserve(r, number * larger(widest_rows(model, rows), square));
    slot->out[1] = reserve(r, number * larger(larger(larger(16, 6 * n), (size_t)rows), doubles ? square : 0));
    slot->out[2] = reserve(r, number * larger(larger(16, n), square));
    slot->M = kernels->lanes == 1 ? reserve(r, number * square) : slot->out[2];
    slot->search_memory = slot->out[0];
    const size_t taken = r->size - before, needed = larger(number * widest_matrix(model), search);
    reserve(r, needed > taken ? needed - taken : 0);
}

static size_t lay_out_slot(const cdy_model *model, const cdy_kernels *kernels, int rows, char *memory)
{
    const size_t number = sizeof(scalar) * (size_t)kernels->lanes, n = (size_t)model->tree_nv;
    const size_t square = is_dense(model) ? n * n : 0;
    const size_t projected = larger(square, widest_rows(model, rows));
    const size_t widest_result = larger(projected, widest_matrix(model));
    memory_layout r = {memory, 0};
    batch_slot slot, *place = reserve(&r, sizeof slot);
    memset(&slot, 0, sizeof slot);
    slot.kernel_scratch = reserve(&r, kernels->scratch_size(model));
    slot.in[0] = reserve(&r, number * (size_t)model->tree_nq);
    slot.in[1] = reserve(&r, number * larger(n, 6));
    slot.in[2] = reserve(&r, number * n);
    slot.in[3] = reserve(&r, number * 6 * (size_t)model->force_rows);
    for (int i = GIVEN_VECTORS; i < BATCH_INPUTS; i++) {
        slot.in[i] = reserve(&r, number * n);
    }
    slot.scratch = reserve(
        &r, larger(number * (model->has_followers ? projected : widest_input(model)), cdy_pivot_scratch_size(model)));
    lay_out_results(model, kernels, rows, &r, &slot);
    slot.pivots = reserve(&r, number * n);
    slot.torque = reserve(&r, number * n);
    slot.tail = reserve(&r, larger(number * larger(widest_input(model), smaller(widest_result, TAIL_WIDTH)),
                                   sizeof(double) * (size_t)(model->nv + model->tree_nq)));
    slot.columns = reserve(&r, number * 6 * n);
    slot.numbers[0] = reserve(&r, number * MOST_SCRATCH);
    slot.numbers[1] = reserve(&r, number * MOST_SCRATCH);
    slot.workspace_memory = reserve(&r, cdy_workspace_size(model));
    lay_out_fallback(model, rows, &r, &slot);
    lay_out_elimination(model, kernels, rows, &r, &slot);
    if (place) {
        slot.M = is_dense(model) ? slot.M : NULL;
        *place = slot;
    }
    return r.size;
}

static size_t lay_out(const cdy_model *model, const cdy_kernels *kernels, const cdy_batch_options *options,
                      char *memory)
{
    const int threads = options->threads, rows = options->constraint_rows;
    const size_t number = sizeof(scalar) * (size_t)kernels->lanes;
    memory_layout r = {memory, 0};
    cdy_batch b = {.kernels = kernels, .threads = threads, .constraint_rows = rows};
    cdy_batch *place = reserve(&r, sizeof b);
    b.float_model = reserve(&r, cdy_batch_model_size(model));
    b.home = reserve(&r, number * (size_t)model->tree_nq);
    b.zero = reserve(&r, number * (size_t)model->tree_nv);
    b.pivot_threshold = reserve(&r, sizeof(scalar) * (size_t)model->nv);
    b.pivot_range = reserve(&r, sizeof(scalar) * (size_t)model->tree_nq);
    b.groups = reserve(&r, (size_t)rows * sizeof *b.groups);
    b.bodies = reserve(&r, 2 * (size_t)rows * sizeof *b.bodies);
    b.widest_output =
        is_dense(model) ? larger(widest_rows(model, rows), LARGEST_BATCH_RESULT) : widest_rows(model, rows);
    b.slot_size = lay_out_slot(model, kernels, rows, NULL);
    b.slots = reserve(&r, b.slot_size * (size_t)threads);
    for (int i = 0; place && i < threads; i++) {
        lay_out_slot(model, kernels, rows, b.slots + (size_t)i * b.slot_size);
    }
    if (place) {
        *place = b;
    }
    return r.size;
}

/* Copies the home configuration into every lane, in the tree's coordinates. */
static void fill_home(const cdy_model *model, cdy_batch *batch)
{
    const size_t lanes = (size_t)batch->kernels->lanes;
    const batch_slot *slot = batch_slot_of(batch, 0);
    double *home = (void *)slot->tail;
    cdy_home_configuration(model, home);
    for (size_t i = 0; i < (size_t)model->nq * lanes; i++) {
        slot->scratch[i] = (scalar)home[i / lanes];
    }
    batch->kernels->expand_positions(cdy_batch_kernel_model(model, batch->float_model), slot->scratch, batch->home);
}

size_t cdy_batch_size(const cdy_model *model, const cdy_batch_options *given)
{
    cdy_batch_options options;
    cdy_status status = CDY_OK;
    const cdy_kernels *kernels = model ? read_options(given, &options, &status, NULL) : NULL;
    return kernels ? lay_out(model, kernels, &options, NULL) + ALIGNMENT - 1 : 0;
}

cdy_status cdy_batch_init(void *memory, size_t size, const cdy_model *model, const cdy_batch_options *given,
                          cdy_batch **batch, cdy_error *error)
{
    cdy_batch_options options;
    cdy_status status = CDY_OK;
    if (batch) {
        *batch = NULL;
    }
    if (!memory || !model || !batch) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "making a batch needs memory, a model and a pointer for the batch");
    }
    const cdy_kernels *kernels = read_options(given, &options, &status, error);
    if (!kernels) {
        return status;
    }
    const size_t needed = lay_out(model, kernels, &options, NULL) + ALIGNMENT - 1;
    if (size < needed) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the batch takes %zu bytes, but %zu were given", needed, size);
    }
    char *start = (char *)memory + (ALIGNMENT - (uintptr_t)memory % ALIGNMENT) % ALIGNMENT;
    cdy_batch *made = (void *)start;
    lay_out(model, kernels, &options, start);
    made->fingerprint = model->fingerprint;
    made->payload_mark = model->payload_mark;
    made->layout = options.layout;
    memset(made->zero, 0, (size_t)model->tree_nv * (size_t)kernels->lanes * sizeof(scalar));
    cdy_batch_make_model(model, made->float_model);
    fill_home(model, made);
    cdy_batch_fill_pivot_thresholds(model, made);
    for (int i = 0; !status && i < made->threads; i++) {
        batch_slot *slot = batch_slot_of(made, i);
        status = cdy_workspace_init(slot->workspace_memory, cdy_workspace_size(model), model, &slot->workspace, error);
        if (!status) {
            status = cdy_row_solver_init(slot->solver_memory, cdy_row_solver_size(model, made->constraint_rows), model,
                                         made->constraint_rows, &slot->solver, error);
        }
    }
    *batch = status ? NULL : made;
    return status;
}

cdy_status cdy_batch_create(const cdy_model *model, const cdy_batch_options *given, cdy_batch **batch, cdy_error *error)
{
    cdy_batch_options options;
    cdy_status status = CDY_OK;
    if (batch) {
        *batch = NULL;
    }
    if (!model || !batch) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "making a batch needs a model and a pointer for the batch");
    }
    const cdy_kernels *kernels = read_options(given, &options, &status, error);
    if (!kernels) {
        return status;
    }
    const size_t size = lay_out(model, kernels, &options, NULL) + ALIGNMENT - 1;
    void *memory = cdy_allocate(1, size);
    if (!memory) {
        return cdy_fail_memory(error);
    }
    status = cdy_batch_init(memory, size, model, &options, batch, error);
    if (status) {
        cdy_release(memory);
        return status;
    }
    (*batch)->allocation = memory;
    return CDY_OK;
}

void cdy_batch_destroy(cdy_batch *batch)
{
    if (batch) {
        cdy_release(batch->allocation);
    }
}

int cdy_batch_lanes(const cdy_batch *batch)
{
    return batch ? batch->kernels->lanes : 0;
}

int cdy_batch_threads(const cdy_batch *batch)
{
    return batch ? batch->threads : 0;
}
