/* Some neighbouring numbers of a row, which machines take at once: kernels of one state have nothing else to fill their
 * registers with.  Whoever includes this may define CHUNK_MOST, how many they are at most. */
#ifndef CDY_KERNELS_CHUNK_H
#define CDY_KERNELS_CHUNK_H

#include "spatial/real.h"

#ifndef CHUNK_MOST
#define CHUNK_MOST 8
#endif

#if !defined(CDY_REAL) && CDY_LANES == 1
#ifdef __AVX512F__
enum { CHUNK = CHUNK_MOST };
#else
enum { CHUNK = 4 };
#endif
typedef double chunk __attribute__((vector_size(8 * CHUNK), may_alias));
typedef double loose_chunk __attribute__((vector_size(8 * CHUNK), aligned(8), may_alias));
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

#endif
