#include "compute/block.h"

#include "compute/limit_use.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 1024, LEAST_ROWS = 8, MOST_BYTES = 1 << 20 };

/* Whether a variable varies from row to row. Variables set by options for all rows, such as the target of a search,
 * stay in the computation's state. */
static bool is_of_row(const block *b, int kind)
{
    return b->computation->inputs.has[kind] || b->computation->results.has[kind];
}

static void choose_parts(block *b)
{
    const cdy_model *model = b->computation->robot->model;
    for (int kind = 0; kind < VARIABLE_WRENCHES; kind++) {
        if (is_of_row(b, kind)) {
            const size_t size = variable_length(&b->computation->dimensions, (variable)kind);
            b->parts[b->part_count++] = (block_part){(variable)kind, size, NULL};
        }
    }
    b->force_size = b->computation->state.fext ? 6 * (size_t)cdy_model_force_rows(model) : 0;
}

/* As many rows as fit into the cache, but at least the number of SIMD lanes. */
static size_t choose_capacity(const block *b)
{
    size_t width = 1 + b->force_size;
    for (size_t i = 0; i < b->part_count; i++) {
        width += b->parts[i].size;
    }
    size_t rows = MOST_BYTES / sizeof(double) / width;
    rows = rows < MOST_ROWS ? rows : MOST_ROWS;
    return !b->batch ? 1 : rows > LEAST_ROWS ? rows : LEAST_ROWS;
}

/* Allocates at least one number a row, since the pointer to an empty array may be NULL. */
static double *allocate(const block *b, size_t size)
{
    return calloc(b->capacity, (size ? size : 1) * sizeof(double));
}

static exit_code make_room(block *b)
{
    bool made = true;
    for (size_t i = 0; i < b->part_count; i++) {
        b->parts[i].values = allocate(b, b->parts[i].size);
        made = made && b->parts[i].values;
    }
    if (b->computation->state.fext) {
        b->fext = allocate(b, b->force_size);
        made = made && b->fext;
    }
    b->lines = calloc(b->capacity, sizeof *b->lines);
    b->statuses = calloc(b->capacity, sizeof *b->statuses);
    b->wrench_starts = calloc(b->capacity + 1, sizeof *b->wrench_starts);
    b->passed_starts = calloc(b->capacity + 1, sizeof *b->passed_starts);
    return made && b->lines && b->statuses && b->wrench_starts && b->passed_starts ? EXIT_FINE : fail_memory();
}

exit_code block_open(block *b, computation *t)
{
    cdy_error error;
    *b = (block){.computation = t};
    if (calculation_has_rows(t->calculation)) {
        cdy_batch_options chosen = cdy_batch_options_default();
        chosen.threads = t->options->rows.threads;
        if (cdy_batch_create(t->robot->model, &chosen, &b->batch, &error) != CDY_OK) {
            return fail_library(&error);
        }
    }
    choose_parts(b);
    b->capacity = choose_capacity(b);
    return make_room(b);
}

/* Copies the wrenches of the current row: the computation's list holds one row at a time. */
static exit_code store_wrenches(block *b)
{
    const wrench_list *list = &b->computation->wrenches;
    size_t start = b->wrench_starts[b->count], end = start + 6 * list->count;
    if (end > b->wrench_capacity) {
        size_t capacity = 2 * end;
        double *larger = realloc(b->wrenches, capacity * sizeof *larger);
        if (!larger) {
            return fail_memory();
        }
        b->wrenches = larger;
        b->wrench_capacity = capacity;
    }
    for (size_t i = 0; i < list->count; i++) {
        memcpy(b->wrenches + start + 6 * i, list->items[i].values, sizeof list->items[i].values);
    }
    b->wrench_starts[b->count + 1] = end;
    return EXIT_FINE;
}

/* Copies the external force matrix of the current row's wrenches. */
static void store_forces(block *b)
{
    computation *t = b->computation;
    double *forces = b->fext + b->count * b->force_size;
    b->has_wrenches = b->has_wrenches || t->wrenches.count;
    const bool failed = calculation_apply_wrenches(t, NULL) != CDY_OK;
    memcpy(forces, t->state.fext, b->force_size * sizeof *forces);
    if (failed) { /* the batch rejects a NaN; the row is then computed alone and reports the error */
        forces[0] = (double)NAN;
    }
}

