/* Row options: states from the rows of --input. */
#ifndef CONDYLE_TOOLS_ROW_OPTIONS_H
#define CONDYLE_TOOLS_ROW_OPTIONS_H

#include "options/options.h"

/* Format of the rows of --input. */
typedef enum input_format { INPUT_ANY = 0, INPUT_CSV, INPUT_JSON, INPUT_NPY } input_format;

typedef struct row_options {
    const char *input; /* --input; NULL: one state, from other options */
    int format;        /* --input-format, an input_format */
    text_list map;     /* --map */
    bool keep_going;
    int threads; /* --threads, at most; 0: all cores */
    bool threads_given;
} row_options;

/* --input, --input-format and --keep-going. */
extern const option_table row_table;

/* --threads. */
extern const option_table thread_table;

#endif
