#include "xacro/writer.h"

#include <stdlib.h>
#include <string.h>

static bool is_blank(const char *text)
{
    return text[strspn(text, " \t\r\n")] == '\0';
}

/* Records `origin` for all lines up to here that have none. */
static bool note_lines(cdy_writing *w, size_t count, const cdy_origin *origin)
{
    if (count > w->line_capacity) {
        const size_t capacity = 2 * count + 64;
        cdy_origin *lines = cdy_take(w->text.x, capacity, sizeof *lines);
        if (!lines) {
            return false;
        }
        if (w->line_count > 0) {
            memcpy(lines, w->lines, w->line_count * sizeof *lines);
        }
        w->lines = lines;
        w->line_capacity = capacity;
    }
    while (w->line_count < count) {
        w->lines[w->line_count++] = *origin;
    }
    return true;
}

static void end_line(cdy_writing *w, const cdy_origin *origin)
{
    note_lines(w, w->line_count + 1, origin);
    cdy_add_character(&w->text, '\n');
}

/* Whether a character that begins with these bytes of UTF-8 cannot stand in XML: a surrogate, U+FFFE or U+FFFF. */
static bool is_forbidden(const char *p)
{
    const unsigned char first = (unsigned char)p[0], second = (unsigned char)p[1];
    return (first == 0xed && second >= 0xa0) ||
           (first == 0xef && second == 0xbf && ((unsigned char)p[2] == 0xbe || (unsigned char)p[2] == 0xbf));
}

/* Writes a text with XML's special characters escaped; line feeds stay, and are counted. */
static void add_escaped(cdy_writing *w, const char *text, bool attribute, const cdy_origin *origin)
{
    cdy_builder *b = &w->text;
    for (const char *p = text; *p && !b->x->status;) {
        const size_t plain =
            strcspn(p, attribute ? "\355\357&<>\"\t\n\r\1\2\3\4\5\6\7\10\13\14\16\17\20\21\22\23\24\25\26\27"
                                   "\30\31\32\33\34\35\36\37"
                                 : "\355\357&<>\"\n\r\1\2\3\4\5\6\7\10\13\14\16\17\20\21\22\23\24\25\26\27"
                                   "\30\31\32\33\34\35\36\37");
        cdy_add_bytes(b, p, plain);
        p += plain;
        switch (*p) {
        case '\0': return;
        case '&': cdy_add_text(b, "&amp;"); break;
        case '<': cdy_add_text(b, "&lt;"); break;
        case '>': cdy_add_text(b, "&gt;"); break;
        case '"': cdy_add_text(b, "&quot;"); break;
        case '\t': cdy_add_text(b, "&#9;"); break;
        case '\r': cdy_add_text(b, "&#13;"); break;
        case '\n':
            if (attribute) {
                cdy_add_text(b, "&#10;");
            } else {
                end_line(w, origin);
            }
            break;
        case '\355':
        case '\357':
            if (!is_forbidden(p)) {
                cdy_add_character(b, *p);
                break;
            }
            b->x->at = *origin;
            cdy_report_error(b->x, "XML cannot contain %s, which an expression made",
                             *p == '\355' ? "half of a surrogate pair" : "the character U+FFFE or U+FFFF");
            break;
        default: b->x->at = *origin; cdy_report_error(b->x, "XML cannot contain the character of code %d", *p);
        }
        p++;
    }
}

static int by_name(const void *a, const void *b)
{
    const cdy_tag_attribute *const *p = a, *const *q = b;
    return strcmp((*p)->name, (*q)->name);
}

static void write_attributes(cdy_writing *w, const cdy_node *node)
{
    size_t count = 0;
    for (const cdy_tag_attribute *a = node->attributes; a; a = a->next) {
        count++;
    }
    const cdy_tag_attribute **order = count > 0 ? cdy_take(w->text.x, count, sizeof *order) : NULL;
    if (!order) {
        return;
    }
    count = 0;
    for (const cdy_tag_attribute *a = node->attributes; a; a = a->next) {
        order[count++] = a;
    }
    qsort(order, count, sizeof *order, by_name);
    for (size_t i = 0; i < count; i++) {
        cdy_add_character(&w->text, ' ');
        cdy_add_text(&w->text, order[i]->name);
        cdy_add_text(&w->text, "=\"");
        add_escaped(w, order[i]->value, true, &node->origin);
        cdy_add_character(&w->text, '"');
    }
}

