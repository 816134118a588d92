#include "xacro/literal.h"

#include "text/number.h"
#include "xacro/integer.h"
#include "xacro/text.h"

#include <limits.h>
#include <math.h>
#include <string.h>
#include <strings.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int digit_of(char c)
{
    const int letter = c | 0x20;
    return is_digit(c) ? c - '0' : letter >= 'a' && letter <= 'z' ? letter - 'a' + 10 : 99;
}

/* Whether all bytes from `p` to `end` are digits, with underscores between them. */
static bool are_digits(const char *p, const char *end, int base)
{
    for (const char *start = p; p < end; p++) {
        if (*p == '_' ? p == start || p + 1 == end || p[-1] == '_' : digit_of(*p) >= base) {
            return false;
        }
    }
    return true;
}

bool cdy_read_integer(cdy_interpreter *x, const char *text, size_t length, int base, cdy_value *value)
{
    const cdy_value trimmed = cdy_trim(cdy_of_text(text, length));
    const char *p = trimmed.text.bytes, *end = p + trimmed.text.length;
    const bool negative = p < end && *p == '-';
    p += p < end && (*p == '-' || *p == '+');
    if (end - p >= 2 && *p == '0') {
        const int letter = p[1] | 0x20;
        const int prefix = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
        if (prefix && (base == 0 || base == prefix)) {
            base = prefix;
            p += 2 + (end - p > 2 && p[2] == '_');
        }
    }
    base = base ? base : 10;
    if (p == end || !are_digits(p, end, base)) {
        return false;
    }
    *value = cdy_whole_of_digits(x, p, (size_t)(end - p), base, negative);
    return value->kind != CDY_KIND_FAILED;
}

static bool read_word(const char *p, size_t length, bool negative, cdy_value *value)
{
    if ((length == 3 && strncasecmp(p, "inf", 3) == 0) || (length == 8 && strncasecmp(p, "infinity", 8) == 0)) {
        *value = cdy_of_number(negative ? -HUGE_VAL : HUGE_VAL);
        return true;
    }
    if (length == 3 && strncasecmp(p, "nan", 3) == 0) {
        *value = cdy_of_number((double)NAN);
        return true;
    }
    return false;
}

/* Copies a number without the underscores between its digits; 0 if one is elsewhere, or the number is too long. */
static size_t drop_underscores(const char *p, size_t length, char *out, size_t capacity)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        const bool between = i > 0 && i + 1 < length && is_digit(p[i - 1]) && is_digit(p[i + 1]);
        if (count == capacity || (p[i] == '_' && !between)) {
            return 0;
        }
        out[count] = p[i];
        count += p[i] != '_';
    }
    return count;
}

bool cdy_read_float(const char *text, size_t length, cdy_value *value)
{
    const cdy_value trimmed = cdy_trim(cdy_of_text(text, length));
    const char *p = trimmed.text.bytes;
    size_t size = trimmed.text.length;
    char digits[512];
    if (memchr(p, '_', size)) {
        size = drop_underscores(p, size, digits, sizeof digits);
        p = digits;
    }
    const bool negative = size > 0 && *p == '-', sign = size > 0 && (*p == '-' || *p == '+');
    p += sign;
    size -= sign;
    if (size == 0 || read_word(p, size, negative, value)) {
        return size > 0;
    }
    if (!is_digit(*p) && *p != '.') {
        return false;
    }
    double number;
    const cdy_number_status status = cdy_parse_number(p, size, &number);
    if (status == CDY_NUMBER_RANGE) {
        number = HUGE_VAL;
    } else if (status != CDY_NUMBER_OK) {
        return false;
    }
    *value = cdy_of_number(negative ? -number : number);
    return true;
}

static bool is_word(cdy_value text, const char *word)
{
    return text.text.length == strlen(word) && memcmp(text.text.bytes, word, text.text.length) == 0;
}

bool cdy_read_truth(cdy_interpreter *x, cdy_value v, bool *truth)
{
    cdy_value number;
    if (v.kind != CDY_KIND_TEXT) {
        *truth = cdy_truth_of(v);
        return true;
    }
    if (is_word(v, "true") || is_word(v, "True")) {
        *truth = true;
        return true;
    }
    if (is_word(v, "false") || is_word(v, "False")) {
        *truth = false;
        return true;
    }
    const bool read = cdy_read_integer(x, v.text.bytes, v.text.length, 10, &number);
    *truth = read && cdy_truth_of(number);
    return read;
}

cdy_value cdy_read_literal(cdy_interpreter *x, cdy_value v)
{
    if (v.kind != CDY_KIND_TEXT) {
        return v;
    }
    const char *p = v.text.bytes;
    const size_t length = v.text.length;
    if (length >= 2 && *p == '\'' && p[length - 1] == '\'') {
        return cdy_copy_of_text(x, p + 1, length - 2);
    }
    cdy_value value;
    bool truth;
    if (memchr(p, '_', length)) {
        return v;
    }
    if (cdy_read_integer(x, p, length, 10, &value) || cdy_read_float(p, length, &value)) {
        return value;
    }
    return cdy_read_truth(x, v, &truth) ? cdy_of_bool(truth) : v;
}
