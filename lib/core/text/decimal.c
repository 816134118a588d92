#include "text/decimal.h"

#include "text/c_locale.h"
#include "text/shortest.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;
#endif

enum {
    MIN_PRECISION = 15, /* the shortest form has an exponent only if more digits than these stand before the point */
    MAX_POWER = 27      /* 5^27 is the largest power of 5 in 64 bits; its product with a mantissa of 53 bits fits 128 */
};

/* The digits of a number as text: the first, which is not 0, stands for 10^exponent. */
typedef struct digit_text {
    char digits[2 * CDY_DIGITS_SIZE]; /* the rest of the array is undefined: copies of a constant size are faster */
    size_t length;                    /* number of digits without trailing zeros */
    int count;                        /* precision as in %.*g */
    int exponent;
} digit_text;

static void set_digits(digit_text *d, uint64_t digits, int count, int exponent)
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

/* Rounds mantissa * 5^p / 2^shift to an integer, half to even, in exact integer arithmetic; with shift = -(exponent +
 * p) the result is mantissa * 2^exponent * 10^p. */
static uint64_t scale(uint64_t mantissa, int shift, int p)
{
    wide scaled = (wide)mantissa * power(5, p);
    uint64_t whole = (uint64_t)(scaled >> shift);
    wide rest = scaled - ((wide)whole << shift), half = (wide)1 << (shift - 1);
    return whole + (rest > half || (rest == half && (whole & 1)));
}

/* Rounds a positive number to `count` digits exactly; returns false if 128-bit integers do not suffice. */
static bool round_exactly(double value, int count, digit_text *d)
{
    int binary;
    uint64_t mantissa = (uint64_t)(frexp(value, &binary) * 0x1p53);
    binary -= 53;
    int exponent = (int)floor((binary + 52) * 0.30102999566398120);
    uint64_t least = power(10, count - 1);
    for (int tries = 0; tries < 3; tries++) {
        int p = count - 1 - exponent, shift = -(binary + p);
        if (p < 0 || p > MAX_POWER || shift < 1 || shift > 120) {
            return false;
        }
        uint64_t digits = scale(mantissa, shift, p);
        if (digits >= least && digits < 10 * least) {
            set_digits(d, digits, count, exponent);
            return true;
        }
        exponent += digits < least ? -1 : 1;
    }
    return false;
}

#else /* without 128-bit integers the C library rounds */

static bool round_exactly(double value, int count, digit_text *d)
{
    (void)value;
    set_digits(d, 0, count, 0);
    return false;
}

#endif

/* Writes an exponent as printf does: a sign and at least two digits. */
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

/* Writes as %g does: with an exponent if the exponent is below -4 or not below the precision. */
static size_t format(const digit_text *d, char *text)
{
    char *end = text;
    const bool scientific = d->exponent < -4 || d->exponent >= d->count;
    const int point = scientific ? 0 : d->exponent; /* exponent of the digit before the point, at least -4 */
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

static void find_shortest(double magnitude, digit_text *d)
{
    const cdy_decimal shortest = cdy_shortest_decimal(magnitude);
    set_digits(d, shortest.digits, MIN_PRECISION, shortest.exponent);
    d->count = d->length > MIN_PRECISION ? (int)d->length : MIN_PRECISION;
    d->exponent += (int)d->length - 1;
}

static size_t write_nonfinite(double value, char *text)
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
    digit_text d = {"0", 1, 1, 0};
    if (!isfinite(value)) {
        return write_nonfinite(value, text);
    }
    text[0] = '-';
    if (magnitude > 0 && digits == 0) {
        find_shortest(magnitude, &d);
    } else if (magnitude > 0 && !round_exactly(magnitude, digits, &d)) {
        return cdy_write_by_libc(value, digits, text);
    }
    return format(&d, text + negative) + negative;
}
