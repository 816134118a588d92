#include "run/number_style.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void number_style_write(const number_style *style, double value, char written[NUMBER_STYLE_SIZE])
{
    snprintf(written, NUMBER_STYLE_SIZE, style->scientific ? "%.*e" : "%.*f", style->decimals, value);
    if (written[0] == '-' && !written[1 + strspn(written + 1, "0.")]) {
        memmove(written, written + 1, strlen(written));
    }
}

/* Returns the decimal exponent of a number rounded to `digits` digits. */
static int decimal_exponent(double value, int digits)
{
    char written[NUMBER_STYLE_SIZE];
    snprintf(written, sizeof written, "%.*e", digits - 1, value);
    const char *exponent = strchr(written, 'e');
    return exponent ? (int)strtol(exponent + 1, NULL, 10) : 0;
}

/* Counts the trailing zeros of the decimals of a fixed-point number. */
static int trailing_zeros(const char *written)
{
    const char *point = strchr(written, '.');
    if (!point) {
        return 0;
    }
    int zeros = 0;
    for (const char *c = written + strlen(written) - 1; c > point && *c == '0'; c--) {
        zeros++;
    }
    return zeros;
}

/* Drops the decimals that are zero in every number. */
static void trim_decimals(number_style *style, const double *values, size_t count)
{
    char written[NUMBER_STYLE_SIZE];
    int spare = style->decimals;
    for (size_t i = 0; i < count && spare > 0; i++) {
        number_style_write(style, values[i], written);
        int zeros = trailing_zeros(written);
        spare = zeros < spare ? zeros : spare;
    }
    style->decimals -= spare;
}

number_style number_style_fit(const double *values, size_t count, int digits)
{
    double largest = 0;
    for (size_t i = 0; i < count; i++) {
        double size = fabs(values[i]);
        largest = size > largest ? size : largest;
    }
    number_style style = {0};
    int exponent = largest > 0 ? decimal_exponent(largest, digits) : 0;
    if (exponent < -4 || exponent >= digits) {
        style.scientific = true;
        style.decimals = digits - 1;
    } else {
        style.decimals = digits - 1 - (exponent > 0 ? exponent : 0);
        trim_decimals(&style, values, count);
    }
    for (size_t i = 0; i < count; i++) {
        char written[NUMBER_STYLE_SIZE];
        number_style_write(&style, values[i], written);
        size_t width = strlen(written);
        style.width = width > style.width ? width : style.width;
    }
    return style;
}
