/* Packing of doubles: states are rows in the caller's memory and lanes in the kernels'. */
#ifndef CDY_KERNELS_PACKING_H
#define CDY_KERNELS_PACKING_H

#include "kernels/find_nonfinite.h"
#include "kernels/nonfinite.h"
#include "kernels/row_shape.h"

#include <string.h>

#ifndef CDY_REAL /* other number types have no lanes */

#if CDY_LANES == 1

/* Up to this width, numbers are checked while they are copied; beyond, in a second pass. */
enum { FEW = 16 };

/* `packed` is the aligned one of the two sides. */
static bool copy_row(size_t width, const loose_scalar *from, loose_scalar *to, const scalar *packed,
                     scalar_bits *nonfinite)
{
    if (width > FEW) {
        memcpy(to, from, width * sizeof *to);
        return find_nonfinite(width, packed, nonfinite);
    }
    real found = {0};
    for (size_t i = 0; i < width; i++) {
        to[i] = from[i];
        found = add_nonfinite(found, packed[i]);
    }
    return store_nonfinite(found, nonfinite);
}

static bool pack(size_t width, size_t used, const loose_scalar *rows, double *packed, scalar_bits *nonfinite)
{
    (void)used;
    return copy_row(width, rows, packed, packed, nonfinite);
}

static bool unpack(size_t width, size_t used, const double *packed, loose_scalar *rows, scalar_bits *nonfinite)
{
    (void)used;
    return copy_row(width, packed, rows, packed, nonfinite);
}

static bool unpack_runs(size_t width, size_t used, size_t count, const number_run *runs, const double *packed,
                        loose_scalar *rows, scalar_bits *nonfinite)
{
    (void)count, (void)runs;
    return unpack(width, used, packed, rows, nonfinite);
}

#else /* CDY_LANES > 1 */

#define HAS_TILES

/* Rows and columns are transposed in tiles of this many columns. */
#if CDY_LANES < 4
#define TILE_LANES CDY_LANES
#else
#define TILE_LANES 4
#endif
enum { TILE = TILE_LANES };

#ifdef __has_builtin
#if __has_builtin(__builtin_shufflevector) /* clang, and gcc from version 12 */
#define HAS_SHUFFLE
#endif
#endif

#ifdef HAS_SHUFFLE

/* Swap the off-diagonal blocks of a tile: element j of row r with element j - s of row r + s. */
#define EXCHANGE(tile, s, low, high)                                                                                   \
    for (int r = 0; r < TILE; r++) {                                                                                   \
        if (!(r & (s))) {                                                                                              \
            const real a = (tile)[r], b = (tile)[r + (s)];                                                             \
            (tile)[r] = __builtin_shufflevector(a, b, low);                                                            \
            (tile)[r + (s)] = __builtin_shufflevector(a, b, high);                                                     \
        }                                                                                                              \
    }
#define LANE_LIST(...) __VA_ARGS__

/* Transpose every TILE x TILE square of a tile. */
static inline void transpose(real tile[TILE])
{
#if CDY_LANES == 8
    EXCHANGE(tile, 1, LANE_LIST(0, 8, 2, 10, 4, 12, 6, 14), LANE_LIST(1, 9, 3, 11, 5, 13, 7, 15))
    EXCHANGE(tile, 2, LANE_LIST(0, 1, 8, 9, 4, 5, 12, 13), LANE_LIST(2, 3, 10, 11, 6, 7, 14, 15))
#elif CDY_LANES == 4
    EXCHANGE(tile, 1, LANE_LIST(0, 4, 2, 6), LANE_LIST(1, 5, 3, 7))
    EXCHANGE(tile, 2, LANE_LIST(0, 1, 4, 5), LANE_LIST(2, 3, 6, 7))
#else
    EXCHANGE(tile, 1, LANE_LIST(0, 2), LANE_LIST(1, 3))
#endif
}

#else

static inline void transpose(real tile[TILE])
{
    for (int square = 0; square < CDY_LANES; square += TILE) {
        for (int r = 0; r < TILE; r++) {
            for (int c = 0; c < r; c++) {
                const double kept = tile[r][square + c];
                tile[r][square + c] = tile[c][square + r];
                tile[c][square + r] = kept;
            }
        }
    }
}

#endif

/* TILE numbers of a row, and the rows of which a register has such parts. */
enum { PART = TILE * sizeof(double), PARTS = CDY_LANES / TILE };

#if CDY_LANES == TILE_LANES || defined(HAS_SHUFFLE)

/* A part of a row is read and written as a vector too. */
typedef double half_real __attribute__((vector_size(PART), may_alias));
typedef double loose_part __attribute__((vector_size(PART), aligned(1), may_alias));

ALWAYS_INLINE half_real part_at(const loose_scalar *row)
{
    return *(const loose_part *)(const void *)row;
}

ALWAYS_INLINE void put_part(loose_scalar *row, half_real part)
{
    *(loose_part *)(void *)row = part;
}

ALWAYS_INLINE real join_parts(const loose_scalar *const rows[PARTS])
{
#if CDY_LANES == TILE_LANES
    return part_at(rows[0]);
#else
    return __builtin_shufflevector(part_at(rows[0]), part_at(rows[1]), 0, 1, 2, 3, 4, 5, 6, 7);
#endif
}

ALWAYS_INLINE void split_parts(real x, half_real parts[PARTS])
{
#if CDY_LANES == TILE_LANES
    parts[0] = x;
#else
    parts[0] = __builtin_shufflevector(x, x, 0, 1, 2, 3);
    parts[1] = __builtin_shufflevector(x, x, 4, 5, 6, 7);
#endif
}

#else

typedef struct half_real {
    double numbers[TILE];
} half_real;

ALWAYS_INLINE void put_part(loose_scalar *row, half_real part)
{
    memcpy(row, &part, sizeof part);
}

ALWAYS_INLINE real join_parts(const loose_scalar *const rows[PARTS])
{
    real x;
    for (size_t part = 0; part < PARTS; part++) {
        memcpy((char *)&x + part * PART, rows[part], PART);
    }
    return x;
}

ALWAYS_INLINE void split_parts(real x, half_real parts[PARTS])
{
    memcpy(parts, &x, sizeof x);
}

#endif

/* Load or store TILE numbers of each of the rows r, r + TILE, ...; `rows` begins at the first of these columns. */
ALWAYS_INLINE real load_parts(const loose_scalar *rows, row_shape shape, size_t r)
{
    const loose_scalar *from[PARTS];
    for (size_t part = 0; part < PARTS; part++) {
        from[part] = row_or_last(rows, shape, r + part * TILE);
    }
    return join_parts(from);
}

ALWAYS_INLINE void store_parts(loose_scalar *rows, row_shape shape, size_t r, real x)
{
    half_real parts[PARTS];
    split_parts(x, parts);
    for (size_t part = 0; part < PARTS; part++) {
        if (r + part * TILE < shape.used) { /* else there is no such row */
            put_part(rows + (r + part * TILE) * shape.stride, parts[part]);
        }
    }
}

#include "kernels/packing_tiles.h"

#endif

#endif

#endif
