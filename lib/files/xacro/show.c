#include "xacro/show.h"

#include "text/shortest.h"
#include "xacro/function.h"
#include "xacro/integer.h"
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

static void add_range(cdy_builder *b, const int64_t bounds[3])
{
    char text[80];
    const size_t length = (size_t)snprintf(text, sizeof text, "range(%" PRId64 ", %" PRId64, bounds[0], bounds[1]);
    if (bounds[2] != 1) {
        snprintf(text + length, sizeof text - length, ", %" PRId64, bounds[2]);
    }
    cdy_add_text(b, text);
    cdy_add_character(b, ')');
}

/* Python prints the address of an iterator, which differs from run to run; 0 stands for it here. */
static void add_iterator(cdy_builder *b, const char *origin)
{
    cdy_add_character(b, '<');
    cdy_add_text(b, origin ? origin : "generator");
    cdy_add_text(b, origin ? " object at 0x0>" : " object <genexpr> at 0x0>");
}

static void add_list(cdy_builder *b, cdy_value v)
{
    if (v.kind == CDY_KIND_RANGE) {
        add_range(b, v.list->bounds);
        return;
    }
    if (v.kind == CDY_KIND_ITERATOR) {
        add_iterator(b, v.list->origin);
        return;
    }
    const char *open = v.kind == CDY_KIND_TUPLE ? "(" : v.kind == CDY_KIND_LIST ? "[" : "([";
    const char *close = v.kind == CDY_KIND_TUPLE ? ")" : v.kind == CDY_KIND_LIST ? "]" : "])";
    if (v.kind == CDY_KIND_VIEW) {
        cdy_add_text(b, v.list->origin ? v.list->origin : "dict_view");
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

/* Whether a function is a type, which calls make a value of. */
static bool is_type(const char *name)
{
    static const char *const types[] = {"bool",  "dict",     "enumerate", "filter", "float", "int",   "list", "map",
                                        "range", "reversed", "set",       "slice",  "str",   "tuple", "type", "zip"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static void add_function(cdy_builder *b, const char *name)
{
    cdy_add_text(b, is_type(name) ? "<class '" : "<built-in function ");
    cdy_add_text(b, name);
    cdy_add_text(b, is_type(name) ? "'>" : ">");
}

static void add_other(cdy_builder *b, cdy_value v)
{
    if (v.kind == CDY_KIND_FUNCTION) {
        add_function(b, v.function->name);
        return;
    }
    const char *name = v.kind == CDY_KIND_METHOD   ? v.method->function->name
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
    if (v.kind == CDY_KIND_NONE) {
        cdy_add_text(b, "None");
    } else if (v.kind == CDY_KIND_BOOL) {
        cdy_add_text(b, v.truth ? "True" : "False");
    } else if (cdy_is_whole(v)) {
        const char *digits = cdy_digits_of_whole(b->x, v, 10, false);
        cdy_add_text(b, cdy_is_negative(v) ? "-" : "");
        cdy_add_text(b, digits ? digits : "");
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

cdy_value cdy_to_ascii(cdy_interpreter *x, cdy_value text)
{
    cdy_builder b = {.x = x};
    cdy_add_text(&b, "");
    const char *p = text.text.bytes, *end = p + text.text.length;
    while (p < end && !x->status) {
        const size_t length = cdy_character_length(p);
        char escape[16];
        const uint32_t code = cdy_code_of(p);
        if (code < 0x100) {
            snprintf(escape, sizeof escape, "\\x%02" PRIx32, code);
        } else if (code < 0x10000) {
            snprintf(escape, sizeof escape, "\\u%04" PRIx32, code);
        } else {
            snprintf(escape, sizeof escape, "\\U%08" PRIx32, code);
        }
        if (length == 1) {
            cdy_add_character(&b, *p);
        } else {
            cdy_add_text(&b, escape);
        }
        p += length;
    }
    return x->status ? cdy_failed_value : cdy_of_text(b.text, b.length);
}
