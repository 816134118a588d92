#include "base/format.h"

#include <stdio.h>
#include <string.h>

/* Text that is cut at the end of its room, while its whole length is counted. */
typedef struct sink {
    char *out;
    size_t size, length;
} sink;

static void put(sink *s, const char *text, size_t length)
{
    if (s->length < s->size) {
        const size_t room = s->size - 1 - s->length;
        memcpy(s->out + s->length, text, length < room ? length : room);
        s->out[s->length + (length < room ? length : room)] = '\0';
    }
    s->length += length;
}

/* A name's first `most` bytes, at most, and three points where there are more. */
static void put_cut(sink *s, const char *text, size_t most)
{
    const char *end = memchr(text, '\0', most + 1);
    size_t length = end ? (size_t)(end - text) : most;
    while (!end && length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80) {
        length--; /* not within a character */
    }
    put(s, text, length);
    put(s, "...", end ? 0 : 3);
}

/* Reads `%.80s`; returns what stands behind it, NULL where that is another conversion. */
static const char *read_precision(const char *conversion, size_t *most)
{
    const char *p = conversion + 1;
    *most = 0;
    if (*p++ != '.' || *p < '0' || *p > '9') {
        return NULL;
    }
    for (; *p >= '0' && *p <= '9'; p++) {
        *most = 10 * *most + (size_t)(*p - '0');
    }
    return *p == 's' ? p + 1 : NULL;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* parts of a format that the compiler has checked as a whole */

/* A number, by its conversion alone. */
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

/* All that follows, as the C library has it. */
static void put_rest(sink *s, const char *format, va_list *arguments)
{
    char *out = s->length < s->size ? s->out + s->length : NULL;
    const int written = vsnprintf(out, out ? s->size - s->length : 0, format, *arguments);
    s->length += written > 0 ? (size_t)written : 0;
}

#pragma GCC diagnostic pop

/* Puts one conversion; returns what stands behind it, the end of the format where that took all. */
static const char *put_conversion(sink *s, const char *format, va_list *arguments)
{
    enum { LONGEST = 16 };
    size_t most;
    const char *behind = read_precision(format, &most);
    if (behind) {
        put_cut(s, va_arg(*arguments, const char *), most);
        return behind;
    }
    if (format[1] == '%' || format[1] == 's') {
        const char *text = format[1] == 's' ? va_arg(*arguments, const char *) : "%";
        put(s, text, strlen(text));
        return format + 2;
    }
    char conversion[LONGEST];
    const size_t length = 1 + strspn(format + 1, "+-# 0123456789.lz") + 1;
    if (length >= LONGEST || !format[length - 1] || !strchr("cdiuxXefgEG", format[length - 1])) {
        put_rest(s, format, arguments);
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
