#include "xacro/show.h"

#include "text/shortest.h"
#include "xacro/function.h"
#include "xacro/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fixed notation, or an exponent where it is below -4 or above 15. */
static void add_finite(cdy_builder *b, double number)
{
    char digits[CDY_DIGITS_SIZE];
    const cdy_decimal decimal = cdy_shortest_decimal(number);
    const size_t written = cdy_write_digits(decimal.digits, digits);
    size_t count = written;
    while (count > 1 && digits[count - 1] == '0') {
        count--;
    }
    int whole = decimal.exponent; /* digits before the point */
    for (uint64_t rest = decimal.digits; rest > 0; rest /= 10) {
        whole++;
    }
    if (whole <= -4 || whole > 16) {
        char exponent[16];
        cdy_add_bytes(b, digits, 1);
        if (count > 1) {
            cdy_add_character(b, '.');
            cdy_add_bytes(b, digits + 1, count - 1);
        }
        snprintf(exponent, sizeof exponent, "e%c%02d", whole > 0 ? '+' : '-', abs(whole - 1));
        cdy_add_text(b, exponent);
    } else if (whole <= 0) {
        cdy_add_text(b, "0.");
        cdy_add_repeated(b, '0', (size_t)-whole);
        cdy_add_bytes(b, digits, count);
    } else if ((size_t)whole >= count) {
        cdy_add_bytes(b, digits, count);
        cdy_add_repeated(b, '0', (size_t)whole - count);
        cdy_add_text(b, ".0");
    } else {
        cdy_add_bytes(b, digits, (size_t)whole);
        cdy_add_character(b, '.');
        cdy_add_bytes(b, digits + whole, count - (size_t)whole);
    }
}

static void add_number(cdy_builder *b, double number)
{
    if (isnan(number)) {
        cdy_add_text(b, "nan");
        return;
    }
    if (signbit(number)) {
        cdy_add_character(b, '-');
    }
    if (isinf(number)) {
        cdy_add_text(b, "inf");
    } else if (number == 0) {
        cdy_add_text(b, "0.0");
    } else {
        add_finite(b, fabs(number));
    }
}

static void add_quoted(cdy_builder *b, cdy_value v)
{
    const char *p = v.text.bytes, *end = p + v.text.length;
    const char quote = memchr(p, '\'', v.text.length) && !memchr(p, '"', v.text.length) ? '"' : '\'';
    cdy_add_character(b, quote);
    for (; p < end && !b->x->status; p++) {
        const unsigned char c = (unsigned char)*p;
        char escape[8];
        if (*p == quote || *p == '\\') {
            cdy_add_character(b, '\\');
            cdy_add_character(b, *p);
        } else if (c == '\n' || c == '\r' || c == '\t') {
            cdy_add_text(b, c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t");
        } else if (c < 0x20 || c == 0x7f) {
            snprintf(escape, sizeof escape, "\\x%02x", c);
            cdy_add_text(b, escape);
        } else {
            cdy_add_character(b, *p);
        }
    }
    cdy_add_character(b, quote);
}

static void add_list(cdy_builder *b, cdy_value v)
{
    const char *open = v.kind == CDY_KIND_TUPLE ? "(" : v.kind == CDY_KIND_LIST ? "[" : "([";
    const char *close = v.kind == CDY_KIND_TUPLE ? ")" : v.kind == CDY_KIND_LIST ? "]" : "])";
    if (v.kind == CDY_KIND_VIEW) {
        cdy_add_text(b, "dict_view");
    } else if (v.kind == CDY_KIND_RANGE || v.kind == CDY_KIND_ITERATOR) {
        cdy_add_text(b, cdy_type_name(v));
    }
    cdy_add_text(b, open);
    for (size_t i = 0; i < v.list->count && !b->x->status; i++) {
        if (i > 0) {
            cdy_add_text(b, ", ");
        }
        cdy_add_repr(b, v.list->items[i]);
    }
    if (v.kind == CDY_KIND_TUPLE && v.list->count == 1) {
        cdy_add_character(b, ',');
    }
    cdy_add_text(b, close);
}

static void add_dict(cdy_builder *b, cdy_value v)
{
    if (v.kind == CDY_KIND_SET && v.dict->count == 0) {
        cdy_add_text(b, "set()");
        return;
    }
    cdy_add_character(b, '{');
    for (size_t i = 0; i < v.dict->count && !b->x->status; i++) {
        if (i > 0) {
            cdy_add_text(b, ", ");
        }
        cdy_add_repr(b, v.dict->keys[i]);
        if (v.kind == CDY_KIND_DICT) {
            cdy_add_text(b, ": ");
            cdy_add_repr(b, v.dict->values[i]);
        }
    }
    cdy_add_character(b, '}');
}

static void add_other(cdy_builder *b, cdy_value v)
{
    const char *name = v.kind == CDY_KIND_FUNCTION ? v.function->name
                       : v.kind == CDY_KIND_METHOD ? v.method->function->name
                       : v.kind == CDY_KIND_MODULE ? v.module->name
                                                   : "";
    cdy_add_character(b, '<');
    cdy_add_text(b, cdy_type_name(v));
    cdy_add_text(b, *name ? " " : "");
    cdy_add_text(b, name);
    cdy_add_character(b, '>');
}

void cdy_add_repr(cdy_builder *b, cdy_value v)
{
    if (!cdy_step(b->x, 1) || !cdy_enter(b->x)) {
        return;
    }
    char digits[24];
    if (v.kind == CDY_KIND_NONE) {
        cdy_add_text(b, "None");
    } else if (v.kind == CDY_KIND_BOOL) {
        cdy_add_text(b, v.truth ? "True" : "False");
    } else if (v.kind == CDY_KIND_INT) {
        snprintf(digits, sizeof digits, "%" PRId64, v.integer);
        cdy_add_text(b, digits);
    } else if (v.kind == CDY_KIND_FLOAT) {
        add_number(b, v.number);
    } else if (v.kind == CDY_KIND_TEXT) {
        add_quoted(b, v);
    } else if (cdy_has_list(v)) {
        add_list(b, v);
    } else if (v.kind == CDY_KIND_DICT || v.kind == CDY_KIND_SET) {
        add_dict(b, v);
    } else {
        add_other(b, v);
    }
    cdy_leave(b->x);
}

void cdy_add_value(cdy_builder *b, cdy_value v)
{
    if (v.kind == CDY_KIND_TEXT) {
        cdy_add_bytes(b, v.text.bytes, v.text.length);
    } else {
        cdy_add_repr(b, v);
    }
}

cdy_value cdy_to_text(cdy_interpreter *x, cdy_value v)
{
    if (v.kind == CDY_KIND_TEXT || v.kind == CDY_KIND_FAILED) {
        return v;
    }
    cdy_builder b = {.x = x};
    cdy_add_value(&b, v);
    return x->status ? cdy_failed_value : cdy_of_text(b.text, b.length);
}
