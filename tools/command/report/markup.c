#include "report/markup.h"

#include "report/utf8.h"
#include "text/decimal.h"

#include <string.h>

/* Returns the bytes of the first character that may stand in XML; 0: the first byte is replaced. */
static size_t text_length(const char *text)
{
    uint32_t code = 0;
    const size_t length = utf8_printable(text);
    return length && utf8_decode(text, &code) && code != 0xfffe && code != 0xffff ? length : 0;
}

/* Writes the first character and returns the bytes that it has. */
static size_t write_character(output *out, const char *text)
{
    const size_t length = text_length(text);
    switch (*text) {
    case '<': output_text(out, "&lt;"); break;
    case '>': output_text(out, "&gt;"); break;
    case '&': output_text(out, "&amp;"); break;
    case '"': output_text(out, "&quot;"); break;
    default: output_bytes(out, length ? text : "?", length ? length : 1);
    }
    return length ? length : 1;
}

void markup_text(output *out, const char *text)
{
    while (*text) {
        text += write_character(out, text);
    }
}

void markup_breakable(output *out, const char *name)
{
    while (*name) {
        const bool part_ends = *name == '_' && name[1] && name[1] != '_';
        name += write_character(out, name);
        output_text(out, part_ends ? "<wbr/>" : "");
    }
}

void markup_name(output *out, const char *name, size_t columns)
{
    const bool cut = utf8_columns(name) > columns;
    for (size_t left = cut ? columns - 1 : columns; *name && left > 0; left--) {
        name += write_character(out, name);
    }
    output_text(out, cut ? "\u2026" : "");
}

void markup_number(output *out, double value, int digits)
{
    char text[CDY_DECIMAL_SIZE];
    cdy_write_decimal(value, digits, text);
    output_text(out, text);
}

void markup_figure(output *out, const char *number)
{
    for (; *number; number++) {
        if (*number == '-') {
            output_text(out, "\u2212");
        } else {
            output_bytes(out, number, 1);
        }
    }
}
