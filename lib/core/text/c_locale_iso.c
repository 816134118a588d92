/* The C library uses the decimal point of the program's locale, which these functions replace by '.' and back. */
#include "text/c_locale.h"

#include "base/memory.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A decimal point of several bytes takes a longer copy. */
static bool read_with_point(const char *text, size_t length, const char *point, double *value)
{
    const size_t before = strcspn(text, "."), size = strlen(point);
    char *copy = cdy_allocate(length + size, 1);
    if (!copy) {
        return false;
    }
    memcpy(copy, text, before);
    memcpy(copy + before, point, size);
    memcpy(copy + before + size, text + before + 1, length - before);
    *value = strtod(copy, NULL);
    cdy_release(copy);
    return true;
}

bool cdy_read_by_libc(char *text, size_t length, double *value)
{
    const char *point = localeconv()->decimal_point;
    text[length] = '\0';
    if (strchr(text, '.') && strcmp(point, ".") != 0) {
        return read_with_point(text, length, point, value);
    }
    *value = strtod(text, NULL);
    return true;
}

static bool is_of_number(char c)
{
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == 'e';
}

size_t cdy_write_by_libc(double value, int digits, char text[CDY_DECIMAL_SIZE])
{
    size_t length = (size_t)snprintf(text, CDY_DECIMAL_SIZE, "%.*g", digits, value), point = 0;
    while (point < length && is_of_number(text[point])) {
        point++;
    }
    if (point < length) {
        size_t after = point + 1;
        while (after < length && !is_of_number(text[after])) {
            after++;
        }
        text[point] = '.';
        memmove(text + point + 1, text + after, length - after + 1);
        length -= after - point - 1;
    }
    return length;
}
