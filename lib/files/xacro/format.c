#include "xacro/format.h"

#include "xacro/dict.h"
#include "xacro/function.h"
#include "xacro/integer.h"
#include "xacro/show.h"
#include "xacro/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A field: [[fill]align][sign][#][0][width][,][.precision][type]. */
typedef struct field {
    const char *fill; /* a character */
    char align;       /* < > ^ =; 0: as is usual */
    char sign;        /* + blank; 0: for negative numbers only */
    bool alternate;
    char separator;       /* between thousands: , _; 0: none */
    int width, precision; /* -1: not given */
    char type;            /* 0: not given */
} field;

enum { WIDEST = 1000, MOST_DIGITS = 300, NUMBER_SIZE = 2048 };

void cdy_fix_point(char *text)
{
    char *p = text + strspn(text, " +-0123456789");
    const size_t foreign = strcspn(p, "+-0123456789eEinfatyINFATY.");
    if (foreign > 0) {
        *p = '.';
        memmove(p + 1, p + foreign, strlen(p + foreign) + 1);
    }
}

/* The characters before a number's digits: the sign, and 0x where the form is the alternate one. */
static size_t length_of_sign(const field *f, const char *text)
{
    const size_t sign = *text && strchr("+- ", *text) ? 1 : 0;
    return sign + (f->alternate && f->type && strchr("xXob", f->type) ? 2 : 0);
}

static void add_padded(cdy_builder *b, const field *f, const char *text, size_t length, char usual)
{
    const size_t shown = cdy_count_characters(cdy_of_text(text, length));
    const size_t padding = f->width > 0 && (size_t)f->width > shown ? (size_t)f->width - shown : 0;
    const char align = f->align ? f->align : usual;
    const size_t sign = align == '=' ? length_of_sign(f, text) : 0;
    const size_t left = align == '<' ? 0 : align == '^' ? padding / 2 : padding;
    cdy_add_bytes(b, text, sign);
    for (size_t i = 0; i < left; i++) {
        cdy_add_bytes(b, f->fill, cdy_character_length(f->fill));
    }
    cdy_add_bytes(b, text + sign, length - sign);
    for (size_t i = left; i < padding; i++) {
        cdy_add_bytes(b, f->fill, cdy_character_length(f->fill));
    }
}

/* Puts separators between the thousands of a number's whole part, or between four of other digits; zeros that fill a
 * field are grouped as well. */
static void group(char *text, size_t size, const field *f)
{
    const bool others = f->type && strchr("xXob", f->type);
    const size_t sign = length_of_sign(f, text), distance = others ? 4 : 3;
    size_t digits = strspn(text + sign, others ? "0123456789abcdefABCDEF" : "0123456789"), length = strlen(text);
    const bool fills = digits > 0 && f->align == '=' && *f->fill == '0';
    while (fills && f->width > 0 && length + (digits - 1) / distance < (size_t)f->width && length + 1 < size) {
        memmove(text + sign + 1, text + sign, length - sign + 1);
        text[sign] = '0';
        length++;
        digits++;
    }
    for (size_t behind = distance; behind < digits && length + 1 < size; behind += distance) {
        char *p = text + sign + digits - behind;
        memmove(p + 1, p, length - (size_t)(p - text) + 1);
        *p = f->separator;
        length++;
    }
}

/* Without a type, a number of some digits has a point or an exponent: 10.0, 1e+01. */
static void mark_as_float(char *text, size_t size, int precision, double number)
{
    char shown[NUMBER_SIZE];
    snprintf(shown, sizeof shown, "%.*e", precision > 0 ? precision - 1 : 0, number);
    cdy_fix_point(shown);
    const char *exponent = strchr(shown, 'e');
    if (!exponent || strpbrk(text, "en")) {
        return;
    }
    const size_t length = strlen(text), sign = strspn(text, "+ ");
    if (strtol(exponent + 1, NULL, 10) == (precision > 0 ? precision - 1 : 0)) {
        size_t digits = (size_t)(exponent - shown);
        while (digits > 1 && memchr(shown, '.', digits) && strchr("0.", shown[digits - 1])) {
            const bool point = shown[--digits] == '.';
            if (point) {
                break;
            }
        }
        snprintf(text + sign, size - sign, "%.*s%s", (int)digits, shown, exponent);
    } else if (!strchr(text, '.')) {
        snprintf(text + length, size - length, ".0");
    }
}

