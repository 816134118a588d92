/* Scalars of YAML: plain, in quotes, and blocks of lines. */
#include "yaml_scan.h"

#include <stdlib.h>
#include <string.h>

/* ---- the value that is being read ---- */

static bool add(yaml_scan *s, const char *bytes, size_t count)
{
    if (count >= s->value_capacity - s->length) {
        const size_t larger = 2 * (s->length + count) + 64;
        char *grown = realloc(s->value, larger);
        if (!grown) {
            return yaml_refuse_memory(s);
        }
        s->value = grown;
        s->value_capacity = larger;
    }
    memcpy(s->value + s->length, bytes, count);
    s->length += count;
    s->value[s->length] = '\0';
    return true;
}

static bool begin_value(yaml_scan *s)
{
    s->length = 0;
    return add(s, "", 0);
}

/* Adds what stands for breaks in a folded scalar: a space for one, all but the first for more. */
static bool add_folded(yaml_scan *s, size_t breaks)
{
    bool good = breaks != 1 || add(s, " ", 1);
    for (size_t i = 1; i < breaks && good; i++) {
        good = add(s, "\n", 1);
    }
    return good;
}

/* ---- in quotes ---- */

static bool add_code(yaml_scan *s, unsigned long code)
{
    char c[4];
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
        return yaml_refuse(s, "found invalid Unicode character escape code");
    }
    if (code < 0x80) {
        c[0] = (char)code;
        return add(s, c, 1);
    }
    const int rest = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char first[] = {0, 0xc0, 0xe0, 0xf0};
    c[0] = (char)(first[rest] | code >> (6 * rest));
    for (int i = 1; i <= rest; i++) {
        c[i] = (char)(0x80 | (code >> (6 * (rest - i)) & 0x3f));
    }
    return add(s, c, (size_t)rest + 1);
}

static int digit_of(char c)
{
    const char *digits = "0123456789abcdef",
               *place = c ? strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c) : NULL;
    return place ? (int)(place - digits) : -1;
}

/* Reads a character behind a backslash. */
static bool read_escape(yaml_scan *s)
{
    static const char names[] = "0abt\tnvfre \"/\\N_LP";
    static const unsigned codes[] = {0,  7,   8,   9,   9,    10,   11,   12,     13,
                                     27, ' ', '"', '/', '\\', 0x85, 0xa0, 0x2028, 0x2029};
    const char c = yaml_peek(s, 0);
    const char *name = c ? strchr(names, c) : NULL;
    const int digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (!name && !digits) {
        return yaml_refuse(s, "found unknown escape character");
    }
    s->at++;
    unsigned long code = name ? codes[name - names] : 0;
    for (int i = 0; i < digits; i++, s->at++) {
        const int digit = digit_of(yaml_peek(s, 0));
        if (digit < 0) {
            return yaml_refuse(s, "did not find expected hexdecimal number");
        }
        code = 16 * code + (unsigned long)digit;
    }
    return add_code(s, code);
}

/* Goes past blanks and ends of lines to the next text of a scalar; counts the ends. */
static bool skip_to_text(yaml_scan *s, size_t *breaks)
{
    *breaks = 0;
    for (;;) {
        while (yaml_is_blank(yaml_peek(s, 0))) {
            s->at++;
        }
        if (s->at == s->end || !yaml_is_break(*s->at)) {
            return true;
        }
        yaml_skip_break(s);
        ++*breaks;
        if (yaml_at_document_mark(s)) {
            return yaml_refuse(s, "found unexpected document indicator");
        }
    }
}

/* Adds the blanks from a place, or what stands for the ends of lines in them. */
static bool add_between(yaml_scan *s, const char *from)
{
    size_t breaks;
    if (!skip_to_text(s, &breaks)) {
        return false;
    }
    if (breaks == 0) {
        return add(s, from, (size_t)(s->at - from));
    }
    return add_folded(s, breaks);
}

