/* Numbers that are not finite, found without a branch and with one fused operation a number: x times 0 is 0 where x is
 * finite, and else not a number, which stays in the sum over a row. */
#ifndef CDY_KERNELS_FLAWS_H
#define CDY_KERNELS_FLAWS_H

#include "kernels/width.h"

#ifndef CDY_REAL

static inline real add_flaw(real found, real x)
{
    const real zero = {0};
    return x * zero + found;
}

/* Returns whether there are none. */
static inline bool store_flaws(real found, scalar_bits *flaws)
{
    const real_bits bits = (real_bits)((real_words)real_to_bits(found) << 1); /* 0 has two signs */
    memcpy(flaws, &bits, sizeof bits);
    return !real_any_set(bits);
}

#endif

#endif
