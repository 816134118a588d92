/* The part of libyaml's interface that lib/files/xacro/yaml_file.c reads YAML by, for a page, which has no libyaml:
 * core/yaml.c is the parser behind it. */
#ifndef CONDYLE_WEB_YAML_H
#define CONDYLE_WEB_YAML_H

#include <stddef.h>

typedef unsigned char yaml_char_t;

typedef struct yaml_mark_t {
    size_t index, line, column;
} yaml_mark_t;

typedef enum yaml_error_type_t {
    YAML_NO_ERROR = 0,
    YAML_MEMORY_ERROR,
    YAML_READER_ERROR,
    YAML_PARSER_ERROR
} yaml_error_type_t;

typedef enum yaml_scalar_style_t {
    YAML_PLAIN_SCALAR_STYLE = 1,
    YAML_SINGLE_QUOTED_SCALAR_STYLE,
    YAML_DOUBLE_QUOTED_SCALAR_STYLE,
    YAML_LITERAL_SCALAR_STYLE,
    YAML_FOLDED_SCALAR_STYLE
} yaml_scalar_style_t;

typedef enum yaml_event_type_t {
    YAML_NO_EVENT = 0,
    YAML_STREAM_START_EVENT,
    YAML_STREAM_END_EVENT,
    YAML_DOCUMENT_START_EVENT,
    YAML_DOCUMENT_END_EVENT,
    YAML_ALIAS_EVENT,
    YAML_SCALAR_EVENT,
    YAML_SEQUENCE_START_EVENT,
    YAML_SEQUENCE_END_EVENT,
    YAML_MAPPING_START_EVENT,
    YAML_MAPPING_END_EVENT
} yaml_event_type_t;

/* Texts belong to the parser, and live as long. */
typedef struct yaml_event_t {
    yaml_event_type_t type;
    union {
        struct {
            yaml_char_t *anchor;
        } alias;
        struct {
            yaml_char_t *anchor, *tag, *value;
            size_t length;
            int plain_implicit;
            yaml_scalar_style_t style;
        } scalar;
        struct {
            yaml_char_t *anchor, *tag;
        } sequence_start, mapping_start;
    } data;
    yaml_mark_t start_mark;
} yaml_event_t;

typedef struct yaml_parser_t {
    yaml_error_type_t error;
    const char *problem;
    yaml_mark_t problem_mark;
    struct yaml_scan *scan;
} yaml_parser_t;

/* Functions of libyaml's interface: those that return an int return 0 on failure. */
int yaml_parser_initialize(yaml_parser_t *parser);
void yaml_parser_delete(yaml_parser_t *parser);
void yaml_parser_set_input_string(yaml_parser_t *parser, const unsigned char *input, size_t size);
int yaml_parser_parse(yaml_parser_t *parser, yaml_event_t *event);
void yaml_event_delete(yaml_event_t *event);

#endif
