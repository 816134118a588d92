/* Numbers from text and back, against the C library's under the locale "C". */
#include "text/number.h"
#include "fuzz.h"
#include "run/number.h"
#include "text/decimal.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Whether strtod() would read something other than a decimal number: hexadecimal, inf, nan, behind white space. */
static bool is_other(const char *text)
{
    const char *digits = text + strspn(text, "+-");
    return !*digits || !strchr(".0123456789", *digits) || (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'));
}

static void check_scan(const char *text, size_t length)
{
    double value = 0;
    cdy_number_status status = CDY_NUMBER_OK;
    char *end;
    const char *behind = cdy_scan_number(text, text + length, &value, &status);
    require(behind >= text && behind <= text + length, "a place outside of the text");
    require((status == CDY_NUMBER_OK) == (behind > text), "status %d, %zu bytes", (int)status, (size_t)(behind - text));
    if (strlen(text) != length || is_other(text)) {
        return;
    }
    double expected = strtod(text, &end);
    if (status == CDY_NUMBER_RANGE) {
        require(isinf(expected), "'%s': too large, but %g", text, expected);
    } else {
        require(end == behind, "'%s': %zu bytes instead of %zu", text, (size_t)(behind - text), (size_t)(end - text));
        require(behind == text || same_bits(value, expected), "'%s': %.17g instead of %.17g", text, value, expected);
    }
}

static void check_lists(const char *text, size_t length)
{
    double values[4], first;
    uint64_t whole;
    size_t count;
    cdy_parse_number(text, length, &first);
    for (size_t i = 1; i <= 4; i++) {
        if (cdy_parse_numbers(text, length, values, i) == CDY_NUMBER_OK) {
            require(isfinite(values[i - 1]), "'%s': not finite", text);
        }
    }
    if (number_read_list("--list", text, values, 4, &count) == EXIT_FINE) {
        for (size_t i = 0; i < count && i < 4; i++) {
            require(isfinite(values[i]), "'%s': not finite", text);
        }
    }
    if (number_read_whole("--whole", text, &whole) == EXIT_FINE) {
        require(whole <= INT64_MAX && whole == strtoull(text, NULL, 10), "'%s': another number", text);
    }
}

static void check_writing(double value)
{
    char text[CDY_DECIMAL_SIZE], expected[64];
    double again = 0;
    size_t length = cdy_write_decimal(value, 0, text);
    require(length == strlen(text), "length %zu of '%s'", length, text);
    if (!isfinite(value)) {
        return;
    }
    require(cdy_parse_number(text, length, &again) == CDY_NUMBER_OK && same_bits(value, again) &&
                same_bits(strtod(text, NULL), value),
            "%.17g is written as '%s'", value, text);
    for (int digits = 1; digits <= 17; digits++) {
        cdy_write_decimal(value, digits, text);
        snprintf(expected, sizeof expected, "%.*g", digits, value);
        require(strcmp(text, expected) == 0, "'%s' instead of '%s'", text, expected);
    }
}

void exercise_number(const char *text, size_t size)
{
    check_scan(text, size);
    check_lists(text, size);
}

void exercise_writing(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i + sizeof(double) <= size && i < 4 * sizeof(double); i += sizeof(double)) {
        double value;
        memcpy(&value, data + i, sizeof value);
        check_writing(value);
    }
}
