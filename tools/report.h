/* Reports: the result of a calculation in one of the output formats. */
#ifndef CONDYLE_TOOLS_REPORT_H
#define CONDYLE_TOOLS_REPORT_H

#include "calculation.h"

/* Writes a report in the format that its options ask for. */
exit_code report_write(const report *done, output *out);

/* Each of the formats: a table for people, comma-separated values, one JSON object.  They fail where memory runs
 * out. */
exit_code report_write_table(const report *done, output *out);
exit_code report_write_csv(const report *done, output *out);
exit_code report_write_json(const report *done, output *out);

#endif
