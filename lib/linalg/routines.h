/* Factorizations that LAPACK provides, and the rest of the room is built on. lapacke.c has them from LAPACKE and
 * OpenBLAS; stand_in.c has them without, for builds of the core that need nothing but libm. meson.build compiles one of
 * the two files. Each also defines the calls of cholesky.h, svd.h and symmetric.h that need no steps beyond LAPACK's.
 */
#ifndef CDY_LINALG_ROUTINES_H
#define CDY_LINALG_ROUTINES_H

/* Replaces the upper half of the symmetric A (n x n, row-major) by U, A = U^T U. Returns 0, or the number (from 1) of
 * the first row whose pivot is not positive. (dpotrf) */
int cdy_factor_cholesky(int n, double *A);

/* Writes the upper half of (U^T U)^-1 to X (n x n, row-major); the lower half is undefined. (dpotri) */
void cdy_invert_cholesky(int n, const double *U, double *X);

/* Replaces A (rows x columns, column-major with leading dimension `stride`) by R in the upper triangle; the rest is
 * undefined. `scratch` has room for 33 numbers per column. (dgeqrf) */
void cdy_factor_qr(int rows, int columns, double *A, int stride, double *scratch);

#endif
