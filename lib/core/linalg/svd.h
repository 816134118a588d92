/* Singular value decomposition. */
#ifndef CDY_LINALG_SVD_H
#define CDY_LINALG_SVD_H

#include <stdbool.h>

/* Singular value decomposition A = U diag(s) V^T (n x n, column-major): s descending, U overwrites A. `scratch` has
 * n^2 + 32 n numbers. Returns false where the iteration does not converge. */
bool cdy_svd(int n, double *A, double *s, double *V, double *scratch);

#endif
