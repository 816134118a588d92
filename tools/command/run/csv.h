/* Comma-separated values (RFC 4180), with lines that end in a line feed. */
#ifndef CONDYLE_TOOLS_CSV_H
#define CONDYLE_TOOLS_CSV_H

#include "run/output.h"

#include <stdbool.h>

/* Output position within a row; zero-initialised: the beginning of a row. */
typedef struct csv_row {
    output *out;
    bool begun;
} csv_row;

/* Adds a text, quoted where RFC 4180 requires it. */
void csv_add_text(csv_row *row, const char *text);

/* Adds a number with `precision` significant digits (0: the fewest that read back exactly), or an empty value where it
 * is not finite. */
void csv_add_number(csv_row *row, double value, int precision);

/* Adds an integer. */
void csv_add_integer(csv_row *row, int value);

/* Adds an empty value. */
void csv_add_empty(csv_row *row);

/* Ends the row. */
void csv_end_row(csv_row *row);

#endif
