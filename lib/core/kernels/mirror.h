/* The lower half of a symmetric matrix from its upper half.
 *
 * For one state, in tiles of QUAD rows and columns, transposed in registers, in blocks of two by two tiles, which with
 * four numbers in a quad are eight by eight, so that a cache line is read and written once: of a large matrix, the
 * lines of a column lie in few sets of the cache. */
#ifndef CDY_KERNELS_MIRROR_H
#define CDY_KERNELS_MIRROR_H

#include "kernels/chunk.h"

#include <stddef.h>

#ifdef HAS_CHUNKS

/* to = from^T, QUAD by QUAD, in a matrix whose rows are `stride` apart. */
static inline void mirror_tile(size_t stride, const real *from, real *to)
{
    quad rows[QUAD];
#pragma GCC unroll 4
    for (size_t i = 0; i < QUAD; i++) {
        rows[i] = quad_at(from + i * stride);
    }
    put_quads_transposed(rows, stride, to);
}

/* The tiles above the diagonal of the rows `row` to row + QUAD - 1, in the columns first <= column < end. The last tile
 * of a row overlaps the one before instead of leaving the matrix. */
static inline void mirror_tiles(size_t n, size_t stride, size_t row, size_t first, size_t end, real *X)
{
    for (size_t column = first; column < end; column += QUAD) {
        const size_t at = column + QUAD <= n ? column : n - QUAD;
        mirror_tile(stride, X + row * stride + at, X + at * stride + row);
    }
}

/* X (n x n) has rows `stride` apart. */
static void mirror_upper_half(size_t n, size_t stride, real *X)
{
    enum { BLOCK = 2 * QUAD };
    for (size_t i = 0; i < n; i++) { /* within the diagonal's tiles */
        for (size_t j = i / QUAD * QUAD; j < i; j++) {
            X[i * stride + j] = X[j * stride + i];
        }
    }
    for (size_t block = 0; block + QUAD < n; block += BLOCK) {
        for (size_t column = block; column < n; column += BLOCK) {
            const size_t end = column + BLOCK < n ? column + BLOCK : n;
            for (size_t row = block; row < block + BLOCK && row + QUAD < n; row += QUAD) {
                mirror_tiles(n, stride, row, column > row + QUAD ? column : row + QUAD, end, X);
            }
        }
    }
}

#endif

#endif