/* Two hyphens in a row cannot stand in a comment. */
static void write_comment(cdy_writing *w, const char *text, const cdy_origin *origin)
{
    cdy_add_text(&w->text, "<!--");
    for (const char *p = text; *p; p++) {
        if (*p == '\n') {
            end_line(w, origin);
        } else {
            cdy_add_text(&w->text, *p == '-' && (p[1] == '-' || !p[1]) ? "- " : (char[]){*p, '\0'});
        }
    }
    cdy_add_text(&w->text, "-->");
    end_line(w, origin);
}

static void write_lines(cdy_writing *w, const char *text, const cdy_origin *origin)
{
    for (const char *p = text; *p;) {
        const size_t length = strcspn(p, "\n");
        cdy_add_bytes(&w->text, p, length);
        p += length;
        if (*p) {
            end_line(w, origin);
            p++;
        }
    }
}

static void write_node(cdy_writing *w, const cdy_node *node, size_t depth);

static void write_element(cdy_writing *w, const cdy_node *node, size_t depth)
{
    cdy_builder *b = &w->text;
    note_lines(w, w->line_count + 1, &node->origin);
    w->line_count--; /* this line now belongs to the element, and is not finished */
    cdy_add_character(b, '<');
    cdy_add_text(b, node->text);
    write_attributes(w, node);
    if (!node->first) {
        cdy_add_text(b, "/>");
    } else if (node->first == node->last && node->first->kind == CDY_NODE_TEXT) {
        cdy_add_character(b, '>');
        add_escaped(w, node->first->text, false, &node->origin);
        cdy_add_text(b, "</");
        cdy_add_text(b, node->text);
        cdy_add_character(b, '>');
    } else {
        cdy_add_character(b, '>');
        end_line(w, &node->origin);
        for (const cdy_node *child = node->first; child && !b->x->status; child = child->next) {
            write_node(w, child, depth + 1);
        }
        cdy_add_repeated(b, ' ', 2 * depth);
        cdy_add_text(b, "</");
        cdy_add_text(b, node->text);
        cdy_add_character(b, '>');
    }
    end_line(w, &node->origin);
}

static void write_node(cdy_writing *w, const cdy_node *node, size_t depth)
{
    cdy_builder *b = &w->text;
    if ((node->kind == CDY_NODE_TEXT && is_blank(node->text)) || !cdy_step(b->x, 1) || !cdy_enter(b->x)) {
        return;
    }
    if (node->kind != CDY_NODE_CDATA) {
        cdy_add_repeated(b, ' ', 2 * depth);
    }
    switch (node->kind) {
    case CDY_NODE_ELEMENT: write_element(w, node, depth); break;
    case CDY_NODE_TEXT:
        add_escaped(w, node->text, false, &node->origin);
        end_line(w, &node->origin);
        break;
    case CDY_NODE_CDATA:
        cdy_add_text(b, "<![CDATA[");
        write_lines(w, node->text, &node->origin);
        cdy_add_text(b, "]]>");
        break;
    case CDY_NODE_COMMENT: write_comment(w, node->text, &node->origin); break;
    }
    cdy_leave(b->x);
}

bool cdy_write_document(cdy_writing *w, const cdy_node *document, const char *file)
{
    const cdy_origin first = {file, 1, NULL};
    cdy_add_text(&w->text, "<?xml version=\"1.0\" ?>");
    end_line(w, &first);
    const char *note = cdy_take_format(w->text.x, " expanded from %.200s: change that file, not this one ", file);
    if (note) {
        write_comment(w, note, &first);
    }
    for (const cdy_node *node = document->first; node && !w->text.x->status; node = node->next) {
        write_node(w, node, 0);
    }
    return !w->text.x->status;
}
