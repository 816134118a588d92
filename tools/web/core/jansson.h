/* The part of jansson's interface by which tools/command reads rows of JSON, for a page, which has no jansson:
 * core/json.c is the parser behind it. */
#ifndef CONDYLE_WEB_JANSSON_H
#define CONDYLE_WEB_JANSSON_H

#include <stdbool.h>
#include <stddef.h>

/* In jansson's order. */
typedef enum json_type {
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_INTEGER,
    JSON_REAL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL
} json_type;

/* A value has one owner; json_decref() frees it with all that is in it. */
typedef struct json_t json_t;
typedef long long json_int_t;

/* Why a text is no JSON, in jansson's words, and behind which character. */
typedef struct json_error_t {
    char text[160];
    int column;
} json_error_t;

/* Duplicate keys are refused, and every number is real, whether or not it is asked for. */
enum { JSON_REJECT_DUPLICATES = 1, JSON_DECODE_INT_AS_REAL = 2, JSON_ENCODE_ANY = 4 };

json_t *json_loadb(const char *bytes, size_t size, size_t flags, json_error_t *error);
void json_decref(json_t *value);
void json_set_alloc_funcs(void *(*allocate)(size_t size), void (*release)(void *memory));

json_type json_typeof(const json_t *value);
bool json_is_object(const json_t *value);
bool json_is_array(const json_t *value);
bool json_is_string(const json_t *value);
bool json_is_number(const json_t *value);
bool json_is_null(const json_t *value);
double json_number_value(const json_t *value);
double json_real_value(const json_t *value);
const char *json_string_value(const json_t *value);
bool json_equal(const json_t *one, const json_t *other);

json_t *json_array(void);
json_t *json_string(const char *text);
json_t *json_null(void);
int json_array_append_new(json_t *array, json_t *value);
size_t json_array_size(const json_t *array);
json_t *json_array_get(const json_t *array, size_t index);
json_t *json_object_get(const json_t *object, const char *key);

/* The members of an object by their numbers, in the order of the text. */
const char *json_object_key(const json_t *object, size_t index);
json_t *json_object_member(const json_t *object, size_t index);

#define json_object_foreach(object, key, value)                                                                        \
    for (size_t json_index_ = 0; ((key) = json_object_key(object, json_index_)) != NULL &&                             \
                                 ((value) = json_object_member(object, json_index_)) != NULL;                          \
         json_index_++)

/* Called by functions that a page does not call. */
json_t *json_object(void);
json_t *json_real(double value);
int json_object_set_new(json_t *object, const char *key, json_t *value);
int json_dump_callback(const json_t *value, int (*take)(const char *bytes, size_t size, void *data), void *data,
                       size_t flags);

#endif
