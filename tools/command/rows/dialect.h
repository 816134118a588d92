/* Dialect: the names that known programs give to the columns of their logs. */
#ifndef CONDYLE_TOOLS_DIALECT_H
#define CONDYLE_TOOLS_DIALECT_H

#include "run/text.h"

typedef struct dialect dialect;

/* Finds the dialect of a header of CSV by a name that only its logs have: Universal Robots' RTDE, libfranka, LeRobot;
 * NULL: none.
 */
const dialect *dialect_find(const char *header, size_t length);

/* Writes the name that a column has here, q.0 for coordinate 0, and returns true; false: it has none. *divisor is what
 * the numbers are divided by. */
bool dialect_rename(const dialect *d, const char *column, size_t length, text_buffer *name, double *divisor);

/* Returns what there is to say about a log of this dialect with this header; NULL: nothing. */
const char *dialect_note(const dialect *d, const char *header, size_t length);

#endif
