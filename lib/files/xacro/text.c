#include "xacro/text.h"

#include <stdint.h>
#include <string.h>

size_t cdy_character_length(const char *text)
{
    const unsigned char first = (unsigned char)*text;
    return first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

uint32_t cdy_code_of(const char *text)
{
    const size_t length = cdy_character_length(text);
    uint32_t code = (unsigned char)text[0];
    if (length > 1) {
        code &= 0x7fu >> length;
    }
    for (size_t i = 1; i < length; i++) {
        code = code << 6 | ((unsigned char)text[i] & 0x3fu);
    }
    return code;
}

size_t cdy_count_characters(cdy_value text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.text.length; i++) {
        count += ((unsigned char)text.text.bytes[i] & 0xc0) != 0x80;
    }
    return count;
}

size_t cdy_offset_of(cdy_value text, size_t character)
{
    size_t i = 0;
    while (i < text.text.length && (character > 0 || ((unsigned char)text.text.bytes[i] & 0xc0) == 0x80)) {
        i++;
        character -= i == text.text.length || ((unsigned char)text.text.bytes[i] & 0xc0) != 0x80;
    }
    return i;
}

bool cdy_is_utf8(const char *text, size_t length)
{
    static const uint32_t lowest[] = {0, 0, 0x80, 0x800, 0x10000};
    for (size_t i = 0, size; i < length; i += size) {
        const unsigned char first = (unsigned char)text[i];
        size = cdy_character_length(text + i);
        if ((first >= 0x80 && first < 0xc2) || first > 0xf4 || size > length - i) {
            return false;
        }
        for (size_t k = 1; k < size; k++) {
            if (((unsigned char)text[i + k] & 0xc0) != 0x80) {
                return false;
            }
        }
        const uint32_t code = cdy_code_of(text + i);
        if (code < lowest[size] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
            return false;
        }
    }
    return true;
}

char *cdy_take_foreign(cdy_interpreter *x, const char *text)
{
    const size_t length = strlen(text);
    if (!cdy_is_utf8(text, length)) {
        cdy_report_error(x, "'%.100s' is not UTF-8", text);
        return NULL;
    }
    return cdy_take_text(x, text, length);
}

bool cdy_is_white(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f);
}

cdy_value cdy_trim(cdy_value text)
{
    const char *p = text.text.bytes, *end = p + text.text.length;
    while (p < end && cdy_is_white(*p)) {
        p++;
    }
    while (end > p && cdy_is_white(end[-1])) {
        end--;
    }
    return cdy_of_text(p, (size_t)(end - p));
}

size_t cdy_find_part(cdy_value text, cdy_value part, size_t from)
{
    if (part.text.length == 0) {
        return from <= text.text.length ? from : SIZE_MAX;
    }
    while (from + part.text.length <= text.text.length) {
        const char *p = text.text.bytes + from;
        const char *found = memchr(p, part.text.bytes[0], text.text.length - part.text.length - from + 1);
        if (!found) {
            return SIZE_MAX;
        }
        if (memcmp(found, part.text.bytes, part.text.length) == 0) {
            return (size_t)(found - text.text.bytes);
        }
        from = (size_t)(found - text.text.bytes) + 1;
    }
    return SIZE_MAX;
}

bool cdy_begins_with(const char *text, size_t length, const char *beginning)
{
    const size_t size = strlen(beginning);
    return length >= size && memcmp(text, beginning, size) == 0;
}
