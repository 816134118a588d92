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

/* Replaces the control characters of a text by '?', so that no robot file can write to a terminal what it likes. */
void cdy_make_printable(char *text);

#endif
