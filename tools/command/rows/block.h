/* Block: states that follow each other in the rows, computed together. */
#ifndef CONDYLE_TOOLS_BLOCK_H
#define CONDYLE_TOOLS_BLOCK_H

#include "report/calculation.h"

/* The numbers of a quantity of the task, capacity x size. */
typedef struct block_part {
    quantity kind;
    size_t size;
    double *values;
} block_part;

typedef struct block {
    task *task;
    size_t capacity, count; /* rows */
    block_part parts[QUANTITY_COUNT];
    size_t part_count;
    double *alone[QUANTITY_COUNT]; /* where the task's state was before */
    double *fext, *alone_fext;
    size_t force_size;
    bool forced; /* a row has wrenches */
    long long *lines;
    cdy_status *statuses; /* of the rows; not CDY_OK: the row is computed by itself */
    size_t *wrench_starts, wrench_room;
    double *wrenches; /* of row i the numbers from wrench_starts[i] to wrench_starts[i + 1], six a wrench */
    cdy_batch *batch; /* NULL: the calculation takes one state at a time, and so does the block */
} block;

/* Makes room for states; the task's state is then a row of the block until block_close(), which is due also after a
 * failure. */
exit_code block_open(block *b, task *t);

/* Makes the task's state the next row, which may be filled. */
void block_begin_row(block *b);

/* Takes that row as it is, from this line of the input; the block may then be full.  Fails where memory runs out. */
exit_code block_end_row(block *b, long long line);

/* Returns the rows of a quantity, count x size; NULL where it plays no part. */
const double *block_values(const block *b, quantity kind);

/* Computes the rows as far as they can be computed together. */
void block_compute(block *b);

/* Makes the task's state a row with its results, computed by itself where it could not be together: then it fails as
 * calculation_compute(). */
cdy_status block_take(block *b, size_t row, cdy_error *error);

/* Empties the block. */
void block_reset(block *b);

/* Frees it. */
void block_close(block *b);

#endif
