/* Row names: names of the rows of tasks and constraints, BODY.vx. */
#ifndef CONDYLE_TOOLS_ROW_NAMES_H
#define CONDYLE_TOOLS_ROW_NAMES_H

#include "run/message.h"
#include "values/variable.h"

/* Makes room for the names of `count` tasks or constraints (d->constraints) with `rows` rows (d->rows). */
exit_code row_names_begin(dimensions *d, size_t count, size_t rows);

/* Names task or constraint `index`, with #2, #3, ... behind a name that an earlier one has, and its rows from *row on;
 * advances *row. */
exit_code row_names_add(dimensions *d, size_t index, const char *name, unsigned rows, size_t *row);

/* Returns the number of rows of a set. */
size_t row_names_count(unsigned rows);

#endif
