/* Decimal: numbers as text, the same under every locale. */
#ifndef CDY_TEXT_DECIMAL_H
#define CDY_TEXT_DECIMAL_H

#include <stddef.h>

enum { CDY_DECIMAL_SIZE = 48 }; /* room for the text of any number, with a closing 0 and some more */

/* Writes a number with `digits` significant digits, 1 to 17, correctly rounded and without zeros at the end, as
 * printf's %g does under the locale "C"; nan, inf and -inf for what is no number.  `digits` 0: the fewest that read
 * back as the very same number, its sign included: 0.1, -0, 1e-07, 12000.
 * Returns the length of the text, which ends with a 0; what is behind it may change. */
size_t cdy_write_decimal(double value, int digits, char text[CDY_DECIMAL_SIZE]);

#endif
