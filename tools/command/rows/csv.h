/* Comma-separated values as RFC 4180 has them, lines ending in a line feed. */
#ifndef CONDYLE_TOOLS_CSV_H
#define CONDYLE_TOOLS_CSV_H

#include "run/output.h"

#include <stdbool.h>

/* Where the next value of a row goes; zero-initialised it begins a row. */
typedef struct csv_row {
    output *out;
    bool begun;
} csv_row;

/* Adds a text to a row, in quotes where it needs them. */
void csv_add_text(csv_row *row, const char *text);

/* Adds a number to a row, with `precision` significant digits, 0: those that read back exactly; an empty value where it
 * is not finite. */
void csv_add_number(csv_row *row, double value, int precision);

/* Adds a whole number to a row. */
void csv_add_whole(csv_row *row, int value);

/* Adds an empty value to a row. */
void csv_add_nothing(csv_row *row);

/* Ends a row; the next one may begin. */
void csv_end_row(csv_row *row);

#endif
