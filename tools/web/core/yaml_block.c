/* Collections of YAML whose parts stand in lines of their own. */
#include "yaml_scan.h"

enum { NO_INDENT = -1 };

static bool is_entry(const yaml_scan *s)
{
    return yaml_peek(s, 0) == '-' && yaml_ends_word(yaml_peek(s, 1));
}

bool yaml_is_at_end(const yaml_scan *s)
{
    return s->at == s->end || yaml_at_document_mark(s);
}

/* Goes to the ':' behind a key on the same line; false where there is none. */
static bool find_colon(yaml_scan *s, const char *from, size_t line)
{
    const char *at = s->at;
    while (yaml_is_blank(yaml_peek(s, 0))) {
        s->at++;
    }
    if (yaml_peek(s, 0) == ':' && yaml_ends_word(yaml_peek(s, 1)) && s->line == line && s->at - from < YAML_MOST_KEY) {
        return true;
    }
    s->at = at;
    return false;
}

/* Reads the next key of a mapping, with its ':' ahead. */
static bool parse_key(yaml_scan *s)
{
    const char *from = s->at;
    yaml_properties p;
    yaml_scalar_style_t style;
    if (!yaml_read_properties(s, &p, false) || !p.same_line || !yaml_read_scalar(s, NO_INDENT, false, true, &style)) {
        return yaml_refuse(s, "did not find expected key");
    }
    if (!find_colon(s, from, p.mark.line)) {
        return yaml_refuse(s, "could not find expected ':'");
    }
    return yaml_add_scalar(s, &p, style, p.mark);
}

/* Reads the pairs of a mapping in a column; the first key was read, and its ':' is ahead. */
static bool parse_pairs(yaml_scan *s, long column)
{
    for (;;) {
        s->at++;
        if (!yaml_parse_node(s, column, YAML_SAME_COLUMN) || !yaml_skip_gap(s, false)) {
            return false;
        }
        const long at = (long)yaml_column(s);
        if (yaml_is_at_end(s) || (yaml_is_first_on_line(s) && at < column)) {
            return true;
        }
        if (!yaml_is_first_on_line(s) || at > column) {
            return yaml_refuse(s, "did not find expected key");
        }
        if (!parse_key(s)) {
            return false;
        }
    }
}

/* Refuses a tab between the '-' of an entry and what stands behind. */
static bool refuse_tab(yaml_scan *s)
{
    size_t blanks = 0;
    while (yaml_peek(s, blanks) == ' ') {
        blanks++;
    }
    return yaml_peek(s, blanks) != '\t' || yaml_refuse(s, "found character that cannot start any token");
}

/* Reads the entries of a list in a column; in the column of its mapping the next key ends the list. */
static bool parse_entries(yaml_scan *s, long column, bool beside_keys)
{
    for (;;) {
        s->at++;
        if (!refuse_tab(s) || !yaml_parse_node(s, column, YAML_COMPACT) || !yaml_skip_gap(s, false)) {
            return false;
        }
        const long at = (long)yaml_column(s);
        const bool first = yaml_is_first_on_line(s);
        if (yaml_is_at_end(s) || (first && at < column) || (first && at == column && beside_keys && !is_entry(s))) {
            return true;
        }
        if (!first || at != column || !is_entry(s)) {
            return yaml_refuse(s, "did not find expected '-' indicator");
        }
    }
}

/* Reads a list with the first '-' in a column. */
static bool parse_list(yaml_scan *s, const yaml_properties *p, long column, bool beside_keys)
{
    return yaml_enter(s) && yaml_add_start(s, YAML_SEQUENCE_START_EVENT, p, p->mark) &&
           parse_entries(s, column, beside_keys) && s->depth-- > 0 &&
           yaml_add_event(s, YAML_SEQUENCE_END_EVENT, yaml_mark_of(s));
}

