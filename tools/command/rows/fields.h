/* Fields: which of the numbers of a row are printed, and in which order. */
#ifndef CONDYLE_TOOLS_FIELDS_H
#define CONDYLE_TOOLS_FIELDS_H

#include "report/calculation.h"

/* A quantity, one element of it, all wrenches, or one component of one. */
typedef struct field {
    quantity kind;
    bool whole;
    size_t element; /* where it is not whole; of a wrench the component */
    int wrench;     /* place in the task's list */
} field;

typedef struct field_list {
    field *items;
    size_t count, capacity;
} field_list;

/* Reads the list of --fields: quantities and columns by their names. */
exit_code field_list_read(field_list *list, task *t, const char *given);

/* Makes the list of whole quantities in the set, bits 1u << quantity: inputs, wrenches, then results. */
exit_code field_list_make(field_list *list, const task *t, unsigned set);

/* Frees a list. */
void field_list_clear(field_list *list);

/* Returns the number of columns of a field, of all wrenches the first `wrenches`. */
size_t field_columns(const field *f, const task *t, size_t wrenches);

/* Returns the value in a column of a field. */
double field_value(const field *f, const task *t, size_t column);

/* Returns the values from a column on that lie beside each other in memory, and how many there are. */
const double *field_values(const field *f, const task *t, size_t column, size_t columns, size_t *count);

/* Adds the name of a column of a field. */
void field_add_column(const field *f, const task *t, size_t column, text_buffer *name);

#endif
