/* Interpreter: the state shared by all parts of an expansion: memory, limits, current place and error. */
#ifndef CDY_XACRO_INTERPRETER_H
#define CDY_XACRO_INTERPRETER_H

#include "base/arena.h"

#include <condyle/xacro.h>

/* An active macro call. */
typedef struct cdy_call {
    const char *macro;
    const char *file; /* where it is called */
    int line;
    const struct cdy_call *outer; /* the enclosing call; NULL: none */
} cdy_call;

/* A place in the source and the macro calls that led to it. */
typedef struct cdy_origin {
    const char *file;
    int line;
    const cdy_call *calls;
} cdy_origin;

/* A file being read; relative paths start in its folder. */
typedef struct cdy_open_file {
    const char *path;
    const struct cdy_open_file *outer; /* the file that includes this file */
} cdy_open_file;

/* A file that was read, or was not there. */
typedef struct cdy_noted_file {
    const char *path;
    struct cdy_noted_file *older;
} cdy_noted_file;

typedef struct cdy_interpreter {
    cdy_xacro_options options; /* limits filled in: none is 0 */
    cdy_arena memory;
    size_t bytes; /* allocated from it */
    uint64_t steps;
    int depth;
    uint64_t key[2]; /* of all hash tables */
    cdy_error *error;
    cdy_status status; /* CDY_OK until a failure */
    bool file_missing; /* the failure is a file that does not exist */
    cdy_origin at;     /* place being evaluated */
    const cdy_call *calls;
    bool called;          /* a macro was called */
    const char *uncalled; /* macro of a file that only defines macros; NULL: none */
    const cdy_open_file *file;
    struct cdy_scope *arguments;      /* by name, texts */
    struct cdy_declaration *declared; /* in the order of the files, newest first */
    size_t declared_count;
    struct cdy_packages *packages;
    struct cdy_source *sources;     /* documents: parsed once */
    struct cdy_noted_file *files;   /* all files that were read, newest first */
    struct cdy_noted_file *missing; /* all that were not there */
} cdy_interpreter;

/* Returns `count` zeroed elements of `size` bytes that live as long as the expansion. Reports exhausted memory or
 * limit, and returns NULL. */
void *cdy_take(cdy_interpreter *x, size_t count, size_t size);

/* Reports that memory ran out. */
void cdy_report_no_memory(cdy_interpreter *x);

/* Returns a copy of `length` bytes, closed by 0, or NULL. */
char *cdy_take_text(cdy_interpreter *x, const char *text, size_t length);

/* Returns a copy of a text from outside; reports text that is not UTF-8, and returns NULL. */
char *cdy_take_foreign(cdy_interpreter *x, const char *text);

/* Returns a formatted text, or NULL. */
char *cdy_take_format(cdy_interpreter *x, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reports an error at the place being evaluated, with the macro calls that led to it; only the first report is kept.
 * Returns false. */
bool cdy_report_error(cdy_interpreter *x, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reports an error that already has file and line. Returns false. */
bool cdy_report_status(cdy_interpreter *x, cdy_status status, const cdy_error *error);

/* Clears an error that the caller can do without. */
void cdy_clear_report(cdy_interpreter *x);

/* Reports a warning at the place being evaluated. */
void cdy_report_warning(cdy_interpreter *x, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Counts steps; reports an error and returns false above the limit. */
bool cdy_step(cdy_interpreter *x, size_t count);

/* Enters one level of nesting; reports an error and returns false above the limit. After true, call cdy_leave(). */
bool cdy_enter(cdy_interpreter *x);
void cdy_leave(cdy_interpreter *x);

#endif
