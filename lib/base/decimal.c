#define _GNU_SOURCE /* newlocale, uselocale */
#include "base/decimal.h"

#include "base/number.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;
#endif

enum {
    MOST_DIGITS = 17,  /* tell every double apart */
    LEAST_DIGITS = 15, /* every decimal number of so many digits comes back from a normal double */
    HIGHEST_POWER = 27 /* 5^27 is the last that fits 64 bits; times 53 bits of a double it fits 128 */
};

/* A decimal number: digits * 10^(exponent - count + 1), the first digit not 0. */
typedef struct decimal {
    uint64_t digits;
    int count;
    int exponent; /* of the first digit */
} decimal;

#ifdef __SIZEOF_INT128__

static uint64_t power(uint64_t base, int exponent)
{
    uint64_t result = 1;
    for (; exponent > 0; exponent--) {
        result *= base;
    }
    return result;
}

/* Rounds mantissa * 2^exponent * 10^p to a whole number, halves to even, in whole numbers throughout:
 * mantissa * 5^p / 2^shift.  Tells whether the result, taken as a decimal number, reads back as the same double: it
 * lies within half a unit of the mantissa, which is 5^p in these terms. */
static uint64_t scale(uint64_t mantissa, int shift, int p, bool *reads_back)
{
    uint64_t unit = power(5, p);
    wide scaled = (wide)mantissa * unit;
    uint64_t whole = (uint64_t)(scaled >> shift);
    wide rest = scaled - ((wide)whole << shift), half = (wide)1 << (shift - 1);
    bool up = rest > half || (rest == half && (whole & 1));
    wide off = up ? ((wide)1 << shift) - rest : rest;
    bool narrow = !up && mantissa == UINT64_C(1) << 52; /* the next double below is half as far */
    wide doubled = narrow ? 4 * off : 2 * off;
    *reads_back = doubled < unit || (doubled == unit && !(mantissa & 1));
    return whole + up;
}

/* Takes a positive number apart into `count` digits where whole numbers of 128 bits suffice. */
static bool round_exactly(double value, int count, decimal *d, bool *reads_back)
{
    int binary;
    uint64_t mantissa = (uint64_t)(frexp(value, &binary) * 0x1p53);
    binary -= 53;
    int exponent = (int)floor((binary + 52) * 0.30102999566398120);
    uint64_t least = power(10, count - 1);
    for (int tries = 0; tries < 3; tries++) {
        int p = count - 1 - exponent, shift = -(binary + p);
        if (p < 0 || p > HIGHEST_POWER || shift < 1 || shift > 120) {
            return false;
        }
        uint64_t digits = scale(mantissa, shift, p, reads_back);
        if (digits >= least && digits < 10 * least) {
            *d = (decimal){digits, count, exponent};
            return true;
        }
        exponent += digits < least ? -1 : 1;
    }
    return false;
}

#else /* a small machine: the C library does it */

static bool round_exactly(double value, int count, decimal *d, bool *reads_back)
{
    (void)value;
    *d = (decimal){0, count, 0};
    *reads_back = false;
    return false;
}

#endif

/* Writes as %g does: with an exponent where it is below -4 or not below the count of digits. */
static size_t format(const decimal *d, char *text)
{
    char digits[MOST_DIGITS + 1];
    int length = d->count;
    uint64_t rest = d->digits;
    for (int i = d->count - 1; i >= 0; i--) {
        digits[i] = (char)('0' + rest % 10);
        rest /= 10;
    }
    while (length > 1 && digits[length - 1] == '0') {
        length--;
    }
    char *end = text;
    bool scientific = d->exponent < -4 || d->exponent >= d->count;
    int point = scientific ? 0 : d->exponent; /* place of the digit before the point */
    if (point < 0) {
        *end++ = '0';
        *end++ = '.';
        for (int i = point + 1; i < 0; i++) {
            *end++ = '0';
        }
    }
    for (int i = 0; i < length || i <= point; i++) {
        if (i == point + 1 && point >= 0) {
            *end++ = '.';
        }
        *end++ = i < length ? digits[i] : '0';
    }
    *end = 0;
    if (scientific) {
        end += snprintf(end, 8, "e%+03d", d->exponent);
    }
    return (size_t)(end - text);
}

static bool comes_back(const char *text, size_t length, double value)
{
    double back = 0;
    return cdy_parse_number(text, length, &back) == CDY_NUMBER_OK && !(back < value) && !(back > value);
}

/* The C library rounds correctly; its point depends on the locale. */
static size_t write_slowly(double value, int digits, char *text)
{
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = c_locale ? uselocale(c_locale) : (locale_t)0;
    size_t length = 0;
    for (int count = digits ? digits : fabs(value) < DBL_MIN ? 1 : LEAST_DIGITS; count <= MOST_DIGITS; count++) {
        length = (size_t)snprintf(text, CDY_DECIMAL_SIZE, "%.*g", count, value);
        if (digits || comes_back(text, length, value)) {
            break;
        }
    }
    if (c_locale) {
        uselocale(before);
        freelocale(c_locale);
    }
    return length;
}

size_t cdy_write_decimal(double value, int digits, char text[CDY_DECIMAL_SIZE])
{
    bool negative = signbit(value), reads_back = false;
    double magnitude = fabs(value);
    decimal d = {0, 1, 0};
    text[0] = '-';
    if (!(magnitude > 0)) {
        return format(&d, text + negative) + negative;
    }
    for (int count = digits ? digits : LEAST_DIGITS; count <= MOST_DIGITS; count++) {
        if (!round_exactly(magnitude, count, &d, &reads_back)) {
            return write_slowly(value, digits, text);
        }
        if (digits || reads_back) {
            break;
        }
    }
    return format(&d, text + negative) + negative;
}
