/* Text from numbers: the shortest that reads back. */
#include "base/number.h"
#include "base/shortest.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* digits[0].digits[1]... * 10^exponent */
typedef struct number_digits {
    char digits[20]; /* with a closing 0 */
    int exponent;
} number_digits;

static number_digits find_shortest(double magnitude)
{
    const cdy_decimal shortest = cdy_shortest_decimal(magnitude);
    number_digits d = {{0}, 0};
    d.exponent = (int)cdy_write_digits(shortest.digits, d.digits) - 1 + shortest.exponent;
    return d;
}

static char *put(char *out, const char *text, int count)
{
    memcpy(out, text, (size_t)count);
    return out + count;
}

/* 0.00125, 12.5, 1250 */
static size_t write_plain(const number_digits *d, char *text)
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
static size_t write_exponent(const number_digits *d, char *text)
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
    number_digits d = {"0", 0};
    if (magnitude > 0) {
        d = find_shortest(magnitude);
    }
    bool plain = d.exponent >= -5 && d.exponent < 17;
    return (size_t)(out - text) + (plain ? write_plain(&d, out) : write_exponent(&d, out));
}
