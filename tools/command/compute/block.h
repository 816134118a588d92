/* Block: consecutive rows of states that are computed together. */
#ifndef CONDYLE_TOOLS_BLOCK_H
#define CONDYLE_TOOLS_BLOCK_H

#include "compute/calculation.h"

/* Values of a variable, capacity x size. */
typedef struct block_part {
    variable kind;
    size_t size;
    double *values;
} block_part;

typedef struct block {
    computation *computation;
    size_t capacity, count; /* number of rows */
    uint64_t first;         /* number of the first one in the input, from 1; the others follow it */
    block_part parts[VARIABLE_COUNT];
    size_t part_count;
    double *fext; /* capacity x force_size; NULL: without external forces */
    size_t force_size;
    bool has_wrenches; /* at least one row has wrenches */
    long long *lines;
    cdy_status *statuses; /* one a row; a row whose status is not CDY_OK is computed alone */
    size_t *wrench_starts, wrench_capacity;
    double *wrenches;      /* row i: wrench_starts[i] to wrench_starts[i + 1] - 1, six numbers a wrench */
    text_buffer passed;    /* the passed columns of all rows, by passed_add_row() */
    size_t *passed_starts; /* row i: passed_starts[i] to passed_starts[i + 1] - 1 */
    cdy_batch *batch;      /* NULL: the calculation has no batch form, and the block holds one row */
} block;

/* Allocates the rows. block_close() must be called also after a failure. */
exit_code block_open(block *b, computation *t);

/* Appends a copy of the computation's state, read as row `number` from `line` of the input; the block may then be full.
 * Fails where memory runs out. */
exit_code block_add_row(block *b, uint64_t number, long long line);

/* Gives the destination of rows that are read as a whole array: capacity x size by variable, NULL for a variable that
 * the rows do not have. block_add_rows() then adds `count` such rows, from row `number` of the input on. Such rows have
 * no wrenches, and pass no columns. */
void block_places(block *b, double *places[VARIABLE_COUNT]);
void block_add_rows(block *b, size_t count, uint64_t number);

/* Returns how many rows from `row` on the batch has computed, one after the other. */
size_t block_computed(const block *b, size_t row);

/* Returns the values of a variable, count x size, or NULL where the computation does not use it. */
const double *block_values(const block *b, variable kind);

/* Computes the rows by one batch call where the calculation has one; fails where memory runs out. */
exit_code block_compute(block *b);

/* Copies a row and its results to the computation's state. Computes the row alone where the batch did not, and then
 * fails as calculation_compute() does. */
cdy_status block_take(block *b, size_t row, cdy_error *error);

/* Removes all rows. */
void block_reset(block *b);

/* Frees the block. */
void block_close(block *b);

#endif
