#define _GNU_SOURCE /* newlocale, uselocale */
#include "text/decimal.h"

#include "text/shortest.h"

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
    LEAST_DIGITS = 15, /* as many stand before the point at least, where the shortest number is wanted */
    HIGHEST_POWER = 27 /* 5^27 is the last that fits 64 bits; times 53 bits of a double it fits 128 */
};

/* A decimal number: the first of its digits, not 0, stands for 10^exponent. */
typedef struct decimal {
    char digits[2 * CDY_DIGITS_SIZE]; /* behind them what nobody reads: copies are of one size, which is faster */
    size_t length;                    /* of them, without zeros at the end */
    int count;                        /* how many are wanted */
    int exponent;
} decimal;

static void set_decimal(decimal *d, uint64_t digits, int count, int exponent)
{
    d->count = count;
    d->exponent = exponent;
    d->length = cdy_write_digits(digits, d->digits);
    while (d->length > 1 && d->digits[d->length - 1] == '0') {
        d->length--;
    }
}

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
 * mantissa * 5^p / 2^shift. */
static uint64_t scale(uint64_t mantissa, int shift, int p)
{
    wide scaled = (wide)mantissa * power(5, p);
    uint64_t whole = (uint64_t)(scaled >> shift);
    wide rest = scaled - ((wide)whole << shift), half = (wide)1 << (shift - 1);
    return whole + (rest > half || (rest == half && (whole & 1)));
}

/* Takes a positive number apart into `count` digits where whole numbers of 128 bits suffice. */
static bool round_exactly(double value, int count, decimal *d)
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
        uint64_t digits = scale(mantissa, shift, p);
        if (digits >= least && digits < 10 * least) {
            set_decimal(d, digits, count, exponent);
            return true;
        }
        exponent += digits < least ? -1 : 1;
    }
    return false;
}

#else /* a small machine: the C library does it */

static bool round_exactly(double value, int count, decimal *d)
{
    (void)value;
    set_decimal(d, 0, count, 0);
    return false;
}

#endif

/* An exponent as printf writes it: a sign and two digits at least. */
static char *write_exponent(int exponent, char *end)
{
    const unsigned size = (unsigned)(exponent < 0 ? -exponent : exponent);
    *end++ = 'e';
    *end++ = exponent < 0 ? '-' : '+';
    if (size >= 100) {
        *end++ = (char)('0' + size / 100);
    }
    *end++ = (char)('0' + size / 10 % 10);
    *end++ = (char)('0' + size % 10);
    return end;
}

/* Writes as %g does: with an exponent where it is below -4 or not below the count of digits. */
static size_t format(const decimal *d, char *text)
{
    char *end = text;
    const bool scientific = d->exponent < -4 || d->exponent >= d->count;
    const int point = scientific ? 0 : d->exponent; /* place of the digit before the point, from -4 on */
    const size_t length = d->length, whole = point < 0 ? 0 : (size_t)point + 1,
                 before = whole < length ? whole : length;
    memcpy(end, d->digits, CDY_DIGITS_SIZE);
    end += before;
    if (point < 0) {
        static const char zeros[8] = "0.0000";
        memcpy(end, zeros, sizeof zeros);
        end += 1 - point;
    } else if (before < length) {
        *end++ = '.';
    }
    memcpy(end, d->digits + before, CDY_DIGITS_SIZE);
    end += length - before;
    for (int i = (int)length; i <= point; i++) {
        *end++ = '0';
    }
    end = scientific ? write_exponent(d->exponent, end) : end;
    *end = 0;
    return (size_t)(end - text);
}

/* The C library rounds correctly; its point depends on the locale. */
static size_t write_slowly(double value, int digits, char *text)
{
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = c_locale ? uselocale(c_locale) : (locale_t)0;
    size_t length = (size_t)snprintf(text, CDY_DECIMAL_SIZE, "%.*g", digits, value);
    if (c_locale) {
        uselocale(before);
        freelocale(c_locale);
    }
    return length;
}

static void find_shortest(double magnitude, decimal *d)
{
    const cdy_decimal shortest = cdy_shortest_decimal(magnitude);
    set_decimal(d, shortest.digits, LEAST_DIGITS, shortest.exponent);
    d->count = d->length > LEAST_DIGITS ? (int)d->length : LEAST_DIGITS;
    d->exponent += (int)d->length - 1;
}

static size_t write_word(double value, char *text)
{
    const char *word = isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
    const size_t length = strlen(word);
    memcpy(text, word, length + 1);
    return length;
}

size_t cdy_write_decimal(double value, int digits, char text[CDY_DECIMAL_SIZE])
{
    bool negative = signbit(value);
    double magnitude = fabs(value);
    decimal d = {"0", 1, 1, 0};
    if (!isfinite(value)) {
        return write_word(value, text);
    }
    text[0] = '-';
    if (magnitude > 0 && digits == 0) {
        find_shortest(magnitude, &d);
    } else if (magnitude > 0 && !round_exactly(magnitude, digits, &d)) {
        return write_slowly(value, digits, text);
    }
    return format(&d, text + negative) + negative;
}
