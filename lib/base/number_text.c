/* Text from numbers: the shortest that reads back. */
#include "base/number.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIGITS = 17 };

/* digits[0].digits[1]... * 10^exponent */
typedef struct decimal {
    char digits[MOST_DIGITS + 1]; /* with a closing 0 */
    int exponent;
} decimal;

/* The nearest decimal of `count` digits.  Whatever the locale puts for a point between them is left out. */
static decimal round_to(double magnitude, int count)
{
    char text[MOST_DIGITS + 24];
    decimal d = {{0}, 0};
    int length = 0;
    snprintf(text, sizeof text, "%.*e", count - 1, magnitude);
    const char *p = text;
    for (; *p && *p != 'e'; p++) {
        if (*p >= '0' && *p <= '9' && length < count) {
            d.digits[length++] = *p;
        }
    }
    d.exponent = (int)strtol(*p ? p + 1 : p, NULL, 10);
    return d;
}

static void drop_zeros(decimal *d)
{
    size_t length = strlen(d->digits);
    while (length > 1 && d->digits[length - 1] == '0') {
        d->digits[--length] = '\0';
    }
}

/* The next decimal of as many digits that is larger. */
static decimal next_above(decimal d)
{
    size_t i = strlen(d.digits);
    while (i > 0 && d.digits[i - 1] == '9') {
        d.digits[--i] = '0';
    }
    if (i > 0) {
        d.digits[i - 1]++;
    } else {
        d.digits[0] = '1';
        d.exponent++;
    }
    return d;
}

static bool reads_back(const decimal *d, double magnitude)
{
    char text[MOST_DIGITS + 24];
    double value;
    int length = snprintf(text, sizeof text, "%c.%se%d", d->digits[0], d->digits + 1, d->exponent);
    return cdy_parse_number(text, (size_t)length, &value) == CDY_NUMBER_OK && value == magnitude;
}

/* Fifteen digits tell every normal number that has no more of them, so that the shortest text is among these or has 16
 * or 17.  A power of two has its neighbour below at half the distance of that above: there, the nearest decimal may
 * lie below and read back as something else while the next above is right. */
static decimal find_shortest(double magnitude)
{
    int count = magnitude < DBL_MIN ? 1 : 15;
    decimal d = round_to(magnitude, count);
    while (count < MOST_DIGITS && !reads_back(&d, magnitude)) {
        decimal above = next_above(d);
        if (reads_back(&above, magnitude)) {
            d = above;
            break;
        }
        d = round_to(magnitude, ++count);
    }
    drop_zeros(&d);
    return d;
}

static char *put(char *out, const char *text, int count)
{
    memcpy(out, text, (size_t)count);
    return out + count;
}

/* 0.00125, 12.5, 1250 */
static size_t write_plain(const decimal *d, char *text)
{
    static const char zeros[] = "00000000000000000";
    int count = (int)strlen(d->digits), before = d->exponent + 1;
    char *out = text;
    if (before <= 0) {
        out = put(out, "0.", 2);
        out = put(out, zeros, -before);
        out = put(out, d->digits, count);
    } else if (before < count) {
        out = put(out, d->digits, before);
        out = put(out, ".", 1);
        out = put(out, d->digits + before, count - before);
    } else {
        out = put(out, d->digits, count);
        out = put(out, zeros, before - count);
    }
    *out = '\0';
    return (size_t)(out - text);
}

/* 1.25e-7 */
static size_t write_exponent(const decimal *d, char *text)
{
    const char *point = d->digits[1] ? "." : "";
    return (size_t)sprintf(text, "%c%s%se%d", d->digits[0], point, d->digits + 1, d->exponent);
}

size_t cdy_format_number(double value, char text[CDY_NUMBER_SIZE])
{
    char *out = text;
    if (signbit(value) && !isnan(value)) {
        *out++ = '-';
    }
    if (!isfinite(value)) {
        strcpy(out, isnan(value) ? "nan" : "inf");
        return (size_t)(out - text) + 3;
    }
    double magnitude = fabs(value);
    decimal d = {"0", 0};
    if (magnitude > 0) {
        d = find_shortest(magnitude);
    }
    bool plain = d.exponent >= -5 && d.exponent < 17;
    return (size_t)(out - text) + (plain ? write_plain(&d, out) : write_exponent(&d, out));
}
