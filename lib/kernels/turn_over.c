/* Products of the mass matrix's inverse with matrices, and the inverse itself, from the factors M = L^T D L
 * (Featherstone 2008, section 6.5). */
#include "kernels/inverse.h"
#include "kernels/panel.h"

#include <string.h>

/* -M^-1 by_q, -M^-1 by_qd and the inverse. */
enum side { BY_Q, BY_QD, INVERSE, SIDES };

/* One of the trees on the base, its degrees of freedom `first` to `end` - 1. */
typedef struct tree {
    const branch *b;
    const real *L;
    size_t n;
    int first, end;
} tree;

/* Where the degrees of freedom end that those from `first` to `end` - 1 carry. */
static int end_of_carried(const branch *b, int first, int end)
{
    int last = first;
    for (int l = first; l < end; l++) {
        last = last < b[l].end ? b[l].end : last;
    }
    return last;
}

static void solve_in_place(const tree *t, real *X)
{
    panel p = {.b = t->b, .L = t->L, .n = t->n, .first = t->first, .end = t->end, .stride = t->n};
    const int width = t->end - t->first, panels = (width + PANEL_COLUMNS - 1) / PANEL_COLUMNS;
    for (int i = 0; i < panels; i++) {
        const int from = i * width / panels, count = (i + 1) * width / panels - from;
        p.column = t->first + from;
        p.reach = end_of_carried(t->b, p.column, p.column + count);
        p.x = X + (size_t)t->first * t->n + p.column;
        p.last = (size_t)(count - CHUNK);
        solve_panel(&p, (count + CHUNK - 1) / CHUNK);
    }
}

static void invert_in_place(const tree *t, real *Z)
{
    const inversion v = {.b = t->b, .L = t->L, .n = t->n, .to = Z};
    if (CHUNK > 1) {
        invert_by_groups(v, t->first, t->end);
    } else {
        invert_by_rows(v, t->first, t->end);
    }
}

/* ---- fewer columns than a chunk has: those of all sides together ---- */

_Static_assert(SIDES *CHUNK <= GROUND_ROWS || CHUNK == 1, "where the ground had its rows those of all sides have room");

/* Copies a square. */
static void copy_square(int width, const real *from, size_t from_stride, real *to, size_t to_stride)
{
    for (int k = 0; k < width; k++, from += from_stride, to += to_stride) {
        for (int j = 0; j < width; j++) {
            to[j] = from[j];
        }
    }
}

static void solve_together(const tree *t, real *room, real *const X[SIDES])
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
                     .reach = t->end,
                     .x = room,
                     .stride = (size_t)(chunks * CHUNK),
                     .last = (size_t)((chunks - 1) * CHUNK)};
    const size_t corner = (size_t)t->first * (t->n + 1);
    memset(room, 0, (size_t)width * p.stride * sizeof *room);
    int at = 0;
    for (int side = 0; side < INVERSE; side++) {
        if (X[side]) {
            copy_square(width, X[side] + corner, t->n, room + at, p.stride);
            at += width;
        }
    }
    for (int k = 0; X[INVERSE] && k < width; k++) { /* the inverse turns over -1 */
        room[(size_t)k * (p.stride + 1) + (size_t)at] = real_from(-1);
    }
    solve_panel(&p, chunks);
    at = 0;
    for (int side = 0; side < SIDES; side++) {
        if (X[side]) {
            copy_square(width, room + at, p.stride, X[side] + corner, t->n);
            at += width;
        }
    }
    if (X[INVERSE]) {
        mirror(t->first, t->first, t->end, t->n, X[INVERSE]);
    }
}

void KERNEL(factor_turn_over)(const cdy_model *model, void *state, const scalar *L, scalar *by_q, scalar *by_qd,
                              scalar *inverse)
{
    tree t = {.b = branches_in(model, state), .L = reals(L), .n = (size_t)model->tree_nv};
    real *const X[SIDES] = {by_q ? reals_out(by_q) : NULL, by_qd ? reals_out(by_qd) : NULL,
                            inverse ? reals_out(inverse) : NULL};
    if (inverse && model->tree_nv > 0 && t.b->end < model->tree_nv) { /* trees on the base do not know of each other */
        memset(X[INVERSE], 0, t.n * t.n * sizeof(real));
    }
    for (; t.first < model->tree_nv; t.first = t.end) {
        t.end = t.b[t.first].end;
        if (t.end - t.first < CHUNK) {
            solve_together(&t, state, X);
            continue;
        }
        for (int side = 0; side < INVERSE; side++) {
            if (X[side]) {
                solve_in_place(&t, X[side]);
            }
        }
        if (X[INVERSE]) {
            invert_in_place(&t, X[INVERSE]);
        }
    }
}
