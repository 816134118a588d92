/* LTDL factors of a chain with few degrees of freedom, as arms have: their number is a constant, so that the rows stay
 * in registers. In longer loops over such short rows, the loops would take most of the time. */
#ifndef CDY_KERNELS_LTDL_FEW_H
#define CDY_KERNELS_LTDL_FEW_H

#include "kernels/dof_group.h"
#include "kernels/shortcuts.h"

enum { FEW_DEGREES = 7 };

/* Unroll a loop of up to seven steps: gcc and clang have names of their own for it, and neither does it unasked. Under
 * sanitizers clang cannot, and says so. */
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
#define UNROLL_FEW _Pragma("clang loop unroll(full)")
#else
#define UNROLL_FEW _Pragma("GCC unroll 7")
#endif

/* Whether each of few degrees of freedom is the parent of the next: ltdl_factor needs no tree for these. */
static inline bool is_short_chain(const kernel_model *model)
{
    return model->tree_nv > 0 && model->tree_nv <= FEW_DEGREES && is_chain(model);
}

/* Call function(count, ...) with `count` as a constant. */
#define FOR_FEW(function, count, ...)                                                                                  \
    switch (count) {                                                                                                   \
    case 1: function(1, __VA_ARGS__); break;                                                                           \
    case 2: function(2, __VA_ARGS__); break;                                                                           \
    case 3: function(3, __VA_ARGS__); break;                                                                           \
    case 4: function(4, __VA_ARGS__); break;                                                                           \
    case 5: function(5, __VA_ARGS__); break;                                                                           \
    case 6: function(6, __VA_ARGS__); break;                                                                           \
    case FEW_DEGREES: function(FEW_DEGREES, __VA_ARGS__); break;                                                       \
    }

ALWAYS_INLINE void load_lower_half(int n, const real *M, real L[FEW_DEGREES][FEW_DEGREES])
{
    UNROLL_FEW
    for (int k = 0; k < n; k++) {
        UNROLL_FEW
        for (int i = 0; i <= k; i++) {
            L[k][i] = M[k * n + i];
        }
    }
}

/* Subtract row k, x times, from the row of its ancestor i. */
ALWAYS_INLINE void subtract_row_of_few(int i, real x, const real *row, real *from)
{
    UNROLL_FEW
    for (int j = 0; j <= i; j++) {
        from[j] = from[j] - x * row[j];
    }
}

/* The steps of ltdl_by_rows(). */
ALWAYS_INLINE void factor_few(int n, real *M, real *D)
{
    real L[FEW_DEGREES][FEW_DEGREES];
    load_lower_half(n, M, L);
    UNROLL_FEW
    for (int k = n - 1; k >= 0; k--) {
        const real inverse = 1 / L[k][k];
        D[k] = L[k][k];
        M[k * n + k] = inverse;
        UNROLL_FEW
        for (int i = k - 1; i >= 0; i--) {
            const real x = L[k][i] * inverse;
            M[k * n + i] = x;
            subtract_row_of_few(i, x, L[k], L[i]);
        }
    }
}

/* x := M^-1 x */
ALWAYS_INLINE void solve_few(int n, const real *M, real *x)
{
    real L[FEW_DEGREES][FEW_DEGREES], y[FEW_DEGREES];
    load_lower_half(n, M, L);
    UNROLL_FEW
    for (int k = 0; k < n; k++) {
        y[k] = x[k];
    }
    UNROLL_FEW
    for (int k = n - 1; k > 0; k--) {
        subtract_row_of_few(k - 1, y[k], L[k], y);
    }
    UNROLL_FEW
    for (int k = 0; k < n; k++) {
        y[k] = y[k] * L[k][k];
        UNROLL_FEW
        for (int i = 0; i < k; i++) {
            y[k] = y[k] - L[k][i] * y[i];
        }
        x[k] = y[k];
    }
}

#ifdef HAS_LONG_CHUNKS

/* Whether a row of few degrees of freedom is one chunk, and the last two rows have room for one. */
static inline bool has_chunk_rows(const kernel_model *model)
{
    return model->tree_nv >= QUAD && is_short_chain(model);
}

/* Call function(count, ...) with `count` as a constant where has_chunk_rows(). */
#define FOR_CHUNK_ROWS(function, count, ...)                                                                           \
    switch (count) {                                                                                                   \
    case 4: function(4, __VA_ARGS__); break;                                                                           \
    case 5: function(5, __VA_ARGS__); break;                                                                           \
    case 6: function(6, __VA_ARGS__); break;                                                                           \
    case FEW_DEGREES: function(FEW_DEGREES, __VA_ARGS__); break;                                                       \
    }

/* The rows of an n x n matrix, each with anything behind it. */
ALWAYS_INLINE void load_few_rows(int n, const real *X, chunk x[FEW_DEGREES])
{
    real last[CHUNK] = {0};
    put_quad(last, quad_at(X + n * (n - 1)));
    put_quad(last + n - QUAD, quad_at(X + n * n - QUAD));
    UNROLL_FEW
    for (int k = 0; k < n - 1; k++) {
        x[k] = chunk_at(X + k * n);
    }
    x[n - 1] = chunk_at(last);
}

ALWAYS_INLINE void put_few_rows(int n, const chunk x[FEW_DEGREES], real *X)
{
    real last[CHUNK];
    UNROLL_FEW
    for (int k = 0; k < n - 1; k++) {
        put_chunk(X + k * n, x[k]); /* what it writes behind the row, the next one overwrites */
    }
    put_chunk(last, x[n - 1]);
    put_quad(X + n * (n - 1), quad_at(last));
    put_quad(X + n * n - QUAD, quad_at(last + n - QUAD));
}

/* X := -M^-1 X */
ALWAYS_INLINE void solve_few_rows(int n, const real *L, chunk x[FEW_DEGREES])
{
    UNROLL_FEW
    for (int k = n - 2; k >= 0; k--) {
        UNROLL_FEW
        for (int i = n - 1; i > k; i--) {
            x[k] = x[k] - L[i * n + k] * x[i];
        }
    }
    UNROLL_FEW
    for (int k = 0; k < n; k++) {
        x[k] = -L[k * n + k] * x[k];
        UNROLL_FEW
        for (int i = 0; i < k; i++) {
            x[k] = x[k] - L[k * n + i] * x[i];
        }
    }
}

ALWAYS_INLINE void multiply_few(int n, const real *L, real *X)
{
    chunk x[FEW_DEGREES];
    load_few_rows(n, X, x);
    solve_few_rows(n, L, x);
    put_few_rows(n, x, X);
}

/* M^-1 = -M^-1 (-1); the upper half is the mirror image of the lower. */
ALWAYS_INLINE void invert_few(int n, const real *L, real *X)
{
    chunk x[CHUNK], mirrored[CHUNK];
    UNROLL_FEW
    for (int k = 0; k < n; k++) {
        x[k] = -unit_chunk(k);
    }
    solve_few_rows(n, L, x);
    for (int k = 0; k < CHUNK; k++) {
        mirrored[k] = k < n ? x[k] : (chunk){0};
    }
    transpose_chunks(mirrored);
    UNROLL_FEW
    for (int k = 0; k < n; k++) {
        x[k] = join_chunks(x[k], mirrored[k], k);
    }
    put_few_rows(n, x, X);
}

#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif
