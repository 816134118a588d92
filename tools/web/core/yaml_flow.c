/* Properties of nodes of YAML, scalars, and collections in brackets. */
#include "yaml_scan.h"

#include <string.h>

enum { NO_INDENT = -1 };

static bool parse_flow_node(yaml_scan *s);

/* ---- properties and aliases ---- */

static bool is_in_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/* Reads the name behind & or *. */
static yaml_char_t *read_name(yaml_scan *s)
{
    const char *from = ++s->at;
    while (is_in_name(yaml_peek(s, 0))) {
        s->at++;
    }
    const char next = yaml_peek(s, 0);
    if (s->at == from || (!yaml_ends_word(next) && !strchr(",]}", next))) {
        yaml_refuse(s, "did not find expected alphabetic or numeric character");
        return NULL;
    }
    return yaml_keep(s, "", from, (size_t)(s->at - from));
}

static yaml_char_t *read_tag(yaml_scan *s)
{
    s->at++;
    const bool verbatim = yaml_peek(s, 0) == '<', standard = yaml_peek(s, 0) == '!';
    const char *others = verbatim ? "-_;/?:@&=+$.~*'(),[]!" : "-_;/?:@&=+$.~*'()";
    const char *from = s->at += verbatim || standard;
    while (is_in_name(yaml_peek(s, 0)) || (yaml_peek(s, 0) && strchr(others, *s->at))) {
        s->at++;
    }
    const size_t length = (size_t)(s->at - from);
    const bool closed = !verbatim || yaml_peek(s, 0) == '>';
    s->at += verbatim && closed;
    if (!closed || (!yaml_ends_word(yaml_peek(s, 0)) && yaml_peek(s, 0) != ',') ||
        ((verbatim || standard) && length == 0)) {
        yaml_refuse(s, "a tag is neither !name, !!name nor !<name>");
        return NULL;
    }
    return yaml_keep(s, verbatim ? "" : standard ? "tag:yaml.org,2002:" : "!", from, length);
}

/* Reads anchor and tag, if any, up to the node behind them. */
bool yaml_read_properties(yaml_scan *s, yaml_properties *p, bool in_flow)
{
    *p = (yaml_properties){.mark = yaml_mark_of(s), .same_line = true};
    for (;;) {
        const char c = yaml_peek(s, 0);
        yaml_char_t **to = c == '&' ? &p->anchor : c == '!' ? &p->tag : NULL;
        if (!to) {
            return true;
        }
        if (*to) {
            return yaml_refuse(s, "a value has two anchors or two tags");
        }
        *to = c == '&' ? read_name(s) : read_tag(s);
        const size_t line = s->line;
        if (!*to || !yaml_skip_gap(s, in_flow)) {
            return false;
        }
        if (s->line != line) {
            p->same_line = false;
            return true;
        }
    }
}

bool yaml_add_alias(yaml_scan *s, const yaml_properties *p)
{
    const yaml_mark_t mark = yaml_mark_of(s);
    yaml_char_t *name = p->anchor || p->tag ? NULL : read_name(s);
    if (!name) {
        return yaml_refuse(s, "an alias has an anchor or a tag");
    }
    yaml_event_t *event = yaml_add_event(s, YAML_ALIAS_EVENT, mark);
    if (event) {
        event->data.alias.anchor = name;
    }
    return event;
}

/* ---- collections in brackets ---- */

static bool is_plain_start(const yaml_scan *s, bool in_flow)
{
    const char c = yaml_peek(s, 0), next = yaml_peek(s, 1);
    if (!c || strchr("-?:", c)) {
        return c && !yaml_ends_word(next) && (!in_flow || (c == '-' && !yaml_is_indicator(next)));
    }
    return !strchr("#,[]{}&*!|>'\"%@`", c);
}

/* Reads a scalar, plain or in quotes. */
bool yaml_read_scalar(yaml_scan *s, long indent, bool in_flow, bool one_line, yaml_scalar_style_t *style)
{
    const char c = yaml_peek(s, 0);
    *style = c == '"'    ? YAML_DOUBLE_QUOTED_SCALAR_STYLE
             : c == '\'' ? YAML_SINGLE_QUOTED_SCALAR_STYLE
                         : YAML_PLAIN_SCALAR_STYLE;
    if (*style != YAML_PLAIN_SCALAR_STYLE) {
        return yaml_read_quoted(s);
    }
    return is_plain_start(s, in_flow) ? yaml_read_plain(s, indent, in_flow, one_line)
                                      : yaml_refuse(s, "found character that cannot start any token");
}

