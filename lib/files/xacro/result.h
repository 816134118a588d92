/* Result of an expansion and its memory. */
#ifndef CDY_XACRO_RESULT_H
#define CDY_XACRO_RESULT_H

#include "xacro/interpreter.h"

struct cdy_expansion {
    cdy_arena memory;
    const char *text;
    size_t size;
    const cdy_origin *lines;
    size_t line_count;
    const cdy_declared_argument **arguments;
    size_t argument_count;
    const char **files, **missing;
    size_t file_count, missing_count;
    const char *uncalled; /* macro of a file that only defines macros, and so has no link; NULL: any other file */
};

#endif
