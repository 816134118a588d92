/* Small symmetric positive definite systems by the inverse of the factor L in A = L D L^T, or by the inverse of A
 * (Golub and Van Loan 2013, section 4.1).
 *
 * With an inverse, a solution is one product or two, which have no chain of dependent operations as substitution has,
 * and the trace of A^-1, which bounds the condition, is at hand. One step of refinement removes the rounding errors of
 * the inverse.
 *
 * Kept beside LAPACK, because the core needs libm alone and calls of BLAS for the few rows of constraints take longer
 * than their arithmetic: with this file and constraint_rows.h, constrained forward dynamics is about 3 to 6 times as
 * fast as with dense factors by LAPACK (tests/bench/constrained.c, 3 to 12 rows). */
#ifndef CDY_KERNELS_GRAM_H
#define CDY_KERNELS_GRAM_H

#include "kernels/chunk.h"
#include "kernels/scratch.h"

#ifdef HAS_CHUNKS
/* Chunks of rows are multiplied as they are, and A^-1 takes fewer instructions than L^-1. It is found in place by
 * exchanging rows for columns two at a time (Gauss and Jordan). The next two wait for one division, 1 / (a c - b^2). Of
 * A the upper half is read: while row k is exchanged and row i is not, A_ik = -A_ki. */

/* to := keep to + x S + y T for the rows from `first` on before `end`, the rows of A from `to` on; x and y are numbers
 * of `rows` and of those behind. */
static inline void add_exchanged(size_t first, size_t end, size_t stride, const real *rows, real sign, chunk keep,
                                 chunk S, chunk T, real *A)
{
    for (size_t i = first; i < end; i++) {
        real *to = A + i * stride;
        put_chunk(to, keep * chunk_at(to) + rows[i] * (sign * S) + rows[stride + i] * (sign * T));
    }
}

/* Exchanges rows k and k + 1 of n; a row behind the last one is that of the identity. `rows` (2 stride) is scratch. */
static inline void exchange_pair(size_t n, size_t stride, size_t k, real *A, real *inverse_D, real *rows)
{
    const chunk none = {0};
    const bool is_pair = k + 1 < n;
    real *row = A + k * stride, *next = row + stride;
    const real a = row[k], b = is_pair ? row[k + 1] : 0, c = is_pair ? next[k + 1] : 1, inverse = 1 / (a * c - b * b);
    const real p = c * inverse, q = -b * inverse, r = a * inverse;
    inverse_D[k] = 1 / a;
    inverse_D[k + 1] = r; /* with room for one number more */
    for (size_t j = 0; j < stride; j += CHUNK) {
        put_chunk(rows + j, chunk_at(row + j));
        put_chunk(rows + stride + j, is_pair ? chunk_at(next + j) : none);
    }
    for (size_t j = 0; j < stride; j += CHUNK) {
        const chunk first = unit_chunk((int)k - (int)j), second = unit_chunk((int)k + 1 - (int)j);
        const chunk keep = real_from(1) - first - second;
        const chunk x = keep * chunk_at(row + j) + first;
        const chunk y = keep * (is_pair ? chunk_at(next + j) : none) + second;
        const chunk S = p * x + q * y, T = q * x + r * y;
        add_exchanged(0, k, stride, rows, 1, keep, S, T, A + j);
        put_chunk(row + j, S);
        if (is_pair) {
            put_chunk(next + j, T);
        }
        add_exchanged(k + 2, n, stride, rows, -1, keep, S, T, A + j);
    }
}

static void gram_factor(size_t n, size_t stride, scalar *A_, scalar *inverse_D, scalar *diagonal_)
{
    real *A = reals_out(A_), *diagonal = reals_out(diagonal_);
    for (size_t k = 0; k < n; k += 2) {
        exchange_pair(n, stride, k, A, reals_out(inverse_D), diagonal);
    }
    for (size_t i = 0; i < n; i++) {
        diagonal[i] = A[i * stride + i];
    }
}