static void add_float(cdy_builder *b, const field *f, double number)
{
    char text[NUMBER_SIZE], format[16] = "%";
    int precision = f->precision < 0 ? 6 : f->precision;
    const char type = f->type == '%' ? 'f' : f->type ? f->type : 'g';
    precision = precision > MOST_DIGITS ? MOST_DIGITS : precision;
    if (!f->type && f->precision < 0) {
        cdy_builder shown = {.x = b->x};
        cdy_add_value(&shown, cdy_of_number(number));
        snprintf(text, sizeof text, "%s%.100s", f->sign && !signbit(number) ? (char[]){f->sign, '\0'} : "",
                 shown.text ? shown.text : "");
    } else {
        snprintf(format, sizeof format, "%%%s%s.*%c",
                 f->sign == '+' ? "+"
                 : f->sign      ? " "
                                : "",
                 f->alternate ? "#" : "", type == 'n' ? 'g' : type);
        _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wformat-nonliteral\"")
            snprintf(text, sizeof text, format, precision, f->type == '%' ? 100 * number : number);
        _Pragma("GCC diagnostic pop") cdy_fix_point(text);
        if (!f->type) {
            mark_as_float(text, sizeof text, precision, number);
        }
    }
    if (f->separator) {
        group(text, sizeof text, f);
    }
    const size_t length = strlen(text);
    if (f->type == '%' && length + 1 < sizeof text) {
        memcpy(text + length, "%", 2);
    }
    add_padded(b, f, text, strlen(text), '>');
}

static int base_of(char type)
{
    return type == 'x' || type == 'X' ? 16 : type == 'o' ? 8 : type == 'b' ? 2 : 10;
}

static void add_integer(cdy_builder *b, const field *f, cdy_value v)
{
    const char *digits = cdy_digits_of_whole(b->x, v, base_of(f->type), f->type == 'X');
    if (!digits) {
        return;
    }
    const char *sign = cdy_is_negative(v) ? "-" : f->sign == '+' ? "+" : f->sign ? " " : "";
    const char base[] = {'0', f->type, '\0'};
    const size_t count = strlen(digits), least = f->precision > 1 ? (size_t)f->precision : 1; /* of % formats */
    const size_t zeros = count < least ? least - count : 0;
    const size_t size = 2 * (count + zeros + (f->width > 0 ? (size_t)f->width : 0)) + sizeof base + 2;
    char *text = cdy_take(b->x, size, 1);
    if (text) {
        const int length = snprintf(text, size, "%s%s", sign, f->alternate && base_of(f->type) != 10 ? base : "");
        memset(text + length, '0', zeros);
        memcpy(text + length + zeros, digits, count);
        if (f->separator) {
            group(text, size, f);
        }
        add_padded(b, f, text, strlen(text), '>');
    }
}

static void add_field_text(cdy_builder *b, const field *f, cdy_value v)
{
    const cdy_value text = cdy_to_text(b->x, v);
    if (text.kind) {
        const size_t length = f->precision >= 0 ? cdy_offset_of(text, (size_t)f->precision) : text.text.length;
        add_padded(b, f, text.text.bytes, length, '<');
    }
}

static void add_field(cdy_builder *b, const field *f, cdy_value v)
{
    const bool real = f->type && strchr("eEfFgGn%", f->type) != NULL;
    const bool whole = f->type && strchr("dbxXo", f->type) != NULL;
    const bool local = f->type == 'n' && cdy_is_whole(v);
    double number;
    if (f->width > WIDEST || f->precision > WIDEST) {
        cdy_report_error(b->x, "a field of more than %d characters is too wide", WIDEST);
    } else if (f->type == 'c' && cdy_is_integer(v) && cdy_integer_of(v) > 0 && cdy_integer_of(v) <= 0x10ffff) {
        cdy_builder c = {.x = b->x};
        cdy_add_code(&c, (uint32_t)cdy_integer_of(v));
        add_padded(b, f, c.text ? c.text : "", c.length, '>');
    } else if ((real && cdy_is_number(v) && !local) ||
               (!whole && v.kind == CDY_KIND_FLOAT && f->type != 's' && f->type != 'c')) {
        if (cdy_to_number(b->x, v, &number)) {
            add_float(b, f, number);
        }
    } else if ((whole || local || !f->type) && cdy_is_whole(v)) {
        add_integer(b, f, v);
    } else if (!f->type || f->type == 's' ||
               (f->type == 'c' && v.kind == CDY_KIND_TEXT && cdy_count_characters(v) == 1)) {
        add_field_text(b, f, v);
    } else {
        cdy_report_error(b->x, "the format '%c' does not take a value of type %s", f->type, cdy_type_name(v));
    }
}

