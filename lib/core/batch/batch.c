#include "batch/batch.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/reserve.h"
#include "batch/team.h"
#include "dynamics/arguments.h"
#include "dynamics/mass_factor.h"
#include "dynamics/widths.h"

#include <string.h>

enum { MOST_THREADS = 1024 };

#ifndef CDY_FLOAT

cdy_batch_options cdy_batch_options_default(void)
{
    return (cdy_batch_options){.threads = 1};
}

#endif

/* Checks the values of the options. */
static cdy_status check_options(const cdy_batch_options *options, cdy_error *error)
{
    if (cdy_check_reserve(&options->reserve, error)) {
        return CDY_ERROR_ARGUMENT;
    }
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

/* Copies the home configuration into every lane, in the tree's coordinates. */
static void fill_home(const cdy_model *model, cdy_batch *batch)
{
    const size_t lanes = (size_t)batch->kernels->lanes;
    const batch_slot *slot = batch_slot_of(batch, 0);
    double *home = slot->setup;
    cdy_home_configuration(model, home);
    for (size_t i = 0; i < (size_t)model->nq * lanes; i++) {
        slot->scratch[i] = (scalar)home[i / lanes];
    }
    batch->kernels->expand_positions(cdy_batch_kernel_model(model, batch->float_model), slot->scratch, batch->home);
}

/* Makes the calls for one state of a slot ready. */
static cdy_status fill_slot(const cdy_batch *batch, int i, const cdy_model *model, cdy_error *error)
{
    batch_slot *slot = batch_slot_of(batch, i);
    const int rows = batch->constraint_rows;
#ifdef CDY_FLOAT
    const double_lanes_shape shape = {model, batch->kernels->lanes / 2, rows, batch->has_all_matrices};
    return cdy_double_lanes_init(slot->doubles.memory, slot->doubles.passing, &shape, &slot->doubles.lanes,
                                 &slot->fallback.workspace, &slot->fallback.solver, error);
#else
    if (batch->narrow) { /* which is full already */
        slot->fallback.workspace = batch_slot_of(batch->narrow, i)->fallback.workspace;
        slot->fallback.solver = batch_slot_of(batch->narrow, i)->fallback.solver;
        return CDY_OK;
    }
    const cdy_status status = cdy_workspace_init(slot->fallback.workspace_memory, cdy_workspace_size(model), model,
                                                 &slot->fallback.workspace, error);
    return status ? status
                  : cdy_row_solver_init(slot->fallback.solver_memory, cdy_row_solver_size(model, rows), model, rows,
                                        &slot->fallback.solver, error);
#endif
}

cdy_status cdy_batch_fill(cdy_batch *batch, const cdy_model *model, cdy_error *error)
{
    cdy_status status = batch->narrow ? cdy_batch_fill(batch->narrow, model, error) : CDY_OK;
    batch->fingerprint = model->fingerprint;
    batch->payload_mark = model->payload_mark;
    memset(batch->zero, 0, (size_t)model->tree_nv * (size_t)batch->kernels->lanes * sizeof(scalar));
    cdy_batch_make_model(model, batch->float_model);
    fill_home(model, batch);
    cdy_batch_list_related(cdy_batch_kernel_model(model, batch->float_model), batch);
    cdy_batch_fill_pivot_thresholds(model, batch);
    for (int i = 0; !status && i < batch->threads; i++) {
        status = fill_slot(batch, i, model, error);
    }
    batch->prefers_articulated_factors =
        !status && cdy_prefers_articulated_factors(model, batch_slot_of(batch, 0)->fallback.workspace,
                                                   batch->kernels->lanes, false);
    return status;
}

/* The memory of a batch of these options. */
static batch_shape shape_of(const cdy_model *model, const cdy_kernels *kernels, const cdy_batch_options *options)
{
    return (batch_shape){.model = model,
                         .kernels = kernels,
                         .threads = options->threads,
                         .rows = options->constraint_rows,
                         .matrices = ALL_MATRICES};
}

/* Bytes of a batch in memory of any alignment. */
static size_t size_of(const cdy_model *model, const cdy_kernels *kernels, const cdy_batch_options *options)
{
    const batch_shape shape = shape_of(model, kernels, options);
    return cdy_batch_lay_out(&shape, NULL, NULL).kept + BATCH_ALIGNMENT - 1;
}

size_t cdy_batch_size(const cdy_model *model, const cdy_batch_options *given)
{
    cdy_batch_options options;
    cdy_status status = CDY_OK;
    const cdy_kernels *kernels = model ? read_options(given, &options, &status, NULL) : NULL;
    return kernels ? size_of(model, kernels, &options) : 0;
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
    const size_t needed = size_of(model, kernels, &options);
    if (size < needed) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the batch takes %zu bytes, but %zu were given", needed, size);
    }
    char *start = (char *)memory + (BATCH_ALIGNMENT - (uintptr_t)memory % BATCH_ALIGNMENT) % BATCH_ALIGNMENT;
    cdy_batch *made = (void *)start;
    const batch_shape shape = shape_of(model, kernels, &options);
    cdy_batch_lay_out(&shape, start, NULL);
    made->layout = options.layout;
    if (made->narrow) {
        made->narrow->layout = options.layout;
    }
    status = cdy_batch_fill(made, model, error);
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
    const size_t size = size_of(model, kernels, &options);
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
