/* Products of dense matrices, each lane its own. */
#ifndef CDY_KERNELS_MULTIPLY_H
#define CDY_KERNELS_MULTIPLY_H

#include "kernels/scratch.h"

static void multiply(size_t rows, size_t inner, size_t columns, const scalar *A_, const scalar *B_, scalar *C_)
{
    const real *A = reals(A_), *B = reals(B_);
    real *C = reals_out(C_);
    for (size_t i = 0; i < rows; i++) {
        size_t j = 0;
        for (; j + 4 <= columns; j += 4) { /* four sums at once, which do not wait for each other */
            const real zero = {0};
            real four[4] = {zero, zero, zero, zero};
            for (size_t k = 0; k < inner; k++) {
                for (size_t l = 0; l < 4; l++) {
                    four[l] = four[l] + A[i * inner + k] * B[k * columns + j + l];
                }
            }
            for (size_t l = 0; l < 4; l++) {
                C[i * columns + j + l] = four[l];
            }
        }
        for (; j < columns; j++) {
            real sum = {0};
            for (size_t k = 0; k < inner; k++) {
                sum = sum + A[i * inner + k] * B[k * columns + j];
            }
            C[i * columns + j] = sum;
        }
    }
}

#endif
