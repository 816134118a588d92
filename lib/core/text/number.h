/* Decimal input of numbers, the same under every locale; text/decimal.h writes them. */
#ifndef CDY_TEXT_NUMBER_H
#define CDY_TEXT_NUMBER_H

#include <stddef.h>

typedef enum cdy_number_status {
    CDY_NUMBER_OK = 0,
    CDY_NUMBER_NONE,  /* no number: empty, or other characters */
    CDY_NUMBER_TAIL,  /* a number followed by other characters */
    CDY_NUMBER_RANGE, /* too large for a double */
    CDY_NUMBER_MEMORY
} cdy_number_status;

/* Reads a decimal number, correctly rounded: sign, digits with or without '.', exponent; no nan, inf or hexadecimal.
 * Reads no further than `end`. Returns the end of the number; returns `text` if there is no number or it is too large
 * for a double, with the reason in *status. Numbers that are too small become subnormal or 0. */
const char *cdy_scan_number(const char *text, const char *end, double *value, cdy_number_status *status);

/* Reads one number with optional white space (space, tab, line feed, carriage return, as in XML) around it. */
cdy_number_status cdy_parse_number(const char *text, size_t length, double *value);

/* Reads exactly `count` numbers separated by white space. CDY_NUMBER_NONE: the text has fewer; CDY_NUMBER_TAIL: the
 * text has more numbers, or other characters. */
cdy_number_status cdy_parse_numbers(const char *text, size_t length, double *values, size_t count);

#endif
