/* QR factorizations for least squares. */
#ifndef CDY_LINALG_QR_H
#define CDY_LINALG_QR_H

/* Replaces A (rows x columns, column-major with leading dimension `stride`) by its factor R: upper triangular in the
 * first min(rows, columns) rows, with zeros below the diagonal there; rows further down are undefined. `scratch` has
 * room for 33 numbers per column. */
void cdy_qr_reduce(int rows, int columns, double *A, int stride, double *scratch);

/* Picks `count` well-conditioned columns A1 of A (count x columns, column-major, full rank) by QR with column pivoting
 * (Golub and Van Loan 2013, section 5.4.2), and computes the factors A1^-1 A2 of the other columns A2. `order`
 * (columns) receives the numbers of the picked columns, ascending, then of the others, ascending; A receives the
 * factors (count x (columns - count)) from its column `count` on. */
void cdy_qr_pick(int count, int columns, double *A, int *order);

/* Does the same with the columns in the order of `preference` (columns; the least first): each that is no combination
 * of those picked before, to 1e-6 of its length, and no zero is picked. Where only rounding tells the last of them,
 * they are picked by pivoting. */
void cdy_qr_pick_in_order(int count, int columns, const int *preference, double *A, int *order);

#endif
