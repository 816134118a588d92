#include "mesh/json.h"

#include "base/error.h"
#include "base/memory.h"
#include "text/number.h"

#include <string.h>

/* The text that is not read yet, and the containers that are open. */
typedef struct scanner {
    cdy_json *json;
    const char *at, *end;
    size_t open[CDY_JSON_DEEPEST];
    int depth;
} scanner;

static void skip_blanks(scanner *s)
{
    while (s->at < s->end && strchr(" \t\r\n", *s->at) && *s->at) {
        s->at++;
    }
}

static bool add(scanner *s, char kind, const char *text, size_t length)
{
    cdy_json *j = s->json;
    if (j->count == j->capacity) {
        const size_t capacity = j->capacity ? 2 * j->capacity : 64;
        cdy_json_value *values = cdy_allocate(capacity, sizeof *values);
        if (!values) {
            return false;
        }
        if (j->count > 0) {
            memcpy(values, j->values, j->count * sizeof *values);
        }
        cdy_release(j->values);
        j->values = values;
        j->capacity = capacity;
    }
    j->values[j->count] = (cdy_json_value){kind, text, length, j->count + 1};
    j->count++;
    return true;
}

/* What became of a part of the text. */
typedef enum outcome { GOOD, WRONG, NO_MEMORY } outcome;

static outcome read_string(scanner *s)
{
    const char *begin = ++s->at;
    while (s->at < s->end && *s->at != '"') {
        s->at += *s->at == '\\' && s->at + 1 < s->end ? 2 : 1;
    }
    if (s->at >= s->end) {
        return WRONG;
    }
    s->at++;
    return add(s, '"', begin, (size_t)(s->at - 1 - begin)) ? GOOD : NO_MEMORY;
}

static outcome read_word(scanner *s)
{
    const char *begin = s->at;
    while (s->at < s->end && *s->at && !strchr(" \t\r\n,:]}\"{[", *s->at)) {
        s->at++;
    }
    return s->at == begin ? WRONG : add(s, '0', begin, (size_t)(s->at - begin)) ? GOOD : NO_MEMORY;
}

static outcome open_container(scanner *s)
{
    if (s->depth == CDY_JSON_DEEPEST) {
        return WRONG;
    }
    s->open[s->depth++] = s->json->count;
    s->at++;
    return add(s, s->at[-1], s->at, 0) ? GOOD : NO_MEMORY;
}

static outcome close_container(scanner *s)
{
    cdy_json_value *v = s->depth > 0 ? &s->json->values[s->open[s->depth - 1]] : NULL;
    if (!v || v->kind != (*s->at == '}' ? '{' : '[')) {
        return WRONG;
    }
    v->next = s->json->count;
    s->depth--;
    s->at++;
    return GOOD;
}

/* Reads the next value, or the end of a container. Commas and colons separate; their places are not checked, since a
 * reader that asks for members by name and kind finds none in a text that is otherwise wrong. */
static outcome read_next(scanner *s)
{
    switch (*s->at) {
    case '"': return read_string(s);
    case '{':
    case '[': return open_container(s);
    case '}':
    case ']': return close_container(s);
    case ',':
    case ':': s->at++; return GOOD;
    default: return read_word(s);
    }
}

cdy_status cdy_json_read(cdy_json *json, const char *text, size_t size, const char *name, cdy_error *error)
{
    scanner s = {.json = json, .at = text, .end = text + size};
    outcome o = GOOD;
    for (skip_blanks(&s); s.at < s.end && o == GOOD; skip_blanks(&s)) {
        o = read_next(&s);
    }
    if (o == NO_MEMORY) {
        return cdy_fail_memory(error);
    }
    if (o == WRONG || s.depth > 0 || json->count == 0 || json->values[0].kind != '{' ||
        json->values[0].next != json->count) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, name, 0,
                           "the JSON in it is broken at byte %zu, or nested more than %d deep", (size_t)(s.at - text),
                           CDY_JSON_DEEPEST);
    }
    return CDY_OK;
}

void cdy_json_clear(cdy_json *json)
{
    cdy_release(json->values);
    *json = (cdy_json){0};
}

size_t cdy_json_member(const cdy_json *json, size_t object, const char *name, char kind)
{
    const cdy_json_value *v = json->values;
    const size_t end = v[object].next, length = strlen(name);
    for (size_t i = object + 1; v[object].kind == '{' && i + 1 < end; i = v[i + 1].next) {
        if (v[i].kind != '"') {
            return 0;
        }
        if (v[i].length == length && memcmp(v[i].text, name, length) == 0) {
            return v[i + 1].kind == kind ? i + 1 : 0;
        }
    }
    return 0;
}

double cdy_json_number(const cdy_json *json, size_t object, const char *name, double standard)
{
    const size_t place = cdy_json_member(json, object, name, '0');
    double value = 0;
    return place && cdy_parse_number(json->values[place].text, json->values[place].length, &value) == CDY_NUMBER_OK
               ? value
               : standard;
}

bool cdy_json_numbers(const cdy_json *json, size_t object, const char *name, double *numbers, size_t count)
{
    const size_t array = cdy_json_member(json, object, name, '[');
    size_t i = 0;
    for (size_t place = array + 1; array && i < count && place < json->values[array].next; place++, i++) {
        const cdy_json_value *v = &json->values[place];
        if (v->kind != '0' || cdy_parse_number(v->text, v->length, &numbers[i]) != CDY_NUMBER_OK) {
            return false;
        }
    }
    return array && i == count && array + 1 + count == json->values[array].next;
}
