/* Symmetric matrices: eigenvalues and pseudo-inverses. */
#ifndef CDY_LINALG_SYMMETRIC_H
#define CDY_LINALG_SYMMETRIC_H

#include <stddef.h>

/* Numbers of `scratch` and of `integers` that the calls below need for n x n matrices. */
size_t cdy_symmetric_scratch_size(int n);
size_t cdy_symmetric_integers(int n);

/* Replaces the rows of A (n x n, symmetric) by orthonormal eigenvectors and returns the eigenvalues in `values` (n),
 * ascending. Returns 0, nonzero where the iteration does not converge. */
int cdy_symmetric_eigen(int n, double *A, double *values, double *scratch, int *integers);

/* Arguments of the pseudo-inverse of a positive semidefinite matrix. */
typedef struct pseudo_inverse {
    int n;
    const double *A;     /* n x n */
    const double *scale; /* n, positive: size of each row; the rank counts eigenvalues of A_ij / (scale_i scale_j) */
    double tolerance;    /* eigenvalues below this fraction of the largest count as 0 */
    double *inverse;     /* n x n: Moore-Penrose inverse of A, eigenvalues below the tolerance set to 0 */
    double *scratch;     /* cdy_symmetric_scratch_size() */
    int *integers;
} pseudo_inverse;

/* Fills p->inverse and returns the rank, or -1 where the eigenvalues do not converge. */
int cdy_pseudo_inverse(const pseudo_inverse *p);

#endif