static int read_count(const char **p, const char *end)
{
    int count = -1;
    while (*p < end && **p >= '0' && **p <= '9') {
        count = (count < 0 ? 0 : count) * 10 + (*(*p)++ - '0');
        count = count > 2 * WIDEST ? 2 * WIDEST : count;
    }
    return count;
}

/* Reports a format that does not fit its value; `sign` is given as written. */
static bool check_field(cdy_interpreter *x, const field *f, cdy_value v, bool sign)
{
    const char *wrong = NULL;
    if (v.kind == CDY_KIND_TEXT) {
        wrong = f->type && f->type != 's' ? "this type"
                : sign                    ? "a sign"
                : f->alternate            ? "#"
                : f->align == '='         ? "="
                : f->separator            ? "a separator"
                                          : NULL;
    } else if (!cdy_is_number(v)) {
        wrong = "anything";
    } else if (f->type == 's' || (v.kind == CDY_KIND_FLOAT && f->type && strchr("bcdoxX", f->type))) {
        wrong = "this type";
    } else if (f->separator && f->type && strchr(f->separator == ',' ? "bcnoxXs" : "cn", f->type)) {
        wrong = "a separator";
    } else if (f->type == 'c' && (sign || f->alternate)) {
        wrong = sign ? "a sign" : "#";
    } else if (cdy_is_whole(v) && f->precision >= 0 && (!f->type || strchr("bcdnoxX", f->type))) {
        wrong = "a precision";
    }
    return !wrong || cdy_report_error(x, "the format of a value of type %s does not take %s", cdy_type_name(v), wrong);
}

void cdy_add_formatted(cdy_builder *b, cdy_value v, const char *format)
{
    if (!*format) {
        cdy_add_value(b, v);
        return;
    }
    v = v.kind == CDY_KIND_BOOL ? cdy_of_integer(v.truth) : v;
    field f = {.fill = " ", .precision = -1};
    const char *p = format, *end = p + strlen(p);
    const size_t first = *p ? cdy_character_length(p) : 0;
    bool missing = false; /* a precision behind the point */
    const bool filled = first && p + first < end && strchr("<>^=", p[first]);
    if (filled) {
        f.fill = p;
        f.align = p[first];
        p += first + 1;
    } else if (*p && strchr("<>^=", *p)) {
        f.align = *p++;
    }
    const bool sign = *p && strchr("+- ", *p);
    if (sign) {
        f.sign = *p == '-' ? '\0' : *p;
        p++;
    }
    f.alternate = *p == '#';
    p += *p == '#';
    if (*p == '0') {
        f.fill = filled ? f.fill : "0";
        f.align = f.align ? f.align : v.kind == CDY_KIND_TEXT ? '<' : '=';
    }
    f.width = read_count(&p, end);
    f.separator = *p == ',' || *p == '_' ? *p++ : '\0';
    if (*p == '.') {
        p++;
        f.precision = read_count(&p, end);
        missing = f.precision < 0;
    }
    f.type = *p;
    if (missing || (*p && (p[1] || !strchr("bcdeEfFgGnosxX%", *p)))) {
        cdy_report_error(b->x, "the format '%.40s' is none", format);
        return;
    }
    if (check_field(b->x, &f, v, sign)) {
        add_field(b, &f, v);
    }
}

/* State of a `%` format: position and values used so far. */
typedef struct percent {
    cdy_builder out;
    const char *at, *end;
    cdy_value values;
    size_t used;
} percent;

static cdy_value next_value(percent *p)
{
    const bool many = p->values.kind == CDY_KIND_TUPLE;
    if (p->used >= (many ? p->values.list->count : 1)) {
        cdy_report_error(p->out.x, "the format has more %% than there are values");
        return cdy_failed_value;
    }
    return many ? p->values.list->items[p->used++] : (p->used++, p->values);
}

