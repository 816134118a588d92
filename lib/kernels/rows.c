/* Rows and lanes: one robot state a row in the caller's memory, one a lane in the kernels'.
 *
 * x - x is 0 where x is finite, and else not a number: its bits, gathered over a row, tell what is wrong with it
 * without a branch. */
#include "kernels/width.h"

#ifndef CDY_REAL /* rows are of doubles, and so must the lanes be */

static inline real_bits flaw_of(real x)
{
    return real_to_bits(x - x);
}

/* Returns whether there are none. */
static bool store_flaws(real_bits found, int64_t *flaws)
{
    int64_t all = 0;
    memcpy(flaws, &found, sizeof found);
    for (int lane = 0; lane < CDY_LANES; lane++) {
        all |= flaws[lane];
    }
    return all == 0;
}

#if CDY_LANES == 1

bool KERNEL(pack)(size_t width, const double *rows, double *packed, int64_t *flaws)
{
    memcpy(packed, rows, width * sizeof *packed);
    return KERNEL(inspect)(width, packed, flaws);
}

bool KERNEL(unpack)(size_t width, const double *packed, double *rows, int64_t *flaws)
{
    memcpy(rows, packed, width * sizeof *rows);
    return KERNEL(inspect)(width, packed, flaws);
}

#else

#ifdef __has_builtin
#if __has_builtin(__builtin_shufflevector) /* clang, and gcc from 12 on */
#define HAS_SHUFFLE
#endif
#endif

#ifdef HAS_SHUFFLE

/* Swaps the blocks off the diagonal of a tile: element j of row r with element j - s of row r + s. */
#define EXCHANGE(tile, s, low, high)                                                                                   \
    for (int r = 0; r < CDY_LANES; r++) {                                                                              \
        if (!(r & (s))) {                                                                                              \
            const real a = (tile)[r], b = (tile)[r + (s)];                                                             \
            (tile)[r] = __builtin_shufflevector(a, b, low);                                                            \
            (tile)[r + (s)] = __builtin_shufflevector(a, b, high);                                                     \
        }                                                                                                              \
    }
#define LANE_LIST(...) __VA_ARGS__

static inline void transpose(real tile[CDY_LANES])
{
#if CDY_LANES == 8
    EXCHANGE(tile, 4, LANE_LIST(0, 1, 2, 3, 8, 9, 10, 11), LANE_LIST(4, 5, 6, 7, 12, 13, 14, 15))
    EXCHANGE(tile, 2, LANE_LIST(0, 1, 8, 9, 4, 5, 12, 13), LANE_LIST(2, 3, 10, 11, 6, 7, 14, 15))
    EXCHANGE(tile, 1, LANE_LIST(0, 8, 2, 10, 4, 12, 6, 14), LANE_LIST(1, 9, 3, 11, 5, 13, 7, 15))
#elif CDY_LANES == 4
    EXCHANGE(tile, 2, LANE_LIST(0, 1, 4, 5), LANE_LIST(2, 3, 6, 7))
    EXCHANGE(tile, 1, LANE_LIST(0, 4, 2, 6), LANE_LIST(1, 5, 3, 7))
#else
    EXCHANGE(tile, 1, LANE_LIST(0, 2), LANE_LIST(1, 3))
#endif
}

#else

static inline void transpose(real tile[CDY_LANES])
{
    for (int r = 0; r < CDY_LANES; r++) {
        for (int c = 0; c < r; c++) {
            const double kept = tile[r][c];
            tile[r][c] = tile[c][r];
            tile[c][r] = kept;
        }
    }
}

#endif

/* Where the tile of columns from `column` on begins: the last one overlaps its neighbour rather than leave the row. */
static inline size_t tile_start(size_t column, size_t width)
{
    return column + CDY_LANES <= width || width < CDY_LANES ? column : width - CDY_LANES;
}

bool KERNEL(pack)(size_t width, const double *rows, double *packed, int64_t *flaws)
{
    const size_t size = CDY_LANES * width;
    real *to = reals_out(packed);
    real_bits found = {0};
    double end[2 * CDY_LANES] = {0}; /* the last numbers, and room behind: what narrow rows' tiles have too much */
    if (width > 0) {
        memcpy(end, rows + size - CDY_LANES, sizeof(real));
    }
    for (size_t column = 0; column < width; column += CDY_LANES) {
        const size_t start = tile_start(column, width);
        real tile[CDY_LANES];
        for (size_t row = 0; row < CDY_LANES; row++) {
            const size_t place = row * width + start;
            const double *from = place + CDY_LANES <= size ? rows + place : end + (place + CDY_LANES - size);
            memcpy(&tile[row], from, sizeof(real));
        }
        transpose(tile);
        for (size_t i = 0; i < CDY_LANES; i++) {
            if (start + i < width) {
                to[start + i] = tile[i];
                found |= flaw_of(tile[i]);
            }
        }
    }
    return store_flaws(found, flaws);
}

/* What a narrow row's tile has too much the next row overwrites; the last ones must keep to themselves. */
static inline void store_some(double *block, size_t place, size_t size, size_t width, real x)
{
    if (place + CDY_LANES <= size) {
        memcpy(block + place, &x, sizeof x);
    } else {
        double numbers[CDY_LANES];
        memcpy(numbers, &x, sizeof x);
        for (size_t i = 0; i < CDY_LANES && i < width; i++) {
            block[place + i] = numbers[i];
        }
    }
}

bool KERNEL(unpack)(size_t width, const double *packed, double *rows, int64_t *flaws)
{
    const real *from = reals(packed);
    real_bits found = {0};
    for (size_t column = 0; column < width; column += CDY_LANES) {
        const size_t start = tile_start(column, width);
        real tile[CDY_LANES];
        for (size_t i = 0; i < CDY_LANES; i++) {
            tile[i] = from[start + i < width ? start + i : start];
            found |= flaw_of(tile[i]);
        }
        transpose(tile);
        for (size_t row = 0; row < CDY_LANES; row++) {
            store_some(rows, row * width + start, CDY_LANES * width, width, tile[row]);
        }
    }
    return store_flaws(found, flaws);
}

#endif

bool KERNEL(inspect)(size_t width, const double *packed, int64_t *flaws)
{
    const real *x = reals(packed);
    real_bits found = {0};
    for (size_t i = 0; i < width; i++) {
        found |= flaw_of(x[i]);
    }
    return store_flaws(found, flaws);
}

#endif
