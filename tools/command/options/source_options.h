/* Source options: arguments and packages of xacro files, and the largest robot file. */
#ifndef CONDYLE_TOOLS_SOURCE_OPTIONS_H
#define CONDYLE_TOOLS_SOURCE_OPTIONS_H

#include "options/options.h"

#include <stdint.h>

typedef struct source_options {
    const text_list *arguments; /* NAME:=VALUE */
    text_list packages;         /* --package-path */
    uint64_t mebibytes;         /* --max-size */
} source_options;

extern const option_table source_table;

/* Returns the size of the largest robot file, bytes. */
size_t source_bytes(const source_options *o);

#endif
