/* What is wrong with packed numbers. */
#include "kernels/chunk.h"
#include "kernels/flaws.h"

#ifndef CDY_REAL

/* Several sums, none of which waits for another. */
bool KERNEL(inspect)(size_t width, const scalar *packed, scalar_bits *flaws)
{
    enum { SUMS = 4 };
    const real *x = reals(packed);
    const chunk zero = {0};
    chunk sums[SUMS] = {zero, zero, zero, zero};
    size_t i = 0;
    for (; i + SUMS * CHUNK <= width; i += SUMS * CHUNK) {
        for (size_t k = 0; k < SUMS; k++) {
            sums[k] = chunk_at(x + i + k * CHUNK) * zero + sums[k];
        }
    }
    for (; i + CHUNK <= width; i += CHUNK) {
        sums[0] = chunk_at(x + i) * zero + sums[0];
    }
    if (i < width && width >= CHUNK) { /* the last ones with some of those before them */
        sums[1] = chunk_at(x + width - CHUNK) * zero + sums[1];
        i = width;
    }
    real parts[CHUNK], found = {0};
    put_chunk(parts, (sums[0] + sums[1]) + (sums[2] + sums[3]));
    for (size_t k = 0; k < CHUNK; k++) {
        found = found + parts[k];
    }
    for (; i < width; i++) {
        found = add_flaw(found, x[i]);
    }
    return store_flaws(found, flaws);
}

bool KERNEL(all_above)(size_t count, const scalar *floor, const scalar *packed)
{
    const real *x = reals(packed);
    real_bits below = {0};
    for (size_t i = 0; i < count; i++) {
#if CDY_LANES == 1
        below |= !(x[i] > floor[i]);
#else
        below |= ~(x[i] > floor[i]);
#endif
    }
    return !real_any_set(below);
}

#else

typedef int nothing_to_inspect; /* a file needs something */

#endif
