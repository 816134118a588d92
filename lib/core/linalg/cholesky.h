/* Cholesky factorization of symmetric positive definite matrices. */
#ifndef CDY_LINALG_CHOLESKY_H
#define CDY_LINALG_CHOLESKY_H

#include <stdbool.h>

/* Whether the factorizations of this room are LAPACK's. */
bool cdy_has_lapack(void);

/* Replaces the upper half of the symmetric A (n x n, row-major) by U, A = U^T U; the lower half is neither read nor
 * changed. Returns 0, or the number (from 1) of the first row at which A is singular to working precision. */
int cdy_cholesky_factor(int n, double *A);

/* The same; *least (NULL: not wanted) receives the smallest ratio of a pivot to its diagonal element of A, 0 where A is
 * singular. */
int cdy_cholesky_factor_least(int n, double *A, double *least);

/* Whether a factorization of this size is fast by LAPACK's blocked routine. */
bool cdy_cholesky_is_fast(int n);

/* Solves U^T U x = b in place: b (n) becomes x. */
void cdy_cholesky_solve(int n, const double *U, double *b);

/* Solves U^T y = b in place for the `count` rows b (n) of B (count x n): U^-T B^T, transposed. */
void cdy_cholesky_forward(int n, const double *U, int count, double *B);

/* Solves U^T U X = B in place: B (n x n, row-major) becomes X. */
void cdy_cholesky_solve_square(int n, const double *U, double *B);

/* X (n x n) := (U^T U)^-1, exactly symmetric. */
void cdy_cholesky_invert(int n, const double *U, double *X);

#endif
