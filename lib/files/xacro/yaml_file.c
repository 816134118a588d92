/* YAML events to values: the only file that knows libyaml. */
#include "xacro/yaml_file.h"

#include "xacro/builder.h"
#include "xacro/dict.h"
#include "xacro/package.h"

#include <stdio.h>
#include <string.h>
#include <yaml.h>

/* State of loading a file. */
typedef struct loading {
    cdy_interpreter *x;
    yaml_parser_t parser;
    yaml_event_t event; /* the current one */
    bool has_event;
    const char *path;
    cdy_dict anchors; /* values by name */
} loading;

static bool fail(loading *l, const yaml_mark_t *mark, const char *text)
{
    const cdy_origin at = l->x->at;
    l->x->at.file = l->path;
    l->x->at.line = (int)mark->line + 1;
    cdy_report_error(l->x, "%.400s", text);
    l->x->at = at;
    return false;
}

static bool next_event(loading *l)
{
    if (l->has_event) {
        yaml_event_delete(&l->event);
        l->has_event = false;
    }
    if (!cdy_step(l->x, 1)) {
        return false;
    }
    if (!yaml_parser_parse(&l->parser, &l->event)) {
        char text[300];
        if (l->parser.error == YAML_MEMORY_ERROR || !l->parser.problem) { /* libyaml has no words for some of them */
            cdy_report_no_memory(l->x);
            return false;
        }
        const yaml_mark_t none = {0, 0, 0};
        snprintf(text, sizeof text, "not well-formed YAML: %.200s", l->parser.problem);
        return fail(l, l->parser.error == YAML_READER_ERROR ? &none : &l->parser.problem_mark, text);
    }
    l->has_event = true;
    return true;
}

static cdy_value read_node(loading *l);

/* Stores a value under its anchor. */
static bool keep(loading *l, const char *anchor, cdy_value value)
{
    const cdy_value key = anchor ? cdy_copy_of_text(l->x, anchor, strlen(anchor)) : cdy_none;
    return !anchor || (key.kind && cdy_dict_set(l->x, &l->anchors, key, value));
}

static cdy_value read_scalar(loading *l)
{
    const char *text = (const char *)l->event.data.scalar.value, *tag = (const char *)l->event.data.scalar.tag;
    const size_t length = l->event.data.scalar.length;
    const bool plain = l->event.data.scalar.plain_implicit && l->event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    cdy_value value;
    if (tag && strcmp(tag, "!") != 0) {
        const cdy_origin at = l->x->at;
        l->x->at.file = l->path;
        l->x->at.line = (int)l->event.start_mark.line + 1;
        value = cdy_read_tagged(l->x, tag, text, length);
        if (!value.kind) {
            cdy_report_error(l->x, "the tag %.80s of '%.80s' is unknown; expected !degrees, !radians, !meters, ...",
                             tag, text);
        }
        l->x->at = at;
    } else {
        value = plain && !tag ? cdy_read_plain(l->x, text, length) : cdy_copy_of_text(l->x, text, length);
    }
    return value.kind && keep(l, (const char *)l->event.data.scalar.anchor, value) ? value : cdy_failed_value;
}

static cdy_value read_alias(loading *l)
{
    const char *name = (const char *)l->event.data.alias.anchor;
    const cdy_value *value = cdy_dict_get(l->x, &l->anchors, name);
    if (!value) {
        fail(l, &l->event.start_mark, "an alias names no anchor before it");
    }
    return value ? *value : cdy_failed_value;
}

static cdy_value read_sequence(loading *l)
{
    cdy_value list = cdy_new_list(l->x, CDY_KIND_LIST, 0);
    const char *anchor = (const char *)l->event.data.sequence_start.anchor;
    char *name = anchor ? cdy_take_text(l->x, anchor, strlen(anchor)) : NULL;
    while (list.kind && next_event(l) && l->event.type != YAML_SEQUENCE_END_EVENT) {
        const cdy_value item = read_node(l);
        if (!item.kind || !cdy_append(l->x, list.list, item)) {
            return cdy_failed_value;
        }
    }
    return !l->x->status && keep(l, name, list) ? list : cdy_failed_value;
}

/* `<<: *other` and `<<: [*one, *two]`: adds missing keys; the first of several wins. */
static bool merge(loading *l, cdy_dict *dict, cdy_value other, const yaml_mark_t *mark)
{
    const cdy_list only = {.items = &other, .count = 1, .capacity = 1},
                   *list = other.kind == CDY_KIND_LIST ? other.list : &only;
    for (size_t i = 0; i < list->count; i++) {
        const cdy_value from = list->items[i];
        if (from.kind != CDY_KIND_DICT) {
            return fail(l, mark, "expected a mapping, or a list of them, behind <<");
        }
        for (size_t k = 0; k < from.dict->count; k++) {
            size_t place;
            if (!cdy_step(l->x, 1) || (!cdy_dict_find(l->x, dict, from.dict->keys[k], &place) && !l->x->status &&
                                       !cdy_dict_set(l->x, dict, from.dict->keys[k], from.dict->values[k]))) {
                return false;
            }
        }
    }
    return !l->x->status;
}

