#include "xml/xml_output.h"

#include "text/decimal.h"
#include "xml/encoding.h"

#include <string.h>

static void flush(cdy_xml_output *out)
{
    if (out->length > 0 && !out->status) {
        out->status = out->write(out->context, out->buffer, out->length);
    }
    out->length = 0;
}

static void put(cdy_xml_output *out, const char *text, size_t length)
{
    while (length > 0) {
        size_t space = sizeof out->buffer - out->length;
        size_t part = length < space ? length : space;
        memcpy(out->buffer + out->length, text, part);
        out->length += part;
        text += part;
        length -= part;
        if (out->length == sizeof out->buffer) {
            flush(out);
        }
    }
}

static void put_text(cdy_xml_output *out, const char *text)
{
    put(out, text, strlen(text));
}

cdy_xml_output cdy_xml_begin(cdy_status (*write)(void *context, const char *text, size_t size), void *context)
{
    cdy_xml_output out = {.write = write, .context = context};
    put_text(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    return out;
}

static void finish_tag(cdy_xml_output *out)
{
    if (out->in_tag) {
        put_text(out, ">\n");
    }
    out->in_tag = false;
}

static void indent(cdy_xml_output *out)
{
    for (int i = 0; i < out->depth; i++) {
        put_text(out, "  ");
    }
}

void cdy_xml_open(cdy_xml_output *out, const char *element)
{
    finish_tag(out);
    indent(out);
    put_text(out, "<");
    put_text(out, element);
    out->depth++;
    out->in_tag = true;
}

void cdy_xml_close(cdy_xml_output *out, const char *element)
{
    out->depth--;
    if (out->in_tag) {
        put_text(out, "/>\n");
        out->in_tag = false;
    } else {
        indent(out);
        put_text(out, "</");
        put_text(out, element);
        put_text(out, ">\n");
    }
}

/* Returns the character reference for a character in an attribute value; parsers replace unescaped white space by
 * blanks. */
static const char *reference_for(char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\t': return "&#9;";
    case '\n': return "&#10;";
    case '\r': return "&#13;";
    default: return NULL;
    }
}

static void put_escaped(cdy_xml_output *out, const char *text)
{
    for (; *text; text++) {
        const char *reference = reference_for(*text);
        if (reference) {
            put_text(out, reference);
        } else {
            put(out, text, 1);
        }
    }
}

void cdy_xml_text_element(cdy_xml_output *out, const char *element, const char *text)
{
    finish_tag(out);
    indent(out);
    put_text(out, "<");
    put_text(out, element);
    put_text(out, ">");
    put_escaped(out, text);
    put_text(out, "</");
    put_text(out, element);
    put_text(out, ">\n");
}

void cdy_xml_number_element(cdy_xml_output *out, const char *element, double number)
{
    char text[CDY_DECIMAL_SIZE];
    cdy_write_decimal(number, 0, text);
    cdy_xml_text_element(out, element, text);
}

static void put_numbers(cdy_xml_output *out, const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[CDY_DECIMAL_SIZE];
        const size_t length = cdy_write_decimal(numbers[i], 0, text);
        put(out, " ", i > 0);
        put(out, text, length);
    }
}

static void begin_attribute(cdy_xml_output *out, const char *attribute)
{
    put_text(out, " ");
    put_text(out, attribute);
    put_text(out, "=\"");
}

void cdy_xml_text(cdy_xml_output *out, const char *attribute, const char *text)
{
    begin_attribute(out, attribute);
    put_escaped(out, text);
    put_text(out, "\"");
}

void cdy_xml_numbers(cdy_xml_output *out, const char *attribute, const double *numbers, size_t count)
{
    begin_attribute(out, attribute);
    put_numbers(out, numbers, count);
    put_text(out, "\"");
}

void cdy_xml_numbers_element(cdy_xml_output *out, const char *element, const char *attribute, const char *text,
                             const double *numbers, size_t count)
{
    finish_tag(out);
    indent(out);
    put_text(out, "<");
    put_text(out, element);
    if (attribute) {
        cdy_xml_text(out, attribute, text);
    }
    put_text(out, ">");
    put_numbers(out, numbers, count);
    put_text(out, "</");
    put_text(out, element);
    put_text(out, ">\n");
}

void cdy_xml_number(cdy_xml_output *out, const char *attribute, double number)
{
    cdy_xml_numbers(out, attribute, &number, 1);
}

cdy_status cdy_xml_end(cdy_xml_output *out)
{
    flush(out);
    return out->status;
}

/* Whether XML allows a character; it excludes control characters, U+FFFE and U+FFFF. */
static bool is_allowed(const char *p, size_t length)
{
    if (length == 1) {
        return (unsigned char)*p >= 0x20 || *p == '\t' || *p == '\n' || *p == '\r';
    }
    return length != 3 || (memcmp(p, "\xef\xbf\xbe", 3) != 0 && memcmp(p, "\xef\xbf\xbf", 3) != 0);
}

bool cdy_xml_can_hold(const char *text)
{
    for (size_t left = strlen(text), length; left > 0; text += length, left -= length) {
        length = cdy_utf8_length(text, left);
        if (length == 0 || !is_allowed(text, length)) {
            return false;
        }
    }
    return true;
}
