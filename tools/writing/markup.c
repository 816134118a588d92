#include "writing/markup.h"

#include "text/decimal.h"
#include "writing/utf8.h"

#include <string.h>

/* Returns the bytes of the first character that may stand in XML; 0: the first byte is replaced. */
static size_t text_length(const char *text)
{
    uint32_t code = 0;
    const size_t length = utf8_printable(text);
    return length && utf8_decode(text, &code) && code != 0xfffe && code != 0xffff ? length : 0;
}

/* Writes the first character and returns the bytes that it has. */
static size_t write_character(const sink *to, const char *text)
{
    const size_t length = text_length(text);
    switch (*text) {
    case '<': sink_text(to, "&lt;"); break;
    case '>': sink_text(to, "&gt;"); break;
    case '&': sink_text(to, "&amp;"); break;
    case '"': sink_text(to, "&quot;"); break;
    default: sink_bytes(to, length ? text : "?", length ? length : 1);
    }
    return length ? length : 1;
}

void markup_text(const sink *to, const char *text)
{
    while (*text) {
        text += write_character(to, text);
    }
}

void markup_breakable(const sink *to, const char *name)
{
    while (*name) {
        const bool part_ends = *name == '_' && name[1] && name[1] != '_';
        name += write_character(to, name);
        sink_text(to, part_ends ? "<wbr/>" : "");
    }
}

void markup_name(const sink *to, const char *name, size_t columns)
{
    const bool cut = utf8_columns(name) > columns;
    for (size_t left = cut ? columns - 1 : columns; *name && left > 0; left--) {
        name += write_character(to, name);
    }
    sink_text(to, cut ? "\u2026" : "");
}

void markup_number(const sink *to, double value, int digits)
{
    char text[CDY_DECIMAL_SIZE];
    cdy_write_decimal(value, digits, text);
    sink_text(to, text);
}

void markup_figure(const sink *to, const char *number)
{
    for (; *number; number++) {
        if (*number == '-') {
            sink_text(to, "\u2212");
        } else {
            sink_bytes(to, number, 1);
        }
    }
}
