/* Messages on stderr, and what a failure means for the exit code. */
#ifndef CONDYLE_TOOLS_MESSAGE_H
#define CONDYLE_TOOLS_MESSAGE_H

#include "report/text.h"
#include "text/nearest.h"

#include <condyle/status.h>

/* How the command ends. */
typedef enum exit_code {
    EXIT_FINE = 0,
    EXIT_ROBOT = 1,    /* the robot file is at fault */
    EXIT_INPUT = 1,    /* a row of the input is at fault */
    EXIT_USAGE = 2,    /* the command line is at fault */
    EXIT_IO = 3,       /* something cannot be read or written, or memory ran out */
    EXIT_NUMERICAL = 4 /* no finite result exists */
} exit_code;

/* Returns the exit code that a status of the library ends in. */
exit_code exit_code_of(cdy_status status);

/* Prints `condyle: error: text` and returns the code, so that a failing function ends in `return fail(...)`. */
exit_code fail(exit_code code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints a message that was put together, as fail() does, and frees it. */
exit_code fail_text(exit_code code, text_buffer *message);

/* Adds "; did you mean 'name'?" to a message if a name is near. */
void message_suggest(const cdy_nearest *search, text_buffer *message);
void message_suggest_name(const char *name, text_buffer *message);

/* Prints that memory ran out and returns EXIT_IO. */
exit_code fail_memory(void);

/* Prints `file:line: error: text`; line 0: without the line. */
void error_at(const char *file, long long line, const char *text);

/* Prints a report of the library, `file:line: error: text` as far as it names a file and a line, and returns its
 * exit code. */
exit_code fail_library(const cdy_error *error);

/* Adds the texts of errors to `kept` from now on, as well as printing them; NULL: no more. */
void message_keep(text_buffer *kept);

/* Prints `condyle: note: text`. */
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints `file:line: warning: text`; line 0: without the line. */
void warn_at(const char *file, long long line, const char *warning);

#endif
