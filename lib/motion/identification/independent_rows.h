/* How many rows of a recording are independent of those before them. */
#ifndef CDY_IDENTIFICATION_INDEPENDENT_ROWS_H
#define CDY_IDENTIFICATION_INDEPENDENT_ROWS_H

#include <stddef.h>

/* Returns the share of rows that are independent, by their residuals, which are used up: 1 / (1 + 2 sum of the
 * autocorrelations up to the first that is not positive, under a quarter of the rows); 1 where all are 0. */
double cdy_independent_rows(double *residuals, size_t count);

#endif
