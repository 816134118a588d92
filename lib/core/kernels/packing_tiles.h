/* Packing of rows by tiles of TILE columns. Included by packing.h and packing_float.h, which define how a tile is
 * loaded, transposed and stored; without HAS_TILES they do not, and rows are packed number by number. */
#ifndef CDY_KERNELS_PACKING_TILES_H
#define CDY_KERNELS_PACKING_TILES_H

#include "kernels/find_nonfinite.h"
#include "kernels/nonfinite.h"
#include "kernels/row_shape.h"

/* Rows narrower than a tile: number by number. */
static bool pack_numbers(size_t width, row_shape shape, const loose_scalar *rows, scalar *packed,
                         scalar_bits *nonfinite)
{
    for (size_t column = 0; column < width; column++) {
        for (size_t lane = 0; lane < CDY_LANES; lane++) {
            packed[column * CDY_LANES + lane] = row_or_last(rows, shape, lane)[column];
        }
    }
    return find_nonfinite(width, packed, nonfinite);
}

static bool unpack_numbers(size_t width, row_shape shape, const scalar *packed, loose_scalar *rows,
                           scalar_bits *nonfinite)
{
    for (size_t column = 0; column < width; column++) {
        for (size_t lane = 0; lane < shape.used; lane++) {
            rows[lane * shape.stride + column] = packed[column * CDY_LANES + lane];
        }
    }
    return find_nonfinite(width, packed, nonfinite);
}

#ifdef HAS_TILES

_Static_assert((int)RUN_UNIT >= (int)TILE, "a run has a tile");

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

ALWAYS_INLINE real pack_tiles(size_t width, row_shape shape, const loose_scalar *rows, real *to)
{
    real found[TILE] = {{0}};
    for (size_t column = 0; column < width; column += TILE) {
        const size_t start = tile_start(column, width);
        real tile[TILE];
        for (size_t r = 0; r < TILE; r++) {
            tile[r] = load_parts(rows + start, shape, r);
        }
        transpose(tile);
        for (size_t i = 0; i < TILE; i++) {
            to[start + i] = tile[i];
            found[i] = add_nonfinite(found[i], tile[i]);
        }
    }
    return sum_nonfinite(found);
}

ALWAYS_INLINE void unpack_tile(size_t start, row_shape shape, const real *from, loose_scalar *rows, real found[TILE])
{
    real tile[TILE];
    for (size_t i = 0; i < TILE; i++) {
        tile[i] = from[start + i];
        found[i] = add_nonfinite(found[i], tile[i]);
    }
    transpose(tile);
    for (size_t r = 0; r < TILE; r++) {
        store_parts(rows + start, shape, r, tile[r]);
    }
}

/* First column of the second tile: chosen so that stores do not cross cache lines, if all rows have the same alignment.
 */
static inline size_t second_tile(row_shape shape, const loose_scalar *rows)
{
    return shape.stride % TILE == 0 ? TILE - (uintptr_t)rows / sizeof *rows % TILE : TILE;
}

/* Adds to `found`. */
ALWAYS_INLINE void unpack_tiles(size_t width, row_shape shape, const real *from, loose_scalar *rows, real found[TILE])
{
    unpack_tile(0, shape, from, rows, found);
    for (size_t column = second_tile(shape, rows); column < width; column += TILE) {
        unpack_tile(tile_start(column, width), shape, from, rows, found);
    }
}

/* Zeros in `count` columns, none or RUN_UNIT at least. */
ALWAYS_INLINE void clear_columns(size_t count, row_shape shape, loose_scalar *rows)
{
    const real zeros = {0};
    for (size_t column = 0; column < count; column += TILE) {
        for (size_t r = 0; r < TILE; r++) {
            store_parts(rows + tile_start(column, count), shape, r, zeros);
        }
    }
}

ALWAYS_INLINE real unpack_each_run(size_t width, row_shape shape, size_t count, const number_run *runs,
                                   const real *from, loose_scalar *rows)
{
    real found[TILE] = {{0}};
    size_t done = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t start = runs[i].start, end = runs[i].end;
        clear_columns(start - done, shape, rows + done);
        unpack_tiles(end - start, shape, from + start, rows + start, found);
        done = end;
    }
    clear_columns(width - done, shape, rows + done);
    return sum_nonfinite(found);
}

