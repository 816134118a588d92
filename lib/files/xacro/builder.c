#include "xacro/builder.h"

#include <string.h>

static bool make_room(cdy_builder *b, size_t length)
{
    if (b->x->status) {
        return false;
    }
    if (b->length + length < b->capacity) {
        return true;
    }
    size_t capacity = b->capacity ? 2 * b->capacity : 64;
    while (capacity <= b->length + length) {
        capacity *= 2;
    }
    char *text = cdy_take(b->x, capacity, 1);
    if (!text) {
        return false;
    }
    if (b->length > 0) {
        memcpy(text, b->text, b->length);
    }
    b->text = text;
    b->capacity = capacity;
    return true;
}

void cdy_add_bytes(cdy_builder *b, const char *text, size_t length)
{
    if (make_room(b, length)) {
        if (length > 0) {
            memcpy(b->text + b->length, text, length);
        }
        b->length += length;
        b->text[b->length] = '\0';
    }
}

void cdy_add_text(cdy_builder *b, const char *text)
{
    cdy_add_bytes(b, text, strlen(text));
}

void cdy_add_character(cdy_builder *b, char c)
{
    cdy_add_bytes(b, &c, 1);
}

void cdy_add_repeated(cdy_builder *b, char c, size_t count)
{
    if (make_room(b, count)) {
        memset(b->text + b->length, c, count);
        b->length += count;
        b->text[b->length] = '\0';
    }
}

void cdy_add_code(cdy_builder *b, uint32_t code)
{
    char bytes[4];
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = length; i-- > 1; code >>= 6) {
        bytes[i] = (char)(0x80 | (code & 0x3f));
    }
    bytes[0] = (char)(first[length] | code);
    cdy_add_bytes(b, bytes, length);
}
