/* Rows: one state a row of --input, as CSV, JSON lines or NumPy's .npy. */
#ifndef CONDYLE_TOOLS_ROWS_H
#define CONDYLE_TOOLS_ROWS_H

#include "options/row_options.h"
#include "rows/column_map.h"
#include "rows/dialect.h"
#include "rows/input.h"
#include "rows/passed.h"
#include "rows/stamps.h"
#include "run/progress.h"
#include "values/elements.h"
#include "values/variable_set.h"
#include "values/wrench.h"

/* Destination of a row's values. */
typedef struct row_target {
    const elements *elements;
    variable_set inputs;   /* variables that rows may give */
    variable_set needed;   /* variables that every row must give */
    variable_set replaced; /* variables that an option gives in place of the rows */
    double *const *values; /* by variable; a row changes only the values that it gives */
    wrench_list *wrenches; /* reset before each row; NULL: rows have no wrenches */
    passed *passed;        /* columns that pass to the output; NULL: none */
    const text_list *map;  /* other names of columns of CSV, as --map gives them; NULL: none */
    const char *topic;     /* of a log whose messages are the rows; NULL: the only one with joint states */
    bool degrees;          /* unit of angles where the rows do not give it */
    bool notes_results;    /* note also names of results of commands, where they are not read */
    bool gravity;          /* reject rows computed with another gravity than the model's */
} row_target;

typedef enum row_status {
    ROW_OK = 0,
    ROW_END,
    ROW_BAD,  /* faulty row; reading may continue with the next row */
    ROW_FATAL /* no further row can be read */
} row_status;

struct csv_column;

/* Storage of the numbers of a .npy file. */
typedef struct npy_layout {
    char kind;   /* 'f', 'i' or 'u' */
    size_t size; /* bytes a number */
    bool big_endian;
    bool fortran_order;
    int dimensions; /* 1 or 2 */
    uint64_t rows, columns;
} npy_layout;

/* A variable in consecutive columns of a .npy file. */
typedef struct npy_group {
    variable kind;
    size_t size;
} npy_group;

typedef struct row_reader {
    input in;
    input_format format;
    bool is_log; /* the rows are CSV that a log gives, row 1 on line 2 */
    row_target target;
    variable_set given;  /* variables that the rows give, as bits */
    variable_set whole;  /* variables that every row gives completely */
    text_buffer problem; /* why the last status was not ROW_OK */
    exit_code code;      /* exit code of the problem */
    long long line;      /* line (npy: row) of the last row */
    uint64_t count;      /* rows that row_reader_next() has read, faulty ones included */
    size_t letters;      /* remaining budget of the search for similar names */
    struct csv_column *columns;
    size_t column_count;
    bool blank;        /* blank lines of CSV are rows, as there are no columns */
    char separator;    /* between the fields of CSV: ',', ';', a tab or a blank */
    text_buffer plain; /* the record with commas between its fields, where the file has other separators */
    column_map map;
    bool map_told;          /* what there is to say about it */
    const dialect *dialect; /* whose names the columns have; NULL: none */
    const char *told;       /* what there is to say about it, NULL: nothing any more */
    stamps stamps;          /* the times of a log, or of rows that a calculation takes by their times */
    text_buffer scratch;    /* unquoted text of a field */
    variable_set read;      /* variables with a number in the last JSON row */
    text_buffer unread;     /* names of ignored columns and keys, each once, separated by commas */
    size_t unread_count;
    size_t unread_shown;            /* bytes of them already reported */
    long long *marks[VECTOR_COUNT]; /* by element: the last line of JSON that gave it */
    npy_layout npy;
    npy_group order[8]; /* variables in the columns of a .npy file */
    size_t order_count;
    bool native; /* the file has native doubles in the target's units */
} row_reader;

/* Opens the rows of a file and reads their header. INPUT_ANY takes the format from the file's name or first bytes.
 * Returns ROW_OK, or ROW_FATAL with the problem; row_reader_close() must be called in both cases. */
row_status row_reader_open(row_reader *rows, const char *path, input_format format, const row_target *target);

/* Reads a row into the target. */
row_status row_reader_next(row_reader *rows);

/* Skips the first `count` rows, faulty rows included; ROW_END where the file has fewer. */
row_status row_reader_skip(row_reader *rows, uint64_t count);

/* Closes the input, prints what a log has to say at its end and what its times have, and frees the reader. */
void row_reader_close(row_reader *rows);

/* Returns the number of the last row in the input, from 1; faulty and skipped rows count. */
uint64_t row_reader_row(const row_reader *rows);

/* Returns in *count the total number of rows; false where it is not known beforehand. */
bool row_reader_count(const row_reader *rows, uint64_t *count);

/* Returns the text of the problem. */
const char *row_problem(const row_reader *rows);

/* Records a problem and returns `status`, for use as `return row_fail(...)`. */
row_status row_fail(row_reader *rows, row_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Records the problem of an input_status other than INPUT_OK. */
row_status row_fail_input(row_reader *rows, input_status status);

#ifdef __clang_analyzer__
/* A static analyzer sees one file at a time, and cannot know that these calls return a failure. */
#define row_fail(rows, status, ...)  (row_fail(rows, status, __VA_ARGS__), (status))
#define row_fail_input(rows, status) (row_fail_input(rows, status), ROW_FATAL)
#endif

/* Appends to the problem the names of the first few expected columns. */
void row_add_expected(row_reader *rows);

/* Returns whether a column or key that is not read may pass to the output: its name is none of a variable, or t. */
bool row_passes(const char *name, size_t length);

/* Records the name of a column or key where it gives a variable that an option gives in its place. */
void row_note_replaced(row_reader *rows, const char *name, size_t length);

/* Records the name of a column or key that is neither read here nor written by the command; `why` is appended to the
 * name and may be "". */
void row_note_unread(row_reader *rows, const char *name, size_t length, const char *why);

/* Prints the names recorded since the last call, each once a run and only the first of many, the rules of --map that no
 * column of the header fits, and what a log has to say. `shown` is the progress bar that the note replaces. */
void row_report_unread(row_reader *rows, progress *shown);

/* Each format: read the header, or a row. */
row_status csv_rows_open(row_reader *rows);
row_status csv_rows_next(row_reader *rows);
row_status json_rows_open(row_reader *rows);
row_status json_rows_next(row_reader *rows);
row_status npy_rows_open(row_reader *rows);
row_status npy_rows_next(row_reader *rows);
row_status npy_rows_skip(row_reader *rows, uint64_t count);

/* Reads up to `count` rows of a .npy file with native doubles to values[kind] (count x size), by variable; *taken is
 * how many.  The status is ROW_OK, or that of the row after them. */
row_status npy_rows_take(row_reader *rows, size_t count, double *const *values, size_t *taken);

/* Reads the header of a .npy file, format versions 1.0 to 3.0, up to its first number. */
row_status npy_header_read(row_reader *rows);

#endif
