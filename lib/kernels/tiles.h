/* Rows in tiles of columns, for rows.c and rows_single.c: each has its own way to load, transpose and store a tile, and
 * includes this behind them. */
#ifndef CDY_KERNELS_TILES_H
#define CDY_KERNELS_TILES_H

#include "kernels/flaws.h"

/* Where the tile of columns from `column` on begins: the last one overlaps its neighbour rather than leave the row. */
static inline size_t tile_start(size_t column, size_t width)
{
    return column + TILE <= width ? column : width - TILE;
}

/* A sum for each column of a tile, none of which waits for another. */
static inline real sum_flaws(const real found[TILE])
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
            found[i] = add_flaw(found[i], tile[i]);
        }
    }
    return sum_flaws(found);
}

static inline void unpack_tile(size_t start, size_t width, const real *from, loose_scalar *rows, real found[TILE])
{
    real tile[TILE];
    for (size_t i = 0; i < TILE; i++) {
        tile[i] = from[start + i];
        found[i] = add_flaw(found[i], tile[i]);
    }
    transpose(tile);
    for (size_t r = 0; r < TILE; r++) {
        store_parts(rows + r * width + start, TILE * width, tile[r]);
    }
}

/* Where the second tile begins: from there on none is stored over two cache lines, if all rows begin alike in them. */
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
    return sum_flaws(found);
}

#endif
