/* Row writer: one row of results a state, as CSV, JSON lines, a NumPy array or a table. */
#ifndef CONDYLE_TOOLS_ROW_WRITER_H
#define CONDYLE_TOOLS_ROW_WRITER_H

#include "compute/block.h"
#include "compute/fields.h"
#include "rows/array_slice.h"
#include "run/output.h"
#include "values/number_text.h"

typedef struct row_writer {
    output *out;
    const computation *computation;
    output_format_kind format;
    field_list fields;
    text_buffer row;     /* rows not yet written, and the current row */
    bool failed;         /* out of memory */
    size_t *widths;      /* widths of a table's columns */
    size_t wrenches;     /* number of wrenches in the header */
    size_t columns;      /* number of columns in the header */
    const char *problem; /* why no row can be written */
    text_buffer missing; /* the text of a problem that names a column */
    bool begun;          /* the header is written */
    bool count_known;    /* `expected` is known */
    uint64_t expected;   /* number of rows to come */
    uint64_t written;
    bool shared;             /* the rows are a slice of an array that other processes fill as well */
    long long header_offset; /* file offset of the .npy header, -1: the output cannot seek */
} row_writer;

/* Prepares to write a computation's rows; `given` is the set of inputs that are not all default. An array on a pipe
 * requires row_writer_expect(). row_writer_close() must be called also after a failure. */
exit_code row_writer_open(row_writer *w, computation *t, output *out, variable_set given);

/* Sets the number of rows that will be written. */
void row_writer_expect(row_writer *w, uint64_t rows);

/* Makes the rows a slice of an array that other processes fill as well, and opens the array. */
exit_code row_writer_share(row_writer *w, const array_slice *slice);

/* Leaves out a row: its numbers in a shared array are NaN. */
void row_writer_skip(row_writer *w);

/* Appends the computation's state as a row, after the header if it is the first. Returns NULL, or why the row does not
 * fit the header. */
const char *row_writer_add(row_writer *w);

/* Whether rows can be appended from a block as they lie there: those of an array. */
bool row_writer_takes_rows(const row_writer *w, const block *b);

/* Appends `count` rows of a block, from row `first` on. */
void row_writer_add_rows(row_writer *w, const block *b, size_t first, size_t count);

/* Writes the buffered rows to the output. */
void row_writer_flush(row_writer *w);

/* Writes the end of the output; fails where memory ran out. */
exit_code row_writer_finish(row_writer *w);

/* Checks that the number of rows can be written into an array's header: it is known, or the output can seek. */
exit_code row_writer_check(const row_writer *w);

/* Frees the writer. */
void row_writer_close(row_writer *w);

/* Each format: append the header, or a row, to `row`. */
void csv_row_header(row_writer *w);
void csv_row_put(row_writer *w);
void json_row_put(row_writer *w);
void npy_row_header(row_writer *w);
void npy_row_put(row_writer *w);
void npy_row_put_rows(row_writer *w, const block *b, size_t first, size_t count);
void npy_row_skip(row_writer *w);
void table_row_header(row_writer *w);
void table_row_put(row_writer *w);

#endif
