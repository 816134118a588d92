/* The mass matrix's factors M = L^T D L, and products of its inverse (Featherstone 2008, section 6.5).
 *
 * Row k of L is zero but for the degrees of freedom that carry k, so that robots with branches have sparse factors:
 * where two branches meet only in the base, neither factoring nor solving knows of the other. */
#include "kernels/chunk.h"
#include "kernels/width.h"

#include <string.h>

/* A degree of freedom among the others: the next on the way to the base (-1: none), the first on that way, where those
 * end that it carries, which follow it; and the first of the neighbours up to it of which each carries the next, so
 * that walks to the base need not look at every step where the next one is. */
typedef struct branch {
    int parent, root, end, top;
} branch;

_Static_assert(sizeof(branch) <= 2 * sizeof(real), "the room of a coordinate's sine and cosine has room for it");

/* Behind the bodies, which are not touched. */
static branch *branches_in(const cdy_model *model, void *state)
{
    return (void *)((char *)state + bodies_size(model));
}

static const branch *find_branches(const cdy_model *model, void *state)
{
    const model_body *bodies = model_bodies(model);
    branch *b = branches_in(model, state);
    for (int i = 1; i < model->body_count; i++) {
        const int p = bodies[i].parent, v = bodies[i].v;
        for (int k = v; k < v + bodies[i].nv; k++) {
            const int before = p ? bodies[p].v + bodies[p].nv - 1 : -1, parent = k > v ? k - 1 : before;
            const bool goes_on = parent >= 0 && parent == k - 1;
            b[k] = (branch){parent, parent < 0 ? k : b[parent].root, k + 1, goes_on ? b[parent].top : k};
        }
    }
    for (int k = model->tree_nv - 1; k >= 0; k--) {
        if (b[k].parent >= 0 && b[b[k].parent].end < b[k].end) {
            b[b[k].parent].end = b[k].end;
        }
    }
    return b;
}

/* y -= x a, numbers `first` to `last`. */
static inline void subtract_run(int first, int last, real x, const real *restrict a, real *restrict y)
{
    for (int j = first; j <= last; j++) {
        y[j] = y[j] - x * a[j];
    }
}

/* Less x times row, for i and all that carry it. */
static inline void subtract_way(const branch *b, int i, real x, const real *row, real *y)
{
    for (int last = i; last >= 0; last = b[b[last].top].parent) {
        subtract_run(b[last].top, last, x, row, y);
    }
}

/* Numbers `first` to `last`, or to the last of a chunk. */
static inline void subtract_some(real *y, chunk x, int first, int last)
{
    if (first == 0 && last >= CHUNK - 1) {
        put_chunk(y, chunk_at(y) - x);
        return;
    }
    real all[CHUNK];
    put_chunk(all, x);
#pragma GCC unroll 8
    for (int j = 0; j < CHUNK; j++) {
        if (j >= first && j <= last) {
            y[j] = y[j] - all[j];
        }
    }
}

/* Columns `first` to `last` of row i of M less what the factors of those that i carries have of them. */
static inline void subtract_carried(const branch *b, int i, size_t n, int first, int last, real *M)
{
    const int end = b[i].end;
    for (int at = first; at <= last; at += CHUNK) {
        const int j = at + CHUNK <= (int)n ? at : (int)n - CHUNK; /* within the row */
        chunk sum = {0};
        for (int k = end - 1; k > i; k--) {
            const real *row = M + (size_t)k * n;
            sum = sum + row[i] * row[k] * chunk_at(row + j);
        }
        subtract_some(M + (size_t)i * n + j, sum, at - j, last - j);
    }
}

static void factor_rows(const branch *b, int count, real *M, real *D)
{
    const size_t n = (size_t)count;
    for (int i = count - 1; i >= 0; i--) {
        real *row = M + (size_t)i * n;
        for (int last = i; last >= 0; last = b[b[last].top].parent) {
            subtract_carried(b, i, n, b[last].top, last, M);
        }
        D[i] = row[i];
        row[i] = 1 / row[i];
    }
    for (int k = 0; k < count; k++) {
        real *row = M + (size_t)k * n;
        const real inverse = row[k];
        for (int i = b[k].parent; i >= 0; i = b[b[i].top].parent) {
            for (int j = b[i].top; j <= i; j++) {
                row[j] = row[j] * inverse;
            }
        }
    }
}

