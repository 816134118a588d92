/* Number style: the format of the numbers in one column, so that their decimal points align. */
#ifndef CONDYLE_TOOLS_NUMBER_STYLE_H
#define CONDYLE_TOOLS_NUMBER_STYLE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct number_style {
    int decimals;
    bool scientific;
    size_t width; /* characters of the widest number */
} number_style;

enum { NUMBER_STYLE_SIZE = 48 };

/* Chooses the style of a column: the largest number has `digits` digits (at most 16), the others as many decimals;
 * decimals that are zero in all numbers are dropped. */
number_style number_style_fit(const double *values, size_t count, int digits);

/* Writes a number in a style. A number that rounds to zero has no sign. */
void number_style_write(const number_style *style, double value, char written[NUMBER_STYLE_SIZE]);

#endif
