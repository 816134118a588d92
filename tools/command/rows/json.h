/* JSON values on top of jansson. A value is NULL where memory ran out; its container then counts as failed. */
#ifndef CONDYLE_TOOLS_JSON_H
#define CONDYLE_TOOLS_JSON_H

#include "run/output.h"
#include "values/coordinates.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* An object or array under construction. */
typedef struct json_builder {
    json_t *value;
    bool failed;
} json_builder;

/* Starts recording failed allocations: jansson's parser reports them as syntax errors or truncates its values. */
void json_watch_memory(void);

/* Returns whether an allocation failed since json_watch_memory(). */
bool json_lacks_memory(void);

/* Begins an object, or an array. */
json_builder json_build_object(void);
json_builder json_build_array(void);

/* Adds a value under a key, or at the end of an array; takes ownership of the value. */
void json_put(json_builder *object, const char *key, json_t *value);
void json_add(json_builder *array, json_t *value);

/* Returns the finished value, or NULL where a step failed. */
json_t *json_built(json_builder *b);

/* Returns a string, or null for NULL; invalid UTF-8 becomes U+FFFD. */
json_t *json_from_text(const char *text);

/* Returns a number, or null where it is not finite. */
json_t *json_from_number(double value);

/* Returns an array of numbers. */
json_t *json_from_numbers(const double *values, size_t count);

/* Returns an array of the names of a vector's elements. */
json_t *json_labels(const cdy_model *model, vector_kind kind);

/* Writes and frees a value; numbers have the fewest digits that read back exactly. A NULL value is reported as lack of
 * memory. */
exit_code json_write(output *out, json_t *value);

/* Writes and frees a value as json_write() does, and ends the line: a whole document, or one of JSON lines. */
exit_code json_write_line(output *out, json_t *value);

/* Writes and frees a value as json_write() does, for a script of a page, which no '<' in a string can end. */
exit_code json_write_in_page(output *out, json_t *value);

/* Writes and frees an object without its closing brace, so that large members can be appended one by one. */
exit_code json_write_open(output *out, json_t *object);

#endif
