/* Format: texts for people, in which no name is longer than its sentence bears. */
#ifndef CDY_BASE_FORMAT_H
#define CDY_BASE_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* As vsnprintf(), but for %.80s and the like: of a text that is longer than its precision come no more bytes than that,
 * whole characters of UTF-8, and three points behind them.  Returns the length of the whole text, of which `size` - 1
 * bytes at most are in `out` (NULL where `size` is 0). */
size_t cdy_format(char *out, size_t size, const char *format, va_list arguments) __attribute__((format(printf, 3, 0)));

/* The same, as snprintf(). */
size_t cdy_print(char *out, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
