/* Checks of packed numbers: non-finite numbers, and pivots below a threshold. */
#ifndef CDY_KERNELS_FIND_NONFINITE_H
#define CDY_KERNELS_FIND_NONFINITE_H

#include "kernels/chunk.h"
#include "kernels/nonfinite.h"

#ifndef CDY_REAL

/* Mark the lanes with a non-finite number. Four sums, independent of each other. */
static bool find_nonfinite(size_t width, const scalar *packed, scalar_bits *nonfinite)
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
    if (i < width && width >= CHUNK) { /* the last chunk overlaps the one before */
        sums[1] = chunk_at(x + width - CHUNK) * zero + sums[1];
        i = width;
    }
    real parts[CHUNK], found = {0};
    put_chunk(parts, (sums[0] + sums[1]) + (sums[2] + sums[3]));
    for (size_t k = 0; k < CHUNK; k++) {
        found = found + parts[k];
    }
    for (; i < width; i++) {
        found = add_nonfinite(found, x[i]);
    }
    return store_nonfinite(found, nonfinite);
}

static bool all_above(size_t count, const scalar *threshold, const scalar *packed)
{
    const real *x = reals(packed);
    real_bits below = {0};
    for (size_t i = 0; i < count; i++) {
#if CDY_LANES == 1
        below |= !(x[i] > threshold[i]);
#else
        below |= ~(x[i] > threshold[i]);
#endif
    }
    return !real_any_set(below);
}

#else

typedef int nothing_to_inspect; /* an empty translation unit is not C */

#endif

#endif
