#include "xacro/expression.h"
#include "xacro/integer.h"
#include "xacro/literal.h"
#include "xacro/yaml_file.h"

#include <math.h>
#include <string.h>
#include <strings.h>

static bool is_word(const char *text, size_t length, const char *word)
{
    const size_t size = strlen(word);
    if (length != size || strncasecmp(text, word, size) != 0) {
        return false;
    }
    bool lower = true, upper = true, capital = true; /* no, NO and No, but not nO */
    for (size_t i = 0; i < size; i++) {
        const bool up = text[i] >= 'A' && text[i] <= 'Z';
        lower = lower && !up;
        upper = upper && up;
        capital = capital && up == (i == 0);
    }
    return lower || upper || capital;
}

static bool read_truth(const char *text, size_t length, bool *truth)
{
    static const char *const words[] = {"no", "yes", "false", "true", "off", "on"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (is_word(text, length, words[i])) {
            *truth = i % 2;
            return true;
        }
    }
    return false;
}

static bool is_null(const char *text, size_t length)
{
    return length == 0 || (length == 1 && *text == '~') || is_word(text, length, "null");
}

/* The length of a run of these characters. */
static size_t run(const char *text, size_t length, const char *characters)
{
    size_t i = 0;
    while (i < length && text[i] && strchr(characters, text[i])) {
        i++;
    }
    return i;
}

/* Sexagesimal numbers: 1:30, and with a fraction in the last part, 1:30.5. */
static bool read_sexagesimal(const char *text, size_t length, bool negative, cdy_value *value)
{
    double total = 0, part;
    bool whole = true;
    size_t i = 0, parts = 0;
    while (i < length) {
        const size_t digits = run(text + i, length - i, "0123456789_");
        size_t stop = i + digits;
        if (stop < length && text[stop] == '.') {
            stop += 1 + run(text + stop + 1, length - stop - 1, "0123456789_");
            whole = false;
        }
        cdy_value number;
        if (digits == 0 || (parts > 0 && (digits > 2 || (digits == 2 && text[i] > '5'))) ||
            (stop < length && (text[stop] != ':' || !whole)) || !cdy_read_float(text + i, stop - i, &number)) {
            return false;
        }
        part = number.number;
        total = total * 60 + part;
        parts++;
        i = stop + (stop < length);
        if (stop < length && i == length) {
            return false;
        }
    }
    if (parts < 2 || (whole && *text == '0')) {
        return false;
    }
    total = negative ? -total : total;
    *value = whole && fabs(total) < 9e15 ? cdy_of_integer((int64_t)total) : cdy_of_number(total);
    return true;
}

/* Copies digits without their underscores; 0 if the text is too long. */
static size_t without_underscores(const char *text, size_t length, char *out, size_t size)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        if (count + 1 >= size) {
            return 0;
        }
        out[count] = text[i];
        count += text[i] != '_';
    }
    out[count] = '\0';
    return count;
}

/* 0b101, 0x1f, 017, 12: underscores may stand anywhere between and behind the digits. */
static bool read_integer(cdy_interpreter *x, const char *digits, size_t length, bool negative, cdy_value *value)
{
    int base = 10;
    size_t skip = 0;
    if (length > 2 && *digits == '0' && (digits[1] == 'b' || digits[1] == 'x')) {
        base = digits[1] == 'b' ? 2 : 16;
        skip = 2;
    } else if (length > 1 && *digits == '0') {
        base = 8;
        skip = 1;
    }
    const char *allowed = base == 2    ? "01"
                          : base == 8  ? "01234567"
                          : base == 10 ? "0123456789"
                                       : "0123456789abcdefABCDEF";
    if (length == skip || run(digits + skip, length - skip, allowed) < length - skip ||
        !cdy_read_integer(x, digits + skip, length - skip, base, value)) {
        return false;
    }
    *value = negative ? cdy_negate(x, *value) : *value;
    return value->kind != CDY_KIND_FAILED;
}

