/* Jacobi's methods: eigenvalues of small symmetric matrices, with high relative accuracy for positive definite ones,
 * and singular values. For the small matrices of rooms without LAPACK, and for linalg/stand_in.c. */
#ifndef CDY_BASE_JACOBI_H
#define CDY_BASE_JACOBI_H

#include <stdbool.h>

/* Diagonalizes A (n x n, symmetric) in place: the diagonal receives the eigenvalues, unsorted. The rows of V (n x n;
 * NULL: not wanted) receive the orthonormal eigenvectors. (Golub and Van Loan 2013, section 8.5; Demmel and Veselic
 * 1992 for the accuracy.) */
void cdy_jacobi(int n, double *A, double *V);

/* Makes the rows of A (count x n) orthogonal to each other by rotations of pairs of rows, so that their norms are the
 * singular values, unsorted; V (count x count; NULL: not wanted) receives the product of the rotations, V A = the new
 * A. No square of an element may overflow. Returns false where the rotations do not converge. (Hestenes 1958; Golub and
 * Van Loan 2013, section 8.6.3.) */
bool cdy_jacobi_rows(int count, int n, double *A, double *V);

#endif
