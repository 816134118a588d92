/* Row options: states from the rows of --input. */
#ifndef CONDYLE_TOOLS_ROW_OPTIONS_H
#define CONDYLE_TOOLS_ROW_OPTIONS_H

#include "options/options.h"

#include <stdint.h>

/* Format of the rows of --input. */
typedef enum input_format { INPUT_ANY = 0, INPUT_CSV, INPUT_JSON, INPUT_NPY } input_format;

typedef struct row_options {
    const char *input; /* --input; NULL: one state, from other options */
    int format;        /* --input-format, an input_format */
    text_list map;     /* --map */
    const char *topic; /* --topic; NULL: not given */
    bool keep_going;
    const char *slice;     /* --rows; NULL: every row */
    uint64_t first, count; /* of --rows: `count` rows from row `first` on, the first row of the input being 0 */
    int threads;           /* --threads, at most; 0: all cores */
    bool threads_given;
} row_options;

/* --input, --input-format and --keep-going. */
extern const option_table row_table;

/* The same for a subcommand that takes several --input, each a step with the options behind it. */
extern const option_table repeated_row_table;

/* --rows. */
extern const option_table slice_table;

/* --threads. */
extern const option_table thread_table;

#endif
