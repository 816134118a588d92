/* Numbers from the command line and for files: decimal, the same under every locale. */
#ifndef CONDYLE_TOOLS_NUMBER_H
#define CONDYLE_TOOLS_NUMBER_H

#include "message.h"

#include <stddef.h>
#include <stdint.h>

typedef enum number_status {
    NUMBER_OK = 0,
    NUMBER_NONE, /* no decimal number stands there */
    NUMBER_RANGE /* too large for a double */
} number_status;

/* Reads a decimal number (sign, digits with or without '.', exponent) with blanks around it and gives the place
 * behind; no nan, inf or hexadecimal. */
number_status number_scan(const char *text, double *value, const char **end);

/* Reads numbers separated by commas up to the end of `list`, stores the first `capacity` of them and gives how many
 * there are.  An empty text is an empty list.  `what` names the list in messages. */
exit_code number_read_list(const char *what, const char *list, double *values, size_t capacity, size_t *count);

/* Reads a whole number from 0 to 9223372036854775807, which JSON's integers can hold. */
exit_code number_read_whole(const char *what, const char *digits, uint64_t *value);

enum { NUMBER_SIZE = 32 };

/* Writes the shortest decimal number of 15 to 17 digits that reads back as `value`. */
void number_write_shortest(double value, char digits[NUMBER_SIZE]);

#endif
