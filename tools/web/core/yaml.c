/* A parser of YAML for a page: what lib/files/xacro/yaml_file.c asks of libyaml.  It gives the events of libyaml for
 * what robots' parameters are written in, and refuses directives, keys behind '? ', keys that are aliases or
 * collections of blocks, and other tags than !name, !!name and !<name>. */
#include "yaml_scan.h"

#include <stdlib.h>
#include <string.h>

static bool parse_documents(yaml_scan *s)
{
    bool explicit_start = false;
    for (;;) {
        if (!yaml_skip_gap(s, false)) {
            return false;
        }
        if (yaml_at_document_mark(s) && *s->at == '.') {
            if (s->count == 1) {
                return yaml_refuse(s, "did not find expected <document start>");
            }
            s->at += 3;
            continue;
        }
        if (s->at == s->end) {
            return true;
        }
        if (yaml_peek(s, 0) == '%') {
            return yaml_refuse(s, "a directive (%YAML, %TAG) is not read in a page");
        }
        explicit_start = yaml_at_document_mark(s);
        if (!explicit_start && s->count > 1 && s->events[s->count - 1].type == YAML_DOCUMENT_END_EVENT) {
            return yaml_refuse(s, "did not find expected <document start>");
        }
        s->at += explicit_start ? 3 : 0;
        if (!yaml_add_event(s, YAML_DOCUMENT_START_EVENT, yaml_mark_of(s)) || !yaml_parse_node(s, -1, YAML_IN_LINE) ||
            !yaml_skip_gap(s, false)) {
            return false;
        }
        if (!yaml_is_at_end(s)) {
            return yaml_refuse(s, "did not find expected <document start>");
        }
        if (!yaml_add_event(s, YAML_DOCUMENT_END_EVENT, yaml_mark_of(s))) {
            return false;
        }
    }
}

/* The length of the character at a place, 0: none that YAML, or this parser, has. */
static size_t character_length(const unsigned char *p, const unsigned char *end)
{
    const size_t length = *p < 0x80                 ? 1
                          : *p >= 0xc2 && *p < 0xe0 ? 2
                          : *p >= 0xe0 && *p < 0xf0 ? 3
                          : *p >= 0xf0 && *p < 0xf5 ? 4
                                                    : 0;
    if (length == 0 || length > (size_t)(end - p)) {
        return 0;
    }
    if (length == 1) {
        return (*p >= ' ' && *p != 0x7f) || *p == '\t' || *p == '\n' || *p == '\r';
    }
    unsigned long code = *p & (0x7fU >> length);
    for (size_t i = 1; i < length; i++) {
        if ((p[i] & 0xc0) != 0x80) {
            return 0;
        }
        code = code << 6 | (p[i] & 0x3f);
    }
    const bool too_long = code < (length == 3 ? 0x800U : length == 4 ? 0x10000U : 0x80U);
    const bool odd = code < 0xa0 || (code >= 0xd800 && code < 0xe000) || code == 0x2028 || code == 0x2029 ||
                     code == 0xfeff || code == 0xfffe || code == 0xffff || code > 0x10ffff;
    return too_long || odd ? 0 : length;
}

static bool check_characters(yaml_scan *s)
{
    const unsigned char *end = (const unsigned char *)s->end;
    for (const unsigned char *p = (const unsigned char *)s->at; p < end;) {
        const size_t length = character_length(p, end);
        if (length == 0) {
            s->error = YAML_READER_ERROR;
            s->problem = "a character that is no UTF-8, or a control character";
            return false;
        }
        p += length;
    }
    return true;
}

/* ---- the interface ---- */

int yaml_parser_initialize(yaml_parser_t *parser)
{
    *parser = (yaml_parser_t){.scan = calloc(1, sizeof *parser->scan)};
    return parser->scan != NULL;
}

void yaml_parser_delete(yaml_parser_t *parser)
{
    yaml_scan *s = parser->scan;
    for (yaml_block *block = s->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    free(s->events);
    free(s->value);
    free(s);
    parser->scan = NULL;
}

void yaml_parser_set_input_string(yaml_parser_t *parser, const unsigned char *input, size_t size)
{
    yaml_scan *s = parser->scan;
    s->text = s->at = s->line_start = (const char *)input;
    s->end = s->text + size;
    if (size >= 3 && memcmp(input, "\xef\xbb\xbf", 3) == 0) {
        s->text = s->at = s->line_start = s->text + 3;
    }
}

int yaml_parser_parse(yaml_parser_t *parser, yaml_event_t *event)
{
    yaml_scan *s = parser->scan;
    *event = (yaml_event_t){0};
    if (s->count == 0 && !s->error && yaml_add_event(s, YAML_STREAM_START_EVENT, yaml_mark_of(s)) &&
        check_characters(s) && parse_documents(s)) {
        yaml_add_event(s, YAML_STREAM_END_EVENT, yaml_mark_of(s));
    }
    if (s->error) {
        parser->error = s->error;
        parser->problem = s->problem;
        parser->problem_mark = s->problem_mark;
        return 0;
    }
    if (s->next < s->count) {
        *event = s->events[s->next++];
    }
    return 1;
}

void yaml_event_delete(yaml_event_t *event)
{
    *event = (yaml_event_t){0};
}
