#include "text/number.h"

#include "base/memory.h"
#include "text/c_locale.h"
#include "text/powers.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A scanned number: digits * 10^exponent. */
typedef struct scanned_number {
    const char *end; /* after the last character of the number */
    uint64_t digits; /* the leading significant digits, 19 at most */
    int64_t exponent;
    bool negative;
    bool exact; /* no nonzero digit was dropped */
} scanned_number;

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

/* Reads eight characters as a little-endian integer. */
static uint64_t load_eight(const char *p)
{
    uint64_t eight = 0;
    for (int i = 0; i < 8; i++) {
        eight |= (uint64_t)(unsigned char)p[i] << 8 * i;
    }
    return eight;
}

static bool are_digits(uint64_t eight)
{
    const uint64_t high = UINT64_C(0xf0f0f0f0f0f0f0f0), zeros = UINT64_C(0x3030303030303030);
    return (eight & high) == zeros && ((eight + UINT64_C(0x0606060606060606)) & high) == zeros;
}

/* Value of eight decimal digits: combines pairs, then groups of four, then all eight, in parallel within one register.
 */
static uint64_t join_eight(uint64_t eight)
{
    eight = (eight & UINT64_C(0x0f0f0f0f0f0f0f0f)) * (1 + (10 << 8)) >> 8;
    eight = (eight & UINT64_C(0x00ff00ff00ff00ff)) * (1 + (100 << 16)) >> 16;
    return (eight & UINT64_C(0x0000ffff0000ffff)) * (1 + (UINT64_C(10000) << 32)) >> 32;
}

/* Appends digits to the number; digits after the point lower the exponent. Digits that do not fit are dropped and raise
 * the exponent, which is exact if they are 0. */
static const char *scan_digits(scanned_number *d, const char *p, const char *end, bool behind_point)
{
    const uint64_t full = 1000000000000000000u, room_for_eight = full / 10000000;
    const char *const first = p;
    uint64_t digits = d->digits;
    for (uint64_t eight; end - p >= 8 && digits < room_for_eight && are_digits(eight = load_eight(p)); p += 8) {
        digits = 100000000 * digits + join_eight(eight);
    }
    for (; digits < full && is_digit(p, end); p++) {
        digits = 10 * digits + (unsigned)(*p - '0');
    }
    d->digits = digits;
    d->exponent -= behind_point ? p - first : 0;
    for (; is_digit(p, end); p++) {
        d->exact = d->exact && *p == '0';
        d->exponent += !behind_point;
    }
    return p;
}

/* An `e` without digits does not belong to the number. The exponent saturates at a value that no number of digits can
 * compensate. */
static const char *scan_exponent(scanned_number *d, const char *p, const char *end)
{
    const int64_t saturated = INT64_C(1) << 52;
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
        exponent = exponent < saturated ? 10 * exponent + (*q - '0') : exponent;
    }
    d->exponent += negative ? -exponent : exponent;
    return q;
}

/* Scans sign, digits, point and exponent; returns false if there is no digit. */
static bool scan_parts(scanned_number *d, const char *text, const char *end)
{
    *d = (scanned_number){.exact = true};
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

/* Clinger's fast path: if the digits and the power of ten are exact doubles, one operation rounds correctly. */
static bool convert_fast(const scanned_number *d, double *value)
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

/* Rounds digits * 10^power, half to even, using the first 128 bits of the power (after D. Lemire, Number parsing at a
 * gigabyte per second, 2021). The product is less than the exact one by less than one unit of its upper 128 bits H, so
 * that H is exact or one too small. Returns false if that uncertainty could change the rounding, or if the result is
 * not a normal number. */
static bool convert_product(uint64_t digits, int power, double *magnitude)
{
    enum { MANTISSA = 53, BIAS = 1023 };
    const uint64_t *table = cdy_power_of_ten(power);
    int shift = 0;
    for (int step = 32; step; step /= 2) { /* normalize the digits: leading bit to bit 63 */
        const int more = digits >> (64 - step) ? 0 : step;
        digits <<= more;
        shift += more;
    }
    uint64_t middle, low;
    const uint64_t carried = cdy_multiply(digits, table[1], &low);
    uint64_t high = cdy_multiply(digits, table[0], &middle);
    middle += carried;
    high += middle < carried; /* H = high * 2^64 + middle */
    const int dropped = high >> 63 ? 64 - MANTISSA : 63 - MANTISSA;
    const uint64_t rest = high & ((UINT64_C(1) << dropped) - 1), half = UINT64_C(1) << (dropped - 1);
    uint64_t mantissa = high >> dropped;
    bool up = rest >= half;
    if (cdy_power_is_exact(power)) {
        up = up && (rest > half || middle || low || mantissa & 1);
    } else if ((rest == half && middle == 0) || (rest == half - 1 && middle == UINT64_MAX)) {
        return false;
    }
    mantissa += up;
    int exponent = cdy_log2_of_ten(power) - 127 - shift + 128 + dropped; /* exponent of the last mantissa bit */
    if (mantissa >> MANTISSA) {
        mantissa >>= 1;
        exponent++;
    }
    const int biased = exponent + MANTISSA - 1 + BIAS;
    if (biased < 1 || biased > 2 * BIAS) {
        return false;
    }
    const uint64_t bits = (mantissa & ((UINT64_C(1) << (MANTISSA - 1)) - 1)) | (uint64_t)biased << (MANTISSA - 1);
    memcpy(magnitude, &bits, sizeof bits);
    return true;
}

/* A number with dropped digits lies between digits and digits + 1 units; usually both bounds round to the same double.
 */
static bool convert_128(const scanned_number *d, double *value)
{
    double magnitude, above;
    if (d->digits == 0 || d->exponent < CDY_LOWEST_POWER || d->exponent > CDY_HIGHEST_POWER ||
        !convert_product(d->digits, (int)d->exponent, &magnitude)) {
        return false;
    }
    if (!d->exact && !(convert_product(d->digits + 1, (int)d->exponent, &above) && above <= magnitude)) {
        return false;
    }
    *value = d->negative ? -magnitude : magnitude;
    return true;
}

/* The C library rounds correctly, but needs a null-terminated copy. */
static cdy_number_status convert_with_libc(const char *text, size_t length, double *value)
{
    char small[64];
    char *copy = length < sizeof small ? small : cdy_copy_text(text, length);
    cdy_number_status status = CDY_NUMBER_MEMORY;
    if (copy) {
        memcpy(copy, text, length);
        if (cdy_read_by_libc(copy, length, value)) {
            status = isinf(*value) ? CDY_NUMBER_RANGE : CDY_NUMBER_OK;
        }
    }
    if (copy != small) {
        cdy_release(copy);
    }
    return status;
}

const char *cdy_scan_number(const char *text, const char *end, double *value, cdy_number_status *status)
{
    scanned_number d;
    double result = 0;
    if (!scan_parts(&d, text, end)) {
        *status = CDY_NUMBER_NONE;
        return text;
    }
    bool converted = convert_fast(&d, &result) || convert_128(&d, &result);
    *status = converted ? CDY_NUMBER_OK : convert_with_libc(text, (size_t)(d.end - text), &result);
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