/* Reads what stands behind a backslash; at the end of a line it joins the lines. */
static bool read_backslash(yaml_scan *s)
{
    s->at++;
    if (s->at == s->end || !yaml_is_break(*s->at)) {
        return read_escape(s);
    }
    size_t breaks;
    bool good = skip_to_text(s, &breaks);
    for (size_t i = 1; i < breaks && good; i++) {
        good = add(s, "\n", 1);
    }
    return good;
}

bool yaml_read_quoted(yaml_scan *s)
{
    const char quote = *s->at++;
    if (!begin_value(s)) {
        return false;
    }
    while (s->at < s->end) {
        const char c = *s->at;
        if (c == quote && quote == '\'' && yaml_peek(s, 1) == quote) {
            s->at += 2;
            if (!add(s, "'", 1)) {
                return false;
            }
        } else if (c == quote) {
            s->at++;
            return true;
        } else if (yaml_is_blank(c) || yaml_is_break(c)) {
            if (!add_between(s, s->at)) {
                return false;
            }
        } else if (c == '\\' && quote == '"') {
            if (!read_backslash(s)) {
                return false;
            }
        } else {
            s->at++;
            if (!add(s, &c, 1)) {
                return false;
            }
        }
    }
    return yaml_refuse(s, "found unexpected end of stream");
}

/* ---- plain ---- */

/* Whether a plain scalar ends at the present place. */
static bool ends_plain(yaml_scan *s, bool in_flow)
{
    const char c = yaml_peek(s, 0), next = yaml_peek(s, 1);
    return (c == ':' && (yaml_is_blank(next) || yaml_is_break(next))) || (in_flow && yaml_is_indicator(c));
}

static bool read_words(yaml_scan *s, bool in_flow)
{
    const char *from = s->at;
    while (s->at < s->end && !yaml_is_blank(*s->at) && !yaml_is_break(*s->at) && !ends_plain(s, in_flow)) {
        const char next = yaml_peek(s, 1);
        if (in_flow && *s->at == ':' && (yaml_is_indicator(next) || next == '?')) {
            return yaml_refuse(s, "found unexpected ':'");
        }
        s->at++;
    }
    return add(s, from, (size_t)(s->at - from));
}

bool yaml_read_plain(yaml_scan *s, long indent, bool in_flow, bool one_line)
{
    if (!begin_value(s)) {
        return false;
    }
    for (;;) {
        const size_t before = s->length;
        if (!read_words(s, in_flow)) {
            return false;
        }
        const char *blanks = s->at, *line_start = s->line_start;
        const size_t line = s->line;
        size_t breaks = 0;
        bool tab = false;
        while (s->at < s->end && (yaml_is_blank(*s->at) || (yaml_is_break(*s->at) && !one_line))) {
            tab = tab || (*s->at == '\t' && breaks > 0 && (long)yaml_column(s) <= indent);
            if (yaml_is_break(*s->at)) {
                yaml_skip_break(s);
                breaks++;
                if (yaml_at_document_mark(s)) {
                    break;
                }
            } else {
                s->at++;
            }
        }
        const bool goes_on = s->at < s->end && s->at > blanks && s->length > before && !yaml_is_break(*s->at) &&
                             *s->at != '#' && !ends_plain(s, in_flow) && !(breaks > 0 && yaml_at_document_mark(s)) &&
                             (in_flow || breaks == 0 || (long)yaml_column(s) > indent);
        if (!goes_on) {
            if (breaks > 0 && !in_flow && s->at < s->end && (long)yaml_column(s) > indent && ends_plain(s, in_flow)) {
                return yaml_refuse(s, "mapping values are not allowed in this context");
            }
            s->at = blanks;
            s->line_start = line_start;
            s->line = line;
            return true;
        }
        if (tab) {
            return yaml_refuse(s, "found a tab character that violates indentation");
        }
        if (!(breaks > 0 ? add_folded(s, breaks) : add(s, blanks, (size_t)(s->at - blanks)))) {
            return false;
        }
    }
}

/* ---- blocks of lines ---- */

