/* Finite numbers: the check of every vector that a caller passes. */
#ifndef CDY_BASE_FINITE_H
#define CDY_BASE_FINITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Returns whether all `count` numbers are finite. The exponent bits of an infinity or NaN are all set, so that adding
 * one to the exponent carries into the sign bit. Combining the carries with OR needs no branch per number, and
 * compilers vectorize the loop on every machine. */
static inline bool cdy_all_finite(const double *numbers, size_t count)
{
    const uint64_t exponent = 0x7ff0000000000000u, one_more = 0x0010000000000000u;
    uint64_t found = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        found |= (bits & exponent) + one_more;
    }
    return !(found >> 63);
}

/* Returns whether two numbers are equal; a NaN equals no number. Avoids the warning about == on floating-point numbers.
 */
static inline bool cdy_same_number(double a, double b)
{
    return a <= b && a >= b;
}

#endif
