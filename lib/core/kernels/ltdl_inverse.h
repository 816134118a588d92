/* The inverse Z = M^-1 from the factors M = L^T D L.
 *
 * Solve L Z = D^-1 L^-T. The right-hand side is upper triangular with diagonal D^-1, so that the part of row k left of
 * the diagonal follows from the rows of the ancestors of k alone; the upper half is its mirror image (Takahashi, Fagan
 * and Chin 1973). */
#ifndef CDY_KERNELS_LTDL_INVERSE_H
#define CDY_KERNELS_LTDL_INVERSE_H

#include "kernels/dof_group.h"

#include <string.h>

/* The rows and columns of one tree on the base. */
typedef struct ltdl_inversion {
    const dof_node *b;
    const real *L;
    size_t n;
    int begin, end; /* rows computed together; `begin` alone where it is one row */
    int at;         /* first column of the current block */
    real *to;       /* Z; may be L where kept_row is given */
    real *kept_row; /* n: the current row of L, kept while Z replaces it; NULL: Z has memory of its own */
} ltdl_inversion;

ALWAYS_INLINE real *inverse_row(const ltdl_inversion *v, int k)
{
    return v->to + (size_t)k * v->n + v->at;
}

/* Copy the lower half of a symmetric X to the upper half: rows `begin` to `end` - 1 from column `first` on. */
static void mirror(int first, int begin, int end, size_t n, real *X)
{
    for (int i = begin; i < end; i++) {
        for (int j = first; j < i; j++) {
            X[(size_t)j * n + (size_t)i] = X[(size_t)i * n + (size_t)j];
        }
    }
}

/* ---- lanes: row by row ---- */

enum { INVERSE_COLUMNS = 7 };

/* Row `begin` of L in the columns `first` to `begin`. */
static const real *row_of_L(const ltdl_inversion *v, int first)
{
    const real *L = v->L + (size_t)v->begin * v->n;
    if (!v->kept_row) {
        return L;
    }
    memcpy(v->kept_row + first, L + first, (size_t)(v->begin - first + 1) * sizeof *L);
    return v->kept_row;
}

/* Some columns of row k left of the diagonal, and their mirror image in column k. */
ALWAYS_INLINE void invert_columns(const ltdl_inversion *v, const real *L, int columns)
{
    const dof_node *b = v->b;
    const int k = v->begin;
    real y[INVERSE_COLUMNS];
    for (int c = 0; c < columns; c++) {
        y[c] = real_from(0);
    }
    for (int last = b[k].parent; last >= 0; last = parent_of_run(b, last)) {
        for (int i = b[last].run_start; i <= last; i++) {
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

/* The same with the number of columns as a constant, so that the sums stay in registers. */
static void invert_some(const ltdl_inversion *v, const real *L, int columns)
{
    switch (columns) {
    case 1: invert_columns(v, L, 1); break;
    case 2: invert_columns(v, L, 2); break;
    case 3: invert_columns(v, L, 3); break;
    case 4: invert_columns(v, L, 4); break;
    case 5: invert_columns(v, L, 5); break;
    case 6: invert_columns(v, L, 6); break;
    default: invert_columns(v, L, INVERSE_COLUMNS); break;
    }
}

/* Z in the rows and columns `first` to `end` - 1. */
static void invert_by_rows(ltdl_inversion v, int first, int end)
{
    const dof_node *b = v.b;
    for (int k = first; k < end; k++) {
        v.begin = k;
        const real *L = row_of_L(&v, first);
        for (v.at = first; v.at < k; v.at += INVERSE_COLUMNS) {
            invert_some(&v, L, k - v.at);
        }
        real *row = v.to + (size_t)k * v.n, sum = L[k];
        for (int last = b[k].parent; last >= 0; last = parent_of_run(b, last)) {
            for (int i = b[last].run_start; i <= last; i++) {
                sum = sum - L[i] * row[i];
            }
        }
        row[k] = sum;
    }
}

/* ---- one state: one chunk of the rows of a group ---- */

/* Subtract L_ki Z_i for the ancestors i of the group and for the rows of the group before k. */
ALWAYS_INLINE void subtract_ancestors(const ltdl_inversion *v, chunk y[GROUP], int rows)
{
    const dof_node *b = v->b;
    const size_t n = v->n;
    const real *L = v->L + (size_t)v->begin * n;
    for (int last = b[v->begin].parent; last >= 0; last = parent_of_run(b, last)) {
        for (int i = b[last].run_start; i <= last; i++) {
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

/* The rows of D^-1 L^-T in the group's own columns. */
ALWAYS_INLINE void put_right_hand_side(const ltdl_inversion *v, chunk y[GROUP], int rows)
{
    const real *L = v->L + (size_t)v->begin * v->n + v->begin;
#pragma GCC unroll 8
    for (int k = rows - 1; k >= 0; k--) {
        y[k] = unit_chunk(v->begin + k - v->at);
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

/* One chunk of the group's rows of Z. Left of the group's own columns the right-hand side is zero, and the result is
 * mirrored into the group's columns. */
ALWAYS_INLINE void invert_chunk(const ltdl_inversion *v, bool own, int rows)
{
    chunk y[GROUP];
#pragma GCC unroll 8
    for (int k = 0; k < rows; k++) {
        y[k] = (chunk){0};
    }
    if (own) {
        put_right_hand_side(v, y, rows);
    }
    subtract_ancestors(v, y, rows);
#pragma GCC unroll 8
    for (int k = 0; k < rows; k++) {
        put_chunk(inverse_row(v, v->begin + k), y[k]);
        if (!own) {
            put_chunk_column(y[k], v->at, v->at, v->n, v->to + v->begin + k);
        }
    }
}

static NOT_INLINE void invert_ancestor_columns(const ltdl_inversion *v)
{
    FOR_ROWS(invert_chunk, v, false, v->end - v->begin)
}

static NOT_INLINE void invert_own_columns(const ltdl_inversion *v)
{
    FOR_ROWS(invert_chunk, v, true, v->end - v->begin)
}

/* Z in the rows and columns `first` to `end` - 1, at least one chunk of them. A chunk also writes entries right of the
 * group's own columns; their values do not matter, since later groups overwrite these entries and no other column reads
 * them. */
static void invert_by_groups(ltdl_inversion v, int first, int end)
{
    for (v.begin = first; v.begin < end; v.begin = v.end) {
        v.end = end_of_group(v.b, v.begin, end);
        for (int column = first; column < v.begin; column += CHUNK) {
            v.at = column + CHUNK <= v.begin || column == first ? column : v.begin - CHUNK;
            invert_ancestor_columns(&v);
        }
        v.at = v.begin + CHUNK <= end ? v.begin : end - CHUNK;
        invert_own_columns(&v);
        mirror(v.at, v.begin, v.end, v.n, v.to);
    }
}

#endif
