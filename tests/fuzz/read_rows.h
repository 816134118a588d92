/* Reading rows in the fuzzing targets: a robot with every type of joint, files without names. */
#ifndef CDY_TESTS_FUZZ_READ_ROWS_H
#define CDY_TESTS_FUZZ_READ_ROWS_H

#include "rows/rows.h"

#include <stdio.h>

/* A nameless file that is kept between inputs; it begins as {0}. */
typedef struct fuzz_file {
    FILE *file;
    char path[32];
} fuzz_file;

/* Writes bytes into a file; `path` names it. */
void fuzz_fill_file(fuzz_file *file, const void *data, size_t size);

/* The arrays that rows are read into. */
typedef struct fuzz_target {
    row_target target;
    double *values[VARIABLE_COUNT];
    wrench_list wrenches;
} fuzz_target;

void fuzz_open_target(fuzz_target *t, variable_set inputs);
void fuzz_close_target(fuzz_target *t);

/* Reads the rows of a file, some thousand at most: numbers are finite, problems have words. Returns the format in which
 * they were read. */
input_format fuzz_read_rows(const char *path, input_format format, const row_target *target);

#endif
