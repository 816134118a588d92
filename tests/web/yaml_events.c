#include "yaml_events.h"

#include <yaml.h>

static const char *text_or_dash(const yaml_char_t *text)
{
    return text ? (const char *)text : "-";
}

static void print_event(const yaml_event_t *e, FILE *out)
{
    fprintf(out, "%d", (int)e->type);
    if (e->type == YAML_ALIAS_EVENT) {
        fprintf(out, " *%s line %zu", text_or_dash(e->data.alias.anchor), e->start_mark.line);
    } else if (e->type == YAML_SEQUENCE_START_EVENT) {
        fprintf(out, " &%s !%s", text_or_dash(e->data.sequence_start.anchor), text_or_dash(e->data.sequence_start.tag));
    } else if (e->type == YAML_MAPPING_START_EVENT) {
        fprintf(out, " &%s !%s", text_or_dash(e->data.mapping_start.anchor), text_or_dash(e->data.mapping_start.tag));
    } else if (e->type == YAML_SCALAR_EVENT) {
        fprintf(out, " &%s !%s plain %d style %d '", text_or_dash(e->data.scalar.anchor),
                text_or_dash(e->data.scalar.tag), e->data.scalar.plain_implicit, (int)e->data.scalar.style);
        fwrite(e->data.scalar.value, 1, e->data.scalar.length, out);
        fputc('\'', out);
        if (e->data.scalar.length > 0) { /* where nothing stands, lines may differ */
            fprintf(out, " line %zu", e->start_mark.line);
        }
    }
    fputc('\n', out);
}

bool PRINT_EVENTS(const char *text, size_t size, FILE *out)
{
    yaml_parser_t parser;
    yaml_event_t event;
    bool good = yaml_parser_initialize(&parser), ended = false;
    if (!good) {
        return false;
    }
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    while (good && !ended) {
        good = yaml_parser_parse(&parser, &event);
        if (good) {
            ended = event.type == YAML_STREAM_END_EVENT;
            print_event(&event, out);
            yaml_event_delete(&event);
        }
    }
    yaml_parser_delete(&parser);
    return good;
}
