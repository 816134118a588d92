/* Packing of rows by tiles of TILE columns. Included by packing.h and packing_float.h, which define how a tile is
 * loaded, transposed and stored. */
#ifndef CDY_KERNELS_PACKING_TILES_H
#define CDY_KERNELS_PACKING_TILES_H

#include "kernels/nonfinite.h"

/* First column of a tile: the last tile overlaps the one before instead of leaving the row. */
static inline size_t tile_start(size_t column, size_t width)
{
    return column + TILE <= width ? column : width - TILE;
}

/* One sum for each column of a tile: the sums are independent of each other. */
static inline real sum_nonfinite(const real found[TILE])
{
    real sum = found[0];
    for (size_t i = 1; i < TILE; i++) {
        sum = sum + found[i];
    }
    return sum;
}

static real pack_tiles(size_t width, const loose_scalar *rows, real *to)
{
    real found[TILE] = {{0}};
    for (size_t column = 0; column < width; column += TILE) {
        const size_t start = tile_start(column, width);
        real tile[TILE];
        for (size_t r = 0; r < TILE; r++) {
            tile[r] = load_parts(rows + r * width + start, TILE * width);
        }
        transpose(tile);
        for (size_t i = 0; i < TILE; i++) {
            to[start + i] = tile[i];
            found[i] = add_nonfinite(found[i], tile[i]);
        }
    }
    return sum_nonfinite(found);
}

static inline void unpack_tile(size_t start, size_t width, const real *from, loose_scalar *rows, real found[TILE])
{
    real tile[TILE];
    for (size_t i = 0; i < TILE; i++) {
        tile[i] = from[start + i];
        found[i] = add_nonfinite(found[i], tile[i]);
    }
    transpose(tile);
    for (size_t r = 0; r < TILE; r++) {
        store_parts(rows + r * width + start, TILE * width, tile[r]);
    }
}

/* First column of the second tile: chosen so that stores do not cross cache lines, if all rows have the same alignment.
 */
static inline size_t second_tile(size_t width, const loose_scalar *rows)
{
    return width % TILE == 0 ? TILE - (uintptr_t)rows / sizeof *rows % TILE : TILE;
}

static real unpack_tiles(size_t width, const real *from, loose_scalar *rows)
{
    real found[TILE] = {{0}};
    unpack_tile(0, width, from, rows, found);
    for (size_t column = second_tile(width, rows); column < width; column += TILE) {
        unpack_tile(tile_start(column, width), width, from, rows, found);
    }
    return sum_nonfinite(found);
}

#endif
