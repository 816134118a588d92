/* Reading rows in the fuzzing targets: a robot with every type of joint, files without names. */
#ifndef CDY_TESTS_FUZZ_READ_ROWS_H
#define CDY_TESTS_FUZZ_READ_ROWS_H

#include "rows/rows.h"

#include <stdio.h>

/* A file without a name, kept from input to input; to begin with {0}. */
typedef struct fuzz_file {
    FILE *file;
    char path[32];
} fuzz_file;

/* Puts bytes into a file; `path` leads to it. */
void fuzz_fill_file(fuzz_file *file, const void *data, size_t size);

/* Where rows go. */
typedef struct fuzz_target {
    row_target target;
    double *values[QUANTITY_COUNT];
    wrench_list wrenches;
} fuzz_target;

void fuzz_open_target(fuzz_target *t, quantity_set inputs);
void fuzz_close_target(fuzz_target *t);

/* Reads the rows of a file, some thousand at most: numbers are finite, problems have words. Returns the format in which
 * they were read. */
input_format fuzz_read_rows(const char *path, input_format format, const row_target *target);

#endif
