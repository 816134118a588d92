/* Detection of non-finite numbers without a branch, by one fused operation a number: x * 0 is 0 for finite x and NaN
 * otherwise, and NaN stays in the sum of a row. */
#ifndef CDY_KERNELS_NONFINITE_H
#define CDY_KERNELS_NONFINITE_H

#include "kernels/scratch.h"

#ifndef CDY_REAL

static inline real add_nonfinite(real found, real x)
{
    const real zero = {0};
    return x * zero + found;
}

/* Store a nonzero mark for each lane with a non-finite number; returns whether there is none. */
static inline bool store_nonfinite(real found, scalar_bits *nonfinite)
{
    const real_bits bits =
        (real_bits)((real_words)real_to_bits(found) << 1); /* drop the sign: 0 and -0 are both finite sums */
    memcpy(nonfinite, &bits, sizeof bits);
    return !real_any_set(bits);
}

#endif

#endif
