/* Some neighbouring numbers of a row, which machines take at once: kernels of one state have nothing else to fill their
 * registers with; but where every width is to add in one order they take one as all others do.  Whoever includes this
 * may define CHUNK_MOST, how many they are at most. */
#ifndef CDY_KERNELS_CHUNK_H
#define CDY_KERNELS_CHUNK_H

#include "spatial/real.h"

#ifndef CHUNK_MOST
#define CHUNK_MOST 8
#endif

#if !defined(CDY_REAL) && !defined(CDY_REPRODUCIBLE) && CDY_LANES == 1
#define HAS_CHUNKS
#ifdef __AVX512F__
enum { CHUNK = CHUNK_MOST };
#else
enum { CHUNK = 4 };
#endif
typedef double chunk __attribute__((vector_size(8 * CHUNK), may_alias));
typedef double loose_chunk __attribute__((vector_size(8 * CHUNK), aligned(8), may_alias));
typedef long long chunk_bits __attribute__((vector_size(8 * CHUNK), may_alias));
#else
typedef real chunk, loose_chunk;
enum { CHUNK = 1 };
#endif

/* They may stand anywhere in a row. */
static inline chunk chunk_at(const real *x)
{
    return *(const loose_chunk *)(const void *)x;
}

static inline void put_chunk(real *x, chunk c)
{
    *(loose_chunk *)(void *)x = c;
}

/* Writes the numbers of a chunk from place l on, neighbours `stride` apart, but for those of the places before `first`.
 */
static inline void put_column(chunk numbers, int l, int first, size_t stride, real *to)
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

#ifdef HAS_CHUNKS
_Static_assert(CHUNK <= 8, "chunk_places are as many");
static const long long chunk_places[8] __attribute__((aligned(64))) = {0, 1, 2, 3, 4, 5, 6, 7};

/* Writes the numbers `first` to `last` of a chunk and leaves what stands beside them. */
static inline void put_some(real *to, chunk numbers, int first, int last)
{
    const chunk_bits at = *(const chunk_bits *)(const void *)chunk_places, wanted = (at >= first) & (at <= last);
    put_chunk(to, (chunk)(((chunk_bits)numbers & wanted) | ((chunk_bits)chunk_at(to) & ~wanted)));
}

/* A one among zeros. */
static inline chunk one_at(int place)
{
    const chunk_bits at = *(const chunk_bits *)(const void *)chunk_places;
    return (chunk)((chunk_bits)((chunk){0} + 1) & (at == place));
}
#else
static inline void put_some(real *to, chunk numbers, int first, int last)
{
    if (first <= 0 && last >= 0) {
        *to = numbers;
    }
}

static inline chunk one_at(int place)
{
    return real_from(place == 0);
}
#endif

#endif
