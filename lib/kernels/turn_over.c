/* Products of the mass matrix's inverse with matrices, from its factors M = L^T D L (Featherstone 2008, section 6.5).
 *
 * All columns of all matrices see the same L: as many as the registers of a machine have sums for are solved together,
 * two rows at a time. */
#include "kernels/branch.h"
#include "kernels/chunk.h"

#include <string.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum { MOST_CHUNKS = 7, PANEL_COLUMNS = MOST_CHUNKS * CHUNK, PACKED = CHUNK > 1 };

#ifdef CDY_REPRODUCIBLE
enum { LEAVES_ZEROS = 0 }; /* every width adds the same */
#else
enum { LEAVES_ZEROS = !PACKED };
#endif

_Static_assert(!PACKED || PANEL_COLUMNS * sizeof(real) <=
                              sizeof(ground_body) / 6 + sizeof(ground_dof) + GROUND_ROWS * sizeof(real),
               "the room of a degree of freedom has room for a row of a panel");

/* Some columns of what is solved for, in the rows of a tree on the base: its degrees of freedom `first` to `end` - 1.
 */
typedef struct panel {
    const branch *b;
    const real *L;
    size_t n; /* from row to row of L */
    int first, end;
    int column, reach; /* rows from `reach` on are zero, and before `column` those that do not carry it */
    real *x;           /* row `first` */
    size_t stride;     /* from row to row, of real */
} panel;

ALWAYS_INLINE chunk *panel_row(const panel *p, int k)
{
    return (chunk *)(void *)(p->x + (size_t)(k - p->first) * p->stride);
}

/* Sums for the chunks of a row. */
typedef struct sums {
    chunk of[MOST_CHUNKS];
} sums;

ALWAYS_INLINE sums scaled_row(const panel *p, real scale, int k, int chunks)
{
    const chunk *row = panel_row(p, k);
    sums y;
    for (int c = 0; c < chunks; c++) {
        y.of[c] = scale * row[c];
    }
    // cppcheck-suppress uninitvar ; as many are read as are written
    return y;
}

