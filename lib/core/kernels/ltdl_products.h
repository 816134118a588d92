/* Products of M^-1 with matrices, and M^-1 itself, from the factors M = L^T D L (Featherstone 2008, section 6.5). */
#ifndef CDY_KERNELS_LTDL_PRODUCTS_H
#define CDY_KERNELS_LTDL_PRODUCTS_H

#include "kernels/ltdl_inverse.h"
#include "kernels/ltdl_panel.h"
#include "kernels/mirror.h"

#include <string.h>

/* -M^-1 by_q, -M^-1 by_qd and M^-1. */
enum product { BY_Q, BY_QD, INVERSE, PRODUCTS };

/* One tree on the base: degrees of freedom `first` to `end` - 1. */
typedef struct ltdl_tree {
    const dof_node *b;
    const real *L;
    size_t n;
    int first, end;
} ltdl_tree;

/* One past the last descendant of the degrees of freedom `first` to `end` - 1. */
static int subtree_end_of(const dof_node *b, int first, int end)
{
    int last = first;
    for (int l = first; l < end; l++) {
        last = last < b[l].end ? b[l].end : last;
    }
    return last;
}

static void solve_ltdl_tree(const ltdl_tree *t, real *X)
{
    panel p = {.b = t->b, .L = t->L, .n = t->n, .first = t->first, .end = t->end, .stride = t->n};
    const int width = t->end - t->first, panels = (width + PANEL_COLUMNS - 1) / PANEL_COLUMNS;
    for (int i = 0; i < panels; i++) {
        const int from = i * width / panels, count = (i + 1) * width / panels - from;
        p.column = t->first + from;
        p.nonzero_end = subtree_end_of(t->b, p.column, p.column + count);
        p.x = X + (size_t)t->first * t->n + p.column;
        p.last = (size_t)(count - CHUNK);
        solve_panel(&p, (count + CHUNK - 1) / CHUNK);
    }
}

/* `row` (n) is needed where Z is L, which it may be in lanes. */
static void invert_ltdl_tree(const ltdl_tree *t, real *Z, real *row)
{
    const ltdl_inversion v = {.b = t->b, .L = t->L, .n = t->n, .to = Z, .kept_row = Z == t->L ? row : NULL};
    if (CHUNK > 1) {
        invert_by_groups(v, t->first, t->end);
    } else {
        invert_by_rows(v, t->first, t->end);
    }
}

#ifdef HAS_CHUNKS
/* ---- one state: the columns of products side by side in the scratch memory, whose rows begin at whole chunks ---- */

_Static_assert(PANEL_COLUMNS * sizeof(real) <= sizeof(world_dof) + WORLD_ROWS * sizeof(real) + sizeof(world_body) / 6,
               "the columns fit where the derivatives had degrees of freedom and bodies, one for six at least");

/* Copy `chunks` chunks of each of `rows` rows, of which the last begins at `last` and may overlap the one before. */
ALWAYS_INLINE void copy_chunks(int rows, int chunks, size_t last, const real *from, size_t from_stride, real *to,
                               size_t to_stride)
{
    for (int k = 0; k < rows; k++, from += from_stride, to += to_stride) {
        for (int c = 0; c + 1 < chunks; c++) {
            put_chunk(to + c * CHUNK, chunk_at(from + c * CHUNK));
        }
        put_chunk(to + last, chunk_at(from + last));
    }
}

/* The same for less than a chunk, by quads of which the last overlaps the one before. */
static void copy_short_rows(int width, const real *from, size_t from_stride, real *to, size_t to_stride)
{
    for (int k = 0; k < width; k++, from += from_stride, to += to_stride) {
        int left = width;
        while (width >= QUAD && left > 0) {
            left = left > QUAD ? left - QUAD : 0;
            put_quad(to + left, quad_at(from + left));
        }
        for (int j = 0; j < left; j++) {
            to[j] = from[j];
        }
    }
}

/* Copy a width x width block, with the number of chunks in a row as a constant. */
static void copy_square(int width, const real *from, size_t from_stride, real *to, size_t to_stride)
{
    const size_t last = (size_t)(width - CHUNK);
    switch (width < CHUNK ? 0 : (width + CHUNK - 1) / CHUNK) {
    case 0: copy_short_rows(width, from, from_stride, to, to_stride); break;
    case 1: copy_chunks(width, 1, last, from, from_stride, to, to_stride); break;
    case 2: copy_chunks(width, 2, last, from, from_stride, to, to_stride); break;
    case 3: copy_chunks(width, 3, last, from, from_stride, to, to_stride); break;
    case 4: copy_chunks(width, 4, last, from, from_stride, to, to_stride); break;
    case 5: copy_chunks(width, 5, last, from, from_stride, to, to_stride); break;
    case 6: copy_chunks(width, 6, last, from, from_stride, to, to_stride); break;
    case MOST_CHUNKS: copy_chunks(width, MOST_CHUNKS, last, from, from_stride, to, to_stride); break;
    }
}

