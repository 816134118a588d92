/* Table of all options of all subcommands: name, help, and how the value is stored. */
#ifndef CONDYLE_TOOLS_OPTION_TABLE_H
#define CONDYLE_TOOLS_OPTION_TABLE_H

#include "options/options.h"

typedef struct option option;

struct option {
    option_id id;
    const char *name;     /* with dashes */
    const char *letter;   /* short form; NULL: none */
    const char *argument; /* placeholder of the value in the help; NULL: the option has no value */
    const char *help;     /* lines of the help, separated by line feeds */
    exit_code (*store)(const option *self, options *o, const char *value);
    size_t offset; /* offset of the value in `options`, for values stored as they are */
};

/* In the order of the help. */
extern const option option_table[OPTION_ROWS_COUNT];

#endif
