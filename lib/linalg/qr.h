/* QR factorizations for least squares. */
#ifndef CDY_LINALG_QR_H
#define CDY_LINALG_QR_H

/* Replaces A (rows x columns, column-major, `stride` from column to column) by its factor R: upper triangular in the
 * first min(rows, columns) rows; zeros below the diagonal there, and what stands further down has no meaning.
 * `scratch` has 33 * columns numbers.   */
void cdy_qr_reduce(int rows, int columns, double *A, int stride, double *scratch);

/* Finds `count` columns of A (count x columns, column-major, of full rank) that are as independent as can be found by
 * pivoting on the largest remaining column (Golub and Van Loan 2013, section 5.4.2), and gives A1^-1 A2 of all other
 * columns: `order` (columns) becomes first the picked columns, ascending, then the others, ascending; A becomes the
 * factors, columns of all others in that order (count x (columns - count)) from its column `count` on. */
void cdy_qr_pick(int count, int columns, double *A, int *order);

#endif
