/* Formatted messages in which long names are cut. */
#ifndef CDY_BASE_FORMAT_H
#define CDY_BASE_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* As vsnprintf(), except for strings with a precision such as %.80s: a string that is longer than its precision is cut
 * between characters of UTF-8 and followed by "...". Returns the length of the whole text; at most `size` - 1 bytes of
 * it are in `out` (may be NULL if `size` is 0). */
size_t cdy_format(char *out, size_t size, const char *format, va_list arguments) __attribute__((format(printf, 3, 0)));

/* As cdy_format(), with variable arguments like snprintf(). */
size_t cdy_print(char *out, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
