/* JSON: values of the command's kind on top of jansson.  A value that cannot be made, for want of memory, is NULL,
 * and what it is put into remembers that. */
#ifndef CONDYLE_TOOLS_JSON_H
#define CONDYLE_TOOLS_JSON_H

#include "options/coordinates.h"
#include "run/output.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* An object or array in the making. */
typedef struct json_builder {
    json_t *value;
    bool failed;
} json_builder;

/* From now on notes where memory runs out: the reader of JSON takes that for a fault of the text, or cuts off what it
 * reads. */
void json_watch_memory(void);

/* Returns whether it ran out since then. */
bool json_lacks_memory(void);

/* Begins an object, or an array. */
json_builder json_build_object(void);
json_builder json_build_array(void);

/* Puts a value under a key, or at the end of an array; takes the value over. */
void json_put(json_builder *object, const char *key, json_t *value);
void json_add(json_builder *array, json_t *value);

/* Ends the making: returns the value, or NULL where something failed. */
json_t *json_built(json_builder *b);

/* Returns a string, null for NULL; bytes that are no UTF-8 become U+FFFD. */
json_t *json_from_text(const char *text);

/* Returns a number, null where it is not finite. */
json_t *json_from_number(double value);

/* Returns an array of numbers. */
json_t *json_from_numbers(const double *values, size_t count);

/* Returns an array of the names of a vector's elements. */
json_t *json_labels(const cdy_model *model, vector_kind kind);

/* Writes a value, each number with the fewest digits that read back as it, and frees it; a NULL value is reported as
 * memory running out. */
exit_code json_write(output *out, json_t *value);

/* Writes an object up to its closing brace, so that large members can follow one by one, and frees it. */
exit_code json_write_open(output *out, json_t *object);

#endif
