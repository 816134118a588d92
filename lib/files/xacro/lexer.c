#include "xacro/lexer.h"

#include "text/number.h"
#include "xacro/integer.h"
#include "xacro/literal.h"
#include "xacro/text.h"

#include <string.h>

bool cdy_begins_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool cdy_continues_name(char c)
{
    return cdy_begins_name(c) || is_digit(c);
}

bool cdy_is_keyword(const char *text, size_t length)
{
    static const char *const words[] = {"and",      "as",       "assert", "async", "await",  "break",  "class",
                                        "continue", "def",      "del",    "elif",  "else",   "except", "finally",
                                        "for",      "from",     "global", "if",    "import", "in",     "is",
                                        "lambda",   "nonlocal", "not",    "or",    "pass",   "raise",  "return",
                                        "try",      "while",    "with",   "yield", "True",   "False",  "None"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i]) == length && memcmp(words[i], text, length) == 0) {
            return true;
        }
    }
    return false;
}

static void set_error(cdy_lexer *l, const char *why)
{
    cdy_report_error(l->x, "the expression '%.200s' cannot be read: %s", l->start, why);
    l->token = (cdy_token){.kind = CDY_TOKEN_WRONG, .text = ""};
}

static void take_value(cdy_lexer *l, cdy_value value)
{
    l->token = (cdy_token){.kind = value.kind ? CDY_TOKEN_VALUE : CDY_TOKEN_WRONG, .text = "", .value = value};
}

/* Reads 0x1f, 0o17, 0b11. */
static void read_based(cdy_lexer *l, int base)
{
    const char *p = l->at + 2;
    size_t digits = 0;
    for (; p < l->end && (cdy_continues_name(*p)); p++) {
        const int digit = is_digit(*p) ? *p - '0' : *p == '_' ? -1 : (*p | 0x20) - 'a' + 10;
        if (digit >= base) {
            set_error(l, "a digit does not fit its base");
            return;
        }
        if (digit < 0 && (p + 1 == l->end || !cdy_continues_name(p[1]) || p[1] == '_')) {
            set_error(l, "an underscore is not between digits");
            return;
        }
        digits += digit >= 0;
    }
    if (digits == 0) {
        set_error(l, "digits are missing");
        return;
    }
    const char *first = l->at + 2;
    l->at = p;
    take_value(l, cdy_whole_of_digits(l->x, first, (size_t)(p - first), base, false));
}

/* Underscores may stand between digits. */
static bool has_wrong_underscore(const char *p, const char *end)
{
    for (const char *start = p; p < end; p++) {
        if (*p == '_' && (p == start || p + 1 == end || !is_digit(p[-1]) || !is_digit(p[1]))) {
            return true;
        }
    }
    return false;
}

static const char *end_of_number(const char *p, const char *end, bool *whole)
{
    *whole = true;
    while (p < end && (is_digit(*p) || *p == '_' || *p == '.')) {
        if (*p == '.' && !*whole) {
            break;
        }
        *whole = *whole && *p != '.';
        p++;
    }
    if (p < end && (*p | 0x20) == 'e') {
        const char *digits = p + 1 + (p + 1 < end && (p[1] == '+' || p[1] == '-'));
        if (digits < end && is_digit(*digits)) {
            *whole = false;
            for (p = digits; p < end && (is_digit(*p) || *p == '_');) {
                p++;
            }
        }
    }
    return p;
}

