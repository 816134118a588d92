/* Number options: which results are printed, and how. */
#ifndef CONDYLE_TOOLS_NUMBER_OPTIONS_H
#define CONDYLE_TOOLS_NUMBER_OPTIONS_H

#include "options/options.h"

typedef enum output_format_kind { FORMAT_TABLE = 0, FORMAT_CSV, FORMAT_JSON, FORMAT_NPY } output_format_kind;

typedef struct format_options {
    int kind; /* --format, else by the name of --output: an output_format_kind; -1: neither tells */
    bool given;
} format_options;

typedef struct number_options {
    format_options format;
    const char *fields; /* --fields; NULL: not given */
    int precision;      /* significant digits; 0: default */
    bool degrees;       /* angles are degrees */
} number_options;

/* --format, --fields, --precision, --deg. */
extern const option_table number_table;

/* --format alone, with format_options. */
extern const option_table format_table;

/* --deg alone; the struct is a bool. */
extern const option_table degree_table;

/* Returns the format named by the ending of a file's name, -1 where the ending names none or the name is NULL. */
int format_of_name(const char *name);

/* Returns the format, or `usual` where the command line does not tell. */
output_format_kind format_or(const format_options *o, output_format_kind usual);

#endif
