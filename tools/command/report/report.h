/* Reports: the result of one calculation in one of the output formats. */
#ifndef CONDYLE_TOOLS_REPORT_H
#define CONDYLE_TOOLS_REPORT_H

#include "report/calculation.h"

/* Writes a report in the format that the options ask for. */
exit_code report_write(task *done, output *out);

/* Each of the formats: a table for people, comma-separated values, one JSON object.  They fail where memory runs
 * out. */
exit_code report_write_table(const task *done, output *out);
exit_code report_write_csv(task *done, output *out);
exit_code report_write_json(const task *done, output *out);

/* Writes the results as one row with its header: what --fields asks for, or all of them. */
exit_code report_write_row(task *done, output *out);

/* Writes a matrix with the names of its rows and columns for people. */
void report_write_matrix(const task *done, quantity kind, output *out);

/* Returns the name of a row of a Jacobian: "wx" to "vz", or of one of the center of mass: "vx" to "vz". */
const char *report_row_name(quantity kind, size_t row);

/* Adds the name of a degree of freedom. */
void report_add_joint(const cdy_model *model, size_t index, text_buffer *name);

#endif
