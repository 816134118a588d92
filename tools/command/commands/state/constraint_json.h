/* Constraint JSON: files with a list of constraints, and the members of their objects. */
#ifndef CONDYLE_TOOLS_CONSTRAINT_JSON_H
#define CONDYLE_TOOLS_CONSTRAINT_JSON_H

#include "rows/json.h"

/* A JSON file that is read, for messages. */
typedef struct json_source {
    const char *path;
    size_t index; /* of the constraint */
    const cdy_model *model;
} json_source;

/* Reads a file ("-": standard input) that is a list; the caller frees it by json_decref(), also after a failure. */
exit_code constraint_json_load(const char *path, const char *expected, json_t **list);

/* Reports that the value of a key is not what is expected. */
exit_code constraint_json_fail(const json_source *s, const char *key, const char *expected);

/* Reads the name of a body. */
exit_code constraint_json_body(const json_source *s, const char *key, const json_t *value, int *frame);

/* Reads a list of `count` numbers; `expected` names it in messages. */
exit_code constraint_json_numbers(const json_source *s, const char *key, const json_t *value, size_t count,
                                  const char *expected, double *numbers);

#endif