void KERNEL(factor)(const cdy_model *model, void *state, double *M_, double *D_)
{
    const branch *b = find_branches(model, state);
    const size_t n = (size_t)model->tree_nv;
    real *M = reals_out(M_), *D = reals_out(D_);
    if (CHUNK > 1 && n >= CHUNK) {
        factor_rows(b, model->tree_nv, M, D);
        return;
    }
    for (int k = model->tree_nv - 1; k >= 0; k--) {
        real *row = M + (size_t)k * n;
        D[k] = row[k];
        const real inverse = 1 / row[k];
        row[k] = inverse;
        for (int i = b[k].parent; i >= 0; i = b[i].parent) {
            const real x = row[i] * inverse;
            subtract_way(b, i, x, row, M + (size_t)i * n);
            row[i] = x;
        }
    }
}

void KERNEL(factor_solve)(const cdy_model *model, void *state, const double *L_, double *x_)
{
    const branch *b = branches_in(model, state);
    const size_t n = (size_t)model->tree_nv;
    const real *L = reals(L_);
    real *x = reals_out(x_);
    for (int i = model->tree_nv - 1; i >= 0; i--) {
        if (b[i].parent >= 0) {
            subtract_way(b, b[i].parent, x[i], L + (size_t)i * n, x);
        }
    }
    for (int i = 0; i < model->tree_nv; i++) {
        x[i] = x[i] * L[(size_t)i * n + (size_t)i];
        for (int k = b[i].parent; k >= 0; k = b[k].parent) {
            x[i] = x[i] - L[(size_t)i * n + (size_t)k] * x[k];
        }
    }
}

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* How many columns stand in a panel at most: their sums fit into the registers of a machine. */
#if !defined(CDY_REAL) && CDY_LANES == 1
enum { GROUP = 1, MOST_GROUPS = 7 };
#else
enum { GROUP = 3, MOST_GROUPS = 4 };
#endif
enum { GROUP_COLUMNS = GROUP * CHUNK, PANEL_COLUMNS = MOST_GROUPS * GROUP_COLUMNS };

_Static_assert(PANEL_COLUMNS * sizeof(real) <= sizeof(ground_body) / 6 + sizeof(ground_dof) + GROUND_ROWS * sizeof(real),
               "the room of a degree of freedom has room for a row of a panel");

/* Some columns of the right-hand sides of a tree on the base, which are solved together.  Their rows are packed, those
 * of the tree's degrees of freedom `first` to `end` - 1. */
typedef struct panel {
    const branch *b;
    const real *L;
    size_t n; /* from row to row of L */
    real *x;  /* row `first` */
    int first, end;
} panel;

ALWAYS_INLINE chunk *panel_row(const panel *p, int k, int chunks)
{
    return (chunk *)(void *)p->x + (size_t)(k - p->first) * (size_t)chunks;
}

/* Sums for the chunks of a row, or of two that stand one above the other: machines then read the others once for
 * both. */
typedef struct sums {
    chunk of[MOST_GROUPS * GROUP];
} sums;

ALWAYS_INLINE sums scaled_row(const panel *p, real scale, int k, int chunks)
{
    const chunk *row = panel_row(p, k, chunks);
    sums y;
    for (int c = 0; c < chunks; c++) {
        y.of[c] = scale * row[c];
    }
    return y;
}

ALWAYS_INLINE void put_sums(const panel *p, int k, const sums *y, int chunks)
{
    chunk *row = panel_row(p, k, chunks);
    for (int c = 0; c < chunks; c++) {
        row[c] = y->of[c];
    }
}

/* y less l times another row. */
ALWAYS_INLINE void subtract_row(sums *y, real l, const chunk *row, int chunks)
{
    for (int c = 0; c < chunks; c++) {
        y->of[c] = y->of[c] - l * row[c];
    }
}

ALWAYS_INLINE void subtract_from_both(sums *y, real ly, sums *z, real lz, const chunk *row, int chunks)
{
    for (int c = 0; c < chunks; c++) {
        const chunk x = row[c];
        y->of[c] = y->of[c] - ly * x;
        z->of[c] = z->of[c] - lz * x;
    }
}