/* Returns a sum for each lane, NaN where a number is not finite. */
ALWAYS_INLINE real pack_one_tile(const loose_scalar *rows, row_shape shape, real *to)
{
    real tile[TILE], found = {0};
    for (size_t r = 0; r < TILE; r++) {
        tile[r] = load_parts(rows, shape, r);
    }
    transpose(tile);
    for (size_t i = 0; i < TILE; i++) {
        to[i] = tile[i];
        found = add_nonfinite(found, tile[i]);
    }
    return found;
}

ALWAYS_INLINE real unpack_one_tile(const real *from, row_shape shape, loose_scalar *rows)
{
    real found[TILE] = {{0}};
    unpack_tile(0, shape, from, rows, found);
    return sum_nonfinite(found);
}

/* Whole blocks of rows with one or two tiles, such as the states of most arms. Without a loop, and as functions of
 * their own, which need few registers, they take a fifth less time. */
static bool has_two_tiles(size_t width, size_t used)
{
    return used == CDY_LANES && width >= TILE && width <= 2 * TILE;
}

static NOT_INLINE bool pack_two_tiles(size_t width, const loose_scalar *rows, real *to, scalar_bits *nonfinite)
{
    const row_shape all = {width, CDY_LANES};
    const size_t last = width - TILE;
    return store_nonfinite(pack_one_tile(rows, all, to) + pack_one_tile(rows + last, all, to + last), nonfinite);
}

static NOT_INLINE bool unpack_two_tiles(size_t width, const real *from, loose_scalar *rows, scalar_bits *nonfinite)
{
    const row_shape all = {width, CDY_LANES};
    const size_t last = width - TILE;
    return store_nonfinite(unpack_one_tile(from, all, rows) + unpack_one_tile(from + last, all, rows + last),
                           nonfinite);
}

/* Other rows. Whole blocks have a text of their own, in which all rows are there. */
static NOT_INLINE bool pack_rows(size_t width, size_t used, const loose_scalar *rows, scalar *packed,
                                 scalar_bits *nonfinite)
{
    const row_shape all = {width, CDY_LANES}, some = {width, used};
    if (width < TILE) {
        return pack_numbers(width, some, rows, packed, nonfinite);
    }
    return store_nonfinite(used == CDY_LANES ? pack_tiles(width, all, rows, reals_out(packed))
                                             : pack_tiles(width, some, rows, reals_out(packed)),
                           nonfinite);
}

static bool pack(size_t width, size_t used, const loose_scalar *rows, scalar *packed, scalar_bits *nonfinite)
{
    return has_two_tiles(width, used) ? pack_two_tiles(width, rows, reals_out(packed), nonfinite)
                                      : pack_rows(width, used, rows, packed, nonfinite);
}

static bool unpack_runs(size_t width, size_t used, size_t count, const number_run *runs, const scalar *packed,
                        loose_scalar *rows, scalar_bits *nonfinite)
{
    const row_shape all = {width, CDY_LANES}, some = {width, used};
    return store_nonfinite(used == CDY_LANES ? unpack_each_run(width, all, count, runs, reals(packed), rows)
                                             : unpack_each_run(width, some, count, runs, reals(packed), rows),
                           nonfinite);
}

static NOT_INLINE bool unpack_rows(size_t width, size_t used, const scalar *packed, loose_scalar *rows,
                                   scalar_bits *nonfinite)
{
    const number_run whole = {0, (uint32_t)width};
    if (width < TILE) {
        return unpack_numbers(width, (row_shape){width, used}, packed, rows, nonfinite);
    }
    return unpack_runs(width, used, 1, &whole, packed, rows, nonfinite);
}

static bool unpack(size_t width, size_t used, const scalar *packed, loose_scalar *rows, scalar_bits *nonfinite)
{
    return has_two_tiles(width, used) ? unpack_two_tiles(width, reals(packed), rows, nonfinite)
                                      : unpack_rows(width, used, packed, rows, nonfinite);
}

#else

static bool pack(size_t width, size_t used, const loose_scalar *rows, scalar *packed, scalar_bits *nonfinite)
{
    return pack_numbers(width, (row_shape){width, used}, rows, packed, nonfinite);
}

static bool unpack(size_t width, size_t used, const scalar *packed, loose_scalar *rows, scalar_bits *nonfinite)
{
    return unpack_numbers(width, (row_shape){width, used}, packed, rows, nonfinite);
}

static bool unpack_runs(size_t width, size_t used, size_t count, const number_run *runs, const scalar *packed,
                        loose_scalar *rows, scalar_bits *nonfinite)
{
    (void)count, (void)runs; /* the zeros are there as well */
    return unpack(width, used, packed, rows, nonfinite);
}

#endif

#endif
