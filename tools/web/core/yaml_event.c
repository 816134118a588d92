/* Places in a text of YAML, faults, and the events that are found. */
#include "yaml_scan.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 1000 };

/* ---- places and faults ---- */

yaml_mark_t yaml_mark_of(const yaml_scan *s)
{
    return (yaml_mark_t){(size_t)(s->at - s->text), s->line, yaml_column(s)};
}

bool yaml_refuse(yaml_scan *s, const char *problem)
{
    if (!s->error) {
        s->error = YAML_PARSER_ERROR;
        s->problem = problem;
        s->problem_mark = yaml_mark_of(s);
    }
    return false;
}

bool yaml_refuse_memory(yaml_scan *s)
{
    s->error = YAML_MEMORY_ERROR;
    return false;
}

char yaml_peek(const yaml_scan *s, size_t offset)
{
    return offset < (size_t)(s->end - s->at) ? s->at[offset] : '\0';
}

size_t yaml_column(const yaml_scan *s)
{
    return (size_t)(s->at - s->line_start);
}

bool yaml_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

bool yaml_is_break(char c)
{
    return c == '\n' || c == '\r' || c == '\0';
}

bool yaml_is_indicator(char c)
{
    return c && strchr(",[]{}", c);
}

void yaml_skip_break(yaml_scan *s)
{
    s->at += yaml_peek(s, 0) == '\r' && yaml_peek(s, 1) == '\n' ? 2 : 1;
    s->line_start = s->at;
    s->line++;
}

bool yaml_ends_word(char c)
{
    return yaml_is_blank(c) || yaml_is_break(c);
}

bool yaml_at_document_mark(const yaml_scan *s)
{
    return s->at == s->line_start && s->end - s->at >= 3 &&
           (memcmp(s->at, "---", 3) == 0 || memcmp(s->at, "...", 3) == 0) && yaml_ends_word(yaml_peek(s, 3));
}

bool yaml_is_first_on_line(const yaml_scan *s)
{
    const char *p = s->line_start;
    while (p < s->at && *p == ' ') {
        p++;
    }
    return p == s->at;
}

/* Goes past blanks, comments and ends of lines to the next token.  In blocks tabs do not indent. */
bool yaml_skip_gap(yaml_scan *s, bool in_flow)
{
    for (;;) {
        const char *from = s->at;
        while (yaml_is_blank(yaml_peek(s, 0))) {
            if (*s->at == '\t' && !in_flow && yaml_is_first_on_line(s)) {
                return yaml_refuse(s, "found character that cannot start any token");
            }
            s->at++;
        }
        if (yaml_peek(s, 0) == '#') {
            if (s->at == from && s->at > s->line_start) {
                return yaml_refuse(s, "found a comment without a blank before it");
            }
            while (s->at < s->end && !yaml_is_break(*s->at)) {
                s->at++;
            }
        }
        if (s->at == s->end || !yaml_is_break(*s->at)) {
            return !in_flow || !yaml_at_document_mark(s) || yaml_refuse(s, "found unexpected document indicator");
        }
        yaml_skip_break(s);
    }
}

bool yaml_enter(yaml_scan *s)
{
    return ++s->depth <= MOST_DEPTH || yaml_refuse(s, "lists and mappings lie more than 1000 deep in each other");
}

/* ---- events ---- */

/* Adds an event; NULL where memory runs out. */
yaml_event_t *yaml_add_event(yaml_scan *s, yaml_event_type_t type, yaml_mark_t mark)
{
    if (s->count == s->capacity) {
        const size_t larger = s->capacity ? 2 * s->capacity : 64;
        yaml_event_t *grown = realloc(s->events, larger * sizeof *grown);
        if (!grown) {
            yaml_refuse_memory(s);
            return NULL;
        }
        s->events = grown;
        s->capacity = larger;
    }
    yaml_event_t *event = &s->events[s->count++];
    *event = (yaml_event_t){.type = type, .start_mark = mark};
    return event;
}

yaml_char_t *yaml_keep(yaml_scan *s, const char *prefix, const char *text, size_t length)
{
    const size_t before = strlen(prefix);
    yaml_block *block = malloc(sizeof *block + before + length + 1);
    if (!block) {
        yaml_refuse_memory(s);
        return NULL;
    }
    block->next = s->blocks;
    s->blocks = block;
    memcpy(block->bytes, prefix, before);
    memcpy(block->bytes + before, text, length);
    block->bytes[before + length] = '\0';
    return (yaml_char_t *)block->bytes;
}

/* Adds the scalar that was read last. */
bool yaml_add_scalar(yaml_scan *s, const yaml_properties *p, yaml_scalar_style_t style, yaml_mark_t mark)
{
    yaml_char_t *value = yaml_keep(s, "", s->value, s->length);
    yaml_event_t *event = value ? yaml_add_event(s, YAML_SCALAR_EVENT, mark) : NULL;
    if (!event) {
        return false;
    }
    const bool plain = style == YAML_PLAIN_SCALAR_STYLE && !p->tag;
    const bool bare = p->tag && strcmp((const char *)p->tag, "!") == 0;
    event->data.scalar.anchor = p->anchor;
    event->data.scalar.tag = p->tag;
    event->data.scalar.value = value;
    event->data.scalar.length = s->length;
    event->data.scalar.plain_implicit = plain || bare;
    event->data.scalar.style = style;
    return true;
}

bool yaml_add_empty(yaml_scan *s, const yaml_properties *p)
{
    yaml_char_t *value = yaml_keep(s, "", "", 0);
    yaml_event_t *event = value ? yaml_add_event(s, YAML_SCALAR_EVENT, yaml_mark_of(s)) : NULL;
    if (!event) {
        return false;
    }
    event->data.scalar.anchor = p->anchor;
    event->data.scalar.tag = p->tag;
    event->data.scalar.value = value;
    event->data.scalar.plain_implicit = !p->tag;
    event->data.scalar.style = YAML_PLAIN_SCALAR_STYLE;
    return true;
}

bool yaml_add_start(yaml_scan *s, yaml_event_type_t type, const yaml_properties *p, yaml_mark_t mark)
{
    yaml_event_t *event = yaml_add_event(s, type, mark);
    if (event) {
        event->data.sequence_start.anchor = p->anchor; /* the union has the same members for mappings */
        event->data.sequence_start.tag = p->tag;
    }
    return event;
}
