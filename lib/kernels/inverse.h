/* The mass matrix's inverse Z from the factors M = L^T D L.
 *
 * It solves L Z = D^-1 L^-T, whose right-hand side is upper triangular with the diagonal of D^-1: what stands left of
 * the diagonal in a row needs no more than the rows of those that carry it, with their mirrored half (Takahashi, Fagan
 * and Chen 1973). */
#ifndef CDY_KERNELS_INVERSE_H
#define CDY_KERNELS_INVERSE_H

#include "kernels/group.h"

/* In the rows and columns of a tree on the base. */
typedef struct inversion {
    const branch *b;
    const real *L;
    size_t n;
    int begin, end; /* rows that are computed together; of one alone, the first says it */
    int at;         /* the first one of the columns at hand */
    real *to;
} inversion;

ALWAYS_INLINE real *inverse_row(const inversion *v, int k)
{
    return v->to + (size_t)k * v->n + v->at;
}

/* The upper half of a symmetric X like the lower one: rows `begin` to `end` - 1 from column `first` on. */
static void mirror(int first, int begin, int end, size_t n, real *X)
{
    for (int i = begin; i < end; i++) {
        for (int j = first; j < i; j++) {
            X[(size_t)j * n + (size_t)i] = X[(size_t)i * n + (size_t)j];
        }
    }
}

/* ---- where lanes fill the registers: row by row ---- */

enum { INVERSE_COLUMNS = 7 };

/* Some columns of a row before its diagonal, and the same of its column. */
ALWAYS_INLINE void invert_columns(const inversion *v, int columns)
{
    const branch *b = v->b;
    const int k = v->begin;
    const real *L = v->L + (size_t)k * v->n;
    real y[INVERSE_COLUMNS];
    for (int c = 0; c < columns; c++) {
        y[c] = real_from(0);
    }
    for (int last = b[k].parent; last >= 0; last = run_before(b, last)) {
        for (int i = b[last].top; i <= last; i++) {
            const real *row = inverse_row(v, i);
            for (int c = 0; c < columns; c++) {
                y[c] = y[c] - L[i] * row[c];
            }
        }
    }
    real *row = inverse_row(v, k), *column = v->to + (size_t)v->at * v->n + k;
    for (int c = 0; c < columns; c++) {
        row[c] = y[c];
        column[(size_t)c * v->n] = y[c];
    }
}

/* A text for each number of columns, so that compilers keep all of them in registers. */
static void invert_some(const inversion *v, int columns)
{
    switch (columns) {
    case 1: invert_columns(v, 1); break;
    case 2: invert_columns(v, 2); break;
    case 3: invert_columns(v, 3); break;
    case 4: invert_columns(v, 4); break;
    case 5: invert_columns(v, 5); break;
    case 6: invert_columns(v, 6); break;
    default: invert_columns(v, INVERSE_COLUMNS); break;
    }
}

/* Z in the rows and columns `first` to `end` - 1. */
static void invert_by_rows(inversion v, int first, int end)
{
    const branch *b = v.b;
    for (int k = first; k < end; k++) {
        v.begin = k;
        for (v.at = first; v.at < k; v.at += INVERSE_COLUMNS) {
            invert_some(&v, k - v.at);
        }
        const real *L = v.L + (size_t)k * v.n;
        real *row = v.to + (size_t)k * v.n, sum = L[k];
        for (int last = b[k].parent; last >= 0; last = run_before(b, last)) {
            for (int i = b[last].top; i <= last; i++) {
                sum = sum - L[i] * row[i];
            }
        }
        row[k] = sum;
    }
}

/* ---- where neighbours fill them: a chunk of the rows of a group ---- */

/* y less what those rows of Z have that carry the group, and the rows of the group before each. */
ALWAYS_INLINE void subtract_carriers(const inversion *v, chunk y[GROUP], int rows)
{
    const branch *b = v->b;
    const size_t n = v->n;
    const real *L = v->L + (size_t)v->begin * n;
    for (int last = b[v->begin].parent; last >= 0; last = run_before(b, last)) {
        for (int i = b[last].top; i <= last; i++) {
            const chunk x = chunk_at(inverse_row(v, i));
#pragma GCC unroll 8
            for (int k = 0; k < rows; k++) {
                y[k] = y[k] - L[(size_t)k * n + (size_t)i] * x;
            }
        }
    }
#pragma GCC unroll 8
    for (int k = 0; k < rows; k++) {
#pragma GCC unroll 8
        for (int i = 0; i < k; i++) {
            y[k] = y[k] - L[(size_t)k * n + (size_t)(v->begin + i)] * y[i];
        }
    }
}

/* Rows of D^-1 L^-T in a group's own columns. */
ALWAYS_INLINE void put_right_hand_side(const inversion *v, chunk y[GROUP], int rows)
{
    const real *L = v->L + (size_t)v->begin * v->n + v->begin;
#pragma GCC unroll 8
    for (int k = rows - 1; k >= 0; k--) {
        y[k] = one_at(v->begin + k - v->at);
#pragma GCC unroll 8
        for (int i = rows - 1; i > k; i--) {
            y[k] = y[k] - L[(size_t)i * v->n + (size_t)k] * y[i];
        }
    }
#pragma GCC unroll 8
    for (int k = 0; k < rows; k++) {
        y[k] = L[(size_t)k * (v->n + 1)] * y[k];
    }
}

/* A chunk of the rows of a group: L Z = D^-1 L^-T.  Left of the group's own columns the right-hand side is zero, and
 * what stands there goes into its columns, too. */
ALWAYS_INLINE void invert_chunk(const inversion *v, bool own, int rows)
{
    chunk y[GROUP];
#pragma GCC unroll 8
    for (int k = 0; k < rows; k++) {
        y[k] = (chunk){0};
    }
    if (own) {
        put_right_hand_side(v, y, rows);
    }
    subtract_carriers(v, y, rows);
#pragma GCC unroll 8
    for (int k = 0; k < rows; k++) {
        put_chunk(inverse_row(v, v->begin + k), y[k]);
        if (!own) {
            put_column(y[k], v->at, v->at, v->n, v->to + v->begin + k);
        }
    }
}

static void invert_before(const inversion *v)
{
    FOR_ROWS(invert_chunk, v, false, v->end - v->begin)
}

static void invert_own(const inversion *v)
{
    FOR_ROWS(invert_chunk, v, true, v->end - v->begin)
}

/* Z in the rows and columns `first` to `end` - 1, which are a chunk at least.  What a chunk writes behind a group's own
 * columns may be anything, is overwritten when those come, and never leaves its column. */
static void invert_by_groups(inversion v, int first, int end)
{
    for (v.begin = first; v.begin < end; v.begin = v.end) {
        v.end = end_of_group(v.b, v.begin, end);
        for (int column = first; column < v.begin; column += CHUNK) {
            v.at = column + CHUNK <= v.begin || column == first ? column : v.begin - CHUNK;
            invert_before(&v);
        }
        v.at = v.begin + CHUNK <= end ? v.begin : end - CHUNK;
        invert_own(&v);
        mirror(v.at, v.begin, v.end, v.n, v.to);
    }
}

#endif
