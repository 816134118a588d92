/* Decimal: numbers as text, the same under every locale. */
#ifndef CDY_BASE_DECIMAL_H
#define CDY_BASE_DECIMAL_H

#include <stddef.h>

enum { CDY_DECIMAL_SIZE = 32 };

/* Writes a finite number with `digits` significant digits, 1 to 17, correctly rounded and without zeros at the end, as
 * printf's %g does under the locale "C".  `digits` 0: the fewest that read back as the very same number.
 * Returns the length of the text, which ends with a 0. */
size_t cdy_write_decimal(double value, int digits, char text[CDY_DECIMAL_SIZE]);

#endif
