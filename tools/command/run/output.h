/* Output: where results go, the standard output or a file.  The first failure is kept and reported once, at the end. */
#ifndef CONDYLE_TOOLS_OUTPUT_H
#define CONDYLE_TOOLS_OUTPUT_H

#include "run/interrupt.h"
#include "run/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct output {
    FILE *file;
    int error;       /* errno of the first write that failed; 0: none */
    bool complete;   /* the file is worth keeping although the command does not end well */
    bool replace;    /* an existing file may be replaced */
    char *path;      /* of the file that is to be; NULL: the standard output, or a device */
    char *temporary; /* the file beside it that is being written */
    const char *name;
    unfinished_file guard; /* of the temporary file */
} output;

/* Opens FILE for the results.  They go to a temporary file beside it, which output_finish() gives its name; a device
 * is written directly, `-` is the standard output.  Refuses an existing file unless it may be replaced. */
exit_code output_open(output *out, const char *path, bool replace);

/* Notes that memory ran out for what was to be written, which is a failure of the output. */
void output_lacks_memory(output *out);

/* Writes bytes as they are. */
void output_bytes(output *out, const char *bytes, size_t length);

/* Writes a text as it is. */
void output_text(output *out, const char *text);

/* Writes formatted text; its strings must be safe for a terminal. */
void output_format(output *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes a name for people: what a terminal must not see becomes '?'. */
void output_name(output *out, const char *name);

/* The same for a column of a table, which the longest name makes so wide for all rows: of a name that takes more than
 * 256 columns the first of them, and three points; and the columns that it takes. */
void output_short_name(output *out, const char *name);
size_t output_short_columns(const char *name);

/* Writes `count` times the character. */
void output_repeat(output *out, char character, size_t count);

/* Tells whether the bytes written so far can be written again, so that a header may be completed at the end. */
bool output_can_seek(const output *out);

/* Writes bytes over those from `place` on, which output_can_seek() allows; what follows goes to the end again. */
void output_patch(output *out, long long place, const char *bytes, size_t length);

/* Brings out what is still held back; returns whether all that was written so far has gone out. */
bool output_flush(output *out);

/* Brings out what is still held back and, where the command ends well or the output is complete, gives a file its
 * name; otherwise nothing remains of it.  Reports a failure, but for a reader that has gone away, which needs no words;
 * returns `code`, or EXIT_IO where the output failed and `code` is EXIT_FINE or tells what is in a complete output. */
exit_code output_finish(output *out, exit_code code);

#endif
