/* The table of all options of all subcommands: how each is written, what it means, and how its value is kept. */
#ifndef CONDYLE_TOOLS_OPTION_TABLE_H
#define CONDYLE_TOOLS_OPTION_TABLE_H

#include "options/options.h"

typedef struct option option;

struct option {
    option_id id;
    const char *name;     /* with its dashes */
    const char *letter;   /* its short form; NULL: it has none */
    const char *argument; /* what stands for its value in the help; NULL: it takes none */
    const char *help;     /* lines of the help, separated by line feeds */
    exit_code (*keep)(const option *self, options *o, const char *value);
    size_t place; /* in `options`, of the values that are kept as they are */
};

/* In the order in which the help lists them. */
extern const option option_table[OPTION_ROWS_COUNT];

#endif
