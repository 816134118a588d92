/* Packing of states that are rows stored by columns: the numbers of neighbouring states stand beside each other, as in
 * lanes. */
#ifndef CDY_KERNELS_PACKING_COLUMNS_H
#define CDY_KERNELS_PACKING_COLUMNS_H

#include "kernels/nonfinite.h"

#include <string.h>

#ifndef CDY_REAL

/* Processors do not predict reads from this many columns: prefetch the numbers this far ahead. */
enum { AHEAD = 512 / sizeof(scalar) };

static bool pack_columns(size_t width, size_t stride, size_t used, const loose_scalar *columns, scalar *packed,
                         scalar_bits *nonfinite)
{
    real found = {0};
    for (size_t i = 0; i < width; i++) {
        real x;
        const loose_scalar *place = columns + i * stride;
        if (used == CDY_LANES) {
            memcpy(&x, place, sizeof x);
            __builtin_prefetch(place + AHEAD);
        } else {
            scalar numbers[CDY_LANES];
            for (size_t lane = 0; lane < CDY_LANES; lane++) {
                numbers[lane] = place[lane < used ? lane : used - 1];
            }
            memcpy(&x, numbers, sizeof x);
        }
        reals_out(packed)[i] = x;
        found = add_nonfinite(found, x);
    }
    return store_nonfinite(found, nonfinite);
}

static bool unpack_columns(size_t width, size_t stride, size_t used, const scalar *packed, loose_scalar *columns,
                           scalar_bits *nonfinite)
{
    real found = {0};
    for (size_t i = 0; i < width; i++) {
        const real x = reals(packed)[i];
        if (used == CDY_LANES) {
            memcpy(columns + i * stride, &x, sizeof x);
        } else {
            memcpy(columns + i * stride, &x, used * sizeof(scalar));
        }
        found = add_nonfinite(found, x);
    }
    return store_nonfinite(found, nonfinite);
}

#else

typedef int nothing_in_columns; /* an empty translation unit is not C */

#endif

#endif
