/* Shortest decimal representation of a double. */
#ifndef CDY_TEXT_SHORTEST_H
#define CDY_TEXT_SHORTEST_H

#include <stddef.h>
#include <stdint.h>

/* digits * 10^exponent; the last digit is not 0. */
typedef struct cdy_decimal {
    uint64_t digits; /* at most 17 digits */
    int exponent;
} cdy_decimal;

/* Returns the decimal number with the fewest digits that reads back as a finite positive number, the nearest of several
 * (R. Giulietti, The Schubfach way to render doubles, 2020). */
cdy_decimal cdy_shortest_decimal(double value);

enum { CDY_DIGITS_SIZE = 24 }; /* room for the digits of any 64-bit integer, and for whole groups of eight */

/* Writes the digits of an integer without null terminator and returns their number; the rest of `text` may change. */
size_t cdy_write_digits(uint64_t number, char text[CDY_DIGITS_SIZE]);

#endif
