#include "xml/cursor.h"

#include <string.h>

cdy_cursor cdy_cursor_at_start(const cdy_text *text, const char *source)
{
    return (cdy_cursor){
        text->start, text->start + text->size, source, {text->first_line, text->first_column, 0}, false};
}

cdy_place cdy_move_cursor(cdy_cursor *cursor, const char *to)
{
    for (; cursor->at < to; cursor->at++) {
        if (*cursor->at == ' ' && *cursor->source != ' ') {
            continue; /* a blank that the source lacks */
        }
        cursor->source++;
        if (*cursor->at == '\n') {
            cursor->place.line++;
            cursor->place.column = 1;
        } else {
            cursor->place.column += !cdy_continues_character(cursor->at[0]);
        }
    }
    return cursor->place;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool declares_namespace(const char *name, size_t left)
{
    return left > 6 && memcmp(name, "xmlns", 5) == 0 && (name[5] == ':' || name[5] == '=' || is_blank(name[5]));
}

/* The XML parser turns tabs and line breaks in attribute values into blanks. A program that splits lists at blanks
 * alone takes a tab or line break after a number as part of the number, but skips it before a number. */
static bool has_break_after_number(const char *value, const char *end)
{
    for (const char *p = value; p < end; p++) {
        const bool before_number = p == value || p[-1] == ' ';
        if (!is_blank(*p) || *p == ' ') {
            continue;
        }
        while (p < end && is_blank(*p) && *p != ' ') {
            p++;
        }
        if (!before_number || p == end || *p == ' ') {
            return true;
        }
    }
    return false;
}

cdy_place cdy_next_attribute(cdy_cursor *cursor)
{
    const char *p = cursor->at, *end = cursor->end;
    for (;;) {
        if (p < end && *p == '<') {
            while (p < end && !is_blank(*p) && *p != '>') {
                p++;
            }
        }
        while (p < end && is_blank(*p)) {
            p++;
        }
        const char *name = p;
        while (p < end && *p != '"' && *p != '\'' && *p != '>') {
            p++;
        }
        const char *close = p < end && *p != '>' ? memchr(p + 1, *p, (size_t)(end - p - 1)) : NULL;
        if (!close) {
            return cursor->place;
        }
        cursor->has_break = has_break_after_number(p + 1, close);
        p = close + 1;
        if (!declares_namespace(name, (size_t)(end - name))) {
            const cdy_place place = cdy_move_cursor(cursor, name);
            cdy_move_cursor(cursor, p);
            return place;
        }
    }
}