/* A float has a point, and a sign in its exponent: 1.5e+3, but neither 1e3 nor 1.5e3 is one. */
static bool read_float(const char *text, size_t length, bool negative, cdy_value *value)
{
    const char *p = text, *end = text + length;
    if (length == 4 && *p == '.' &&
        (is_word(p + 1, 3, "inf") || strncmp(p + 1, "nan", 3) == 0 || strncmp(p + 1, "NaN", 3) == 0 ||
         strncmp(p + 1, "NAN", 3) == 0)) {
        *value = cdy_of_number((p[1] | 0x20) == 'n' ? (double)NAN : negative ? -(double)INFINITY : (double)INFINITY);
        return true;
    }
    const size_t before = run(p, length, "0123456789");
    p += before;
    if (p == end || *p != '.') {
        return false;
    }
    p++;
    const size_t behind = run(p, (size_t)(end - p), "0123456789");
    p += behind;
    if (before + behind == 0) {
        return false;
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        p++;
        if (p == end || (*p != '+' && *p != '-')) {
            return false;
        }
        p++;
        const size_t digits = run(p, (size_t)(end - p), "0123456789");
        p = digits > 0 ? p + digits : end + 1;
    }
    if (p != end || !cdy_read_float(text, length, value)) {
        return false;
    }
    value->number = negative ? -value->number : value->number;
    return true;
}

static bool read_number(cdy_interpreter *x, const char *text, size_t length, cdy_value *value)
{
    char digits[256];
    const bool sign = length > 0 && (*text == '-' || *text == '+');
    const bool negative = sign && *text == '-';
    text += sign;
    length -= sign;
    if (length == 0 || !strchr("0123456789.", *text) || !*text) {
        return false;
    }
    if (sign && *text == '.' && !is_word(text + 1, length - 1, "inf")) { /* -.5 is a text in YAML 1.1 */
        return false;
    }
    if (memchr(text, ':', length)) {
        return read_sexagesimal(text, length, negative, value);
    }
    const size_t count = without_underscores(text, length, digits, sizeof digits);
    return count > 0 && (read_integer(x, digits, count, negative, value) || read_float(digits, count, negative, value));
}

cdy_value cdy_read_plain(cdy_interpreter *x, const char *text, size_t length)
{
    cdy_value value;
    bool truth;
    if (is_null(text, length)) {
        return cdy_none;
    }
    if (read_truth(text, length, &truth)) {
        return cdy_of_bool(truth);
    }
    return read_number(x, text, length, &value) ? value : cdy_copy_of_text(x, text, length);
}

/* A number with a unit may be an expression. */
static cdy_value read_unit(cdy_interpreter *x, const char *text, size_t length, double factor)
{
    cdy_value value = cdy_evaluate_text(x, text, length, cdy_new_scope(x, NULL, false));
    cdy_value number;
    if (value.kind == CDY_KIND_TEXT && cdy_read_float(value.text.bytes, value.text.length, &number)) {
        value = number;
    }
    if (value.kind && !cdy_is_number(value)) {
        cdy_report_error(x, "'%.80s' comes to a value of type %s; expected a number", text, cdy_type_name(value));
        return cdy_failed_value;
    }
    double plain;
    return value.kind && cdy_to_number(x, value, &plain) ? cdy_of_number(plain * factor) : cdy_failed_value;
}

cdy_value cdy_read_tagged(cdy_interpreter *x, const char *tag, const char *text, size_t length)
{
    static const struct {
        const char *tag;
        double factor;
    } units[] = {{"!radians", 1},   {"!degrees", 3.14159265358979323846 / 180},
                 {"!meters", 1},    {"!millimeters", 0.001},
                 {"!foot", 0.3048}, {"!inches", 0.0254}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(tag, units[i].tag) == 0) {
            return read_unit(x, text, length, units[i].factor);
        }
    }
    static const char prefix[] = "tag:yaml.org,2002:";
    if (strncmp(tag, prefix, sizeof prefix - 1) != 0) {
        return cdy_failed_value;
    }
    tag += sizeof prefix - 1;
    cdy_value value = cdy_failed_value;
    bool truth;
    if (strcmp(tag, "str") == 0) {
        return cdy_copy_of_text(x, text, length);
    }
    if (strcmp(tag, "null") == 0) {
        return cdy_none;
    }
    if (strcmp(tag, "bool") == 0 && read_truth(text, length, &truth)) {
        return cdy_of_bool(truth);
    }
    if ((strcmp(tag, "int") == 0 || strcmp(tag, "float") == 0) &&
        (read_number(x, text, length, &value) || cdy_read_float(text, length, &value))) {
        double plain;
        return *tag != 'f' ? value : cdy_to_number(x, value, &plain) ? cdy_of_number(plain) : cdy_failed_value;
    }
    return cdy_failed_value;
}
