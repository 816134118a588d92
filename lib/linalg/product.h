/* Products of square matrices. */
#ifndef CDY_LINALG_PRODUCT_H
#define CDY_LINALG_PRODUCT_H

#include <stdbool.h>

/* Whether a product of this size is fast by the blocked routine of BLAS. */
bool cdy_product_is_fast(int n);

/* C := -A B (n x n each, row-major); C overlaps neither. */
void cdy_multiply_negative(int n, const double *A, const double *B, double *C);

#endif
