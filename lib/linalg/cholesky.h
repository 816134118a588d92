/* Cholesky factorization of symmetric positive definite matrices. */
#ifndef CDY_LINALG_CHOLESKY_H
#define CDY_LINALG_CHOLESKY_H

/* Replaces the lower half of A (n x n, row-major) by L, A = L L^T; the upper half is left alone.
 * Returns 0, or the number (from 1) of the first row that makes A singular to working precision. */
int cdy_cholesky_factor(int n, double *A);

/* Solves L L^T x = b in place: b (n) becomes x. */
void cdy_cholesky_solve(int n, const double *L, double *b);

/* Solves L y = b in place for the `count` rows b (n) of B (count x n): L^-1 B^T, transposed. */
void cdy_cholesky_forward(int n, const double *L, int count, double *B);

/* Solves L L^T X = B in place: B (n x n, row-major) becomes X. */
void cdy_cholesky_solve_square(int n, const double *L, double *B);

/* X (n x n) := (L L^T)^-1, symmetric to the last bit. */
void cdy_cholesky_invert(int n, const double *L, double *X);

#endif
