#include "run/number.h"

#include <string.h>

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t\n\r");
}

cdy_number_status number_scan(const char *text, double *value, const char **end)
{
    cdy_number_status status;
    const char *begin = skip_blanks(text);
    *end = skip_blanks(cdy_scan_number(begin, begin + strcspn(begin, ","), value, &status));
    return status;
}

static exit_code fail_item(const char *what, size_t index, const char *item, cdy_number_status status)
{
    int length = (int)strcspn(item, ",");
    if (status == CDY_NUMBER_RANGE) {
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
        cdy_number_status status = number_scan(item, &value, &end);
        if (status == CDY_NUMBER_OK && *end != ',' && *end) {
            status = CDY_NUMBER_NONE;
        }
        if (status != CDY_NUMBER_OK) {
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
