/* Error reports: how a call writes why it failed. */
#ifndef CDY_BASE_ERROR_H
#define CDY_BASE_ERROR_H

#include <condyle/status.h>

/* Fills `error` (may be NULL) with a status and a formatted text, and returns the status, so that a failing call
 * ends in `return cdy_fail(error, CDY_ERROR_..., "...")`.  Control characters in the text become '?'.
 * Names of unknown length go in as %.80s, so that the sentence survives. */
cdy_status cdy_fail(cdy_error *error, cdy_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* As cdy_fail(), with the file and the line (0: none) at fault. */
cdy_status cdy_fail_at(cdy_error *error, cdy_status status, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* The usual report that memory ran out. */
cdy_status cdy_fail_memory(cdy_error *error);

#ifdef __clang_analyzer__
/* The analyzer sees one file at a time, and would take a call that failed for one that may have gone well. */
#define cdy_fail(error, status, ...)                (cdy_fail(error, status, __VA_ARGS__), (status))
#define cdy_fail_at(error, status, file, line, ...) (cdy_fail_at(error, status, file, line, __VA_ARGS__), (status))
#define cdy_fail_memory(error)                      (cdy_fail_memory(error), CDY_ERROR_MEMORY)
#endif

/* Replaces the control characters of a text by '?', so that no robot file can write to a terminal what it likes. */
void cdy_make_printable(char *text);

#endif
