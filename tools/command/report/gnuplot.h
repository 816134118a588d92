/* gnuplot: run without a shell, the script on its standard input, the picture from its standard output. */
#ifndef CONDYLE_TOOLS_GNUPLOT_H
#define CONDYLE_TOOLS_GNUPLOT_H

#include "run/message.h"

#include <stdio.h>

/* Finds gnuplot in PATH: its path, which text_clear() frees.  Fails with EXIT_IO where there is none. */
exit_code gnuplot_find(text_buffer *path);

/* Runs it on a script, from its beginning, into a file.  Fails with EXIT_IO. */
exit_code gnuplot_run(const char *path, FILE *script, FILE *picture);

#endif