/* X := L^-T X: each row less those that it carries.  The one that was ready last comes last. */
ALWAYS_INLINE void solve_transposed(const panel *p, int chunks)
{
    const branch *b = p->b;
    const size_t n = p->n;
    for (int k = p->end - 1; k >= p->first; k--) {
        const real *L = p->L + k; /* column k */
        const int end = b[k].end < p->end ? b[k].end : p->end;
        sums y = scaled_row(p, real_from(1), k, chunks);
        if (b[k].top == k) {
            for (int i = end - 1; i > k; i--) {
                subtract_row(&y, L[(size_t)i * n], panel_row(p, i, chunks), chunks);
            }
            put_sums(p, k, &y, chunks);
            continue;
        }
        /* The one before carries k, and maybe others. */
        const int before_end = b[k - 1].end < p->end ? b[k - 1].end : p->end;
        sums z = scaled_row(p, real_from(1), k - 1, chunks);
        for (int i = before_end - 1; i >= end; i--) {
            subtract_row(&z, L[(size_t)i * n - 1], panel_row(p, i, chunks), chunks);
        }
        for (int i = end - 1; i > k; i--) {
            subtract_from_both(&y, L[(size_t)i * n], &z, L[(size_t)i * n - 1], panel_row(p, i, chunks), chunks);
        }
        put_sums(p, k, &y, chunks);
        subtract_row(&z, L[(size_t)k * n - 1], y.of, chunks);
        put_sums(p, --k, &z, chunks);
    }
}

/* X := -L^-1 D^-1 X: each row less those that carry it, the nearest last again. */
ALWAYS_INLINE void solve_negative(const panel *p, int chunks)
{
    const branch *b = p->b;
    for (int k = p->first; k < p->end; k++) {
        const real *L = p->L + (size_t)k * p->n, *next = L + p->n;
        const bool both = k + 1 < p->end && b[k + 1].top <= k;
        sums y = scaled_row(p, -L[k], k, chunks), z = y;
        if (both) {
            z = scaled_row(p, -next[k + 1], k + 1, chunks);
        }
        const int parent = b[k].parent, near = parent >= 0 ? b[parent].top : 0;
        int top = near, last = parent;
        if (parent >= 0 && b[near].parent >= 0) { /* far ones first */
            last = b[near].parent;
            top = b[last].top;
        }
        while (last >= 0) {
            for (int i = top; i <= last; i++) {
                if (both) {
                    subtract_from_both(&y, L[i], &z, next[i], panel_row(p, i, chunks), chunks);
                } else {
                    subtract_row(&y, L[i], panel_row(p, i, chunks), chunks);
                }
            }
            if (top == near) {
                break;
            }
            last = b[top].parent;
            if (last < 0) {
                last = parent;
            }
            top = b[last].top;
        }
        put_sums(p, k, &y, chunks);
        if (both) {
            subtract_row(&z, next[k], y.of, chunks);
            put_sums(p, ++k, &z, chunks);
        }
    }
}

ALWAYS_INLINE void solve_chunks(const panel *p, int chunks)
{
    solve_transposed(p, chunks);
    solve_negative(p, chunks);
}

/* A loop for each width, so that compilers keep all sums of a row in registers. */
static void solve_panel(const panel *p, int groups)
{
    switch (groups) {
    case 1: solve_chunks(p, GROUP); break;
    case 2: solve_chunks(p, 2 * GROUP); break;
    case 3: solve_chunks(p, 3 * GROUP); break;
    case 4: solve_chunks(p, 4 * GROUP); break;
#if CDY_LANES == 1 && !defined(CDY_REAL)
    case 5: solve_chunks(p, 5 * GROUP); break;
    case 6: solve_chunks(p, 6 * GROUP); break;
#endif
    default: solve_chunks(p, MOST_GROUPS * GROUP); break;
    }
}

/* Copies a run; its last numbers come in a chunk with some of those before them. */
static inline void copy_run(size_t count, const real *from, real *to)
{
    if (count < CHUNK) {
        for (size_t j = 0; j < count; j++) {
            to[j] = from[j];
        }
        return;
    }
    for (size_t j = 0; j + CHUNK < count; j += CHUNK) {
        put_chunk(to + j, chunk_at(from + j));
    }
    put_chunk(to + count - CHUNK, chunk_at(from + count - CHUNK));
}

/* What is solved for: -M^-1 by_q, -M^-1 by_qd and the inverse, whose right-hand sides are those of -1. */
enum side { BY_Q, BY_QD, INVERSE, SIDES };

/* The columns of one of these that stand in a panel. */
typedef struct part {
    real *X;
    int column, count;
    size_t at; /* where they stand in the panel */
    bool inverse;
} part;

