#include "base/shortest.h"

#include "base/powers.h"

#include <string.h>

enum { MANTISSA = 52, LOWEST_EXPONENT = -1074 };

/* The product of a power of ten (rounded up) and a number below 2^60, its first 64 bits; the last of them is 1 also
 * where anything but rounding noise follows: so it compares as the exact product does with whole numbers. */
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

/* Everything between `lower` and `upper` reads back as `value`, all in fourths of 10^k, of which between 4 and 40 lie
 * there: at most one multiple of ten units, or else one unit or a few, of which the nearest is taken. */
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
    const uint64_t one = UINT64_C(1) << MANTISSA, fraction = bits & (one - 1);
    const int biased = (int)(bits >> MANTISSA & 0x7ff), q = LOWEST_EXPONENT + (biased ? biased - 1 : 0);
    const uint64_t c = biased ? fraction | one : fraction; /* value = c * 2^q */
    const bool narrow = fraction == 0 && biased > 1;       /* the next double below is half as far */
    /* floor of log10 of the distance to the next double, or of three fourths of it */
    const int k = cdy_shift_down((int64_t)q * 1262611 - (narrow ? 524031 : 0), 22);
    const int shift = q + cdy_log2_of_ten(-k) + 1; /* 1 to 4 */
    const uint64_t *table = cdy_power_of_ten(-k), inexact = !cdy_power_is_exact(-k);
    const uint64_t power[2] = {table[0] + (table[1] + inexact < table[1]), table[1] + inexact};
    const uint64_t odd = c & 1; /* a number in the middle between two goes to the even one */
    const uint64_t lower = scale(power, (4 * c - (narrow ? 1 : 2)) << shift) + odd;
    const uint64_t upper = scale(power, (4 * c + 2) << shift) - odd;
    return choose(lower, scale(power, 4 * c << shift), upper, k);
}

size_t cdy_write_digits(uint64_t number, char *text)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142"
                                "43444546474849505152535455565758596061626364656667686970717273747576777879808182838485"
                                "8687888990919293949596979899";
    char digits[20];
    size_t first = sizeof digits;
    for (; number >= 100; number /= 100) {
        first -= 2;
        memcpy(digits + first, pairs + 2 * (number % 100), 2);
    }
    digits[--first] = (char)('0' + number % 10);
    if (number >= 10) {
        digits[--first] = (char)('0' + number / 10);
    }
    memcpy(text, digits + first, sizeof digits - first);
    return sizeof digits - first;
}