static void read_number(cdy_lexer *l)
{
    const char *p = l->at;
    if (p + 1 < l->end && *p == '0' && strchr("xXoObB", p[1])) {
        read_based(l, (p[1] | 0x20) == 'x' ? 16 : (p[1] | 0x20) == 'o' ? 8 : 2);
        return;
    }
    bool whole;
    const char *end = end_of_number(p, l->end, &whole);
    if (has_wrong_underscore(p, end)) {
        set_error(l, "an underscore is not between digits");
        return;
    }
    if (end < l->end && cdy_begins_name(*end)) {
        set_error(l, (*end | 0x20) == 'j' ? "complex numbers are not supported" : "letters follow a number");
        return;
    }
    if (whole && *p == '0' && strspn(p, "0_") < (size_t)(end - p)) {
        set_error(l, "a whole number begins with 0; write 0o for an octal number");
        return;
    }
    char *digits = cdy_take_text(l->x, p, (size_t)(end - p));
    if (!digits) {
        set_error(l, "");
        return;
    }
    char *out = digits;
    for (const char *in = digits; *in; in++) {
        *out = *in;
        out += *in != '_';
    }
    *out = '\0';
    l->at = end;
    cdy_value value;
    const bool read = whole ? cdy_read_integer(l->x, digits, (size_t)(out - digits), 10, &value)
                            : cdy_read_float(digits, (size_t)(out - digits), &value);
    take_value(l, read ? value : cdy_failed_value);
    if (!read) {
        set_error(l, "a number is none");
    }
}

static int hex_digit(char c)
{
    return is_digit(c) ? c - '0' : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10 : -1;
}

/* Adds the character of \x41, \u0041 or \101; returns the length of the escape after the backslash, 0 if it is none. */
static size_t add_coded(cdy_builder *b, const char *p, const char *end)
{
    const size_t digits = *p == 'x' ? 2 : *p == 'u' ? 4 : *p == 'U' ? 8 : 0;
    uint32_t code = 0;
    size_t length = 0;
    if (digits) {
        for (length = 1; length <= digits && p + length < end && hex_digit(p[length]) >= 0; length++) {
            code = code << 4 | (uint32_t)hex_digit(p[length]);
        }
        if (length <= digits || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
            return 0;
        }
    } else {
        while (length < 3 && p + length < end && p[length] >= '0' && p[length] <= '7') {
            code = code << 3 | (uint32_t)(p[length++] - '0');
        }
    }
    if (length > 0) {
        cdy_add_code(b, code);
    }
    return length;
}

cdy_value cdy_unescape(cdy_interpreter *x, const char *text, size_t length)
{
    static const char letters[] = "abfnrtv\\'\"", meanings[] = "\a\b\f\n\r\t\v\\'\"";
    cdy_builder b = {.x = x};
    const char *p = text, *end = text + length;
    cdy_add_bytes(&b, "", 0);
    while (p < end) {
        const char *slash = memchr(p, '\\', (size_t)(end - p));
        cdy_add_bytes(&b, p, (size_t)((slash ? slash : end) - p));
        if (!slash) {
            break;
        }
        if (slash + 1 == end) { /* before a field of an f-string */
            cdy_add_character(&b, '\\');
            break;
        }
        p = slash + 1;
        const char *letter = strchr(letters, *p);
        if (*p == '\n') {
            p++;
        } else if (*p && letter) {
            cdy_add_character(&b, meanings[letter - letters]);
            p++;
        } else {
            const size_t taken = add_coded(&b, p, end);
            if (!taken && strchr("xuUN", *p)) {
                cdy_report_error(x, "the escape \\%c in a string is unknown", *p);
            } else if (!taken) {
                cdy_add_character(&b, '\\');
            }
            p += taken;
        }
    }
    return x->status ? cdy_failed_value : cdy_of_text(b.text, b.length);
}

/* Reads a string from its quote; `prefix` has its letters. */
static void read_string(cdy_lexer *l, const char *prefix, size_t length)
{
    const char quote = *l->at;
    const bool triple = l->end - l->at >= 3 && l->at[1] == quote && l->at[2] == quote;
    const size_t width = triple ? 3 : 1;
    bool raw = false, format = false;
    for (size_t i = 0; i < length; i++) {
        raw = raw || (prefix[i] | 0x20) == 'r';
        format = format || (prefix[i] | 0x20) == 'f';
    }
    const char *p = l->at + width;
    while (p < l->end && !(*p == quote && (!triple || (l->end - p >= 3 && p[1] == quote && p[2] == quote)))) {
        if (*p == '\n' && !triple) {
            break;
        }
        p += 1 + (*p == '\\' && p + 1 < l->end);
    }
    if (p >= l->end || *p != quote) {
        set_error(l, "the quotes of a string are not closed");
        return;
    }
    const char *text = l->at + width;
    const size_t size = (size_t)(p - text);
    l->at = p + width;
    take_value(l, raw || format ? cdy_copy_of_text(l->x, text, size) : cdy_unescape(l->x, text, size));
    if (format && l->token.kind == CDY_TOKEN_VALUE) {
        l->token.kind = CDY_TOKEN_FORMAT;
        l->token.text = raw ? "r" : "";
    }
}

