/* Decimal output of numbers, the same under every locale. */
#ifndef CDY_TEXT_DECIMAL_H
#define CDY_TEXT_DECIMAL_H

#include <stddef.h>

enum { CDY_DECIMAL_SIZE = 48 }; /* room for any number with its null terminator, and for copies of a constant size */

/* Writes a number with `digits` significant digits (1 to 17), correctly rounded and without trailing zeros, as printf's
 * %g does in the locale "C"; nan, inf and -inf otherwise. With `digits` 0, writes the fewest digits that read back as
 * the same number, with its sign: 0.1, -0, 1e-07, 12000. Returns the length of the null-terminated text; the bytes
 * after it may change. */
size_t cdy_write_decimal(double value, int digits, char text[CDY_DECIMAL_SIZE]);

#endif