/* The products that are not NULL, of up to PANEL_COLUMNS columns together. `x` is the scratch memory. */
static void solve_side_by_side(const ltdl_tree *t, real *x, real *const X[PRODUCTS])
{
    const int width = t->end - t->first;
    const int columns = ((X[BY_Q] != NULL) + (X[BY_QD] != NULL) + (X[INVERSE] != NULL)) * width;
    const int chunks = (columns + CHUNK - 1) / CHUNK;
    if (columns == 0) {
        return;
    }
    const panel p = {.b = t->b,
                     .L = t->L,
                     .n = t->n,
                     .first = t->first,
                     .end = t->end,
                     .column = t->first,
                     .nonzero_end = t->end,
                     .x = x,
                     .stride = (size_t)(chunks * CHUNK),
                     .last = (size_t)((chunks - 1) * CHUNK)};
    const size_t corner = (size_t)t->first * (t->n + 1);
    int at = X[INVERSE] ? columns - width : columns;
    for (int k = 0; k < width; k++) { /* what the copies do not write: M^-1 = -M^-1 (-1), and nothing behind it */
        real *row = x + (size_t)k * p.stride;
        for (int end = (int)p.stride; end > at; end -= CHUNK) {
            put_chunk(row + end - CHUNK, (chunk){0});
        }
        if (X[INVERSE]) {
            row[at + k] = -1;
        }
    }
    at = 0;
    for (int product = 0; product < INVERSE; product++) { /* last what has been stored last */
        if (X[product]) {
            copy_square(width, X[product] + corner, t->n, x + at, p.stride);
            at += width;
        }
    }
    solve_panel(&p, chunks);
    at = 0;
    for (int product = 0; product < PRODUCTS; product++) {
        if (X[product]) {
            copy_square(width, x + at, p.stride, X[product] + corner, t->n);
            at += width;
        }
    }
    if (X[INVERSE]) {
        mirror_upper_half((size_t)width, t->n, X[INVERSE] + corner);
    }
}

/* Products of one tree: all three together where they fit in a panel, the two others together or one by one
 * where they fit, and else in their places. */
static void multiply_tree_in_chunks(const ltdl_tree *t, real *scratch, real *const X[PRODUCTS])
{
    const int width = t->end - t->first;
    if (3 * width <= PANEL_COLUMNS) {
        solve_side_by_side(t, scratch, X);
        return;
    }
    real *const both[PRODUCTS] = {X[BY_Q], X[BY_QD], NULL}, *const by_q[PRODUCTS] = {X[BY_Q], NULL, NULL},
                *const by_qd[PRODUCTS] = {NULL, X[BY_QD], NULL};
    if (2 * width <= PANEL_COLUMNS) {
        solve_side_by_side(t, scratch, both);
    } else if (width <= PANEL_COLUMNS) {
        solve_side_by_side(t, scratch, by_q);
        solve_side_by_side(t, scratch, by_qd);
    } else {
        for (int product = 0; product < INVERSE; product++) {
            if (X[product]) {
                solve_ltdl_tree(t, X[product]);
            }
        }
    }
    if (X[INVERSE]) {
        invert_ltdl_tree(t, X[INVERSE], scratch);
    }
}
#endif

#ifdef HAS_LONG_CHUNKS
static void multiply_short_chain(int n, const real *L, real *const X[PRODUCTS])
{
    for (int product = 0; product < INVERSE; product++) {
        if (X[product]) {
            FOR_CHUNK_ROWS(multiply_few, n, L, X[product]);
        }
    }
    if (X[INVERSE]) {
        FOR_CHUNK_ROWS(invert_few, n, L, X[INVERSE]);
    }
}
#endif

static void ltdl_solve_with_inverse(const kernel_model *model, void *scratch, const scalar *L, scalar *by_q,
                                    scalar *by_qd, scalar *inverse)
{
    ltdl_tree t = {.L = reals(L), .n = (size_t)model->tree_nv};
    real *const X[PRODUCTS] = {by_q ? reals_out(by_q) : NULL, by_qd ? reals_out(by_qd) : NULL,
                               inverse ? reals_out(inverse) : NULL};
#ifdef HAS_LONG_CHUNKS
    if (has_chunk_rows(model)) {
        multiply_short_chain(model->tree_nv, t.L, X);
        return;
    }
#endif
    t.b = is_short_chain(model) ? find_dof_tree(model, scratch) : dof_nodes_in(model, scratch);
    if (inverse && inverse != L && model->tree_nv > 0 &&
        t.b->end < model->tree_nv) { /* blocks between separate trees on the base are zero, as those of M */
        clear_numbers(X[INVERSE], t.n * t.n);
    }
    for (; t.first < model->tree_nv; t.first = t.end) {
        t.end = t.b[t.first].end;
#ifdef HAS_CHUNKS
        multiply_tree_in_chunks(&t, (real *)scratch, X);
#else
        for (int product = 0; product < INVERSE; product++) {
            if (X[product]) {
                solve_ltdl_tree(&t, X[product]);
            }
        }
        if (X[INVERSE]) {
            invert_ltdl_tree(&t, X[INVERSE], (real *)scratch);
        }
#endif
    }
}

#endif
