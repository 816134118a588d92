/* Messages on stderr, and the exit code of failures. */
#ifndef CONDYLE_TOOLS_MESSAGE_H
#define CONDYLE_TOOLS_MESSAGE_H

#include "run/text.h"
#include "text/nearest.h"

#include <condyle/status.h>

/* Exit codes. */
typedef enum exit_code {
    EXIT_FINE = 0,
    EXIT_ROBOT = 1,     /* faulty robot file */
    EXIT_INPUT = 1,     /* faulty row of the input */
    EXIT_USAGE = 2,     /* command line that is faulty, or asks for what the robot or this build cannot have */
    EXIT_IO = 3,        /* failed read or write, or lack of memory */
    EXIT_NUMERICAL = 4, /* no finite result exists */
    EXIT_EXCEEDED = 5   /* a limit is exceeded */
} exit_code;

/* Returns the exit code for a status of the library. */
exit_code exit_code_of(cdy_status status);

/* Prints `condyle: error: text` and returns the code, for use as `return fail(...)`. */
exit_code fail(exit_code code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints a composed message as fail() does, and frees it. */
exit_code fail_text(exit_code code, text_buffer *message);

/* Appends "; did you mean 'name'?" to a message where a name is near. */
void message_suggest(const cdy_nearest *search, text_buffer *message);
void message_suggest_name(const char *name, text_buffer *message);

/* Reports lack of memory and returns EXIT_IO. */
exit_code fail_memory(void);

/* Prints `file:line: error: text`; line 0: without the line. */
void error_at(const char *file, long long line, const char *text);

/* Prints an error of the library, `file:line: error: text` as far as file and line are known, and returns its exit
 * code. */
exit_code fail_library(const cdy_error *error);

/* Also appends the texts of errors to `kept` from now on, each behind its file and line where `with_place` asks for
 * them and they are known; NULL: stops. */
void message_keep(text_buffer *kept, bool with_place);

/* Prints `condyle: note: text`. */
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints `file:line: warning: text`; line 0: without the line. */
void warn_at(const char *file, long long line, const char *warning);

#endif
