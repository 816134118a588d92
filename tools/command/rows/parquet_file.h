/* Parquet file: what its end tells of its columns of numbers and where their pieces lie. */
#ifndef CONDYLE_TOOLS_PARQUET_FILE_H
#define CONDYLE_TOOLS_PARQUET_FILE_H

#include "run/text.h"

#include <stdint.h>

/* Physical types that are numbers. */
typedef enum parquet_type { PARQUET_INT32 = 1, PARQUET_INT64 = 2, PARQUET_FLOAT = 4, PARQUET_DOUBLE = 5 } parquet_type;

/* A column of numbers: one a row, or a list of them. */
typedef struct parquet_column {
    char *name; /* with those of groups around it, a.b */
    int leaf;   /* its number among all columns */
    parquet_type type;
    bool is_unsigned;
    double parts; /* of what its numbers count: 1000 for milliseconds, 100 for decimals of two digits, else 1 */
    int most_definition, most_repetition; /* of the levels; a list repeats once */
    int element_definition;               /* least one of an element of a list, which may be null; 0: no list */
} parquet_column;

/* A piece of a column, in one group of rows. */
typedef struct parquet_piece {
    int codec;
    int64_t values, offset, size; /* bytes in the file, its pages */
} parquet_piece;

typedef struct parquet_file {
    int descriptor;
    uint64_t size;
    int64_t *rows; /* by group */
    size_t groups;
    parquet_column *columns;
    size_t count;
    parquet_piece *pieces; /* groups x columns */
    text_buffer left_out;  /* names of the other columns: texts, truth values, lists of lists and so on */
} parquet_file;

typedef enum parquet_status { PARQUET_OK = 0, PARQUET_FAULTY, PARQUET_MEMORY } parquet_status;

/* Opens a file and reads its end. PARQUET_FAULTY: the reason is in `problem`. parquet_file_close() frees it always. */
parquet_status parquet_file_open(parquet_file *file, const char *path, text_buffer *problem);
void parquet_file_close(parquet_file *file);

/* Whether a number that was read is null. */
bool parquet_is_null(double value);

/* Reads all numbers of a piece: *values (free() frees them), and the begins of its rows, *begins of rows + 1 numbers. A
 * list that is null or empty has no number; a null elsewhere is a number of its own. */
parquet_status parquet_piece_read(const parquet_file *file, const parquet_column *column, const parquet_piece *piece,
                                  int64_t rows, double **values, size_t **begins, text_buffer *problem);

/* Reads bytes of the file at a place; false where it ends before or cannot be read. */
bool parquet_file_bytes(const parquet_file *file, uint64_t place, void *bytes, size_t size);

#endif
