/* Numbers by the C library's conversions, as in the locale "C", whatever locale the program has set: for the rare
 * numbers that text/number.c and text/decimal.c do not convert themselves.  c_locale_posix.c is for systems with the
 * locales of POSIX, c_locale_iso.c for systems that have no more than standard C. */
#ifndef CDY_TEXT_C_LOCALE_H
#define CDY_TEXT_C_LOCALE_H

#include "text/decimal.h"

#include <stdbool.h>
#include <stddef.h>

/* Reads a number of `length` bytes, of digits, signs, '.' and exponent only, correctly rounded; infinite if it is too
 * large for a double. `text` has room for one byte more, and its content may change. Returns false if there is no
 * memory. */
bool cdy_read_by_libc(char *text, size_t length, double *value);

/* Writes a finite number as %.*g does; returns the length of the null-terminated text. */
size_t cdy_write_by_libc(double value, int digits, char text[CDY_DECIMAL_SIZE]);

#endif
