/* Number style: how the numbers of one column are printed, so that they stand under each other. */
#ifndef CONDYLE_TOOLS_NUMBER_STYLE_H
#define CONDYLE_TOOLS_NUMBER_STYLE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct number_style {
    int decimals;
    bool scientific;
    size_t width; /* columns of the widest number */
} number_style;

enum { NUMBER_STYLE_SIZE = 48 };

/* Chooses the style for a column: the largest number has `digits` digits (at most 16) and the others as many
 * decimals as that; decimals that are zero in all of them are left out. */
number_style number_style_fit(const double *values, size_t count, int digits);

/* Writes a number in a style.  What rounds to zero has no sign. */
void number_style_write(const number_style *style, double value, char written[NUMBER_STYLE_SIZE]);

#endif
