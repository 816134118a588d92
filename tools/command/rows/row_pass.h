/* Row pass: every row of --input in turn, with faulty rows reported, or skipped and counted with --keep-going. */
#ifndef CONDYLE_TOOLS_ROW_PASS_H
#define CONDYLE_TOOLS_ROW_PASS_H

#include "rows/rows.h"

/* Reports of faulty rows. A zero-initialised struct stops at the first. */
typedef struct row_faults {
    bool keep_going;
    uint64_t skipped;
} row_faults;

/* Reports the problem of the row at `line` of a file, in place of the progress bar `shown` (NULL: none). Returns
 * `code`, or EXIT_FINE where the row is skipped; a fatal problem ends the rows also with --keep-going. */
exit_code row_faults_report(row_faults *faults, const char *file, long long line, exit_code code, const char *problem,
                            bool fatal, progress *shown);

/* Notes the number of skipped rows, if any. */
void row_faults_finish(const row_faults *faults);

/* A pass over the rows of a file. */
typedef struct row_pass {
    row_reader rows;
    row_faults faults;
    progress progress;
} row_pass;

/* Takes the row whose values are in the target of the pass. */
typedef exit_code row_take(void *context);

/* Opens --input and gives each row to `take`. Before a row, the variables that rows may give become NaN, and the
 * target's wrenches return to those of the options. row_reader_close() frees the reader, also after a failure. */
exit_code row_pass_read(row_pass *pass, const row_options *o, const row_target *target, row_take *take, void *context);

/* Reports a problem of the row that was read last, as row_faults_report() does. */
exit_code row_pass_report(row_pass *pass, exit_code code, const char *problem, bool fatal);

#endif
