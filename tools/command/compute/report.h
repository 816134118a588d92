/* Reports: the result of one calculation in one of the output formats. */
#ifndef CONDYLE_TOOLS_REPORT_H
#define CONDYLE_TOOLS_REPORT_H

#include "compute/calculation.h"

/* Writes a report in the format of the options. */
exit_code report_write(computation *done, output *out);

/* Each format: a table for people, comma-separated values, one JSON object. Fail where memory runs out. */
exit_code report_write_table(const computation *done, output *out);
exit_code report_write_csv(computation *done, output *out);
exit_code report_write_json(const computation *done, output *out);

/* Writes the results, or the fields of --fields, as one row with its header. */
exit_code report_write_row(computation *done, output *out);

/* Writes a matrix for people, with the names of rows and columns. */
void report_write_matrix(const computation *done, variable kind, output *out);

/* Returns the name of a row of a matrix: "wx" to "vz" of a Jacobian; empty where rows have none. */
const char *report_row_name(variable kind, size_t row);

/* Appends the name of a degree of freedom. */
void report_add_joint(const cdy_model *model, size_t index, text_buffer *name);

#endif