/* y + sign A x of a symmetric A, whose rows are summed. */
static inline void add_product(size_t n, size_t stride, real sign, const real *A, const real *x, const real *y,
                               real *to)
{
    for (size_t j = 0; j < stride; j += CHUNK) {
        chunk even = {0}, odd = {0}; /* two sums, so that each waits for half of the products */
        size_t i = 0;
        for (; i + 1 < n; i += 2) {
            even = even + x[i] * chunk_at(A + i * stride + j);
            odd = odd + x[i + 1] * chunk_at(A + (i + 1) * stride + j);
        }
        if (i < n) {
            even = even + x[i] * chunk_at(A + i * stride + j);
        }
        put_chunk(to + j, chunk_at(y + j) + sign * (even + odd));
    }
}

static void gram_solve(size_t n, size_t stride, const scalar *A, const scalar *inverse, const scalar *inverse_D,
                       const scalar *r, scalar *f_, scalar *scratch)
{
    (void)inverse_D;
    real *f = reals_out(f_), *left = reals_out(scratch);
    for (size_t j = 0; j < stride; j += CHUNK) {
        put_chunk(f + j, (chunk){0});
    }
    add_product(n, stride, 1, reals(inverse), reals(r), f, f);
    add_product(n, stride, -1, reals(A), f, reals(r), left);
    add_product(n, stride, 1, reals(inverse), left, f, f);
}
#else
/* Step k of the elimination of A and of the identity together, of which the lower half of A is not eliminated. Column k
 * of the lower half holds anything before the step, column k of L^-1 behind it. */
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

static void gram_factor(size_t n, size_t stride, scalar *A_, scalar *inverse_D_, scalar *diagonal_)
{
    real *A = reals_out(A_), *inverse_D = reals_out(inverse_D_), *diagonal = reals_out(diagonal_);
    const real one = real_from(1), zero = {0};
    for (size_t k = 0; k < n; k++) {
        inverse_D[k] = 1 / A[k * stride + k];
        eliminate_step(n, stride, k, A, inverse_D[k]);
    }
    for (size_t j = 0; j < n; j++) {
        real sum = zero;
        for (size_t i = 0; i < n; i++) {
            real *to = A + i * stride + j;
            *to = i < j ? zero : i == j ? one : *to;
            sum = sum + inverse_D[i] * (*to * *to);
        }
        diagonal[j] = sum;
    }
}

/* f += L^-T D^-1 L^-1 r; y (n) is scratch. */
static inline void add_solution(size_t n, size_t stride, const real *inverse_L, const real *inverse_D, const real *r,
                                real *y, real *f)
{
    for (size_t i = 0; i < n; i++) {
        real sum = inverse_L[i * stride] * r[0];
        for (size_t j = 1; j <= i; j++) {
            sum = sum + inverse_L[i * stride + j] * r[j];
        }
        y[i] = inverse_D[i] * sum;
    }
    for (size_t j = 0; j < n; j++) {
        real sum = f[j];
        for (size_t i = j; i < n; i++) {
            sum = sum + y[i] * inverse_L[i * stride + j];
        }
        f[j] = sum;
    }
}

static void gram_solve(size_t n, size_t stride, const scalar *A_, const scalar *inverse_L, const scalar *inverse_D,
                       const scalar *r_, scalar *f_, scalar *scratch)
{
    const real *A = reals(A_), *r = reals(r_), zero = {0};
    real *f = reals_out(f_), *left = reals_out(scratch), *y = left + stride;
    for (size_t i = 0; i < n; i++) {
        f[i] = zero;
    }
    add_solution(n, stride, reals(inverse_L), reals(inverse_D), r, y, f);
    for (size_t i = 0; i < n; i++) {
        real sum = A[i * stride] * f[0];
        for (size_t j = 1; j < n; j++) {
            sum = sum + A[i * stride + j] * f[j];
        }
        left[i] = r[i] - sum;
    }
    add_solution(n, stride, reals(inverse_L), reals(inverse_D), left, y, f);
}
#endif

#endif
