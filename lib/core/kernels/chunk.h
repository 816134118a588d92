/* Chunks: neighbouring numbers of a row that one instruction takes.
 *
 * Kernels of one state fill vector registers with chunks of a matrix row.  Kernels in lanes, over other number types,
 * or built with -Dreproducible=true (one order of summation in every width) have chunks of one number. */
#ifndef CDY_KERNELS_CHUNK_H
#define CDY_KERNELS_CHUNK_H

#include "spatial/real.h"

#include <string.h>

#if !defined(CDY_REAL) && !defined(CDY_REPRODUCIBLE) && CDY_LANES == 1
#define HAS_CHUNKS
#if defined(__AVX512F__)
#define HAS_LONG_CHUNKS /* a chunk holds a row of an arm's matrix */
#define CHUNK_NUMBERS   8
#define QUAD_NUMBERS    4
#elif defined(__AVX__)
#define CHUNK_NUMBERS 4
#define QUAD_NUMBERS  4
#else /* registers of 128 bits: vectors of more would be taken apart and pass through memory */
#define CHUNK_NUMBERS 2
#define QUAD_NUMBERS  2
#endif
#if QUAD_NUMBERS == 4
#define HAS_WHOLE_QUADS /* a vector with three components fits in one */
#endif
enum { CHUNK = CHUNK_NUMBERS, QUAD = QUAD_NUMBERS };
typedef double chunk __attribute__((vector_size(8 * CHUNK), may_alias));
typedef double unaligned_chunk __attribute__((vector_size(8 * CHUNK), aligned(8), may_alias));
typedef long long chunk_bits __attribute__((vector_size(8 * CHUNK), may_alias));
typedef double quad __attribute__((vector_size(8 * QUAD), may_alias));
typedef long long quad_bits __attribute__((vector_size(8 * QUAD), may_alias));
typedef double unaligned_quad __attribute__((vector_size(8 * QUAD), aligned(8), may_alias));
#else
enum { CHUNK = 1, QUAD = 1 };
typedef real chunk, unaligned_chunk, quad, unaligned_quad;
#endif

/* Where the machine has a width of as many lanes as a chunk has numbers, kernels of one state call its steps for
 * several bodies at once: WIDE_KERNELS (kernels/subtree_rows.h). Flags of the user's may make chunks longer than the
 * lanes of the width that the build names. */
#if defined(HAS_CHUNKS) && defined(CDY_WIDE) && CHUNK_NUMBERS == CDY_WIDE_LANES
#define HAS_BODY_LANES
#define CDY_JOIN(a, b)   a##b
#define CDY_TABLE(width) CDY_JOIN(cdy_kernels_, width)
#define WIDE_KERNELS     CDY_TABLE(CDY_WIDE)
#endif

/* Load and store a chunk at any alignment. */
static inline chunk chunk_at(const real *x)
{
    return *(const unaligned_chunk *)(const void *)x;
}

static inline void put_chunk(real *x, chunk c)
{
    *(unaligned_chunk *)(void *)x = c;
}

/* The same for a quad: four numbers at most, for loops whose rows are too short for larger chunks. */
static inline quad quad_at(const real *x)
{
    return *(const unaligned_quad *)(const void *)x;
}

static inline void put_quad(real *x, quad c)
{
    *(unaligned_quad *)(void *)x = c;
}

/* Few enough numbers for a call of memset() to take longer. */
static inline void clear_numbers(real *x, size_t count)
{
#ifdef HAS_CHUNKS
    size_t i = 0;
    for (; i + CHUNK <= count; i += CHUNK) {
        put_chunk(x + i, (chunk){0});
    }
    for (; i < count; i++) {
        x[i] = 0;
    }
#else
    memset(x, 0, count * sizeof *x);
#endif
}

/* Write number j of a chunk to to[(l + j) stride] for every j with l + j >= first. */
static inline void put_chunk_column(chunk numbers, int l, int first, size_t stride, real *to)
{
    real all[CHUNK];
    put_chunk(all, numbers);
#pragma GCC unroll 8
    for (int j = 0; j < CHUNK; j++) {
        if (l + j >= first) {
            to[(size_t)(l + j) * stride] = all[j];
        }
    }
}

static inline void put_quad_column(quad numbers, int l, int first, size_t stride, real *to)
{
    real all[QUAD];
    put_quad(all, numbers);
#pragma GCC unroll 4
    for (int j = 0; j < QUAD; j++) {
        if (l + j >= first) {
            to[(size_t)(l + j) * stride] = all[j];
        }
    }
}

/* Number `place` of a chunk, a constant. */
static inline __attribute__((always_inline)) real chunk_number(chunk c, int place)
{
#ifdef HAS_CHUNKS
    return c[place];
#else
    (void)place;
    return c;
#endif
}

#ifdef HAS_CHUNKS

#ifdef __has_builtin
#if __has_builtin(__builtin_shufflevector) /* clang, and gcc from version 12 */
#define HAS_QUAD_SHUFFLE
#endif
#endif

/* Write QUAD quads as the columns of a tile of QUAD rows. */
static inline void put_quads_transposed(const quad q[QUAD], size_t stride, real *to)
{
#if !defined(HAS_WHOLE_QUADS)
    put_quad(to, (quad){q[0][0], q[1][0]});
    put_quad(to + stride, (quad){q[0][1], q[1][1]});
#elif defined(HAS_QUAD_SHUFFLE)
    const quad ab = __builtin_shufflevector(q[0], q[1], 0, 4, 2, 6);
    const quad ab_odd = __builtin_shufflevector(q[0], q[1], 1, 5, 3, 7);
    const quad cd = __builtin_shufflevector(q[2], q[3], 0, 4, 2, 6);
    const quad cd_odd = __builtin_shufflevector(q[2], q[3], 1, 5, 3, 7);
    put_quad(to, __builtin_shufflevector(ab, cd, 0, 1, 4, 5));
    put_quad(to + stride, __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5));
    put_quad(to + 2 * stride, __builtin_shufflevector(ab, cd, 2, 3, 6, 7));
    put_quad(to + 3 * stride, __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7));
#else
    for (size_t i = 0; i < QUAD; i++) {
        put_quad_column(q[i], 0, 0, stride, to + i);
    }
#endif
}

#ifdef HAS_LONG_CHUNKS

/* Swap the off-diagonal blocks of a square: number j of row r with number j - s of row r + s. */
#define EXCHANGE_CHUNKS(rows, s, low, high)                                                                            \
    for (int r = 0; r < CHUNK; r++) {                                                                                  \
        if (!(r & (s))) {                                                                                              \
            const chunk a = (rows)[r], b = (rows)[r + (s)];                                                            \
            (rows)[r] = __builtin_shufflevector(a, b, low);                                                            \
            (rows)[r + (s)] = __builtin_shufflevector(a, b, high);                                                     \
        }                                                                                                              \
    }
#define PLACES(...) __VA_ARGS__

static inline __attribute__((always_inline)) void transpose_chunks(chunk rows[CHUNK])
{
#ifdef HAS_QUAD_SHUFFLE
    EXCHANGE_CHUNKS(rows, 1, PLACES(0, 8, 2, 10, 4, 12, 6, 14), PLACES(1, 9, 3, 11, 5, 13, 7, 15))
    EXCHANGE_CHUNKS(rows, 2, PLACES(0, 1, 8, 9, 4, 5, 12, 13), PLACES(2, 3, 10, 11, 6, 7, 14, 15))
    EXCHANGE_CHUNKS(rows, 4, PLACES(0, 1, 2, 3, 8, 9, 10, 11), PLACES(4, 5, 6, 7, 12, 13, 14, 15))
#else
    real all[CHUNK][CHUNK];
    for (int r = 0; r < CHUNK; r++) {
        put_chunk_column(rows[r], 0, 0, CHUNK, &all[0][r]);
    }
    for (int r = 0; r < CHUNK; r++) {
        rows[r] = chunk_at(all[r]);
    }
#endif
}

#endif

_Static_assert(CHUNK <= 8, "chunk_places has eight entries");
static const long long chunk_places[8] __attribute__((aligned(64))) = {0, 1, 2, 3, 4, 5, 6, 7};

/* Write the numbers `first` to `last` of a chunk and keep the others as they are in memory. */
static inline void put_chunk_part(real *to, chunk numbers, int first, int last)
{
    const chunk_bits at = *(const chunk_bits *)(const void *)chunk_places, wanted = (at >= first) & (at <= last);
    put_chunk(to, (chunk)(((chunk_bits)numbers & wanted) | ((chunk_bits)chunk_at(to) & ~wanted)));
}

/* The numbers of `before` in the places before `end`, those of `after` from there on. */
static inline chunk join_chunks(chunk before, chunk after, int end)
{
    const chunk_bits at = *(const chunk_bits *)(const void *)chunk_places, wanted = at < end;
    return (chunk)(((chunk_bits)before & wanted) | ((chunk_bits)after & ~wanted));
}

/* The same for quads. */
static inline quad join_quads(quad before, quad after, int end)
{
    const quad_bits at = *(const quad_bits *)(const void *)chunk_places, wanted = at < end;
    return (quad)(((quad_bits)before & wanted) | ((quad_bits)after & ~wanted));
}

/* A chunk with 1 at `place` and 0 elsewhere. */
static inline chunk unit_chunk(int place)
{
    const chunk_bits at = *(const chunk_bits *)(const void *)chunk_places;
    return (chunk)((chunk_bits)((chunk){0} + 1) & (at == place));
}
#else
static inline void put_chunk_part(real *to, chunk numbers, int first, int last)
{
    if (first <= 0 && last >= 0) {
        *to = numbers;
    }
}

static inline chunk unit_chunk(int place)
{
    return real_from(place == 0);
}
#endif

#endif
