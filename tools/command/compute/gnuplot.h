/* gnuplot: run without a shell, with the script on its standard input and the picture on its standard output. */
#ifndef CONDYLE_TOOLS_GNUPLOT_H
#define CONDYLE_TOOLS_GNUPLOT_H

#include "run/message.h"

#include <stdio.h>

/* Finds gnuplot in PATH; text_clear() frees its path. Fails with EXIT_IO where there is none. */
exit_code gnuplot_find(text_buffer *path);

/* Runs gnuplot on a script, from the script's beginning, and writes the picture to a file. Fails with EXIT_IO. */
exit_code gnuplot_run(const char *path, FILE *script, FILE *picture);

#endif
