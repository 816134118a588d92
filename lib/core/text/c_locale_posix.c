#define _GNU_SOURCE /* newlocale, uselocale, strtod_l */
#include "text/c_locale.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

bool cdy_read_by_libc(char *text, size_t length, double *value)
{
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!c_locale) {
        return false;
    }
    text[length] = '\0';
    *value = strtod_l(text, NULL, c_locale);
    freelocale(c_locale);
    return true;
}

size_t cdy_write_by_libc(double value, int digits, char text[CDY_DECIMAL_SIZE])
{
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = c_locale ? uselocale(c_locale) : (locale_t)0;
    const size_t length = (size_t)snprintf(text, CDY_DECIMAL_SIZE, "%.*g", digits, value);
    if (c_locale) {
        uselocale(before);
        freelocale(c_locale);
    }
    return length;
}
