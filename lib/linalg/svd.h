/* Singular value decomposition. */
#ifndef CDY_LINALG_SVD_H
#define CDY_LINALG_SVD_H

#include <stdbool.h>

/* Decomposes A (n x n, column-major) = U diag(s) V^T: s descending, U over A, V (n x n, column-major).  `scratch` has
 * n * n + 32 * n numbers.  Returns false where the iteration does not end. */
bool cdy_svd(int n, double *A, double *s, double *V, double *scratch);

#endif
