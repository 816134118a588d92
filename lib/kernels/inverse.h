/* The mass matrix's inverse Z from the factors M = L^T D L.
 *
 * It solves L Z = D^-1 L^-T, whose right-hand side is an upper half with the diagonal of D^-1: what stands left of the
 * diagonal in a row needs no more than the rows of those that carry it, with their mirrored half (Takahashi, Fagan and
 * Chen 1973). */
#ifndef CDY_KERNELS_INVERSE_H
#define CDY_KERNELS_INVERSE_H

#include "kernels/group.h"

/* In the rows and columns of a tree on the base. */
typedef struct inversion {
    const branch *b;
    const real *L;
    size_t n;
    int begin, end; /* rows that are computed together */
    int at;         /* the first column of some */
    real *Z;
} inversion;

ALWAYS_INLINE real *inverse_row(const inversion *Z, int k)
{
    return Z->Z + (size_t)k * Z->n + Z->at;
}

/* The upper half of a symmetric X like the lower one, from row and column `begin` to `end` - 1. */
static void mirror(int begin, int end, size_t n, real *X)
{
    for (int i = begin; i < end; i++) {
        for (int j = begin; j < i; j++) {
            X[(size_t)j * n + (size_t)i] = X[(size_t)i * n + (size_t)j];
        }
    }
}

/* ---- where lanes fill the registers: row by row ---- */

enum { INVERSE_COLUMNS = 7 };

/* Some columns of a row before its diagonal, and the same of its column. */
ALWAYS_INLINE void invert_columns(const inversion *Z, int columns)
{
    const branch *b = Z->b;
    const int k = Z->begin;
    const real *L = Z->L + (size_t)k * Z->n;
    real y[INVERSE_COLUMNS];
    for (int c = 0; c < columns; c++) {
        y[c] = real_from(0);
    }
    for (int last = b[k].parent; last >= 0; last = b[b[last].top].parent) {
        for (int i = b[last].top; i <= last; i++) {
            const real *row = inverse_row(Z, i);
            for (int c = 0; c < columns; c++) {
                y[c] = y[c] - L[i] * row[c];
            }
        }
    }
    real *row = inverse_row(Z, k), *column = Z->Z + (size_t)Z->at * Z->n + k;
    for (int c = 0; c < columns; c++) {
        row[c] = y[c];
        column[(size_t)c * Z->n] = y[c];
    }
}

/* A text for each number of columns, so that compilers keep all of them in registers. */
static void invert_some(const inversion *Z, int columns)
{
    switch (columns) {
    case 1: invert_columns(Z, 1); break;
    case 2: invert_columns(Z, 2); break;
    case 3: invert_columns(Z, 3); break;
    case 4: invert_columns(Z, 4); break;
    case 5: invert_columns(Z, 5); break;
    case 6: invert_columns(Z, 6); break;
    default: invert_columns(Z, INVERSE_COLUMNS); break;
    }
}

/* Z in the rows and columns `first` to `end` - 1. */
static void invert_by_rows(inversion Z, int first, int end)
{
    const branch *b = Z.b;
    for (int k = first; k < end; k++) {
        Z.begin = k;
        for (Z.at = first; Z.at < k; Z.at += INVERSE_COLUMNS) {
            invert_some(&Z, k - Z.at);
        }
        const real *L = Z.L + (size_t)k * Z.n;
        real *row = Z.Z + (size_t)k * Z.n, sum = L[k];
        for (int last = b[k].parent; last >= 0; last = b[b[last].top].parent) {
            for (int i = b[last].top; i <= last; i++) {
                sum = sum - L[i] * row[i];
            }
        }
        row[k] = sum;
    }
}

/* ---- where neighbours fill them: a chunk of the rows of a group ---- */

/* y less what those rows of Z have that carry the group, and the rows of the group before each. */
ALWAYS_INLINE void subtract_carriers(const inversion *Z, chunk y[GROUP], int rows)
{
    const branch *b = Z->b;
    const size_t n = Z->n;
    const real *L = Z->L + (size_t)Z->begin * n;
    for (int last = b[Z->begin].parent; last >= 0; last = b[b[last].top].parent) {
        for (int i = b[last].top; i <= last; i++) {
            const chunk x = chunk_at(inverse_row(Z, i));
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
            y[k] = y[k] - L[(size_t)k * n + (size_t)(Z->begin + i)] * y[i];
        }
    }
}

/* Rows of D^-1 L^-T in a group's own columns. */
ALWAYS_INLINE void put_right_hand_side(const inversion *Z, chunk y[GROUP], int rows)
{
    const real *L = Z->L + (size_t)Z->begin * Z->n + Z->begin;
#pragma GCC unroll 8
    for (int k = rows - 1; k >= 0; k--) {
        y[k] = one_at(Z->begin + k - Z->at);
#pragma GCC unroll 8
        for (int i = rows - 1; i > k; i--) {
            y[k] = y[k] - L[(size_t)i * Z->n + (size_t)k] * y[i];
        }
    }
#pragma GCC unroll 8
    for (int k = 0; k < rows; k++) {
        y[k] = L[(size_t)k * (Z->n + 1)] * y[k];
    }
}

/* A chunk of the inverse's rows: L X = D^-1 L^-T.  Left of the group's own columns the right-hand side is zero, and
 * what stands there goes into its columns, too. */
ALWAYS_INLINE void invert_chunk(const inversion *Z, bool own, int rows)
{
    chunk y[GROUP];
#pragma GCC unroll 8
    for (int k = 0; k < rows; k++) {
        y[k] = (chunk){0};
    }
    if (own) {
        put_right_hand_side(Z, y, rows);
    }
    subtract_carriers(Z, y, rows);
#pragma GCC unroll 8
    for (int k = 0; k < rows; k++) {
        put_chunk(inverse_row(Z, Z->begin + k), y[k]);
        if (!own) {
            put_column(y[k], Z->at, Z->at, Z->n, Z->Z + Z->begin + k);
        }
    }
}

static void invert_before(const inversion *Z)
{
    FOR_ROWS(invert_chunk, Z, false, Z->end - Z->begin)
}

static void invert_own(const inversion *Z)
{
    FOR_ROWS(invert_chunk, Z, true, Z->end - Z->begin)
}

/* Z in the rows and columns `first` to `end` - 1, which are a chunk at least.  What is written behind a group's own
 * columns is overwritten when those come. */
static void invert_by_groups(inversion Z, int first, int end)
{
    for (Z.begin = first; Z.begin < end; Z.begin = Z.end) {
        Z.end = end_of_group(Z.b, Z.begin, end);
        for (int column = first; column < Z.begin; column += CHUNK) {
            Z.at = column + CHUNK <= Z.begin || column == first ? column : Z.begin - CHUNK;
            invert_before(&Z);
        }
        Z.at = Z.end - first > CHUNK ? Z.end - CHUNK : first;
        invert_own(&Z);
        mirror(Z.begin, Z.end, Z.n, Z.Z);
    }
}

#endif
