/* Small symmetric positive definite systems, A = L D L^T, by the inverse of L (Golub and Van Loan 2013, section 4.1).
 *
 * With L^-1, a solution is two products, which have no chain of dependent operations as substitution has, and the trace
 * of A^-1, which bounds the condition, is a sum of squares.
 *
 * Kept beside LAPACK, because the core needs libm alone and calls of BLAS for the few rows of constraints take longer
 * than their arithmetic: with this file and constraint_rows.h, constrained forward dynamics is about 3 to 6 times as
 * fast as with dense factors by LAPACK (tests/bench/constrained.c, 3 to 12 rows). */
#ifndef CDY_KERNELS_GRAM_H
#define CDY_KERNELS_GRAM_H

#include "kernels/chunk.h"
#include "kernels/scratch.h"

#ifdef HAS_CHUNKS
/* Step k of the elimination of A and of the identity together. Of A the upper half is read; column k of the lower half
 * holds anything before the step, column k of L^-1 behind it. Columns are exchanged by products with 0 and 1: numbers
 * that are stored one by one and then read as a chunk would stall. */
static inline void eliminate_step(size_t n, size_t stride, size_t k, real *A, real inverse)
{
    const real *row = A + k * stride;
    for (size_t j = 0; j < stride; j += CHUNK) {
        const chunk unit = unit_chunk((int)k - (int)j), keep = real_from(1) - unit;
        const chunk step = keep * chunk_at(row + j) + unit;
        for (size_t i = k + 1; i < n; i++) {
            real *to = A + i * stride + j;
            put_chunk(to, keep * chunk_at(to) - (row[i] * inverse) * step);
        }
    }
}
#else
/* The same by single numbers, of which the lower half of A is not eliminated. */
static inline void eliminate_step(size_t n, size_t stride, size_t k, real *A, real inverse)
{
    const real *row = A + k * stride;
    for (size_t i = k + 1; i < n; i++) {
        real *to = A + i * stride;
        const real factor = inverse * row[i];
        for (size_t j = 0; j < k; j++) {
            to[j] = to[j] - factor * row[j];
        }
        to[k] = -factor;
        for (size_t j = i; j < n; j++) {
            to[j] = to[j] - factor * row[j];
        }
    }
}
#endif

static void gram_factor(size_t n, size_t stride, scalar *A_, scalar *inverse_D_, scalar *diagonal_)
{
    real *A = reals_out(A_), *inverse_D = reals_out(inverse_D_), *diagonal = reals_out(diagonal_);
    for (size_t k = 0; k < n; k++) {
        inverse_D[k] = 1 / A[k * stride + k];
        eliminate_step(n, stride, k, A, inverse_D[k]);
    }
    for (size_t j = 0; j < stride; j += CHUNK) {
        chunk sum = {0};
        for (size_t i = 0; i < n; i++) {
            real *row = A + i * stride + j;
            const int place = (int)i - (int)j;
            put_chunk_part(row, unit_chunk(place), place, CHUNK - 1); /* 1, then zeros */
            sum = sum + inverse_D[i] * (chunk_at(row) * chunk_at(row));
        }
        put_chunk(diagonal + j, sum);
    }
}

/* The sum of a chunk's numbers, by halves. */
static inline real sum_of_chunk(chunk numbers)
{
    real all[CHUNK];
    put_chunk(all, numbers);
#pragma GCC unroll 4
    for (int half = CHUNK / 2; half > 0; half /= 2) {
#pragma GCC unroll 4
        for (int j = 0; j < half; j++) {
            all[j] = all[j] + all[j + half];
        }
    }
    return all[0];
}

/* Where row i of L^-1 ends, in whole chunks. */
static inline size_t end_of_row(size_t i)
{
    return (i / CHUNK + 1) * CHUNK;
}

static inline real dot_rows(size_t count, const real *a, const real *b)
{
    chunk sum = chunk_at(a) * chunk_at(b);
    for (size_t j = CHUNK; j < count; j += CHUNK) {
        sum = sum + chunk_at(a + j) * chunk_at(b + j);
    }
    return sum_of_chunk(sum);
}

/* f += L^-T D^-1 L^-1 r; y (n) is scratch. */
static inline void add_solution(size_t n, size_t stride, const real *inverse_L, const real *inverse_D, const real *r,
                                real *y, real *f)
{
    for (size_t i = 0; i < n; i++) {
        y[i] = inverse_D[i] * dot_rows(end_of_row(i), inverse_L + i * stride, r);
    }
    for (size_t j = 0; j < stride; j += CHUNK) {
        chunk sum = chunk_at(f + j);
        for (size_t i = j; i < n; i++) {
            sum = sum + y[i] * chunk_at(inverse_L + i * stride + j);
        }
        put_chunk(f + j, sum);
    }
}

static void gram_solve(size_t n, size_t stride, const scalar *A_, const scalar *inverse_L, const scalar *inverse_D,
                       const scalar *r_, scalar *f_, scalar *scratch)
{
    const real *A = reals(A_), *r = reals(r_);
    real *f = reals_out(f_), *left = reals_out(scratch), *y = left + stride;
    const real zero = {0};
    for (size_t i = 0; i < stride; i++) {
        f[i] = left[i] = zero;
    }
    add_solution(n, stride, reals(inverse_L), reals(inverse_D), r, y, f);
    for (size_t i = 0; i < n; i++) {
        left[i] = r[i] - dot_rows(stride, A + i * stride, f);
    }
    add_solution(n, stride, reals(inverse_L), reals(inverse_D), left, y, f);
}

#endif
