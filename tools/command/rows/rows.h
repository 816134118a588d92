/* Rows: states from --input, one a row, as CSV, JSON lines or NumPy's .npy. */
#ifndef CONDYLE_TOOLS_ROWS_H
#define CONDYLE_TOOLS_ROWS_H

#include "options/wrench.h"
#include "report/quantity.h"
#include "rows/elements.h"
#include "rows/input.h"
#include "run/progress.h"

/* Where the numbers of a row go. */
typedef struct row_target {
    const elements *elements;
    unsigned inputs;       /* bits 1u << quantity that rows may give */
    unsigned needed;       /* those that every row must give */
    double *const *values; /* of each of them; a row changes only what it gives */
    wrench_list *wrenches; /* ready for rows; NULL: none are taken */
    bool degrees;          /* angles are in degrees where the rows do not say it */
    bool gravity;          /* rows that tell of another gravity than the model's are at fault */
} row_target;

typedef enum row_status {
    ROW_OK = 0,
    ROW_END,
    ROW_BAD,  /* this row is at fault; the next may be read */
    ROW_FATAL /* nothing more can be read */
} row_status;

struct csv_column;

/* How the numbers of a .npy file are stored. */
typedef struct npy_layout {
    char kind;   /* 'f', 'i' or 'u' */
    size_t size; /* bytes of a number */
    bool big_endian;
    bool fortran_order;
    int dimensions; /* 1 or 2 */
    uint64_t rows, columns;
} npy_layout;

/* An input in the columns of a .npy file. */
typedef struct npy_group {
    quantity kind;
    size_t size;
} npy_group;

typedef struct row_reader {
    input in;
    input_format format;
    row_target target;
    unsigned given;      /* bits of the inputs that the rows give */
    unsigned whole;      /* bits of those of which every row gives all */
    text_buffer problem; /* why the last row was not ROW_OK */
    exit_code code;      /* what the problem means for the command */
    long long line;      /* line (npy: row) of the last row */
    size_t letters;      /* that may still be compared in looking for names that rows misspell */
    struct csv_column *columns;
    size_t column_count;
    bool blank;          /* blank lines of CSV are rows: there are no columns */
    text_buffer scratch; /* a field without its quotes */
    unsigned read;       /* bits of the inputs of which the last row of JSON gave a number */
    text_buffer unread;  /* names that are not read, each once, with commas between */
    size_t unread_count;
    size_t unread_shown;            /* bytes of them that were reported */
    long long *marks[VECTOR_COUNT]; /* of each element of a vector the last row of JSON that gave it */
    npy_layout npy;
    npy_group order[8]; /* which inputs the columns of a .npy file hold */
    size_t order_count;
    bool plain; /* it has numbers as this machine has them, in the units that are read */
} row_reader;

/* Opens the rows of a file, in a format or as the file's name or beginning tells, and reads their header.  Returns
 * ROW_OK or, with the problem, ROW_FATAL; row_reader_close() is due in both cases. */
row_status row_reader_open(row_reader *rows, const char *path, input_format format, const row_target *target);

/* Reads a row into the target. */
row_status row_reader_next(row_reader *rows);

/* Frees and closes everything. */
void row_reader_close(row_reader *rows);

/* Gives the number of rows in all; false where it is not known beforehand. */
bool row_reader_count(const row_reader *rows, uint64_t *count);

/* Returns the problem in words. */
const char *row_problem(const row_reader *rows);

/* Notes a problem and returns `status`, so that a failing function ends in `return row_fail(...)`. */
row_status row_fail(row_reader *rows, row_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Notes what an input_status that is not INPUT_OK means. */
row_status row_fail_input(row_reader *rows, input_status status);

#ifdef __clang_analyzer__
/* The analyzer sees one file at a time, and would take what failed for what may have gone well. */
#define row_fail(rows, status, ...)  (row_fail(rows, status, __VA_ARGS__), (status))
#define row_fail_input(rows, status) (row_fail_input(rows, status), ROW_FATAL)
#endif

/* Adds to the problem the names of the columns that were expected, the first few of many. */
void row_add_expected(row_reader *rows);

/* Notes that rows have a column or key that is not read here, and that no results of the command have either; `why`
 * stands behind the name, "" for no more words. */
void row_note_unread(row_reader *rows, const char *name, size_t length, const char *why);

/* Prints the names that were noted since the last call, if any; each once a run, the first ones of many.  `shown` is
 * the bar that the note replaces. */
void row_report_unread(row_reader *rows, progress *shown);

/* Each of the formats: its header, and a row. */
row_status csv_rows_open(row_reader *rows);
row_status csv_rows_next(row_reader *rows);
row_status json_rows_open(row_reader *rows);
row_status json_rows_next(row_reader *rows);
row_status npy_rows_open(row_reader *rows);
row_status npy_rows_next(row_reader *rows);

/* Reads the header of a .npy file, format versions 1.0 to 3.0, up to its first number. */
row_status npy_header_read(row_reader *rows);

#endif
