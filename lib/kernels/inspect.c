/* What is wrong with packed numbers. */
#include "kernels/flaws.h"

#ifndef CDY_REAL

bool KERNEL(inspect)(size_t width, const scalar *packed, scalar_bits *flaws)
{
    const real *x = reals(packed);
    real found = {0};
    for (size_t i = 0; i < width; i++) {
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
