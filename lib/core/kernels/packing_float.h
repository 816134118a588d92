/* Packing of floats, as packing.h for doubles. Tiles have four columns in every width, since rows are narrow compared
 * with 8 or 16 lanes: a vector holds four columns of several rows. */
#ifndef CDY_KERNELS_PACKING_FLOAT_H
#define CDY_KERNELS_PACKING_FLOAT_H

#include "kernels/nonfinite.h"
#include "kernels/row_shape.h"

enum { TILE = 4 };

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

/* Load or store four numbers of each of the rows r, r + 4, r + 8, ...; `rows` begins at the first of these columns. */
#if CDY_LANES == 4

ALWAYS_INLINE real load_parts(const loose_scalar *rows, row_shape shape, size_t r)
{
    return piece_at(row_or_last(rows, shape, r));
}

ALWAYS_INLINE void store_parts(loose_scalar *rows, row_shape shape, size_t r, real x)
{
    put_in_row(rows, shape, r, &x, sizeof x);
}

#else

typedef scalar pair __attribute__((vector_size(2 * sizeof(piece)), may_alias));

ALWAYS_INLINE pair load_pair(const loose_scalar *rows, row_shape shape, size_t r)
{
    return __builtin_shufflevector(piece_at(row_or_last(rows, shape, r)), piece_at(row_or_last(rows, shape, r + TILE)),
                                   0, 1, 2, 3, 4, 5, 6, 7);
}

ALWAYS_INLINE void store_pair(loose_scalar *rows, row_shape shape, size_t r, pair x)
{
    const piece low = __builtin_shufflevector(x, x, 0, 1, 2, 3), high = __builtin_shufflevector(x, x, 4, 5, 6, 7);
    put_in_row(rows, shape, r, &low, sizeof low);
    put_in_row(rows, shape, r + TILE, &high, sizeof high);
}

#if CDY_LANES == 8

ALWAYS_INLINE real load_parts(const loose_scalar *rows, row_shape shape, size_t r)
{
    return load_pair(rows, shape, r);
}

ALWAYS_INLINE void store_parts(loose_scalar *rows, row_shape shape, size_t r, real x)
{
    store_pair(rows, shape, r, x);
}

#else

ALWAYS_INLINE real load_parts(const loose_scalar *rows, row_shape shape, size_t r)
{
    return __builtin_shufflevector(load_pair(rows, shape, r), load_pair(rows, shape, r + 2 * TILE), 0, 1, 2, 3, 4, 5, 6,
                                   7, 8, 9, 10, 11, 12, 13, 14, 15);
}

ALWAYS_INLINE void store_parts(loose_scalar *rows, row_shape shape, size_t r, real x)
{
    store_pair(rows, shape, r, __builtin_shufflevector(x, x, 0, 1, 2, 3, 4, 5, 6, 7));
    store_pair(rows, shape, r + 2 * TILE, __builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15));
}

#endif
#endif

#define HAS_TILES
#endif

#include "kernels/packing_tiles.h"

#endif
