#include "xacro/macro.h"
#include "xacro/text.h"

#include <string.h>

/* Where a default that is made of words and quoted texts ends, by where it begins; -1: it does not.  Among several ends
 * that are possible, the language's rule takes the first found by going as far as quotes and words go, and back where
 * no blank follows. */
static int *find_ends(cdy_interpreter *x, const char *text, size_t length)
{
    int *ends = cdy_take(x, length + 1, sizeof *ends);
    int behind_quote[2] = {-1, -1}; /* end of the text behind the nearest closing quote of each kind */
    for (size_t i = length + 1; ends && i-- > 0;) {
        const char c = text[i];
        const bool stops = i == length || cdy_is_white(c);
        if (c == '\'' || c == '"') {
            const int kind = c == '"';
            ends[i] = behind_quote[kind];
            behind_quote[kind] = ends[i + 1] >= 0 ? ends[i + 1] : behind_quote[kind];
        } else {
            ends[i] = stops ? (int)i : ends[i + 1];
        }
    }
    return ends;
}

/* Returns where `${...}` or `$(...)` with a blank behind it ends; NULL: none stands here. */
static const char *end_of_expression(const char *p, const char *end)
{
    if (end - p < 2 || *p != '$' || (p[1] != '{' && p[1] != '(')) {
        return NULL;
    }
    const char close = p[1] == '{' ? '}' : ')';
    for (p += 2; p < end; p++) {
        if (*p == close && (p + 1 == end || cdy_is_white(p[1]))) {
            return p + 1;
        }
    }
    return NULL;
}

/* Reads `NAME:=DEFAULT` or `NAME=DEFAULT`; NULL: none stands here, else the place behind. */
static const char *read_with_default(cdy_interpreter *x, const char *p, const char *text, const char *end,
                                     const int *ends, cdy_parameter *parameter)
{
    const char *name = p;
    while (p < end && !cdy_is_white(*p) && *p != ':' && *p != '=') {
        p++;
    }
    const size_t length = (size_t)(p - name);
    while (p < end && cdy_is_white(*p)) {
        p++;
    }
    p += end - p >= 2 && *p == ':' && p[1] == '=' ? 1 : 0;
    if (length == 0 || p == end || *p != '=') {
        return NULL;
    }
    p++;
    while (p < end && cdy_is_white(*p)) {
        p++;
    }
    const bool forwarded = p < end && *p == '^';
    p += forwarded;
    p += forwarded && p < end && *p == '|';
    const char *stop = end_of_expression(p, end);
    if (!stop && p < end && !cdy_is_white(*p)) {
        if (ends[p - text] < 0) {
            return NULL;
        }
        stop = text + ends[p - text];
    }
    stop = stop ? stop : p;
    parameter->name = cdy_take_text(x, name, length);
    parameter->has_default = forwarded || stop > p;
    parameter->forwarded = forwarded;
    parameter->standard = stop > p ? cdy_take_text(x, p, (size_t)(stop - p)) : NULL;
    return stop;
}

cdy_parameter *cdy_read_parameters(cdy_interpreter *x, const char *text)
{
    const size_t length = strlen(text);
    const char *p = text, *end = text + length;
    const int *ends = find_ends(x, text, length);
    cdy_parameter *first = NULL, **last = &first;
    while (ends && p < end && !x->status) {
        while (p < end && cdy_is_white(*p)) {
            p++;
        }
        if (p == end) {
            break;
        }
        cdy_parameter *parameter = cdy_take(x, 1, sizeof *parameter);
        if (!parameter) {
            return NULL;
        }
        const char *behind = read_with_default(x, p, text, end, ends, parameter);
        if (!behind) {
            for (behind = p; behind < end && !cdy_is_white(*behind);) {
                behind++;
            }
            parameter->name = cdy_take_text(x, p, (size_t)(behind - p));
        }
        p = behind;
        *last = parameter;
        last = &parameter->next;
    }
    return first;
}
