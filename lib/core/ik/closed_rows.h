/* The twelve equations of a general arm as a square matrix, by rows. */
#ifndef CDY_IK_CLOSED_ROWS_H
#define CDY_IK_CLOSED_ROWS_H

#include <stddef.h>

enum { SIDE = 12 };

/* Replaces A by its triangular factors with row pivots, in `order`; returns the least pivot relative to the largest. */
double cdy_factor_twelve(double A[SIDE][SIDE], int order[SIDE]);

/* B := A^-1 B by the factors; B has SIDE rows of `columns` numbers. */
void cdy_solve_twelve(double A[SIDE][SIDE], const int order[SIDE], size_t columns, double *B);

/* Writes a vector x that A maps nearest to zero, by elimination with complete pivots; A is overwritten. */
void cdy_null_of_twelve(double A[SIDE][SIDE], double x[SIDE]);

#endif