exit_code block_add_row(block *b, uint64_t number, long long line)
{
    computation *t = b->computation;
    b->first = b->count ? b->first : number;
    if (b->fext) {
        exit_code code = store_wrenches(b);
        if (code != EXIT_FINE) {
            return code;
        }
        if (b->batch) {
            store_forces(b);
        }
    }
    for (size_t i = 0; i < b->part_count; i++) {
        const block_part *part = &b->parts[i];
        memcpy(part->values + b->count * part->size, t->state.values[part->kind], part->size * sizeof(double));
    }
    passed_add_row(&t->passed, &b->passed);
    b->passed_starts[b->count + 1] = b->passed.length;
    b->lines[b->count++] = line;
    return b->passed.failed ? fail_memory() : EXIT_FINE;
}

void block_places(block *b, double *places[VARIABLE_COUNT])
{
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        places[kind] = NULL;
    }
    for (size_t i = 0; i < b->part_count; i++) {
        places[b->parts[i].kind] = b->parts[i].values;
    }
}

void block_add_rows(block *b, size_t count, uint64_t number)
{
    b->first = b->count ? b->first : number;
    for (size_t i = 0; i < count; i++) {
        b->wrench_starts[b->count + 1] = b->wrench_starts[b->count];
        b->passed_starts[b->count + 1] = b->passed_starts[b->count];
        b->lines[b->count++] = (long long)(number + i);
    }
}

size_t block_computed(const block *b, size_t row)
{
    size_t end = row;
    while (end < b->count && b->statuses[end] == CDY_OK) {
        end++;
    }
    return end - row;
}

const double *block_values(const block *b, variable kind)
{
    for (size_t i = 0; i < b->part_count; i++) {
        if (b->parts[i].kind == kind) {
            return b->parts[i].values;
        }
    }
    return NULL;
}

/* Rows that the batch leaves out keep CDY_ERROR_UNSUPPORTED and are computed alone by block_take(). */
exit_code block_compute(block *b)
{
    for (size_t i = 0; i < b->count; i++) {
        b->statuses[i] = CDY_ERROR_UNSUPPORTED;
    }
    if (b->batch) {
        state rows = b->computation->state;
        for (size_t i = 0; i < b->part_count; i++) {
            rows.values[b->parts[i].kind] = b->parts[i].values;
        }
        rows.fext = b->has_wrenches ? b->fext : NULL;
        if (calculation_compute_rows(b->computation, &rows, b->batch, b->count, b->statuses) == CDY_ERROR_MEMORY) {
            return fail_memory();
        }
    }
    return EXIT_FINE;
}

cdy_status block_take(block *b, size_t row, cdy_error *error)
{
    wrench_list *list = &b->computation->wrenches;
    b->computation->state.row = b->first + row;
    for (size_t i = 0; i < b->part_count; i++) {
        const block_part *part = &b->parts[i];
        memcpy(b->computation->state.values[part->kind], part->values + row * part->size, part->size * sizeof(double));
    }
    if (b->fext) {
        size_t start = b->wrench_starts[row];
        list->count = (b->wrench_starts[row + 1] - start) / 6;
        for (size_t i = 0; i < list->count; i++) {
            memcpy(list->items[i].values, b->wrenches + start + 6 * i, sizeof list->items[i].values);
        }
    }
    b->computation->passed_row =
        b->passed_starts[row + 1] > b->passed_starts[row] ? text_get(&b->passed) + b->passed_starts[row] : NULL;
    if (b->statuses[row] != CDY_OK) {
        return calculation_compute(b->computation, error);
    }
    limit_use_set(b->computation);
    return CDY_OK;
}

void block_reset(block *b)
{
    b->count = 0;
    b->has_wrenches = false;
    text_reset(&b->passed);
}

void block_close(block *b)
{
    for (size_t i = 0; i < b->part_count; i++) {
        free(b->parts[i].values);
    }
    free(b->fext);
    free(b->lines);
    free(b->statuses);
    free(b->wrench_starts);
    free(b->passed_starts);
    text_clear(&b->passed);
    free(b->wrenches);
    cdy_batch_destroy(b->batch);
}
