#include "writing/utf8.h"

/* Returns the length of the character with this first byte, and the first byte's bits; 0: not a first byte. */
static size_t sequence_length(unsigned char first, uint32_t *bits)
{
    if (first < 0x80) {
        *bits = first;
        return first ? 1 : 0;
    }
    if (first >= 0xc2 && first < 0xe0) {
        *bits = first & 0x1fu;
        return 2;
    }
    if (first >= 0xe0 && first < 0xf0) {
        *bits = first & 0x0fu;
        return 3;
    }
    if (first >= 0xf0 && first < 0xf5) {
        *bits = first & 0x07u;
        return 4;
    }
    return 0;
}

size_t utf8_decode(const char *text, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)text;
    uint32_t value = 0;
    size_t length = sequence_length(bytes[0], &value);
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80) { /* the terminating NUL is rejected too */
            return 0;
        }
        value = value << 6 | (bytes[i] & 0x3fu);
    }
    if (!length || value < least[length] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) {
        return 0;
    }
    *code = value;
    return length;
}

/* Whether a character changes the text direction or breaks the line, and so can disguise a name. */
static bool reorders(uint32_t code)
{
    return code == 0x61c || code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

size_t utf8_printable(const char *text)
{
    uint32_t code;
    size_t length = utf8_decode(text, &code);
    return length && code >= 0x20 && (code < 0x7f || code > 0x9f) && !reorders(code) ? length : 0;
}

void utf8_make_printable(char *text)
{
    while (*text) {
        size_t length = utf8_printable(text);
        if (!length) {
            *text = '?';
            length = 1;
        }
        text += length;
    }
}

size_t utf8_columns(const char *text)
{
    size_t columns = 0;
    while (*text) {
        size_t length = utf8_printable(text);
        text += length ? length : 1;
        columns++;
    }
    return columns;
}