/* Reads the marks behind | or >: how the end is cut, '+', '-' or ' ', and the indentation, 0: that of the text. */
static bool read_header(yaml_scan *s, char *chomp, long *indentation)
{
    *chomp = ' ';
    *indentation = 0;
    for (int i = 0; i < 2; i++) {
        const char c = yaml_peek(s, 0);
        if ((c == '+' || c == '-') && *chomp == ' ') {
            *chomp = c;
            s->at++;
        } else if (c >= '0' && c <= '9' && *indentation == 0) {
            if (c == '0') {
                return yaml_refuse(s, "found an indentation indicator equal to 0");
            }
            *indentation = c - '0';
            s->at++;
        }
    }
    const char *from = s->at;
    while (yaml_is_blank(yaml_peek(s, 0))) {
        s->at++;
    }
    if (yaml_peek(s, 0) == '#' && s->at > from) {
        while (s->at < s->end && !yaml_is_break(*s->at)) {
            s->at++;
        }
    }
    if (s->at < s->end && !yaml_is_break(*s->at)) {
        return yaml_refuse(s, "did not find expected comment or line break");
    }
    if (s->at < s->end) {
        yaml_skip_break(s);
    }
    return true;
}

/* Goes past empty lines and the indentation; `most` 0: finds the indentation, more than `least`. */
static bool skip_indentation(yaml_scan *s, long *indentation, long least, size_t *breaks)
{
    long widest = 0;
    for (;;) {
        while (yaml_peek(s, 0) == ' ' && (*indentation == 0 || (long)yaml_column(s) < *indentation)) {
            s->at++;
        }
        widest = (long)yaml_column(s) > widest ? (long)yaml_column(s) : widest;
        if (yaml_peek(s, 0) == '\t' && (*indentation == 0 || (long)yaml_column(s) < *indentation)) {
            return yaml_refuse(s, "found a tab character where an indentation space is expected");
        }
        if (s->at == s->end || !yaml_is_break(*s->at)) {
            break;
        }
        yaml_skip_break(s);
        ++*breaks;
    }
    if (*indentation == 0) {
        *indentation = widest > least ? widest : least + 1;
        *indentation = *indentation < 1 ? 1 : *indentation;
    }
    return true;
}

static bool add_breaks(yaml_scan *s, size_t breaks)
{
    bool good = true;
    for (size_t i = 0; i < breaks && good; i++) {
        good = add(s, "\n", 1);
    }
    return good;
}

bool yaml_read_literal(yaml_scan *s, long indent)
{
    const bool folded = *s->at++ == '>';
    char chomp;
    long indentation;
    size_t empty = 0, ends = 0; /* empty lines since the text, and the end of its last line */
    bool spaced = false;        /* the last line began with a blank */
    if (!begin_value(s) || !read_header(s, &chomp, &indentation)) {
        return false;
    }
    indentation = indentation > 0 ? (indent >= 0 ? indent + indentation : indentation) : 0;
    if (!skip_indentation(s, &indentation, indent, &empty)) {
        return false;
    }
    while (s->at < s->end && (long)yaml_column(s) == indentation && !yaml_at_document_mark(s)) {
        const bool blank = yaml_is_blank(*s->at);
        const bool joined = folded && ends > 0 && !spaced && !blank;
        if (!(joined ? empty > 0 || add(s, " ", 1) : add_breaks(s, ends)) || !add_breaks(s, empty)) {
            return false;
        }
        const char *from = s->at;
        while (s->at < s->end && !yaml_is_break(*s->at)) {
            s->at++;
        }
        if (!add(s, from, (size_t)(s->at - from))) {
            return false;
        }
        spaced = blank;
        ends = s->at < s->end;
        empty = 0;
        if (ends > 0) {
            yaml_skip_break(s);
        }
        if (!skip_indentation(s, &indentation, indent, &empty)) {
            return false;
        }
    }
    return (chomp == '-' || add_breaks(s, ends)) && (chomp != '+' || add_breaks(s, empty));
}
