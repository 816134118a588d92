#include "base/format.h"

#include <stdio.h>
#include <string.h>

/* An output buffer that truncates the text at its size and counts the whole length. */
typedef struct sink {
    char *out;
    size_t size, length;
} sink;

static void put(sink *s, const char *text, size_t length)
{
    if (s->length < s->size) {
        const size_t space = s->size - 1 - s->length;
        memcpy(s->out + s->length, text, length < space ? length : space);
        s->out[s->length + (length < space ? length : space)] = '\0';
    }
    s->length += length;
}

/* Writes the first `precision` bytes of a string, cut between characters of UTF-8, and "..." if the string is longer.
 */
static void put_truncated(sink *s, const char *text, size_t precision)
{
    const char *end = memchr(text, '\0', precision + 1);
    size_t length = end ? (size_t)(end - text) : precision;
    while (!end && length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80) {
        length--; /* a continuation byte of UTF-8 */
    }
    put(s, text, length);
    put(s, "...", end ? 0 : 3);
}

/* Parses the precision of a `%.80s` conversion; returns the end of the conversion, or NULL for any other conversion. */
static const char *read_precision(const char *conversion, size_t *precision)
{
    const char *p = conversion + 1;
    *precision = 0;
    if (*p++ != '.' || *p < '0' || *p > '9') {
        return NULL;
    }
    for (; *p >= '0' && *p <= '9'; p++) {
        *precision = 10 * *precision + (size_t)(*p - '0');
    }
    return *p == 's' ? p + 1 : NULL;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* the compiler has checked the format as a whole */

/* Formats one number with snprintf. */
static void put_number(sink *s, const char *conversion, size_t length, va_list *arguments)
{
    char text[512];
    const char kind = conversion[length - 1], size = conversion[length - 2];
    int written = 0;
    if (strchr("efgEG", kind)) {
        written = snprintf(text, sizeof text, conversion, va_arg(*arguments, double));
    } else if (size == 'z') {
        written = snprintf(text, sizeof text, conversion, va_arg(*arguments, size_t));
    } else if (size == 'l' && conversion[length - 3] == 'l') {
        written = snprintf(text, sizeof text, conversion, va_arg(*arguments, long long));
    } else if (size == 'l') {
        written = snprintf(text, sizeof text, conversion, va_arg(*arguments, long));
    } else {
        written = snprintf(text, sizeof text, conversion, va_arg(*arguments, int));
    }
    put(s, text, written > 0 && (size_t)written < sizeof text ? (size_t)written : 0);
}

/* Formats the rest of the format with vsnprintf. */
static void put_remaining(sink *s, const char *format, va_list *arguments)
{
    char *out = s->length < s->size ? s->out + s->length : NULL;
    const int written = vsnprintf(out, out ? s->size - s->length : 0, format, *arguments);
    s->length += written > 0 ? (size_t)written : 0;
}

#pragma GCC diagnostic pop

/* Formats one conversion and returns its end; a conversion that is not supported here passes the rest of the format to
 * vsnprintf. */
static const char *put_conversion(sink *s, const char *format, va_list *arguments)
{
    enum { MAX_CONVERSION = 16 };
    size_t precision;
    const char *end_of_conversion = read_precision(format, &precision);
    if (end_of_conversion) {
        put_truncated(s, va_arg(*arguments, const char *), precision);
        return end_of_conversion;
    }
    if (format[1] == '%' || format[1] == 's') {
        const char *text = format[1] == 's' ? va_arg(*arguments, const char *) : "%";
        put(s, text, strlen(text));
        return format + 2;
    }
    char conversion[MAX_CONVERSION];
    const size_t length = 1 + strspn(format + 1, "+-# 0123456789.lz") + 1;
    if (length >= MAX_CONVERSION || !format[length - 1] || !strchr("cdiuxXefgEG", format[length - 1])) {
        put_remaining(s, format, arguments);
        return "";
    }
    memcpy(conversion, format, length);
    conversion[length] = '\0';
    put_number(s, conversion, length, arguments);
    return format + length;
}

size_t cdy_format(char *out, size_t size, const char *format, va_list arguments)
{
    sink s = {out, size, 0};
    va_list rest;
    va_copy(rest, arguments);
    if (size > 0) {
        out[0] = '\0';
    }
    while (*format) {
        const size_t plain = strcspn(format, "%");
        put(&s, format, plain);
        format += plain;
        if (*format) {
            format = put_conversion(&s, format, &rest);
        }
    }
    va_end(rest);
    return s.length;
}

size_t cdy_print(char *out, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const size_t length = cdy_format(out, size, format, arguments);
    va_end(arguments);
    return length;
}
