/* Interpreter: what all parts of an expansion share: its memory, its limits, its place in the files, and its error. */
#ifndef CDY_XACRO_INTERPRETER_H
#define CDY_XACRO_INTERPRETER_H

#include "base/arena.h"

#include <condyle/xacro.h>

/* A macro call that is going on. */
typedef struct cdy_call {
    const char *macro;
    const char *file; /* where it is called */
    int line;
    const struct cdy_call *outer; /* the call in which it stands; NULL: none */
} cdy_call;

/* A place in the source, and the calls that led there. */
typedef struct cdy_origin {
    const char *file;
    int line;
    const cdy_call *calls;
} cdy_origin;

/* A file that is being read, in which relative paths are looked up. */
typedef struct cdy_open_file {
    const char *path;
    const struct cdy_open_file *outer; /* the file that includes it */
} cdy_open_file;

/* A file that was read. */
typedef struct cdy_noted_file {
    const char *path;
    struct cdy_noted_file *older;
} cdy_noted_file;

typedef struct cdy_interpreter {
    cdy_xacro_options options; /* no limit of it is 0 */
    cdy_arena memory;
    size_t bytes; /* taken from it */
    uint64_t steps;
    int depth;
    uint64_t key[2]; /* of all hashes */
    cdy_error *error;
    cdy_status status; /* CDY_OK as long as nothing failed */
    bool file_missing; /* the failure is that of a file that is not there */
    cdy_origin at;     /* what is being evaluated */
    const cdy_call *calls;
    const cdy_open_file *file;
    struct cdy_scope *arguments;      /* by name, texts */
    struct cdy_declaration *declared; /* in the order of the files, newest first */
    size_t declared_count;
    struct cdy_packages *packages;
    struct cdy_source *sources;   /* documents: parsed once */
    struct cdy_noted_file *files; /* all files that were read, newest first */
} cdy_interpreter;

/* Returns `count` zeroed elements of `size` bytes that live as long as the expansion; NULL, with a report, where memory
 * runs out or the limit is reached. */
void *cdy_take(cdy_interpreter *x, size_t count, size_t size);

/* Reports that memory ran out. */
void cdy_starve(cdy_interpreter *x);

/* Returns a copy of `length` bytes, closed by 0, or NULL. */
char *cdy_take_text(cdy_interpreter *x, const char *text, size_t length);

/* Returns a copy of a text from outside, or NULL, with a report where it is not UTF-8. */
char *cdy_take_foreign(cdy_interpreter *x, const char *text);

/* Returns a formatted text, or NULL. */
char *cdy_take_format(cdy_interpreter *x, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reports what is wrong at the place that is being evaluated, with the macro calls that led there; the first report
 * stays.  Returns false. */
bool cdy_blame(cdy_interpreter *x, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reports at a place of a file that cannot be read, or is none. */
bool cdy_blame_status(cdy_interpreter *x, cdy_status status, const cdy_error *error);

/* Forgets a failure that the caller can do without. */
void cdy_forgive(cdy_interpreter *x);

/* Hands a warning to whom it may concern, with the place that is being evaluated. */
void cdy_caution(cdy_interpreter *x, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Counts steps; false, with a report, where it is too many. */
bool cdy_step(cdy_interpreter *x, size_t count);

/* Goes one level deeper; false, with a report, where it is too deep.  After true, cdy_leave() must follow. */
bool cdy_enter(cdy_interpreter *x);
void cdy_leave(cdy_interpreter *x);

#endif
