/* Products of M^-1 with matrices, and M^-1 itself, from the factors M = L^T D L (Featherstone 2008, section 6.5). */
#ifndef CDY_KERNELS_LTDL_PRODUCTS_H
#define CDY_KERNELS_LTDL_PRODUCTS_H

#include "kernels/ltdl_inverse.h"
#include "kernels/ltdl_panel.h"

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

/* ---- trees with fewer degrees of freedom than a chunk: the columns of all products together ---- */

_Static_assert(PRODUCTS *CHUNK <= WORLD_ROWS || CHUNK == 1,
               "the columns of all products fit where the derivatives had their world rows");

/* Copy a width x width block. */
static void copy_square(int width, const real *from, size_t from_stride, real *to, size_t to_stride)
{
    for (int k = 0; k < width; k++, from += from_stride, to += to_stride) {
        int left = width;
        while (width >= QUAD && left > 0) { /* the last quad overlaps the one before */
            left = left > QUAD ? left - QUAD : 0;
            put_quad(to + left, quad_at(from + left));
        }
        for (int j = 0; j < left; j++) {
            to[j] = from[j];
        }
    }
}

static void solve_narrow_tree(const ltdl_tree *t, real *x, real *const X[PRODUCTS])
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
    memset(x, 0, (size_t)width * p.stride * sizeof *x);
    int at = 0;
    for (int product = 0; product < INVERSE; product++) {
        if (X[product]) {
            copy_square(width, X[product] + corner, t->n, x + at, p.stride);
            at += width;
        }
    }
    for (int k = 0; X[INVERSE] && k < width; k++) { /* M^-1 = -M^-1 (-1) */
        x[(size_t)k * (p.stride + 1) + (size_t)at] = real_from(-1);
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
        mirror(t->first, t->first, t->end, t->n, X[INVERSE]);
    }
}

static void ltdl_solve_with_inverse(const kernel_model *model, void *scratch, const scalar *L, scalar *by_q,
                                    scalar *by_qd, scalar *inverse)
{
    ltdl_tree t = {.b = dof_nodes_in(model, scratch), .L = reals(L), .n = (size_t)model->tree_nv};
    real *const X[PRODUCTS] = {by_q ? reals_out(by_q) : NULL, by_qd ? reals_out(by_qd) : NULL,
                               inverse ? reals_out(inverse) : NULL};
    if (inverse && inverse != L && model->tree_nv > 0 &&
        t.b->end < model->tree_nv) { /* blocks between separate trees on the base are zero, as those of M */
        memset(X[INVERSE], 0, t.n * t.n * sizeof(real));
    }
    for (; t.first < model->tree_nv; t.first = t.end) {
        t.end = t.b[t.first].end;
        if (t.end - t.first < CHUNK) {
            solve_narrow_tree(&t, (real *)scratch, X);
            continue;
        }
        for (int product = 0; product < INVERSE; product++) {
            if (X[product]) {
                solve_ltdl_tree(&t, X[product]);
            }
        }
        if (X[INVERSE]) {
            invert_ltdl_tree(&t, X[INVERSE], (real *)scratch);
        }
    }
}

#endif
