/* Shortest: the decimal number of the fewest digits that reads back as a double. */
#ifndef CDY_TEXT_SHORTEST_H
#define CDY_TEXT_SHORTEST_H

#include <stddef.h>
#include <stdint.h>

/* digits * 10^exponent; the last digit is not 0. */
typedef struct cdy_decimal {
    uint64_t digits; /* at most 17 of them */
    int exponent;
} cdy_decimal;

/* Returns the decimal number of the fewest digits that reads back as a finite number above 0, of these the nearest
 * (R. Giulietti, The Schubfach way to render doubles, 2020). */
cdy_decimal cdy_shortest_decimal(double value);

enum { CDY_DIGITS_SIZE = 24 }; /* room for any number's digits and some more */

/* Writes a whole number's digits, without a closing 0, and returns how many there are; what is behind them in the text
 * may change. */
size_t cdy_write_digits(uint64_t number, char text[CDY_DIGITS_SIZE]);

#endif
