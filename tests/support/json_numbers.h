/* JSON numbers: comparison of the command's JSON with expected numbers. */
#ifndef CDY_TESTS_JSON_NUMBERS_H
#define CDY_TESTS_JSON_NUMBERS_H

#include <jansson.h>
#include <stddef.h>

/* Parses a text, which must be JSON, and frees it; json_decref() frees the value. */
json_t *parse_json(char *text);

/* Reads the `count` numbers under a key, numbers of nested lists too, in their order; the value must have exactly
 * `count`. */
void read_numbers(const json_t *object, const char *key, double *numbers, size_t count);

/* Compares the numbers under a key with expected numbers. */
void check_numbers(const json_t *object, const char *key, const double *expected, size_t count, double tolerance);

/* Checks the text at an index of the list under a key. */
void check_name(const json_t *object, const char *key, size_t index, const char *expected);

#endif
