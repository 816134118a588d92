/* Output: where results go.  The first failure is kept and reported once, at the end. */
#ifndef CONDYLE_TOOLS_OUTPUT_H
#define CONDYLE_TOOLS_OUTPUT_H

#include "message.h"

#include <stddef.h>
#include <stdio.h>

typedef struct output {
    FILE *file;
    int error; /* errno of the first write that failed; 0: none */
} output;

/* Writes bytes as they are. */
void output_bytes(output *out, const char *bytes, size_t length);

/* Writes a text as it is. */
void output_text(output *out, const char *text);

/* Writes formatted text; its strings must be safe for a terminal. */
void output_format(output *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes a name for people: what a terminal must not see becomes '?'. */
void output_name(output *out, const char *name);

/* Writes `count` times the character. */
void output_repeat(output *out, char character, size_t count);

/* Brings out what is still held back.  Reports a failure, but for a reader that has gone away, which needs no words;
 * returns EXIT_FINE or EXIT_IO. */
exit_code output_finish(output *out);

#endif
