/* Jacobi's method: eigenvalues of small symmetric matrices, each to rounding of its own size where all are positive. */
#ifndef CDY_BASE_JACOBI_H
#define CDY_BASE_JACOBI_H

/* Turns A (n x n, symmetric) until it is diagonal: its diagonal then has the eigenvalues, in no order.  The rows of V
 * (n x n; NULL: not wanted) become the eigenvectors, of unit length and normal to each other.  (Golub and Van Loan
 * 2013, section 8.5; Demmel and Veselic 1992 for the accuracy.) */
void cdy_jacobi(int n, double *A, double *V);

#endif
