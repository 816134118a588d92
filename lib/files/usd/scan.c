/* Tokens of USD's text. */
#include "usd/usd.h"

#include <ctype.h>
#include <string.h>

/* Moves on to a byte, counting lines and characters. */
static void move_to(cdy_usd_scanner *s, const char *p)
{
    for (; s->p < p; s->p++) {
        if (*s->p == '\n') {
            s->at.line++;
            s->at.column = 1;
        } else if (((unsigned char)*s->p & 0xc0) != 0x80) {
            s->at.column++;
        }
    }
}

static const char *find_end_of_line(const cdy_usd_scanner *s)
{
    const char *end = memchr(s->p, '\n', (size_t)(s->end - s->p));
    return end ? end : s->end;
}

/* Skips white space and comments: #, // and what stands between slashes and stars. */
static void skip_blanks(cdy_usd_scanner *s)
{
    while (s->p < s->end) {
        const bool more = s->p + 1 < s->end;
        if (*s->p == ' ' || *s->p == '\t' || *s->p == '\r' || *s->p == '\n') {
            move_to(s, s->p + 1);
        } else if (*s->p == '#' || (*s->p == '/' && more && s->p[1] == '/')) {
            move_to(s, find_end_of_line(s));
        } else if (*s->p == '/' && more && s->p[1] == '*') {
            const char *p = s->p + 2;
            while (p + 1 < s->end && !(p[0] == '*' && p[1] == '/')) {
                p++;
            }
            move_to(s, p + 1 < s->end ? p + 2 : s->end);
        } else {
            return;
        }
    }
}

static bool begins_name(char c)
{
    return isalpha((unsigned char)c) || c == '_' || ((unsigned char)c & 0x80);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *skip_digits(const char *p, const char *end)
{
    while (p < end && is_digit(*p)) {
        p++;
    }
    return p;
}

/* Returns the end of a number, `p` where there is none. */
static const char *skip_number(const char *p, const char *end)
{
    const char *start = p;
    p += p < end && (*p == '-' || *p == '+');
    const char *digits = p;
    p = skip_digits(p, end);
    bool any = p > digits;
    if (p < end && *p == '.') {
        const char *behind = skip_digits(p + 1, end);
        any = any || behind > p + 1;
        p = behind;
    }
    if (!any) {
        return start;
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        const char *exponent = p + 1;
        exponent += exponent < end && (*exponent == '-' || *exponent == '+');
        const char *behind = skip_digits(exponent, end);
        p = behind > exponent ? behind : p;
    }
    return p;
}

/* Sets a token that stands between quotation marks of `length` bytes; `escapes`: a backslash keeps what follows. */
static void scan_quoted(const cdy_usd_scanner *s, cdy_usd_token *t, const char *quote, size_t length, bool escapes,
                        bool lines)
{
    const char *p = s->p + length;
    t->start = p;
    while ((size_t)(s->end - p) >= length && memcmp(p, quote, length) != 0 && (lines || *p != '\n')) {
        p += escapes && *p == '\\' && (size_t)(s->end - p) > length ? 2 : 1;
    }
    t->end = p < s->end ? p : s->end;
    const bool closed = p <= s->end && (size_t)(s->end - p) >= length && memcmp(p, quote, length) == 0;
    t->behind = closed ? p + length : t->end;
    if (!closed) {
        t->kind = CDY_USD_FAULT;
        t->fault = "the end of what begins here";
    }
}

static void scan_string(const cdy_usd_scanner *s, cdy_usd_token *t)
{
    const char three[3] = {*s->p, *s->p, *s->p};
    const bool tripled = s->end - s->p >= 3 && memcmp(s->p, three, 3) == 0;
    t->kind = CDY_USD_STRING;
    scan_quoted(s, t, three, tripled ? 3 : 1, true, tripled);
}

static void scan_asset(const cdy_usd_scanner *s, cdy_usd_token *t)
{
    const bool tripled = s->end - s->p >= 3 && memcmp(s->p, "@@@", 3) == 0;
    t->kind = CDY_USD_ASSET;
    scan_quoted(s, t, "@@@", tripled ? 3 : 1, false, false);
}

static void scan_name(const cdy_usd_scanner *s, cdy_usd_token *t)
{
    const char *p = s->p;
    while (p < s->end && (begins_name(*p) || is_digit(*p) || (*p == ':' && p + 1 < s->end && p[1] != ' '))) {
        p++;
    }
    t->kind = CDY_USD_NAME;
    t->end = t->behind = p;
}

static void scan_mark(const cdy_usd_scanner *s, cdy_usd_token *t)
{
    t->kind = strchr("()[]{}=,;:.&-", *s->p) && *s->p ? CDY_USD_MARK : CDY_USD_FAULT;
    t->fault = "a name, a number or a bracket";
    t->end = t->behind = s->p + 1;
}

cdy_usd_token cdy_usd_scan(cdy_usd_scanner *s)
{
    skip_blanks(s);
    cdy_usd_token t = {
        .kind = CDY_USD_END, .start = s->p, .end = s->p, .raw = s->p, .behind = s->p, .at = s->at, .fault = ""};
    if (s->p >= s->end) {
        return t;
    }
    const char *number = skip_number(s->p, s->end);
    if (number > s->p) {
        t.kind = CDY_USD_NUMBER;
        t.end = t.behind = number;
    } else if (begins_name(*s->p)) {
        scan_name(s, &t);
    } else if (*s->p == '"' || *s->p == '\'') {
        scan_string(s, &t);
    } else if (*s->p == '@') {
        scan_asset(s, &t);
    } else if (*s->p == '<') {
        t.kind = CDY_USD_PATH;
        scan_quoted(s, &t, ">", 1, false, false);
    } else {
        scan_mark(s, &t);
    }
    move_to(s, t.behind);
    return t;
}

bool cdy_usd_is_mark(const cdy_usd_token *t, char mark)
{
    return t->kind == CDY_USD_MARK && *t->start == mark;
}

bool cdy_usd_is_word(const cdy_usd_token *t, const char *word)
{
    const size_t length = strlen(word);
    return t->kind == CDY_USD_NAME && (size_t)(t->end - t->start) == length && memcmp(t->start, word, length) == 0;
}
