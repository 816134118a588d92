/* Numbers from the command line: decimal, independent of the locale. */
#ifndef CONDYLE_TOOLS_NUMBER_H
#define CONDYLE_TOOLS_NUMBER_H

#include "run/message.h"
#include "text/number.h"

#include <stddef.h>
#include <stdint.h>

/* Reads a decimal number as cdy_scan_number() does, with surrounding blanks; *end is the text after it. */
cdy_number_status number_scan(const char *text, double *value, const char **end);

/* Reads numbers separated by commas up to the end of `list`, stores the first `capacity` of them and returns their
 * number in *count. An empty text is an empty list. `what` names the list in messages. */
exit_code number_read_list(const char *what, const char *list, double *values, size_t capacity, size_t *count);

/* Reads an integer from 0 to 9223372036854775807, the range of JSON's integers. */
exit_code number_read_whole(const char *what, const char *digits, uint64_t *value);

#endif
