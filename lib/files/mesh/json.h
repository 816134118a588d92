/* JSON of a mesh file as a flat list of values, in the order of the text. */
#ifndef CDY_MESH_JSON_H
#define CDY_MESH_JSON_H

#include <condyle/status.h>
#include <stdbool.h>
#include <stddef.h>

enum { CDY_JSON_DEEPEST = 64 };

/* A value: its text, without quotes, and the place in the list behind it and all that it contains. Members of an object
 * are pairs of values, the name and its value. */
typedef struct cdy_json_value {
    char kind; /* '{', '[', '"', or '0' for numbers and words */
    const char *text;
    size_t length;
    size_t next;
} cdy_json_value;

typedef struct cdy_json {
    cdy_json_value *values;
    size_t count, capacity;
} cdy_json;

/* Reads a text; free the list with cdy_json_clear(), also after a failure. */
cdy_status cdy_json_read(cdy_json *json, const char *text, size_t size, const char *name, cdy_error *error);
void cdy_json_clear(cdy_json *json);

/* Return the place of a member of the object at a place, of the kind that is asked for; 0: there is none. The whole
 * document has the place 0. */
size_t cdy_json_member(const cdy_json *json, size_t object, const char *name, char kind);

/* Returns the number of a member of the object at a place, `standard` where there is none that is a number. */
double cdy_json_number(const cdy_json *json, size_t object, const char *name, double standard);

/* Reads `count` numbers of an array that is a member; false where it is not there or has others. */
bool cdy_json_numbers(const cdy_json *json, size_t object, const char *name, double *numbers, size_t count);

#endif
