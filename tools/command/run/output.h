/* Output: the standard output or a file. The first failure is kept and reported once, at the end. */
#ifndef CONDYLE_TOOLS_OUTPUT_H
#define CONDYLE_TOOLS_OUTPUT_H

#include "run/interrupt.h"
#include "run/message.h"
#include "writing/sink.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct output {
    FILE *file;
    int error;       /* errno of the first failed write; 0: none */
    bool complete;   /* keep the file although the command fails */
    bool replace;    /* an existing file may be replaced */
    char *path;      /* path of the result; NULL: the standard output, or a device */
    bool in_place;   /* the file is written in place */
    long long begun; /* bytes of it that are on their way to the disk */
    char *temporary; /* path of the temporary file */
    const char *name;
    unfinished_file guard; /* guard of the temporary file */
} output;

/* Opens FILE for the results: a temporary file beside it, which output_finish() renames. A device is written directly,
 * `-` is the standard output. Refuses an existing file unless it may be replaced. */
exit_code output_open(output *out, const char *path, bool replace);

/* Writes the results into an open file, from the byte `place` on; `name` is the file's for messages. The output owns
 * the descriptor, also after a failure. */
exit_code output_adopt(output *out, const char *name, int descriptor, long long place);

/* Records lack of memory as a failure of the output. */
void output_lacks_memory(output *out);

/* Writes bytes as they are. */
void output_bytes(output *out, const char *bytes, size_t length);

/* Writes a text unchanged. */
void output_text(output *out, const char *text);

/* Returns the output as a sink, which lives as long. */
sink output_sink(output *out);

/* Writes formatted text; its strings must be safe for a terminal. */
void output_format(output *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes a name for people: '?' replaces bytes that are not safe for a terminal. */
void output_name(output *out, const char *name);

/* Writes a name into a column of a table, and returns the width of a name there. A name wider than 256 columns is cut
 * and ends in "...", since the longest name sets the width of all rows. */
void output_short_name(output *out, const char *name);
size_t output_short_columns(const char *name);

/* Writes the character `count` times. */
void output_repeat(output *out, char character, size_t count);

/* Returns whether written bytes can be overwritten, so that a header can be completed at the end. */
bool output_can_seek(const output *out);

/* Overwrites the bytes from `place` on, which requires output_can_seek(); later writes are appended again. */
void output_patch(output *out, long long place, const char *bytes, size_t length);

/* Writes buffered bytes; returns whether all writes so far succeeded. */
bool output_flush(output *out);

/* Flushes the output. Renames the temporary file where `code` is EXIT_FINE or the output is complete, removes it
 * otherwise. Reports a failure, except a closed pipe. Returns `code`, or EXIT_IO where the output failed and `code` is
 * EXIT_FINE or describes a complete output. */
exit_code output_finish(output *out, exit_code code);

#endif