/* Of all columns `first` to `end` - 1 of the matrices X, counted one matrix after the other, those from `from` on, that
 * are `count`.  Returns how many parts they have. */
static int find_parts(real *const X[SIDES], int first, int end, int from, int count, part parts[SIDES])
{
    int found = 0, start = 0;
    for (int side = 0; side < SIDES; side++) {
        if (!X[side]) {
            continue;
        }
        const int stop = start + end - first;
        const int low = from > start ? from : start, high = from + count < stop ? from + count : stop;
        if (low < high) {
            parts[found++] =
                (part){X[side], first + low - start, high - low, (size_t)(low - from), side == INVERSE};
        }
        start = stop;
    }
    return found;
}

static void load(const panel *p, const part *a, size_t stride)
{
    if (a->inverse) {
        for (int j = 0; j < a->count; j++) {
            p->x[(size_t)(a->column + j - p->first) * stride + a->at + (size_t)j] = real_from(-1);
        }
        return;
    }
    for (int k = p->first; k < p->end; k++) {
        copy_run((size_t)a->count, a->X + (size_t)k * p->n + a->column, p->x + (size_t)(k - p->first) * stride + a->at);
    }
}

/* Of the inverse the half above the diagonal stands for both. */
static void store_inverse(const panel *p, const part *a, size_t stride)
{
    const size_t n = p->n;
    const int end = a->column + a->count;
    const real *x = p->x + a->at;
    for (int k = p->first; k < end; k++, x += stride) {
        const int j = k > a->column ? k : a->column;
        copy_run((size_t)(end - j), x + (j - a->column), a->X + (size_t)k * n + j);
        for (int i = j; i < end; i++) {
            a->X[(size_t)i * n + (size_t)k] = x[i - a->column];
        }
    }
}

static void store(const panel *p, const part *a, size_t stride)
{
    if (a->inverse) {
        store_inverse(p, a, stride);
        return;
    }
    for (int k = p->first; k < p->end; k++) {
        copy_run((size_t)a->count, p->x + (size_t)(k - p->first) * stride + a->at, a->X + (size_t)k * p->n + a->column);
    }
}

/* Rows below the last column of the inverse that is looked for need not be known. */
static int find_end(const part *parts, int count, int end)
{
    return count == 1 && parts->inverse ? parts->column + parts->count : end;
}

static void solve_columns(panel p, real *const X[SIDES], int from, int count)
{
    part parts[SIDES];
    const int found = find_parts(X, p.first, p.end, from, count, parts);
    const int groups = (count + GROUP_COLUMNS - 1) / GROUP_COLUMNS;
    const size_t stride = (size_t)groups * GROUP_COLUMNS;
    p.end = find_end(parts, found, p.end);
    if (stride > (size_t)count || parts[found - 1].inverse) {
        memset(p.x, 0, (size_t)(p.end - p.first) * stride * sizeof *p.x);
    }
    for (int i = 0; i < found; i++) {
        load(&p, &parts[i], stride);
    }
    solve_panel(&p, groups);
    for (int i = 0; i < found; i++) {
        store(&p, &parts[i], stride);
    }
}

void KERNEL(factor_turn_over)(const cdy_model *model, void *state, const double *L, double *by_q, double *by_qd,
                              double *inverse)
{
    const branch *b = branches_in(model, state);
    panel p = {.b = b, .L = reals(L), .n = (size_t)model->tree_nv, .x = state};
    real *const X[SIDES] = {by_q ? reals_out(by_q) : NULL, by_qd ? reals_out(by_qd) : NULL,
                            inverse ? reals_out(inverse) : NULL};
    const int wanted = (by_q != NULL) + (by_qd != NULL) + (inverse != NULL);
    if (inverse && b[0].end < model->tree_nv) { /* trees on the base do not know of each other */
        memset(X[INVERSE], 0, p.n * p.n * sizeof(real));
    }
    for (p.first = 0; p.first < model->tree_nv; p.first = p.end) {
        p.end = b[p.first].end;
        const int total = wanted * (p.end - p.first), panels = (total + PANEL_COLUMNS - 1) / PANEL_COLUMNS;
        for (int i = 0; i < panels; i++) {
            const int from = i * total / panels;
            solve_columns(p, X, from, (i + 1) * total / panels - from);
        }
    }
}
