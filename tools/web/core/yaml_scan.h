/* The state of a parser of YAML, and its scalars. */
#ifndef CONDYLE_WEB_YAML_SCAN_H
#define CONDYLE_WEB_YAML_SCAN_H

#include "yaml.h"

#include <stdbool.h>

/* A block of memory that is freed with the parser. */
typedef struct yaml_block {
    struct yaml_block *next;
    char bytes[];
} yaml_block;

typedef struct yaml_scan {
    const char *text, *end, *at, *line_start;
    size_t line;
    yaml_event_t *events;
    size_t count, capacity, next; /* the event that is handed out next */
    yaml_block *blocks;
    char *value; /* the scalar that is being read */
    size_t length, value_capacity;
    int depth;
    yaml_error_type_t error;
    const char *problem;
    yaml_mark_t problem_mark;
} yaml_scan;

/* Whether a node may begin on the line of its parent, and whether in the column of its parent. */
enum { YAML_IN_LINE = 0, YAML_COMPACT = 1, YAML_SAME_COLUMN = 2 };

enum { YAML_MOST_KEY = 1024 };

/* Anchor and tag in front of a node. */
typedef struct yaml_properties {
    yaml_char_t *anchor, *tag;
    yaml_mark_t mark; /* of the node, with its properties */
    bool same_line;   /* they stand in the line of the node */
} yaml_properties;

/* Notes what is wrong at the present place; returns false. */
bool yaml_refuse(yaml_scan *s, const char *problem);
bool yaml_refuse_memory(yaml_scan *s);

/* The character at an offset from the present place, 0 beyond the end. */
char yaml_peek(const yaml_scan *s, size_t offset);

/* How many characters of the line are before the present place. */
size_t yaml_column(const yaml_scan *s);

bool yaml_is_blank(char c);     /* space, tab */
bool yaml_is_break(char c);     /* the end of a line, or of the text */
bool yaml_is_indicator(char c); /* of flow: , [ ] { } */

/* Goes past the end of a line. */
void yaml_skip_break(yaml_scan *s);

/* Whether a line begins here with a mark between documents, --- or ... */
bool yaml_at_document_mark(const yaml_scan *s);

yaml_mark_t yaml_mark_of(const yaml_scan *s);
bool yaml_ends_word(char c);
bool yaml_is_first_on_line(const yaml_scan *s);
bool yaml_is_at_end(const yaml_scan *s); /* of the document */

/* Goes past blanks, comments and ends of lines to the next token.  In blocks tabs do not indent. */
bool yaml_skip_gap(yaml_scan *s, bool in_flow);

/* Begins a list or a mapping within others; s->depth counts back where it ends. */
bool yaml_enter(yaml_scan *s);

/* Adds an event; NULL where memory runs out. */
yaml_event_t *yaml_add_event(yaml_scan *s, yaml_event_type_t type, yaml_mark_t mark);

/* Keeps a text, with a prefix before it, as long as the parser; NULL where memory runs out. */
yaml_char_t *yaml_keep(yaml_scan *s, const char *prefix, const char *text, size_t length);

/* Adds the scalar that was read last; a scalar of nothing; the start of a list or mapping; an alias that is ahead. */
bool yaml_add_scalar(yaml_scan *s, const yaml_properties *p, yaml_scalar_style_t style, yaml_mark_t mark);
bool yaml_add_empty(yaml_scan *s, const yaml_properties *p);
bool yaml_add_start(yaml_scan *s, yaml_event_type_t type, const yaml_properties *p, yaml_mark_t mark);
bool yaml_add_alias(yaml_scan *s, const yaml_properties *p);

/* Reads anchor and tag, if any, up to the node behind them, or to the end of their line. */
bool yaml_read_properties(yaml_scan *s, yaml_properties *p, bool in_flow);

/* Reads a list or mapping in brackets; a scalar, plain or in quotes; a node of a collection in the column `indent`. */
bool yaml_parse_flow_collection(yaml_scan *s, const yaml_properties *p);
bool yaml_read_scalar(yaml_scan *s, long indent, bool in_flow, bool one_line, yaml_scalar_style_t *style);
bool yaml_parse_node(yaml_scan *s, long indent, int flags);

/* Reads a scalar into s->value.  Continued lines of a block's scalar stand further in than `indent`. */
bool yaml_read_quoted(yaml_scan *s);
bool yaml_read_plain(yaml_scan *s, long indent, bool in_flow, bool one_line);
bool yaml_read_literal(yaml_scan *s, long indent);

#endif
