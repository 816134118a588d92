/* Eigenvalues of small unsymmetric matrices. */
#ifndef CDY_LINALG_EIGENVALUES_H
#define CDY_LINALG_EIGENVALUES_H

#include <stdbool.h>

/* Writes the eigenvalues re + i im (n each) of A (n x n, row-major), which is overwritten.  Returns false where the
 * iteration does not converge, or n is above 64.  Golub and Van Loan 2013, sections 7.4 and 7.5; for the tens of rows
 * of a robot's equations, where LAPACK's blocks do not pay. */
bool cdy_real_eigenvalues(int n, double *A, double *re, double *im);

#endif
