/* The rows of a block in the caller's memory: one a lane, or fewer in the last block of a batch. */
#ifndef CDY_KERNELS_ROW_SHAPE_H
#define CDY_KERNELS_ROW_SHAPE_H

#include "kernels/scratch.h"

/* Rows are always known to be all of a block, or not, where they are packed: inlined, the rest is constant. */
#define IN_PLACE static inline __attribute__((always_inline))

/* A function that saves no registers for others that it calls in its last step. */
#define APART __attribute__((noinline))

typedef struct row_shape {
    size_t stride; /* from a row to the next */
    size_t used;   /* rows that there are: lanes behind them have none */
} row_shape;

/* Row r, or the last where there is no such row. */
IN_PLACE const loose_scalar *row_or_last(const loose_scalar *rows, row_shape shape, size_t r)
{
    return rows + (r < shape.used ? r : shape.used - 1) * shape.stride;
}

/* Writes to row r where there is such a row. */
IN_PLACE void put_in_row(loose_scalar *rows, row_shape shape, size_t r, const void *numbers, size_t bytes)
{
    if (r < shape.used) {
        memcpy(rows + r * shape.stride, numbers, bytes);
    }
}

#endif
