/* Xacro options: arguments and packages for xacro files, from the command line. */
#ifndef CONDYLE_TOOLS_XACRO_OPTIONS_H
#define CONDYLE_TOOLS_XACRO_OPTIONS_H

#include "options/source_options.h"

#include <condyle/xacro.h>

typedef struct xacro_options {
    cdy_xacro_options options;
    cdy_xacro_argument *arguments;
    char *names; /* names and values of the arguments, NUL-terminated */
} xacro_options;

/* Fills the options of an expansion, with `quiet` without warnings; xacro_options_clear() frees them, also after a
 * failure. */
exit_code xacro_options_fill(xacro_options *x, const source_options *o, bool quiet);

void xacro_options_clear(xacro_options *x);

#endif
