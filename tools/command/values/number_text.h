/* Numbers of variables as text. */
#ifndef CONDYLE_TOOLS_NUMBER_TEXT_H
#define CONDYLE_TOOLS_NUMBER_TEXT_H

#include "run/text.h"
#include "values/variable.h"

/* Appends a number: exact, or with `precision` digits. */
void row_add_number(text_buffer *row, double value, int precision);

/* Appends a number as JSON writes the elements of a variable. */
void row_add_json(text_buffer *row, double value, variable_type type, int precision);

#endif