/* Whether the current event is the plain key `<<`. */
static bool is_merge(const loading *l)
{
    return l->event.type == YAML_SCALAR_EVENT && l->event.data.scalar.plain_implicit &&
           l->event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE && l->event.data.scalar.length == 2 &&
           memcmp(l->event.data.scalar.value, "<<", 2) == 0;
}

/* Reads a key and its value; merged mappings are collected in `merged` until the end, because the mapping's own keys
 * win. */
static bool read_pair(loading *l, cdy_dict *dict, cdy_list *merged)
{
    const yaml_mark_t mark = l->event.start_mark;
    const bool merges = is_merge(l);
    const cdy_value key = merges ? cdy_none : read_node(l);
    if (key.kind == CDY_KIND_LIST || key.kind == CDY_KIND_DICT) {
        return fail(l, &mark, "a list or mapping cannot be a key");
    }
    const cdy_value value = key.kind && next_event(l) ? read_node(l) : cdy_failed_value;
    if (!value.kind) {
        return false;
    }
    if (!merges) {
        return cdy_dict_set(l->x, dict, key, value);
    }
    return cdy_append(l->x, merged, value);
}

static cdy_value read_mapping(loading *l)
{
    cdy_value own = cdy_new_dict(l->x, CDY_KIND_DICT), merged = cdy_new_list(l->x, CDY_KIND_LIST, 0);
    const yaml_mark_t mark = l->event.start_mark;
    const char *anchor = (const char *)l->event.data.mapping_start.anchor;
    char *name = anchor ? cdy_take_text(l->x, anchor, strlen(anchor)) : NULL;
    while (own.kind && merged.kind && next_event(l) && l->event.type != YAML_MAPPING_END_EVENT) {
        if (!read_pair(l, own.dict, merged.list)) {
            return cdy_failed_value;
        }
    }
    if (l->x->status || !own.kind || !merged.kind) {
        return cdy_failed_value;
    }
    cdy_value dict = own;
    if (merged.list->count > 0) { /* merged keys come first, with the mapping's own values */
        dict = cdy_new_dict(l->x, CDY_KIND_DICT);
        for (size_t i = 0; i < merged.list->count && dict.kind; i++) {
            if (!merge(l, dict.dict, merged.list->items[i], &mark)) {
                return cdy_failed_value;
            }
        }
        if (!dict.kind || !cdy_dict_update(l->x, dict.dict, own.dict)) {
            return cdy_failed_value;
        }
    }
    return keep(l, name, dict) ? dict : cdy_failed_value;
}

static cdy_value read_node(loading *l)
{
    cdy_value value = cdy_failed_value;
    if (!cdy_enter(l->x)) {
        return value;
    }
    if (l->event.type == YAML_SCALAR_EVENT) {
        value = read_scalar(l);
    } else if (l->event.type == YAML_ALIAS_EVENT) {
        value = read_alias(l);
    } else if (l->event.type == YAML_SEQUENCE_START_EVENT) {
        value = read_sequence(l);
    } else if (l->event.type == YAML_MAPPING_START_EVENT) {
        value = read_mapping(l);
    } else {
        fail(l, &l->event.start_mark, "expected a value");
    }
    cdy_leave(l->x);
    return value;
}

/* Reads one document, or none. */
static cdy_value read_stream(loading *l)
{
    cdy_value value = cdy_none;
    size_t documents = 0;
    while (next_event(l) && l->event.type != YAML_STREAM_END_EVENT) {
        if (l->event.type != YAML_DOCUMENT_START_EVENT) {
            continue;
        }
        if (documents++ > 0) {
            fail(l, &l->event.start_mark, "the file holds more than one YAML document; expected one");
        }
        value = !l->x->status && next_event(l) ? read_node(l) : cdy_failed_value;
        if (!value.kind) {
            break;
        }
    }
    value.dotted = value.kind == CDY_KIND_DICT || value.kind == CDY_KIND_LIST;
    return l->x->status ? cdy_failed_value : value;
}

cdy_value cdy_read_yaml(cdy_interpreter *x, const char *text, size_t size, const char *path)
{
    loading l = {.x = x, .path = path};
    if (!yaml_parser_initialize(&l.parser)) {
        cdy_report_no_memory(x);
        return cdy_failed_value;
    }
    yaml_parser_set_input_string(&l.parser, (const unsigned char *)text, size);
    const cdy_value value = read_stream(&l);
    if (l.has_event) {
        yaml_event_delete(&l.event);
    }
    yaml_parser_delete(&l.parser);
    return value;
}

cdy_value cdy_load_yaml(cdy_interpreter *x, const char *path)
{
    size_t size = 0;
    const char *text = cdy_read_source(x, path, "YAML file", &size);
    if (!text) {
        return cdy_failed_value;
    }
    const cdy_open_file file = {path, x->file};
    x->file = &file;
    const cdy_value value = cdy_read_yaml(x, text, size, path);
    x->file = file.outer;
    return value;
}