/* Whether a ':' follows that makes a key of the node that began at a place. */
static bool is_flow_key(yaml_scan *s, const char *from, size_t line, bool *key)
{
    if (!yaml_skip_gap(s, true)) {
        return false;
    }
    *key = yaml_peek(s, 0) == ':';
    return !*key || (s->line == line && s->at - from <= YAML_MOST_KEY) || yaml_refuse(s, "could not find expected ':'");
}

/* Reads the value behind the ':' of a pair. */
static bool parse_flow_value(yaml_scan *s)
{
    s->at++;
    if (!yaml_skip_gap(s, true)) {
        return false;
    }
    const char c = yaml_peek(s, 0);
    return c && strchr(",]}", c) ? yaml_add_empty(s, &(yaml_properties){0}) : parse_flow_node(s);
}

/* Reads an entry of a list; `key: value` is a mapping of one pair. */
static bool parse_flow_entry(yaml_scan *s)
{
    const char *from = s->at;
    const size_t line = s->line, place = s->count;
    const yaml_mark_t mark = yaml_mark_of(s);
    bool key;
    if (!parse_flow_node(s) || !is_flow_key(s, from, line, &key)) {
        return false;
    }
    if (!key) {
        return true;
    }
    if (!yaml_add_event(s, YAML_NO_EVENT, mark)) {
        return false;
    }
    memmove(&s->events[place + 1], &s->events[place], (s->count - 1 - place) * sizeof *s->events);
    s->events[place] = (yaml_event_t){.type = YAML_MAPPING_START_EVENT, .start_mark = mark};
    return parse_flow_value(s) && yaml_add_event(s, YAML_MAPPING_END_EVENT, yaml_mark_of(s));
}

static bool parse_flow_pair(yaml_scan *s)
{
    const char *from = s->at;
    const size_t line = s->line;
    bool key;
    if (!parse_flow_node(s) || !is_flow_key(s, from, line, &key)) {
        return false;
    }
    return key ? parse_flow_value(s) : yaml_add_empty(s, &(yaml_properties){0});
}

bool yaml_parse_flow_collection(yaml_scan *s, const yaml_properties *p)
{
    const bool list = *s->at++ == '[';
    const char close = list ? ']' : '}';
    if (!yaml_enter(s) || !yaml_add_start(s, list ? YAML_SEQUENCE_START_EVENT : YAML_MAPPING_START_EVENT, p, p->mark) ||
        !yaml_skip_gap(s, true)) {
        return false;
    }
    while (yaml_peek(s, 0) != close) {
        if (!(list ? parse_flow_entry(s) : parse_flow_pair(s)) || !yaml_skip_gap(s, true)) {
            return false;
        }
        if (yaml_peek(s, 0) == ',') {
            s->at++;
            if (!yaml_skip_gap(s, true)) {
                return false;
            }
        } else if (yaml_peek(s, 0) != close) {
            return yaml_refuse(s, list ? "did not find expected ',' or ']'" : "did not find expected ',' or '}'");
        }
    }
    const yaml_mark_t mark = yaml_mark_of(s);
    s->at++;
    s->depth--;
    return yaml_add_event(s, list ? YAML_SEQUENCE_END_EVENT : YAML_MAPPING_END_EVENT, mark);
}

static bool parse_flow_node(yaml_scan *s)
{
    yaml_properties p;
    yaml_scalar_style_t style;
    if (!yaml_read_properties(s, &p, true)) {
        return false;
    }
    const char c = yaml_peek(s, 0);
    if (c == '[' || c == '{') {
        return yaml_parse_flow_collection(s, &p);
    }
    if (c == '*') {
        return yaml_add_alias(s, &p);
    }
    if ((p.anchor || p.tag) && c && strchr(",]}", c)) {
        return yaml_add_empty(s, &p);
    }
    return yaml_read_scalar(s, NO_INDENT, true, false, &style) && yaml_add_scalar(s, &p, style, p.mark);
}
