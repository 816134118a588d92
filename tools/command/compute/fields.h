/* Fields: the values of a row that are printed, in order. */
#ifndef CONDYLE_TOOLS_FIELDS_H
#define CONDYLE_TOOLS_FIELDS_H

#include "compute/calculation.h"

/* A variable or one element of it; all wrenches or one component of one wrench; or a column of the rows that passes. */
typedef struct field {
    variable kind;
    bool whole;
    size_t element; /* element, or component of the wrench; unused where `whole` */
    int wrench;     /* index in the computation's list */
    size_t passed;  /* number of the column that passes, from 1; 0: none, it is a variable */
} field;

typedef struct field_list {
    field *items;
    size_t count, capacity;
    bool passes; /* a field is a column that passes: the other ones do not */
} field_list;

/* Reads the list of --fields: names of variables and columns, also of the rows. Names that JSON rows may have are
 * awaited: field_list_check() fails where none had one. */
exit_code field_list_read(field_list *list, computation *t, const char *given);

/* Checks, when the first rows are read, that they had the columns that were awaited; explains it in `problem`. */
bool field_list_check(const field_list *list, const computation *t, text_buffer *problem);

/* Lists the variables of a set as a whole: inputs, wrenches, then results. */
exit_code field_list_make(field_list *list, const computation *t, variable_set set);

/* Frees a list. */
void field_list_clear(field_list *list);

/* Returns the number of columns of a field; the field of all wrenches counts the first `wrenches`. */
size_t field_columns(const field *f, const computation *t, size_t wrenches);

/* Returns the value in a column of a field. */
double field_value(const field *f, const computation *t, size_t column);

/* Returns the values from a column on that are contiguous in memory, and their number. */
const double *field_values(const field *f, const computation *t, size_t column, size_t columns, size_t *count);

/* Appends the name of a column of a field. */
void field_add_column(const field *f, const computation *t, size_t column, text_buffer *name);

#endif