ALWAYS_INLINE void put_sums(const panel *p, int k, const sums *y, int chunks)
{
    chunk *row = panel_row(p, k);
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

/* Likewise two rows, for which the other need be read but once. */
ALWAYS_INLINE void subtract_from_both(sums *y, real ly, sums *z, real lz, const chunk *row, int chunks)
{
    for (int c = 0; c < chunks; c++) {
        const chunk x = row[c];
        y->of[c] = y->of[c] - ly * x;
        z->of[c] = z->of[c] - lz * x;
    }
}

/* Whether row i is zero and stays so.  Packed columns are of several branches, and have no such rows in common. */
ALWAYS_INLINE bool is_zero(const panel *p, int i)
{
    return LEAVES_ZEROS && p->b[i].end <= p->column;
}

/* X := L^-T X: each row less those that it carries, that which was ready last at the end; with it the row above where
 * that carries it. */
ALWAYS_INLINE void solve_transposed(const panel *p, int chunks)
{
    const branch *b = p->b;
    const size_t n = p->n;
    for (int k = p->reach - 1; k >= p->first; k--) {
        if (is_zero(p, k)) {
            continue;
        }
        const bool both = b[k].top < k;
        const real *L = p->L + k; /* column k */
        const int end = b[k].end < p->reach ? b[k].end : p->reach;
        sums y = scaled_row(p, real_from(1), k, chunks), z = y;
        if (!both) {
            for (int i = end - 1; i > k; i--) {
                if (is_zero(p, i)) {
                    continue;
                }
                subtract_row(&y, L[(size_t)i * n], panel_row(p, i), chunks);
            }
            put_sums(p, k, &y, chunks);
            continue;
        }
        const int before_end = b[k - 1].end < p->reach ? b[k - 1].end : p->reach;
        z = scaled_row(p, real_from(1), k - 1, chunks);
        for (int i = before_end - 1; i >= end; i--) {
            if (is_zero(p, i)) {
                continue;
            }
            subtract_row(&z, L[(size_t)i * n - 1], panel_row(p, i), chunks);
        }
        for (int i = end - 1; i > k; i--) {
            if (is_zero(p, i)) {
                continue;
            }
            subtract_from_both(&y, L[(size_t)i * n], &z, L[(size_t)i * n - 1], panel_row(p, i), chunks);
        }
        put_sums(p, k, &y, chunks);
        subtract_row(&z, L[(size_t)k * n - 1], y.of, chunks);
        put_sums(p, --k, &z, chunks);
    }
}

/* X := -L^-1 D^-1 X: each row less those that carry it; with it the row below where it carries that. */
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
        for (int last = b[k].parent; last >= 0; last = b[b[last].top].parent) {
            for (int i = b[last].top; i <= last; i++) {
                if (both) {
                    subtract_from_both(&y, L[i], &z, next[i], panel_row(p, i), chunks);
                } else {
                    subtract_row(&y, L[i], panel_row(p, i), chunks);
                }
            }
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
static void solve_panel(const panel *p, int chunks)
{
    switch (chunks) {
    case 1: solve_chunks(p, 1); break;
    case 2: solve_chunks(p, 2); break;
    case 3: solve_chunks(p, 3); break;
    case 4: solve_chunks(p, 4); break;
    case 5: solve_chunks(p, 5); break;
    case 6: solve_chunks(p, 6); break;
    default: solve_chunks(p, MOST_CHUNKS); break;
    }
}

/* What is solved for: -M^-1 by_q, -M^-1 by_qd and the inverse, whose right-hand sides are those of -1. */
enum side { BY_Q, BY_QD, INVERSE, SIDES };

/* Neighbouring columns of one of these in a panel. */
typedef struct part {
    real *X;
    int column, count;
    int at; /* the first one's place in the panel */
    bool inverse;
} part;

static void put_minus_one(const panel *p, const part *a)
{
    for (int j = 0; j < a->count; j++) {
        p->x[(size_t)(a->column + j - p->first) * p->stride + (size_t)(a->at + j)] = real_from(-1);
    }
}

/* Of the inverse the half above the diagonal stands for both. */
static void mirror(const panel *p, const part *a)
{
    const int end = a->column + a->count;
    for (int k = p->first; k < end; k++) {
        const real *row = a->X + (size_t)k * p->n;
        for (int i = k > a->column ? k : a->column; i < end; i++) {
            a->X[(size_t)i * p->n + (size_t)k] = row[i];
        }
    }
}

/* ---- where lanes are full, in place ---- */

/* Where the degrees of freedom end that those from `first` to `end` - 1 carry. */
static int end_of_carried(const branch *b, int first, int end)
{
    int last = first;
    for (int l = first; l < end; l++) {
        last = last < b[l].end ? b[l].end : last;
    }
    return last;
}

/* The rows below its last column of the inverse are those of other parts, beside the diagonal. */
static void solve_part(panel p, const part *a)
{
    p.x = a->X + (size_t)p.first * p.n + a->column;
    p.stride = p.n;
    p.column = a->column;
    p.reach = LEAVES_ZEROS ? end_of_carried(p.b, a->column, a->column + a->count) : p.end;
    if (a->inverse) {
        p.end = a->column + a->count;
        for (int k = p.first; k < p.end; k++) {
            memset(panel_row(&p, k), 0, (size_t)a->count * sizeof *p.x);
        }
        put_minus_one(&p, a);
        p.reach = p.end;
    }
    solve_panel(&p, a->count);
    if (a->inverse) {
        mirror(&p, a);
    }
}

static void solve_in_place(const panel *p, real *const X[SIDES])
{
    const int width = p->end - p->first, panels = (width + PANEL_COLUMNS - 1) / PANEL_COLUMNS;
    for (int side = 0; side < SIDES; side++) {
        for (int i = 0; X[side] && i < panels; i++) {
            const int from = i * width / panels, end = (i + 1) * width / panels;
            const part a = {X[side], p->first + from, end - from, 0, side == INVERSE};
            solve_part(*p, &a);
        }
    }
}

/* ---- else, packed: chunks want columns of all sides together ---- */

/* Copies a run; its last numbers come in a chunk with some of those before them. */
static inline void copy_run(int count, const real *from, real *to)
{
    if (count < CHUNK) {
        for (int j = 0; j < count; j++) {
            to[j] = from[j];
        }
        return;
    }
    for (int j = 0; j + CHUNK < count; j += CHUNK) {
        put_chunk(to + j, chunk_at(from + j));
    }
    put_chunk(to + count - CHUNK, chunk_at(from + count - CHUNK));
}

/* Of all columns of X in the panel's tree, counted one side after the other, those from `from` on, that are `count`.
 * Returns how many parts they have. */
static int find_parts(const panel *p, real *const X[SIDES], int from, int count, part parts[SIDES])
{
    const int width = p->end - p->first, to = from + count;
    int found = 0, start = 0;
    for (int side = 0; side < SIDES; side++) {
        const int low = from > start ? from : start, high = to < start + width ? to : start + width;
        if (X[side] && low < high) {
            parts[found++] = (part){X[side], p->first + low - start, high - low, low - from, side == INVERSE};
        }
        start += X[side] ? width : 0;
    }
    return found;
}

static void load(const panel *p, const part *a)
{
    real *x = p->x + a->at;
    if (a->inverse) {
        put_minus_one(p, a);
        return;
    }
    for (int k = p->first; k < p->end; k++, x += p->stride) {
        copy_run(a->count, a->X + (size_t)k * p->n + a->column, x);
    }
}

static void store(const panel *p, const part *a)
{
    const real *x = p->x + a->at;
    for (int k = p->first; k < p->end; k++, x += p->stride) {
        copy_run(a->count, x, a->X + (size_t)k * p->n + a->column);
    }
    if (a->inverse) {
        mirror(p, a);
    }
}

static void solve_packed(panel p, real *const X[SIDES], int from, int count)
{
    part parts[SIDES];
    const int found = find_parts(&p, X, from, count, parts), chunks = (count + CHUNK - 1) / CHUNK;
    p.stride = (size_t)chunks * CHUNK;
    if (found == 1 && parts->inverse) { /* what stands below its last column mirrors what stands beside */
        p.end = parts->column + parts->count;
    }
    if (count % CHUNK || parts[found - 1].inverse) {
        memset(p.x, 0, (size_t)(p.end - p.first) * p.stride * sizeof *p.x);
    }
    for (int i = 0; i < found; i++) {
        load(&p, &parts[i]);
    }
    p.column = p.first;
    p.reach = p.end;
    solve_panel(&p, chunks);
    for (int i = 0; i < found; i++) {
        store(&p, &parts[i]);
    }
}

static void solve_tree(const panel *p, real *const X[SIDES])
{
    if (!PACKED) {
        solve_in_place(p, X);
        return;
    }
    const int sides = (X[BY_Q] != NULL) + (X[BY_QD] != NULL) + (X[INVERSE] != NULL);
    const int total = sides * (p->end - p->first), panels = (total + PANEL_COLUMNS - 1) / PANEL_COLUMNS;
    for (int i = 0; i < panels; i++) {
        const int from = i * total / panels;
        solve_packed(*p, X, from, (i + 1) * total / panels - from);
    }
}

void KERNEL(factor_turn_over)(const cdy_model *model, void *state, const scalar *L, scalar *by_q, scalar *by_qd,
                              scalar *inverse)
{
    panel p = {.b = branches_in(model, state), .L = reals(L), .n = (size_t)model->tree_nv, .x = state};
    real *const X[SIDES] = {by_q ? reals_out(by_q) : NULL, by_qd ? reals_out(by_qd) : NULL,
                            inverse ? reals_out(inverse) : NULL};
    if (inverse && model->tree_nv > 0 && p.b->end < model->tree_nv) { /* trees on the base do not know of each other */
        memset(X[INVERSE], 0, p.n * p.n * sizeof(real));
    }
    for (p.first = 0; p.first < model->tree_nv; p.first = p.end) {
        p.end = p.b[p.first].end;
        solve_tree(&p, X);
    }
}
