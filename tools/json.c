#include "json.h"

#include "text.h"
#include "utf8.h"

#include <math.h>
#include <stdlib.h>

/* jansson's functions for memory get no argument of ours. */
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

static int write_piece(const char *bytes, size_t length, void *data)
{
    output_bytes((output *)data, bytes, length);
    return 0;
}

exit_code json_write(output *out, json_t *value)
{
    int failed = !value || json_dump_callback(value, write_piece, out, JSON_REAL_PRECISION(17) | JSON_ENCODE_ANY) != 0;
    json_decref(value);
    return failed ? fail_memory() : EXIT_FINE;
}

/* Nobody heeds what is returned here for a key of an object: the text remembers it. */
static int add_piece(const char *bytes, size_t length, void *data)
{
    text_buffer *text = (text_buffer *)data;
    text_add_bytes(text, bytes, length);
    return text->failed ? -1 : 0;
}

exit_code json_write_open(output *out, json_t *object)
{
    text_buffer written = {0};
    const bool failed =
        !object || json_dump_callback(object, add_piece, &written, JSON_REAL_PRECISION(17)) != 0 || written.failed;
    json_decref(object);
    if (!failed) {
        output_bytes(out, text_get(&written), written.length - 1);
    }
    text_clear(&written);
    return failed ? fail_memory() : EXIT_FINE;
}
