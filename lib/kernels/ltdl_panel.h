/* Solutions with the factors M = L^T D L for a panel of columns (Featherstone 2008, section 6.5): as many columns as
 * there are registers for their sums, and two rows at a time. */
#ifndef CDY_KERNELS_LTDL_PANEL_H
#define CDY_KERNELS_LTDL_PANEL_H

#include "kernels/dof_group.h"

enum { MOST_CHUNKS = 7, PANEL_COLUMNS = MOST_CHUNKS * CHUNK };

/* Columns of the rows `first` to `end` - 1, one tree on the base; at least one chunk of columns. */
typedef struct panel {
    const dof_node *b;
    const real *L;
    size_t n; /* row stride of L */
    int first, end;
    int column, nonzero_end; /* rows from nonzero_end on are zero, and rows before `column` but its ancestors */
    real *x;                 /* row `first` */
    size_t stride;           /* row stride of x */
    size_t last;             /* offset of the last chunk in a row; it may overlap the chunk before */
} panel;

/* One row of the panel in registers. */
typedef struct sums {
    chunk of[MOST_CHUNKS];
} sums;

ALWAYS_INLINE real *panel_row(const panel *p, int k)
{
    return p->x + (size_t)(k - p->first) * p->stride;
}

/* Offset of chunk c in a row. */
ALWAYS_INLINE size_t chunk_start(const panel *p, int c, int chunks)
{
    return CHUNK > 1 && c == chunks - 1 ? p->last : (size_t)(c * CHUNK);
}

ALWAYS_INLINE sums scaled_row(const panel *p, real scale, int k, int chunks)
{
    const real *row = panel_row(p, k);
    sums y = {0};
    for (int c = 0; c < chunks; c++) {
        y.of[c] = scale * chunk_at(row + chunk_start(p, c, chunks));
    }
    return y;
}

ALWAYS_INLINE void put_sums(const panel *p, int k, const sums *y, int chunks)
{
    real *row = panel_row(p, k);
    for (int c = 0; c < chunks; c++) {
        put_chunk(row + chunk_start(p, c, chunks), y->of[c]);
    }
}

/* y -= l row_i */
ALWAYS_INLINE void subtract_row(const panel *p, sums *y, real l, int i, int chunks)
{
    const real *row = panel_row(p, i);
    for (int c = 0; c < chunks; c++) {
        y->of[c] = y->of[c] - l * chunk_at(row + chunk_start(p, c, chunks));
    }
}

/* y -= ly row_i and z -= lz row_i with one load of the row. */
ALWAYS_INLINE void subtract_from_both(const panel *p, sums *y, real ly, sums *z, real lz, int i, int chunks)
{
    const real *row = panel_row(p, i);
    for (int c = 0; c < chunks; c++) {
        const chunk x = chunk_at(row + chunk_start(p, c, chunks));
        y->of[c] = y->of[c] - ly * x;
        z->of[c] = z->of[c] - lz * x;
    }
}

/* y -= l x for a row in registers. */
ALWAYS_INLINE void subtract_sums(sums *y, real l, const sums *x, int chunks)
{
    for (int c = 0; c < chunks; c++) {
        y->of[c] = y->of[c] - l * x->of[c];
    }
}

/* Whether row i is zero before and after the solution. The columns of a chunk belong to several branches and share few
 * such rows, so that only single columns are tested. */
ALWAYS_INLINE bool is_zero(const panel *p, int i)
{
    return CHUNK == 1 && p->b[i].end <= p->column;
}

/* X := L^-T X: subtract the descendants' rows from row k, the latest result last; together with row k - 1 where that is
 * the parent of k. */
ALWAYS_INLINE void solve_transposed(const panel *p, int chunks)
{
    const dof_node *b = p->b;
    const size_t n = p->n;
    for (int k = p->nonzero_end - 1; k >= p->first; k--) {
        if (is_zero(p, k)) {
            continue;
        }
        const bool both = b[k].run_start < k;
        const real *L = p->L + k; /* column k of L */
        const int end = b[k].end < p->nonzero_end ? b[k].end : p->nonzero_end;
        sums y = scaled_row(p, real_from(1), k, chunks), z = y;
        if (!both) {
            for (int i = end - 1; i > k; i--) {
                if (is_zero(p, i)) {
                    continue;
                }
                subtract_row(p, &y, L[(size_t)i * n], i, chunks);
            }
            put_sums(p, k, &y, chunks);
            continue;
        }
        const int before_end = b[k - 1].end < p->nonzero_end ? b[k - 1].end : p->nonzero_end;
        z = scaled_row(p, real_from(1), k - 1, chunks);
        for (int i = before_end - 1; i >= end; i--) {
            if (is_zero(p, i)) {
                continue;
            }
            subtract_row(p, &z, L[(size_t)i * n - 1], i, chunks);
        }
        for (int i = end - 1; i > k; i--) {
            if (is_zero(p, i)) {
                continue;
            }
            subtract_from_both(p, &y, L[(size_t)i * n], &z, L[(size_t)i * n - 1], i, chunks);
        }
        put_sums(p, k, &y, chunks);
        subtract_sums(&z, L[(size_t)k * n - 1], &y, chunks);
        put_sums(p, --k, &z, chunks);
    }
}

/* X := -L^-1 D^-1 X: subtract the ancestors' rows from row k; together with row k + 1 where k is its parent. */
ALWAYS_INLINE void solve_negative(const panel *p, int chunks)
{
    const dof_node *b = p->b;
    for (int k = p->first; k < p->end; k++) {
        const real *L = p->L + (size_t)k * p->n, *next = L + p->n;
        const bool both = k + 1 < p->end && b[k + 1].run_start <= k;
        sums y = scaled_row(p, -L[k], k, chunks), z = y;
        if (both) {
            z = scaled_row(p, -next[k + 1], k + 1, chunks);
        }
        for (int last = b[k].parent; last >= 0; last = parent_of_run(b, last)) {
            for (int i = b[last].run_start; i <= last; i++) {
                if (both) {
                    subtract_from_both(p, &y, L[i], &z, next[i], i, chunks);
                } else {
                    subtract_row(p, &y, L[i], i, chunks);
                }
            }
        }
        put_sums(p, k, &y, chunks);
        if (both) {
            subtract_sums(&z, next[k], &y, chunks);
            put_sums(p, ++k, &z, chunks);
        }
    }
}

ALWAYS_INLINE void solve_columns(const panel *p, int chunks)
{
    solve_transposed(p, chunks);
    solve_negative(p, chunks);
}

/* X := -M^-1 X, with the number of chunks as a constant, so that the sums of a row stay in registers. */
static void solve_panel(const panel *p, int chunks)
{
    switch (chunks) {
    case 1: solve_columns(p, 1); break;
    case 2: solve_columns(p, 2); break;
    case 3: solve_columns(p, 3); break;
    case 4: solve_columns(p, 4); break;
    case 5: solve_columns(p, 5); break;
    case 6: solve_columns(p, 6); break;
    case MOST_CHUNKS: solve_columns(p, MOST_CHUNKS); break;
    }
}

#endif
