/* Passed columns: columns and keys of the input that a calculation does not read, such as t and labels, which its
 * output has in front of the results, or where --fields names them. */
#ifndef CONDYLE_TOOLS_PASSED_H
#define CONDYLE_TOOLS_PASSED_H

#include "options/number_options.h"
#include "run/text.h"

#include <jansson.h>

/* A column that passes, with its value in a row. */
typedef struct passed_column {
    char *name;
    bool given;        /* the row has it */
    bool awaited;      /* --fields names it, and no row had it so far */
    text_buffer value; /* as the output has it */
} passed_column;

typedef struct passed {
    output_format_kind format; /* of the output; columns pass to CSV and JSON only */
    passed_column *columns;
    size_t count, capacity;
    bool complete; /* the names are the header's; columns without a name in the header cannot pass */
    bool failed;   /* out of memory */
} passed;

/* Returns whether columns pass to the output's format. */
bool passed_is_open(const passed *p);

/* Finds the number of a name and adds the name where it is missing; -1: the name cannot pass. */
int passed_find(passed *p, const char *name, size_t length);

/* Returns the number of a name that passes so far; -1: none of this name. */
int passed_known(const passed *p, const char *name, size_t length);

/* Adds a name that rows still to be read may have, JSON rows without header; -1: it cannot pass. */
int passed_await(passed *p, const char *name, size_t length);

/* Ends the list of names: those of a header, or of the first row. */
void passed_complete(passed *p);

/* Removes the values of the last row. */
void passed_reset(passed *p);

/* Sets the value of a name: a field of CSV, or a value of JSON. */
void passed_put_text(passed *p, int number, const char *text, size_t length);
void passed_put_json(passed *p, int number, const json_t *value);

/* Appends a name as a field of CSV, or as a key of JSON. */
void passed_add_name(const passed *p, size_t number, text_buffer *row);

/* Appends the values of the row, as passed_value() finds them there. */
void passed_add_row(const passed *p, text_buffer *rows);

/* Returns the value of a column in the values of a row: a field of CSV, or JSON text; of length 0 where the row lacks
 * it. `row` NULL: a row without values. */
const char *passed_value(const char *row, size_t number, size_t *length);

/* Frees the names and values. */
void passed_clear(passed *p);

#endif
