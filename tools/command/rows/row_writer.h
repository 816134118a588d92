/* Row writer: results one row a state, as CSV, JSON lines, a NumPy array or a table. */
#ifndef CONDYLE_TOOLS_ROW_WRITER_H
#define CONDYLE_TOOLS_ROW_WRITER_H

#include "rows/fields.h"
#include "run/output.h"

typedef struct row_writer {
    output *out;
    const task *task;
    output_format_kind format;
    field_list fields;
    text_buffer row;     /* in the making, and rows before it that are not yet written */
    bool failed;         /* memory ran out */
    size_t *widths;      /* of a table's columns */
    size_t wrenches;     /* how many there are in the header */
    size_t columns;      /* in all, as the header has them */
    const char *problem; /* why no row can be written */
    bool begun;          /* the header is written */
    bool counted;        /* how many rows come is known */
    uint64_t expected;   /* how many */
    uint64_t written;
    long long place; /* of a .npy header in the output */
} row_writer;

/* Prepares the writing of a task's rows, of which the set `given` are the inputs that are not all default.  For an
 * array on a pipe the number of rows must be known.  row_writer_close() is due also after a failure. */
exit_code row_writer_open(row_writer *w, task *t, output *out, unsigned given);

/* Says how many rows come. */
void row_writer_expect(row_writer *w, uint64_t rows);

/* Writes the state of the task as a row, the header before the first.  NULL, or what keeps this row from being written
 * under the header. */
const char *row_writer_add(row_writer *w);

/* Brings the rows so far to the output. */
void row_writer_flush(row_writer *w);

/* Writes what comes behind the last row; fails where memory ran out. */
exit_code row_writer_finish(row_writer *w);

/* Tells whether an array can be written: its header has the number of rows, so that it must be known beforehand or be
 * put in at the end. */
exit_code row_writer_check(const row_writer *w);

/* Frees everything. */
void row_writer_close(row_writer *w);

/* Each of the formats: the header and a row, put together in `row`. */
void csv_row_header(row_writer *w);
void csv_row_put(row_writer *w);
void json_row_put(row_writer *w);
void npy_row_header(row_writer *w);
void npy_row_put(row_writer *w);
void table_row_header(row_writer *w);
void table_row_put(row_writer *w);

/* Adds a number to a row: exact, or with the digits that the options ask for. */
void row_add_number(text_buffer *row, double value, int precision);

/* Adds a number to a row as JSON writes the elements of a quantity. */
void row_add_json(text_buffer *row, double value, quantity_type type, int precision);

#endif
