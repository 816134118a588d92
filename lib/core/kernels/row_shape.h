/* The rows of a block in the caller's memory: one a lane, or fewer in the last block of a batch. */
#ifndef CDY_KERNELS_ROW_SHAPE_H
#define CDY_KERNELS_ROW_SHAPE_H

#include "kernels/inlining.h"
#include "kernels/scratch.h"

/* The numbers of all lanes at any alignment are read and written as one vector: memcpy() of a vector passes through
 * memory, in pieces of 16 bytes. */
typedef real loose_real __attribute__((aligned(1), may_alias));

typedef struct row_shape {
    size_t stride; /* from a row to the next */
    size_t used;   /* rows that there are: lanes behind them have none */
} row_shape;

/* Row r, or the last where there is no such row. */
ALWAYS_INLINE const loose_scalar *row_or_last(const loose_scalar *rows, row_shape shape, size_t r)
{
    return rows + (r < shape.used ? r : shape.used - 1) * shape.stride;
}

/* Writes to row r where there is such a row. */
ALWAYS_INLINE void put_in_row(loose_scalar *rows, row_shape shape, size_t r, const void *numbers, size_t bytes)
{
    if (r < shape.used) {
        memcpy(rows + r * shape.stride, numbers, bytes);
    }
}

#endif
