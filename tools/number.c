#include "number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t\n\r");
}

static const char *skip_digits(const char *text)
{
    return text + strspn(text, "0123456789");
}

/* Returns the place behind the decimal number at `text`, `text` itself where there is none. */
static const char *number_end(const char *text)
{
    const char *begin = text + (*text == '+' || *text == '-');
    const char *point = skip_digits(begin);
    size_t digits = (size_t)(point - begin);
    const char *end = point;
    if (*point == '.') {
        end = skip_digits(point + 1);
        digits += (size_t)(end - point) - 1;
    }
    if (!digits) {
        return text;
    }
    if (*end == 'e' || *end == 'E') {
        const char *exponent = end + 1 + (end[1] == '+' || end[1] == '-');
        const char *behind = skip_digits(exponent);
        end = behind > exponent ? behind : end;
    }
    return end;
}

number_status number_scan(const char *text, double *value, const char **end)
{
    const char *begin = skip_blanks(text);
    const char *behind = number_end(begin);
    *end = skip_blanks(behind);
    if (behind == begin || (*behind == 'x' || *behind == 'X')) {
        return NUMBER_NONE;
    }
    /* The command leaves the locale at "C", so that strtod reads what number_end() saw. */
    *value = strtod(begin, NULL);
    return isfinite(*value) ? NUMBER_OK : NUMBER_RANGE;
}

static exit_code fail_item(const char *what, size_t index, const char *item, number_status status)
{
    int length = (int)strcspn(item, ",");
    if (status == NUMBER_RANGE) {
        return fail(EXIT_USAGE, "%s: value %zu, '%.*s', is too large for a double", what, index, length, item);
    }
    if (skip_blanks(item) == item + length) {
        return fail(EXIT_USAGE, "%s: value %zu is empty; expected decimal numbers separated by commas", what, index);
    }
    return fail(EXIT_USAGE, "%s: value %zu, '%.*s', is not a decimal number", what, index, length, item);
}

exit_code number_read_list(const char *what, const char *list, double *values, size_t capacity, size_t *count)
{
    *count = 0;
    if (!*skip_blanks(list)) {
        return EXIT_FINE;
    }
    for (const char *item = list;; item++) {
        double value;
        const char *end;
        number_status status = number_scan(item, &value, &end);
        if (status == NUMBER_OK && *end != ',' && *end) {
            status = NUMBER_NONE;
        }
        if (status != NUMBER_OK) {
            return fail_item(what, *count + 1, item, status);
        }
        if (*count < capacity) {
            values[*count] = value;
        }
        ++*count;
        item = end;
        if (!*item) {
            return EXIT_FINE;
        }
    }
}

exit_code number_read_whole(const char *what, const char *digits, uint64_t *value)
{
    *value = 0;
    const char *c = digits;
    for (; *c >= '0' && *c <= '9'; c++) {
        uint64_t digit = (uint64_t)(*c - '0');
        if (*value > (INT64_MAX - digit) / 10) {
            return fail(EXIT_USAGE, "%s: %s is too large; expected at most 9223372036854775807", what, digits);
        }
        *value = 10 * *value + digit;
    }
    if (c == digits || *c) {
        return fail(EXIT_USAGE, "%s: '%s' is not a whole number from 0", what, digits);
    }
    return EXIT_FINE;
}

void number_write_shortest(double value, char digits[NUMBER_SIZE])
{
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, NUMBER_SIZE, "%.*g", precision, value);
        if (strtod(digits, NULL) == value) {
            return;
        }
    }
}