static bool is_prefix(const char *text, size_t length)
{
    static const char *const prefixes[] = {"r", "u", "f", "rf", "fr"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        bool same = strlen(prefixes[i]) == length;
        for (size_t k = 0; same && k < length; k++) {
            same = (text[k] | 0x20) == prefixes[i][k];
        }
        if (same) {
            return true;
        }
    }
    return false;
}

static void read_name(cdy_lexer *l)
{
    const char *p = l->at;
    while (p < l->end && cdy_continues_name(*p)) {
        p++;
    }
    const size_t length = (size_t)(p - l->at);
    const char *name = l->at;
    l->at = p;
    if (p < l->end && (*p == '\'' || *p == '"')) {
        if (is_prefix(name, length)) {
            read_string(l, name, length);
            return;
        }
    }
    const char *text = cdy_take_text(l->x, name, length);
    l->token = (cdy_token){.kind = !text                          ? CDY_TOKEN_WRONG
                                   : cdy_is_keyword(name, length) ? CDY_TOKEN_WORD
                                                                  : CDY_TOKEN_NAME,
                           .text = text ? text : ""};
}

static void read_operator(cdy_lexer *l)
{
    /* longer operators first */
    static const char *const operators[] = {"**", "//", "<<", ">>", "<=", ">=", "==", "!=", ":=", "+",
                                            "-",  "*",  "/",  "%",  "<",  ">",  "(",  ")",  "[",  "]",
                                            "{",  "}",  ",",  ":",  ".",  "=",  "&",  "|",  "^",  "~"};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (cdy_begins_with(l->at, (size_t)(l->end - l->at), operators[i])) {
            l->at += strlen(operators[i]);
            l->token = (cdy_token){.kind = CDY_TOKEN_OPERATOR, .text = operators[i]};
            l->brackets += strchr("([{", *operators[i]) ? 1 : strchr(")]}", *operators[i]) ? -1 : 0;
            return;
        }
    }
    set_error(l, "a character has no meaning here");
}

static void skip_blanks(cdy_lexer *l)
{
    while (l->at < l->end) {
        if (*l->at == ' ' || *l->at == '\t' || *l->at == '\f' ||
            (l->brackets > 0 && (*l->at == '\n' || *l->at == '\r'))) {
            l->at++;
        } else if (*l->at == '#') {
            const char *line = memchr(l->at, '\n', (size_t)(l->end - l->at));
            l->at = line ? line : l->end;
        } else if (*l->at == '\\' && l->at + 1 < l->end && l->at[1] == '\n') {
            l->at += 2;
        } else {
            return;
        }
    }
}

void cdy_next_token(cdy_lexer *l)
{
    skip_blanks(l);
    if (l->x->status || !cdy_step(l->x, 1)) {
        l->token = (cdy_token){.kind = CDY_TOKEN_WRONG, .text = ""};
    } else if (l->at == l->end) {
        l->token = (cdy_token){.kind = CDY_TOKEN_END, .text = ""};
    } else if (is_digit(*l->at) || (*l->at == '.' && l->at + 1 < l->end && is_digit(l->at[1]))) {
        read_number(l);
    } else if (*l->at == '\'' || *l->at == '"') {
        read_string(l, "", 0);
    } else if (cdy_begins_name(*l->at)) {
        read_name(l);
    } else {
        read_operator(l);
    }
}
