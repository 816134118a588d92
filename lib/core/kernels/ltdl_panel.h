/* Solutions with the factors M = L^T D L for a panel of columns (Featherstone 2008, section 6.5): as many columns as
 * there are registers for their sums, and two or three rows at a time. */
#ifndef CDY_KERNELS_LTDL_PANEL_H
#define CDY_KERNELS_LTDL_PANEL_H

#include "kernels/dof_group.h"

#if defined(__AVX512F__) && !defined(CDY_REPRODUCIBLE)
enum { REGISTERS = 32 };
#else
enum { REGISTERS = 16 };
#endif

/* Sums of a panel's rows, which leave registers for a row that is subtracted and its factors. */
enum { MOST_CHUNKS = 7, PANEL_COLUMNS = MOST_CHUNKS * CHUNK, MOST_ROWS = 3, MOST_SUMS = REGISTERS * 3 / 4 };

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

/* y -= l row_i for several rows y with one load of row i; the numbers l are `step` apart. */
ALWAYS_INLINE void subtract_row(const panel *p, sums y[MOST_ROWS], int rows, const real *l, size_t step, int i,
                                int chunks)
{
    const real *row = panel_row(p, i);
    for (int c = 0; c < chunks; c++) {
        const chunk x = chunk_at(row + chunk_start(p, c, chunks));
#pragma GCC unroll 3
        for (int r = 0; r < rows; r++) {
            y[r].of[c] = y[r].of[c] - l[(size_t)r * step] * x;
        }
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

/* X := L^-T X for `rows` rows from k on, each the parent of the next, with the same descendants behind them: subtract
 * the descendants' rows, then each of the rows from those before, the latest result last. */
ALWAYS_INLINE void solve_rows_transposed(const panel *p, int k, int rows, int chunks)
{
    const size_t n = p->n;
    const real *L = p->L + k; /* columns of L */
    const int end = p->b[k].end < p->nonzero_end ? p->b[k].end : p->nonzero_end;
    sums y[MOST_ROWS];
#pragma GCC unroll 3
    for (int r = 0; r < rows; r++) {
        y[r] = scaled_row(p, real_from(1), k + r, chunks);
    }
    for (int i = end - 1; i >= k + rows; i--) {
        if (!is_zero(p, i)) {
            subtract_row(p, y, rows, L + (size_t)i * n, 1, i, chunks);
        }
    }
#pragma GCC unroll 3
    for (int r = rows - 1; r >= 0; r--) {
#pragma GCC unroll 3
        for (int i = rows - 1; i > r; i--) {
            subtract_sums(&y[r], L[(size_t)(k + i) * n + (size_t)r], &y[i], chunks);
        }
        put_sums(p, k + r, &y[r], chunks);
    }
}

/* X := -L^-1 D^-1 X for the same rows: subtract the ancestors' rows, then each of the rows from those behind. */
ALWAYS_INLINE void solve_rows_negative(const panel *p, int k, int rows, int chunks)
{
    const dof_node *b = p->b;
    const real *L = p->L + (size_t)k * p->n;
    sums y[MOST_ROWS];
#pragma GCC unroll 3
    for (int r = 0; r < rows; r++) {
        y[r] = scaled_row(p, -L[(size_t)r * p->n + (size_t)(k + r)], k + r, chunks);
    }
    for (int last = b[k].parent; last >= 0; last = parent_of_run(b, last)) {
        for (int i = b[last].run_start; i <= last; i++) {
            subtract_row(p, y, rows, L + i, p->n, i, chunks);
        }
    }
#pragma GCC unroll 3
    for (int r = 0; r < rows; r++) {
#pragma GCC unroll 3
        for (int i = 0; i < r; i++) {
            subtract_sums(&y[r], L[(size_t)r * p->n + (size_t)(k + i)], &y[i], chunks);
        }
        put_sums(p, k + r, &y[r], chunks);
    }
}

/* Rows that are computed together: as many as there are registers for their sums. */
ALWAYS_INLINE int rows_together(int chunks)
{
    return MOST_ROWS * chunks <= MOST_SUMS ? MOST_ROWS : 2;
}

/* The same for each of the panel's rows, with the number of rows as a constant. */
ALWAYS_INLINE void solve_transposed(const panel *p, int chunks)
{
    const dof_node *b = p->b;
    for (int begin, end = p->nonzero_end; end > p->first; end = begin) {
        begin = end - 1;
        while (begin > p->first && end - begin < rows_together(chunks) && are_alike(b, begin - 1, begin)) {
            begin--;
        }
        if (is_zero(p, begin)) {
            continue;
        }
        switch (end - begin) {
        case 1: solve_rows_transposed(p, begin, 1, chunks); break;
        case 2: solve_rows_transposed(p, begin, 2, chunks); break;
        default: solve_rows_transposed(p, begin, rows_together(chunks), chunks); break;
        }
    }
}

ALWAYS_INLINE void solve_negative(const panel *p, int chunks)
{
    const dof_node *b = p->b;
    for (int end, begin = p->first; begin < p->end; begin = end) {
        end = begin + 1;
        while (end < p->end && end - begin < rows_together(chunks) && b[end].parent == end - 1) {
            end++;
        }
        switch (end - begin) {
        case 1: solve_rows_negative(p, begin, 1, chunks); break;
        case 2: solve_rows_negative(p, begin, 2, chunks); break;
        default: solve_rows_negative(p, begin, rows_together(chunks), chunks); break;
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
