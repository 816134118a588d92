/* Task rows: the components of a body's velocity that --rows selects. */
#ifndef CONDYLE_TOOLS_TASK_ROWS_H
#define CONDYLE_TOOLS_TASK_ROWS_H

#include "options/options.h"

/* --rows alone; the struct is an unsigned: a sum of CDY_ROW_WX and so on, CDY_ROWS_ALL by default. */
extern const option_table task_row_table;

/* Returns the name of row 0 to 5: "wx" to "vz". */
const char *task_row_name(int row);

/* Reads names of rows, separated by `separator`: "linear", "angular", "all", "wx" to "vz"; false where one is none. */
bool task_rows_read(const char *text, size_t length, char separator, unsigned *rows);

#endif
