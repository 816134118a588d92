/* Numbers from text, the same under every locale; lib/base/decimal.h writes them. */
#ifndef CDY_TEXT_NUMBER_H
#define CDY_TEXT_NUMBER_H

#include <stddef.h>

typedef enum cdy_number_status {
    CDY_NUMBER_OK = 0,
    CDY_NUMBER_NONE,  /* no number there: empty, or other characters */
    CDY_NUMBER_TAIL,  /* a number, but more behind it */
    CDY_NUMBER_RANGE, /* too large for a double */
    CDY_NUMBER_MEMORY
} cdy_number_status;

/* Reads a decimal number, correctly rounded: sign, digits with or without '.', exponent; no nan, inf or hexadecimal.
 * Returns the place behind it, or `text` itself where no number stands or it is too large for a double
 * (*status tells); ends at `end` at the latest.  Numbers too small become 0 or denormal. */
const char *cdy_scan_number(const char *text, const char *end, double *value, cdy_number_status *status);

/* Reads a text that is one number with white space (XML's: space, tab, line feed, carriage return) around it. */
cdy_number_status cdy_parse_number(const char *text, size_t length, double *value);

/* Reads exactly `count` numbers separated by white space. On CDY_NUMBER_NONE there are fewer, on CDY_NUMBER_TAIL
 * more, or other characters. */
cdy_number_status cdy_parse_numbers(const char *text, size_t length, double *values, size_t count);

#endif