/* Reads a mapping whose first key is the scalar that was read last. */
static bool parse_mapping(yaml_scan *s, const yaml_properties *own, const yaml_properties *key,
                          yaml_scalar_style_t style)
{
    return yaml_enter(s) && yaml_add_start(s, YAML_MAPPING_START_EVENT, own, own->mark) &&
           yaml_add_scalar(s, key, style, key->mark) && parse_pairs(s, (long)key->mark.column) && s->depth-- > 0 &&
           yaml_add_event(s, YAML_MAPPING_END_EVENT, yaml_mark_of(s));
}

/* Reads a scalar, or the mapping that it begins: yaml_properties of the line before are the mapping's, those of the
 * same line its first key's. */
static bool parse_scalar_or_mapping(yaml_scan *s, const yaml_properties *p, long indent, bool fresh)
{
    const yaml_scan before = *s;
    yaml_properties key = *p, own = {.mark = p->mark};
    yaml_scalar_style_t style;
    if (!p->same_line) {
        own = *p;
        if (!yaml_read_properties(s, &key, false)) {
            return false;
        }
    }
    const yaml_scan at_scalar = *s;
    if (!key.same_line || !yaml_read_scalar(s, indent, false, true, &style)) {
        return yaml_refuse(s, "anchor and tag stand in different lines");
    }
    if (find_colon(s, before.text + key.mark.index, key.mark.line)) {
        own.mark = p->same_line ? own.mark : key.mark;
        return fresh ? parse_mapping(s, &own, &key, style)
                     : yaml_refuse(s, "mapping values are not allowed in this context");
    }
    if (!p->same_line && (key.anchor || key.tag)) {
        return yaml_refuse(s, "anchor and tag stand in different lines");
    }
    if (style == YAML_PLAIN_SCALAR_STYLE) {
        s->at = at_scalar.at;
        s->line = at_scalar.line;
        s->line_start = at_scalar.line_start;
        if (!yaml_read_plain(s, indent, false, false)) {
            return false;
        }
    }
    return yaml_add_scalar(s, p, style, p->mark);
}

static bool parse_content(yaml_scan *s, const yaml_properties *p, long indent, bool fresh, bool beside_keys)
{
    const char c = yaml_peek(s, 0);
    if (c == '[' || c == '{') {
        return yaml_parse_flow_collection(s, p);
    }
    if (c == '*') {
        return yaml_add_alias(s, p);
    }
    if (c == '|' || c == '>') {
        return yaml_read_literal(s, indent) &&
               yaml_add_scalar(s, p, c == '|' ? YAML_LITERAL_SCALAR_STYLE : YAML_FOLDED_SCALAR_STYLE, p->mark);
    }
    if (is_entry(s)) {
        return fresh && !((p->anchor || p->tag) && p->same_line)
                   ? parse_list(s, p, (long)yaml_column(s), beside_keys)
                   : yaml_refuse(s, "block sequence entries are not allowed in this context");
    }
    return parse_scalar_or_mapping(s, p, indent, fresh);
}

/* Whether nothing stands where a node is expected: the next token belongs to a collection further out. */
static bool is_missing(const yaml_scan *s, long indent, bool beside_keys)
{
    const long column = (long)yaml_column(s);
    return yaml_is_at_end(s) ||
           (yaml_is_first_on_line(s) && column <= indent && !(beside_keys && column == indent && is_entry(s)));
}

/* Reads a node of a collection that stands in the column `indent`. */
bool yaml_parse_node(yaml_scan *s, long indent, int flags)
{
    yaml_properties p = {0};
    const bool beside_keys = flags & YAML_SAME_COLUMN;
    if (!yaml_skip_gap(s, false)) {
        return false;
    }
    const bool in_line = !yaml_is_first_on_line(s);
    if (!is_missing(s, indent, beside_keys) && !yaml_read_properties(s, &p, false)) {
        return false;
    }
    const bool fresh = !in_line || flags & YAML_COMPACT || yaml_is_first_on_line(s);
    return is_missing(s, indent, beside_keys)
               ? yaml_add_empty(s, &p)
               : parse_content(s, &p, indent, fresh, beside_keys && (long)yaml_column(s) == indent);
}
