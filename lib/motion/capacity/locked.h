/* Locked joints: what is left of a mass matrix without them. */
#ifndef CDY_CAPACITY_LOCKED_H
#define CDY_CAPACITY_LOCKED_H

#include <stdbool.h>

/* Writes the rows and columns of M (n x n) that are not locked (NULL: all) to A, and those elements of `row` (n) to x;
 * returns how many they are. */
int cdy_leave_out_locked(int n, const bool *locked, const double *M, const double *row, double *A, double *x);

#endif
