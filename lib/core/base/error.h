/* Error reports: status, place and message of a failed call. */
#ifndef CDY_BASE_ERROR_H
#define CDY_BASE_ERROR_H

#include <condyle/status.h>

/* Fills `error` (may be NULL) with a status and a formatted message, and returns the status, so that a failing call
 * ends in `return cdy_fail(error, CDY_ERROR_..., "...")`. Control characters in the message become '?'. Format names of
 * unknown length with %.80s, so that the rest of the message is not cut off. */
cdy_status cdy_fail(cdy_error *error, cdy_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* As cdy_fail(), with the file and the line (0: none) of the fault. */
cdy_status cdy_fail_at(cdy_error *error, cdy_status status, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Reports that memory ran out. */
cdy_status cdy_fail_memory(cdy_error *error);

#ifdef __clang_analyzer__
/* A static analyzer sees one file at a time, and does not know that these functions return the status in their
 * argument. */
#define cdy_fail(error, status, ...)                (cdy_fail(error, status, __VA_ARGS__), (status))
#define cdy_fail_at(error, status, file, line, ...) (cdy_fail_at(error, status, file, line, __VA_ARGS__), (status))
#define cdy_fail_memory(error)                      (cdy_fail_memory(error), CDY_ERROR_MEMORY)
#endif

/* Replaces the control characters of a string by '?', so that the names in a robot file cannot send escape sequences to
 * a terminal. */
void cdy_make_printable(char *text);

#endif