/* `%(key)d`: takes the value from a dict. */
static cdy_value keyed_value(percent *p)
{
    const char *close = memchr(p->at, ')', (size_t)(p->end - p->at));
    if (!close || p->values.kind != CDY_KIND_DICT) {
        cdy_report_error(p->out.x, "%%(key) in a format needs a dict of values");
        return cdy_failed_value;
    }
    const cdy_value key = cdy_copy_of_text(p->out.x, p->at, (size_t)(close - p->at));
    p->at = close + 1;
    p->used = 1;
    return key.kind ? cdy_index_value(p->out.x, p->values, key) : key;
}

static int read_size(percent *p)
{
    if (p->at < p->end && *p->at == '*') {
        p->at++;
        const cdy_value v = next_value(p);
        return cdy_is_integer(v) && cdy_integer_of(v) >= 0 && cdy_integer_of(v) <= WIDEST ? (int)cdy_integer_of(v)
                                                                                          : 2 * WIDEST;
    }
    return read_count(&p->at, p->end);
}

static void add_percent(percent *p)
{
    cdy_builder *b = &p->out;
    field f = {.fill = " ", .precision = -1};
    cdy_value v = cdy_failed_value;
    bool keyed = false;
    const char *start = p->at;
    if (p->at < p->end && *p->at == '(') {
        p->at++;
        keyed = true;
        v = keyed_value(p);
    }
    for (; p->at < p->end && strchr("-+ 0#", *p->at) && *p->at; p->at++) {
        f.align = *p->at == '-' ? '<' : *p->at == '0' && f.align != '<' ? '=' : f.align;
        f.sign = *p->at == '+' || (*p->at == ' ' && !f.sign) ? *p->at : f.sign;
        f.alternate = f.alternate || *p->at == '#';
    }
    f.fill = f.align == '=' ? "0" : " ";
    f.align = f.align ? f.align : '>';
    f.width = read_size(p);
    if (p->at < p->end && *p->at == '.') {
        p->at++;
        f.precision = read_size(p);
        f.precision = f.precision < 0 ? 0 : f.precision;
    }
    p->at += p->at < p->end && strchr("lhL", *p->at) && *p->at;
    f.type = p->at < p->end ? *p->at++ : '\0';
    if (f.type == '%' && p->at == start + 1) {
        cdy_add_character(b, '%');
        return;
    }
    v = keyed || b->x->status ? v : next_value(p);
    if (b->x->status || !v.kind) {
        return;
    }
    if (f.type == 'r' || f.type == 'a') {
        cdy_builder shown = {.x = b->x};
        cdy_add_repr(&shown, v);
        v = b->x->status    ? v
            : f.type == 'a' ? cdy_to_ascii(b->x, cdy_of_text(shown.text, shown.length))
                            : cdy_of_text(shown.text, shown.length);
        f.type = 's';
    }
    if (f.type == 'i' || f.type == 'u' || f.type == 'd') {
        f.type = 'd';
        v = v.kind == CDY_KIND_FLOAT && isfinite(v.number) ? cdy_whole_of_number(b->x, trunc(v.number)) : v;
        if (!v.kind) {
            return;
        }
    }
    if (!f.type || !strchr("dxXoeEfFgGsc", f.type)) {
        cdy_report_error(b->x, "'%%%c' is no format", f.type ? f.type : ' ');
        return;
    }
    add_field(b, &f, v);
}

cdy_value cdy_format_percent(cdy_interpreter *x, cdy_value format, cdy_value values)
{
    percent p = {
        .out = {.x = x}, .at = format.text.bytes, .end = format.text.bytes + format.text.length, .values = values};
    cdy_add_text(&p.out, "");
    while (p.at < p.end && !x->status) {
        const char *sign = memchr(p.at, '%', (size_t)(p.end - p.at));
        cdy_add_bytes(&p.out, p.at, (size_t)((sign ? sign : p.end) - p.at));
        p.at = sign ? sign + 1 : p.end;
        if (sign) {
            add_percent(&p);
        }
    }
    const bool none = values.kind == CDY_KIND_DICT || values.kind == CDY_KIND_LIST || values.kind == CDY_KIND_RANGE;
    const size_t count = values.kind == CDY_KIND_TUPLE ? values.list->count : none ? 0 : 1; /* that have to be used */
    if (!x->status && p.used < count) {
        cdy_report_error(x, "the format has fewer %% than there are values");
    }
    return x->status ? cdy_failed_value : cdy_of_text(p.out.text, p.out.length);
}
