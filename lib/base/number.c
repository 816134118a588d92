#define _GNU_SOURCE /* strtod_l */
#include "base/number.h"

#include "base/memory.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;
#endif

/* A number taken apart: digits * 10^exponent. */
typedef struct decimal {
    const char *end; /* behind the last character that belongs to the number */
    uint64_t digits; /* the first digits that count, as many as fit */
    int64_t exponent;
    bool negative;
    bool exact; /* `digits` holds them all */
} decimal;

static bool is_digit(const char *p, const char *end)
{
    return p < end && *p >= '0' && *p <= '9';
}

static bool is_space(const char *p, const char *end)
{
    return p < end && (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r');
}

static const char *skip_space(const char *p, const char *end)
{
    while (is_space(p, end)) {
        p++;
    }
    return p;
}

/* Takes digits in; those behind the point lower the exponent.  A digit too many raises it and is dropped, which is
 * no loss if it is 0. */
static const char *scan_digits(decimal *d, const char *p, const char *end, bool behind_point)
{
    const uint64_t full = 1000000000000000000u;
    for (; is_digit(p, end); p++) {
        unsigned digit = (unsigned)(*p - '0');
        if (d->digits < full) {
            d->digits = 10 * d->digits + digit;
            d->exponent -= behind_point;
        } else {
            d->exact = d->exact && digit == 0;
            d->exponent += !behind_point;
        }
    }
    return p;
}

/* An exponent needs a digit; otherwise the number ends before the e.  It stops growing where no count of digits could
 * make up for it. */
static const char *scan_exponent(decimal *d, const char *p, const char *end)
{
    const int64_t beyond = INT64_C(1) << 52;
    const char *q = p;
    if (q < end && (*q == 'e' || *q == 'E')) {
        q++;
    }
    bool negative = q > p && q < end && *q == '-';
    if (q > p && q < end && (*q == '-' || *q == '+')) {
        q++;
    }
    if (q == p || !is_digit(q, end)) {
        return p;
    }
    int64_t exponent = 0;
    for (; is_digit(q, end); q++) {
        exponent = exponent < beyond ? 10 * exponent + (*q - '0') : exponent;
    }
    d->exponent += negative ? -exponent : exponent;
    return q;
}

/* Returns false where no number stands. */
static bool scan_decimal(decimal *d, const char *text, const char *end)
{
    *d = (decimal){.exact = true};
    const char *p = text;
    if (p < end && (*p == '-' || *p == '+')) {
        d->negative = *p++ == '-';
    }
    const char *first = p;
    p = scan_digits(d, p, end, false);
    size_t count = (size_t)(p - first);
    if (p < end && *p == '.') {
        first = ++p;
        p = scan_digits(d, p, end, true);
        count += (size_t)(p - first);
    }
    if (count == 0) {
        return false;
    }
    d->end = scan_exponent(d, p, end);
    return true;
}

/* Clinger's fast path: where digits and power of ten are doubles themselves, one operation rounds once. */
static bool convert_fast(const decimal *d, double *value)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const uint64_t largest = UINT64_C(1) << 53;
    if (FLT_EVAL_METHOD != 0 || !d->exact || d->digits > largest || d->exponent < -22 || d->exponent > 22) {
        return false;
    }
    double digits = (double)d->digits;
    double magnitude = d->exponent < 0 ? digits / powers[-d->exponent] : digits * powers[d->exponent];
    *value = d->negative ? -magnitude : magnitude;
    return true;
}

/* Where 128 bits hold the quotient digits / 5^k to more places than a double has, rounding it once, halves to even, is
 * exact; the power of two behind it costs nothing. */
static bool convert_wide(const decimal *d, double *value)
{
#ifdef __SIZEOF_INT128__
    enum { LOWEST = -27, MANTISSA = 53 }; /* 5^27 is the last that fits 64 bits */
    if (!d->exact || d->digits == 0 || d->exponent >= 0 || d->exponent < LOWEST) {
        return false;
    }
    uint64_t divisor = 1, digits = d->digits;
    int shift = 0, bits = MANTISSA;
    for (int64_t i = d->exponent; i < 0; i++) {
        divisor *= 5;
    }
    for (; !(digits >> 63); shift++) {
        digits <<= 1;
    }
    wide dividend = (wide)digits << 64, quotient = dividend / divisor;
    while (quotient >> bits) {
        bits++;
    }
    int dropped = bits - MANTISSA; /* 12 at least: the quotient has 65 bits or more */
    uint64_t mantissa = (uint64_t)(quotient >> dropped);
    wide rest = quotient - ((wide)mantissa << dropped), half = (wide)1 << (dropped - 1);
    bool more = quotient * divisor != dividend;
    mantissa += rest > half || (rest == half && (more || (mantissa & 1)));
    double magnitude = ldexp((double)mantissa, dropped - 64 - shift + (int)d->exponent);
    *value = d->negative ? -magnitude : magnitude;
    return true;
#else
    (void)d;
    (void)value;
    return false;
#endif
}

/* The C library rounds correctly; it wants a closing 0 and a locale whose point is a point. */
static cdy_number_status convert_slow(const char *text, size_t length, double *value)
{
    char small[64];
    char *copy = length < sizeof small ? small : cdy_copy_text(text, length);
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    cdy_number_status status = CDY_NUMBER_MEMORY;
    if (copy && c_locale) {
        memcpy(copy, text, length);
        copy[length] = '\0';
        *value = strtod_l(copy, NULL, c_locale);
        status = isinf(*value) ? CDY_NUMBER_RANGE : CDY_NUMBER_OK;
    }
    if (c_locale) {
        freelocale(c_locale);
    }
    if (copy != small) {
        cdy_release(copy);
    }
    return status;
}

const char *cdy_scan_number(const char *text, const char *end, double *value, cdy_number_status *status)
{
    decimal d;
    double result = 0;
    if (!scan_decimal(&d, text, end)) {
        *status = CDY_NUMBER_NONE;
        return text;
    }
    bool converted = convert_fast(&d, &result) || convert_wide(&d, &result);
    *status = converted ? CDY_NUMBER_OK : convert_slow(text, (size_t)(d.end - text), &result);
    if (*status != CDY_NUMBER_OK) {
        return text;
    }
    *value = result;
    return d.end;
}

cdy_number_status cdy_parse_number(const char *text, size_t length, double *value)
{
    const char *end = text + length;
    double result = 0;
    cdy_number_status status;
    const char *p = cdy_scan_number(skip_space(text, end), end, &result, &status);
    if (status != CDY_NUMBER_OK) {
        return status;
    }
    if (skip_space(p, end) != end) {
        return CDY_NUMBER_TAIL;
    }
    *value = result;
    return CDY_NUMBER_OK;
}

cdy_number_status cdy_parse_numbers(const char *text, size_t length, double *values, size_t count)
{
    const char *end = text + length;
    const char *p = text;
    for (size_t i = 0; i < count; i++) {
        cdy_number_status status;
        p = skip_space(p, end);
        if (p == end) {
            return CDY_NUMBER_NONE;
        }
        p = cdy_scan_number(p, end, &values[i], &status);
        if (status != CDY_NUMBER_OK) {
            return status == CDY_NUMBER_NONE ? CDY_NUMBER_TAIL : status;
        }
        if (p != end && !is_space(p, end)) {
            return CDY_NUMBER_TAIL;
        }
    }
    return skip_space(p, end) == end ? CDY_NUMBER_OK : CDY_NUMBER_TAIL;
}
