#include "text/shortest.h"

#include "text/powers.h"

#include <string.h>

enum { MANTISSA_BITS = 52, MIN_EXPONENT = -1074 };

/* The upper 64 bits of the product of a power of ten (rounded up) and a number below 2^60; the last bit is set (sticky)
 * if the lower bits exceed the rounding error, so that comparisons with integers give the result of the exact product.
 */
static uint64_t scale(const uint64_t power[2], uint64_t number)
{
    uint64_t low, middle, unused;
    const uint64_t carried = cdy_multiply(power[1], number, &unused);
    uint64_t high = cdy_multiply(power[0], number, &low);
    middle = low + carried;
    high += middle < low;
    return high | (middle > 1);
}

static cdy_decimal drop_zeros(cdy_decimal d)
{
    while (d.digits % 10 == 0) {
        d.digits /= 10;
        d.exponent++;
    }
    return d;
}

/* Chooses the shortest decimal between `lower` and `upper`, the interval of numbers that round to `value`. The unit of
 * all three is 10^k / 4, and the interval is 4 to 40 units wide: it holds at most one multiple of 10^(k + 1); otherwise
 * the multiple of 10^k that is nearest to `value`. */
static cdy_decimal choose(uint64_t lower, uint64_t value, uint64_t upper, int k)
{
    const uint64_t units = value / 4, tens = units / 10;
    const bool ten_below = lower <= 40 * tens, ten_above = 40 * tens + 40 <= upper;
    if (ten_below != ten_above && tens + ten_above > 0) {
        return drop_zeros((cdy_decimal){tens + ten_above, k + 1});
    }
    const bool below = lower <= 4 * units, above = 4 * units + 4 <= upper;
    const uint64_t rest = value % 4;
    const bool nearer_above = rest > 2 || (rest == 2 && (units & 1));
    return drop_zeros((cdy_decimal){units + (below != above ? above : nearer_above), k});
}

cdy_decimal cdy_shortest_decimal(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const uint64_t one = UINT64_C(1) << MANTISSA_BITS, fraction = bits & (one - 1);
    const int biased = (int)(bits >> MANTISSA_BITS & 0x7ff), q = MIN_EXPONENT + (biased ? biased - 1 : 0);
    const uint64_t c = biased ? fraction | one : fraction; /* value = c * 2^q */
    const bool narrow = fraction == 0 && biased > 1;       /* the gap to the next lower double is half as large */
    /* floor(log10 2^q), or floor(log10 (3/4 2^q)) if the gap below is narrow */
    const int k = cdy_shift_down((int64_t)q * 1262611 - (narrow ? 524031 : 0), 22);
    const int shift = q + cdy_log2_of_ten(-k) + 1; /* 1 to 4 */
    const uint64_t *table = cdy_power_of_ten(-k), inexact = !cdy_power_is_exact(-k);
    const uint64_t power[2] = {table[0] + (table[1] + inexact < table[1]), table[1] + inexact};
    const uint64_t odd = c & 1; /* half to even: the bounds belong to the interval if c is even */
    const uint64_t lower = scale(power, (4 * c - (narrow ? 1 : 2)) << shift) + odd;
    const uint64_t upper = scale(power, (4 * c + 2) << shift) - odd;
    return choose(lower, scale(power, 4 * c << shift), upper, k);
}

/* Splits a number into eight decimal digits, one per byte, the first digit lowest: groups of four, then pairs, then
 * single digits, in parallel within one register. Multiplication and shift divide by 100 and by 10, exactly for numbers
 * of this size. */
static uint64_t split_eight(uint32_t number)
{
    const uint64_t fours = (uint64_t)(number / 10000) | (uint64_t)(number % 10000) << 32;
    const uint64_t hundreds = fours * 10486 >> 20 & UINT64_C(0x0000007f0000007f);
    const uint64_t pairs = hundreds | (fours - 100 * hundreds) << 16;
    const uint64_t tens = pairs * 103 >> 10 & UINT64_C(0x000f000f000f000f);
    return tens | (pairs - 10 * tens) << 8;
}

static void store_eight(uint64_t digits, char *text)
{
    digits += UINT64_C(0x3030303030303030);
    for (int i = 0; i < 8; i++) {
        text[i] = (char)(digits >> 8 * i & 0xff);
    }
}

/* Writes a number of up to eight digits without leading zeros and returns the end of the text. */
static char *write_without_zeros(uint32_t number, char *text)
{
    if (number < 10) {
        *text = (char)('0' + number);
        return text + 1;
    }
    uint64_t digits = split_eight(number);
    int count = 8;
    for (; (digits & 0xff) == 0; count--) {
        digits >>= 8;
    }
    store_eight(digits, text);
    return text + count;
}

size_t cdy_write_digits(uint64_t number, char text[CDY_DIGITS_SIZE])
{
    const uint64_t eight = 100000000;
    if (number < eight) {
        return (size_t)(write_without_zeros((uint32_t)number, text) - text);
    }
    const uint64_t high = number / eight;
    char *end =
        high < eight ? write_without_zeros((uint32_t)high, text) : write_without_zeros((uint32_t)(high / eight), text);
    if (high >= eight) {
        store_eight(split_eight((uint32_t)(high % eight)), end);
        end += 8;
    }
    store_eight(split_eight((uint32_t)(number % eight)), end);
    return (size_t)(end + 8 - text);
}
