/* Factorizations under the names of LAPACK, on which the other files of this folder are built. lapacke.c has them from
 * LAPACKE and OpenBLAS; stand_in.c computes them, for builds of the core that need nothing but libm. meson.build
 * compiles one of the two files. Each also defines the calls of cholesky.h, svd.h and symmetric.h that need no steps
 * beyond LAPACK's. */
#ifndef CDY_LINALG_ROUTINES_H
#define CDY_LINALG_ROUTINES_H

/* Replaces the upper half of the symmetric A (n x n, row-major) by U, A = U^T U. Returns 0, or the number (from 1) of
 * the first row whose pivot is not positive. */
int cdy_potrf(int n, double *A);

/* Writes the upper half of (U^T U)^-1 to X (n x n, row-major); the lower half is undefined. */
void cdy_potri(int n, const double *U, double *X);

/* Replaces A (rows x columns, column-major with leading dimension `stride`) by R in the upper triangle; the rest is
 * undefined. `scratch` has room for 33 numbers per column. */
void cdy_geqrf(int rows, int columns, double *A, int stride, double *scratch);

#endif
