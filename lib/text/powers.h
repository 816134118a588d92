/* Powers of ten to 128 bits, and the products with them that turn decimal into binary numbers and back. */
#ifndef CDY_TEXT_POWERS_H
#define CDY_TEXT_POWERS_H

#include <stdbool.h>
#include <stdint.h>

/* Below the lowest every number of 19 digits is 0, above the highest a number is too large, for a double. */
enum { CDY_LOWEST_POWER = -342, CDY_HIGHEST_POWER = 324, CDY_POWER_COUNT = CDY_HIGHEST_POWER - CDY_LOWEST_POWER + 1 };

/* The first 128 bits of each power, the higher 64 first; the first bit is 1.  What follows them is cut off.
 * 10^k = (bits + less than 1) * 2^(cdy_log2_of_ten(k) - 127). */
extern const uint64_t cdy_powers_of_ten[CDY_POWER_COUNT][2];

static inline const uint64_t *cdy_power_of_ten(int k)
{
    return cdy_powers_of_ten[k - CDY_LOWEST_POWER];
}

/* Tells whether 128 bits hold the whole of a power: 5^55 is the last that they do. */
static inline bool cdy_power_is_exact(int k)
{
    return k >= 0 && k <= 55;
}

/* Shifts to the right, down also below 0. */
static inline int cdy_shift_down(int64_t number, int bits)
{
    return (int)(number >= 0 ? number >> bits : -((-number - 1) >> bits) - 1);
}

/* Returns floor(log2(10^k)), right for all |k| up to 1233. */
static inline int cdy_log2_of_ten(int k)
{
    return cdy_shift_down((int64_t)k * 1741647, 19);
}

/* Returns the higher half of a product and gives the lower. */
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
