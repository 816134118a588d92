#include "run/text.h"

#include "base/format.h"
#include "text/decimal.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for `more` bytes and the terminating NUL. */
static bool reserve(text_buffer *t, size_t more)
{
    if (t->failed || more > SIZE_MAX / 4 || t->length > SIZE_MAX / 4) {
        t->failed = true;
        return false;
    }
    size_t needed = t->length + more + 1;
    if (needed > t->capacity) {
        size_t capacity = needed < 64 ? 64 : 2 * needed;
        char *bytes = realloc(t->bytes, capacity);
        if (!bytes) {
            t->failed = true;
            return false;
        }
        t->bytes = bytes;
        t->capacity = capacity;
    }
    return true;
}

void text_add_bytes(text_buffer *t, const char *bytes, size_t length)
{
    if (reserve(t, length)) {
        memcpy(t->bytes + t->length, bytes, length);
        t->length += length;
        t->bytes[t->length] = 0;
    }
}

char *text_room(text_buffer *t, size_t most)
{
    return reserve(t, most) ? t->bytes + t->length : NULL;
}

void text_take(text_buffer *t, const char *end)
{
    t->length = (size_t)(end - t->bytes);
    t->bytes[t->length] = 0;
}

void text_add_list(text_buffer *t, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const size_t length = cdy_format(NULL, 0, format, again);
    va_end(again);
    if (reserve(t, length)) {
        cdy_format(t->bytes + t->length, length + 1, format, arguments);
        t->length += length;
    }
}

void text_add_number(text_buffer *t, double value, int digits)
{
    char number[CDY_DECIMAL_SIZE];
    text_add_bytes(t, number, cdy_write_decimal(value, digits, number));
}

void text_add(text_buffer *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_add_list(t, format, arguments);
    va_end(arguments);
}

const char *text_get(const text_buffer *t)
{
    return t->bytes ? t->bytes : "";
}

void text_reset(text_buffer *t)
{
    t->length = 0;
    if (t->bytes) {
        t->bytes[0] = 0;
    }
}

void text_clear(text_buffer *t)
{
    free(t->bytes);
    *t = (text_buffer){0};
}
