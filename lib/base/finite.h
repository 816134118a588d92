/* Finite numbers: the check that every vector of a caller goes through. */
#ifndef CDY_BASE_FINITE_H
#define CDY_BASE_FINITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Tells whether none of `count` numbers is infinite or not a number.  The exponent's bits are then all set, so that one
 * more carries into the sign's place; gathering that over all numbers spares a branch for each, and is done with what
 * every machine does for several numbers at once. */
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

/* Tells whether two numbers are the same, and numbers. */
static inline bool cdy_same_number(double a, double b)
{
    return a <= b && a >= b;
}

#endif
