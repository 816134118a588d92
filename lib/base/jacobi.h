/* Jacobi's eigenvalue method for small symmetric matrices, with high relative accuracy for positive definite ones.
 * For the 3 x 3 and 4 x 4 matrices of rooms without LAPACK, and for linalg/stand_in.c. */
#ifndef CDY_BASE_JACOBI_H
#define CDY_BASE_JACOBI_H

/* Diagonalizes A (n x n, symmetric) in place: the diagonal receives the eigenvalues, unsorted. The rows of V (n x n;
 * NULL: not wanted) receive the orthonormal eigenvectors. (Golub and Van Loan 2013, section 8.5; Demmel and Veselic
 * 1992 for the accuracy.) */
void cdy_jacobi(int n, double *A, double *V);

#endif
