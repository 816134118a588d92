/* Powers of ten to 128 bits, for conversions between decimal and binary numbers. */
#ifndef CDY_TEXT_POWERS_H
#define CDY_TEXT_POWERS_H

#include <stdbool.h>
#include <stdint.h>

/* For numbers of up to 19 digits: below the lowest power every double is 0, above the highest it overflows. */
enum { CDY_LOWEST_POWER = -342, CDY_HIGHEST_POWER = 324, CDY_POWER_COUNT = CDY_HIGHEST_POWER - CDY_LOWEST_POWER + 1 };

/* The first 128 bits of each power, truncated, upper 64 bits first, normalized so that the first bit is 1: 10^k = (bits
 * + f) * 2^(cdy_log2_of_ten(k) - 127) with 0 <= f < 1. */
extern const uint64_t cdy_powers_of_ten[CDY_POWER_COUNT][2];

static inline const uint64_t *cdy_power_of_ten(int k)
{
    return cdy_powers_of_ten[k - CDY_LOWEST_POWER];
}

/* Returns whether 128 bits hold a power exactly: 5^55 is the largest such power of 5. */
static inline bool cdy_power_is_exact(int k)
{
    return k >= 0 && k <= 55;
}

/* Arithmetic shift to the right: rounds towards minus infinity also for negative numbers. */
static inline int cdy_shift_down(int64_t number, int bits)
{
    return (int)(number >= 0 ? number >> bits : -((-number - 1) >> bits) - 1);
}

/* Returns floor(log2(10^k)), exact for |k| <= 1233. */
static inline int cdy_log2_of_ten(int k)
{
    return cdy_shift_down((int64_t)k * 1741647, 19);
}

/* Returns the upper 64 bits of a * b, and the lower 64 bits in *low. */
static inline uint64_t cdy_multiply(uint64_t a, uint64_t b, uint64_t *low)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
#else
    const uint64_t half = 0xffffffffu, ah = a >> 32, al = a & half, bh = b >> 32, bl = b & half;
    const uint64_t middle = ah * bl + (al * bl >> 32), sum = al * bh + (middle & half);
    *low = sum << 32 | (al * bl & half);
    return ah * bh + (middle >> 32) + (sum >> 32);
#endif
}

#endif
