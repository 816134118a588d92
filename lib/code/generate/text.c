#include "generate/text.h"

#include "base/memory.h"
#include "text/decimal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool reserve(source_text *t, size_t more)
{
    if (t->failed || more < t->capacity - t->length) {
        return !t->failed;
    }
    size_t capacity = t->capacity ? t->capacity : 4096;
    while (capacity - t->length <= more) {
        capacity *= 2;
    }
    char *text = cdy_reallocate(t->text, capacity, 1);
    if (!text) {
        t->failed = true;
        return false;
    }
    t->text = text;
    t->capacity = capacity;
    return true;
}

static void add_bytes(source_text *t, const char *bytes, size_t length)
{
    if (reserve(t, length)) {
        memcpy(t->text + t->length, bytes, length);
        t->length += length;
        t->text[t->length] = 0;
    }
}

void cdy_source_add(source_text *t, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length >= 0 && reserve(t, (size_t)length)) {
        vsnprintf(t->text + t->length, (size_t)length + 1, format, again);
        t->length += (size_t)length;
    }
    va_end(again);
}

void cdy_source_add_template(source_text *t, const char *template_text, const char *name, const char *type)
{
    for (const char *rest = template_text; *rest;) {
        const size_t plain = strcspn(rest, "@$");
        add_bytes(t, rest, plain);
        rest += plain;
        if (rest[0] == '@' && rest[1] == '@') {
            add_bytes(t, "@", 1);
            rest += 2;
        } else if (*rest) {
            const char *word = *rest++ == '@' ? name : type;
            add_bytes(t, word, strlen(word));
        }
    }
}

void cdy_source_add_number(source_text *t, double value, bool floats)
{
    char digits[CDY_DECIMAL_SIZE];
    const bool negative = signbit(value);
    cdy_write_decimal(floats ? (double)(float)value : value, floats ? 9 : 0, digits);
    cdy_source_add(t, "%s%s%s%s%s", negative ? "(" : "", digits, strpbrk(digits, ".e") ? "" : ".0", floats ? "F" : "",
                   negative ? ")" : "");
}

void cdy_source_append(source_text *t, const source_text *other)
{
    add_bytes(t, other->text ? other->text : "", other->length);
    t->failed = t->failed || other->failed;
}

void cdy_source_clear(source_text *t)
{
    cdy_release(t->text);
    *t = (source_text){0};
}
