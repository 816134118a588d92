/* Packing of floats, as packing.h for doubles. Tiles have four columns in every width, since rows are narrow compared
 * with 8 or 16 lanes: a vector holds four columns of several rows. */
#ifndef CDY_KERNELS_PACKING_FLOAT_H
#define CDY_KERNELS_PACKING_FLOAT_H

#include "kernels/nonfinite.h"

enum { TILE = 4 };

/* Rows narrower than a tile: number by number. */
static void pack_numbers(size_t width, const loose_scalar *rows, scalar *packed)
{
    for (size_t i = 0; i < CDY_LANES * width; i++) {
        packed[i] = rows[i % CDY_LANES * width + i / CDY_LANES];
    }
}

static void unpack_numbers(size_t width, const scalar *packed, loose_scalar *rows)
{
    for (size_t i = 0; i < CDY_LANES * width; i++) {
        rows[i % CDY_LANES * width + i / CDY_LANES] = packed[i];
    }
}

#ifdef __has_builtin
#if __has_builtin(__builtin_shufflevector) /* clang, and gcc from version 12 */
#define HAS_SHUFFLE
#endif
#endif

#ifdef HAS_SHUFFLE

/* Shuffle two vectors square by square: elements 0 to 3 are the first's, 4 to 7 the second's. */
#define ELEMENT(p, i)           ((i) % 4 + 4 * (p) + ((i) < 4 ? 0 : CDY_LANES))
#define OF_PIECE(p, a, b, c, d) ELEMENT(p, a), ELEMENT(p, b), ELEMENT(p, c), ELEMENT(p, d)
#if CDY_LANES == 4
#define OF_PIECES(...) OF_PIECE(0, __VA_ARGS__)
#elif CDY_LANES == 8
#define OF_PIECES(...) OF_PIECE(0, __VA_ARGS__), OF_PIECE(1, __VA_ARGS__)
#else
#define OF_PIECES(...)                                                                                                 \
    OF_PIECE(0, __VA_ARGS__), OF_PIECE(1, __VA_ARGS__), OF_PIECE(2, __VA_ARGS__), OF_PIECE(3, __VA_ARGS__)
#endif
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, OF_PIECES(__VA_ARGS__))

static inline void transpose(real tile[TILE])
{
    const real a = SHUFFLE(tile[0], tile[1], 0, 4, 1, 5), b = SHUFFLE(tile[2], tile[3], 0, 4, 1, 5);
    const real c = SHUFFLE(tile[0], tile[1], 2, 6, 3, 7), d = SHUFFLE(tile[2], tile[3], 2, 6, 3, 7);
    tile[0] = SHUFFLE(a, b, 0, 1, 4, 5);
    tile[1] = SHUFFLE(a, b, 2, 3, 6, 7);
    tile[2] = SHUFFLE(c, d, 0, 1, 4, 5);
    tile[3] = SHUFFLE(c, d, 2, 3, 6, 7);
}

typedef scalar piece __attribute__((vector_size(sizeof(scalar) * TILE), may_alias));

static inline piece piece_at(const loose_scalar *x)
{
    piece p;
    memcpy(&p, x, sizeof p);
    return p;
}

static inline void put_piece(loose_scalar *x, piece p)
{
    memcpy(x, &p, sizeof p);
}

/* Load or store four numbers from each of the rows 0, 4, 8, ...; `step` is the distance between these rows. */
#if CDY_LANES == 4

static inline real load_parts(const loose_scalar *rows, size_t step)
{
    (void)step;
    return piece_at(rows);
}

static inline void store_parts(loose_scalar *rows, size_t step, real x)
{
    (void)step;
    put_piece(rows, x);
}

#else

typedef scalar pair __attribute__((vector_size(2 * sizeof(piece)), may_alias));

static inline pair load_pair(const loose_scalar *rows, size_t step)
{
    return __builtin_shufflevector(piece_at(rows), piece_at(rows + step), 0, 1, 2, 3, 4, 5, 6, 7);
}

static inline void store_pair(loose_scalar *rows, size_t step, pair x)
{
    put_piece(rows, __builtin_shufflevector(x, x, 0, 1, 2, 3));
    put_piece(rows + step, __builtin_shufflevector(x, x, 4, 5, 6, 7));
}

#if CDY_LANES == 8

static inline real load_parts(const loose_scalar *rows, size_t step)
{
    return load_pair(rows, step);
}

static inline void store_parts(loose_scalar *rows, size_t step, real x)
{
    store_pair(rows, step, x);
}

#else

static inline real load_parts(const loose_scalar *rows, size_t step)
{
    return __builtin_shufflevector(load_pair(rows, step), load_pair(rows + 2 * step, step), 0, 1, 2, 3, 4, 5, 6, 7, 8,
                                   9, 10, 11, 12, 13, 14, 15);
}

static inline void store_parts(loose_scalar *rows, size_t step, real x)
{
    store_pair(rows, step, __builtin_shufflevector(x, x, 0, 1, 2, 3, 4, 5, 6, 7));
    store_pair(rows + 2 * step, step, __builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15));
}

#endif
#endif

#include "kernels/packing_tiles.h"

static bool pack(size_t width, const loose_scalar *rows, scalar *packed, scalar_bits *nonfinite)
{
    if (width < TILE) {
        pack_numbers(width, rows, packed);
        return find_nonfinite(width, packed, nonfinite);
    }
    return store_nonfinite(pack_tiles(width, rows, reals_out(packed)), nonfinite);
}

static bool unpack(size_t width, const scalar *packed, loose_scalar *rows, scalar_bits *nonfinite)
{
    if (width < TILE) {
        unpack_numbers(width, packed, rows);
        return find_nonfinite(width, packed, nonfinite);
    }
    return store_nonfinite(unpack_tiles(width, reals(packed), rows), nonfinite);
}

#else

static bool pack(size_t width, const loose_scalar *rows, scalar *packed, scalar_bits *nonfinite)
{
    pack_numbers(width, rows, packed);
    return find_nonfinite(width, packed, nonfinite);
}

static bool unpack(size_t width, const scalar *packed, loose_scalar *rows, scalar_bits *nonfinite)
{
    unpack_numbers(width, packed, rows);
    return find_nonfinite(width, packed, nonfinite);
}

#endif

#endif
