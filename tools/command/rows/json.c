#include "rows/json.h"

#include "run/text.h"
#include "values/number_text.h"
#include "writing/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Global, because jansson's allocation functions take no user argument. */
static bool no_memory;

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    no_memory = no_memory || !memory;
    return memory;
}

void json_watch_memory(void)
{
    json_set_alloc_funcs(allocate, free);
    no_memory = false;
}

bool json_lacks_memory(void)
{
    return no_memory;
}

json_builder json_build_object(void)
{
    json_t *value = json_object();
    return (json_builder){value, !value};
}

json_builder json_build_array(void)
{
    json_t *value = json_array();
    return (json_builder){value, !value};
}

void json_put(json_builder *object, const char *key, json_t *value)
{
    object->failed = json_object_set_new(object->value, key, value) != 0 || object->failed;
}

void json_add(json_builder *array, json_t *value)
{
    array->failed = json_array_append_new(array->value, value) != 0 || array->failed;
}

json_t *json_built(json_builder *b)
{
    if (b->failed) {
        json_decref(b->value);
        b->value = NULL;
    }
    return b->value;
}

json_t *json_from_text(const char *bytes)
{
    if (!bytes) {
        return json_null();
    }
    json_t *value = json_string(bytes);
    if (value) {
        return value;
    }
    text_buffer valid = {0};
    while (*bytes) {
        uint32_t code;
        size_t length = utf8_decode(bytes, &code);
        text_add_bytes(&valid, length ? bytes : "\xef\xbf\xbd", length ? length : 3);
        bytes += length ? length : 1;
    }
    value = valid.failed ? NULL : json_string(text_get(&valid));
    text_clear(&valid);
    return value;
}

json_t *json_from_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *json_from_numbers(const double *values, size_t count)
{
    json_builder array = json_build_array();
    for (size_t i = 0; i < count; i++) {
        json_add(&array, json_from_number(values[i]));
    }
    return json_built(&array);
}

json_t *json_labels(const cdy_model *model, vector_kind kind)
{
    json_builder names = json_build_array();
    text_buffer label = {0};
    for (int i = 0; i < vector_length(model, kind); i++) {
        cdy_coordinate coordinate = vector_coordinate(model, kind, i);
        text_reset(&label);
        coordinate_add_label(&coordinate, &label);
        json_add(&names, label.failed ? NULL : json_from_text(text_get(&label)));
    }
    text_clear(&label);
    return json_built(&names);
}

/* jansson ignores the return value for the keys of objects; text->failed keeps the failure. */
static int add_piece(const char *bytes, size_t length, void *data)
{
    text_buffer *text = (text_buffer *)data;
    text_add_bytes(text, bytes, length);
    return text->failed ? -1 : 0;
}

static void add_value(text_buffer *text, json_t *value);

/* Writes strings, integers and literals as jansson does. */
static void add_scalar(text_buffer *text, const json_t *value)
{
    text->failed = json_dump_callback(value, add_piece, text, JSON_ENCODE_ANY) != 0 || text->failed;
}

static void add_object(text_buffer *text, json_t *object)
{
    const char *key, *before = "";
    json_t *value;
    json_object_foreach(object, key, value)
    {
        json_t *name = json_string(key);
        text_add_bytes(text, before, strlen(before));
        before = ", ";
        text->failed = !name || text->failed;
        if (name) {
            add_scalar(text, name);
        }
        json_decref(name);
        text_add_bytes(text, ": ", 2);
        add_value(text, value);
    }
}

static void add_value(text_buffer *text, json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_REAL: row_add_json(text, json_real_value(value), TYPE_REAL, 0); break;
    case JSON_OBJECT:
        text_add_bytes(text, "{", 1);
        add_object(text, value);
        text_add_bytes(text, "}", 1);
        break;
    case JSON_ARRAY:
        text_add_bytes(text, "[", 1);
        for (size_t i = 0; i < json_array_size(value); i++) {
            text_add_bytes(text, ", ", i > 0 ? 2 : 0);
            add_value(text, json_array_get(value, i));
        }
        text_add_bytes(text, "]", 1);
        break;
    case JSON_STRING:
    case JSON_INTEGER:
    case JSON_TRUE:
    case JSON_FALSE:
    case JSON_NULL: add_scalar(text, value); break;
    }
}

/* Writes a value without its last `less` bytes. */
static exit_code write_prefix(output *out, json_t *value, size_t less)
{
    text_buffer text = {0};
    if (value) {
        add_value(&text, value);
    }
    const bool failed = !value || text.failed || text.length < less;
    json_decref(value);
    if (!failed) {
        output_bytes(out, text_get(&text), text.length - less);
    }
    text_clear(&text);
    return failed ? fail_memory() : EXIT_FINE;
}

exit_code json_write(output *out, json_t *value)
{
    return write_prefix(out, value, 0);
}

exit_code json_write_line(output *out, json_t *value)
{
    const exit_code code = write_prefix(out, value, 0);
    output_text(out, "\n");
    return code;
}

exit_code json_write_open(output *out, json_t *object)
{
    return write_prefix(out, object, 1);
}

exit_code json_write_in_page(output *out, json_t *value)
{
    text_buffer text = {0};
    if (value) {
        add_value(&text, value);
    }
    const bool failed = !value || text.failed;
    json_decref(value);
    for (const char *rest = failed ? "" : text_get(&text); *rest;) {
        const size_t length = strcspn(rest, "<");
        output_bytes(out, rest, length);
        rest += length;
        if (*rest) {
            output_text(out, "\\u003c");
            rest++;
        }
    }
    text_clear(&text);
    return failed ? fail_memory() : EXIT_FINE;
}
