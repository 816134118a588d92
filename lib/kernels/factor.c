/* The mass matrix's factors M = L^T D L, and products of its inverse (Featherstone 2008, section 6.5).
 *
 * Row k of L is zero but for the degrees of freedom that carry k, so that robots with branches have sparse factors:
 * where two branches meet only in the base, neither factoring nor solving knows of the other. */
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

void KERNEL(factor)(const cdy_model *model, void *state, scalar *M_, scalar *D_)
{
    const branch *b = find_branches(model, state);
    const size_t n = (size_t)model->tree_nv;
    real *M = reals_out(M_), *D = reals_out(D_);
    for (int k = model->tree_nv - 1; k >= 0; k--) {
        real *row = M + (size_t)k * n;
        D[k] = row[k];
        const real inverse = 1 / row[k];
        for (int i = b[k].parent; i >= 0; i = b[i].parent) {
            const real x = row[i] * inverse;
            subtract_way(b, i, x, row, M + (size_t)i * n);
            row[i] = x;
        }
    }
}

/* Some columns of a row, which machines take at once. */
#if !defined(CDY_REAL) && CDY_LANES == 1
typedef double chunk __attribute__((vector_size(32), aligned(8), may_alias));
enum { CHUNK = 4 };
#else
typedef real chunk;
enum { CHUNK = 1 };
#endif

static inline chunk chunk_at(const real *x)
{
    return *(const chunk *)(const void *)x;
}

static inline void put_chunk(real *x, chunk c)
{
    *(chunk *)(void *)x = c;
}

/* What is solved: the factor L, the rows of X, n x n both. */
typedef struct solving {
    const branch *b;
    const real *L;
    real *X;
    size_t n;
} solving;

/* Four chunks of a row, whose sums wait for each other less than those of one would. */
typedef struct chunks {
    chunk a, b, c, d;
} chunks;

static inline chunks chunks_at(const real *x)
{
    return (chunks){chunk_at(x), chunk_at(x + CHUNK), chunk_at(x + 2 * CHUNK), chunk_at(x + 3 * CHUNK)};
}

static inline void put_chunks(real *x, chunks y)
{
    put_chunk(x, y.a);
    put_chunk(x + CHUNK, y.b);
    put_chunk(x + 2 * CHUNK, y.c);
    put_chunk(x + 3 * CHUNK, y.d);
}

static inline chunks subtract_chunks(chunks y, real x, const real *row)
{
    return (chunks){y.a - x * chunk_at(row), y.b - x * chunk_at(row + CHUNK), y.c - x * chunk_at(row + 2 * CHUNK),
                    y.d - x * chunk_at(row + 3 * CHUNK)};
}

/* Runs of rows whose multiples are subtracted: those from i on to `last`, which have x[i * stride] for a factor. */
static inline chunks subtract_four(chunks y, const real *x, size_t stride, const real *X, size_t n, int i, int last)
{
    for (; i <= last; i++) {
        y = subtract_chunks(y, x[(size_t)i * stride], X + (size_t)i * n);
    }
    return y;
}

static inline chunk subtract_one(chunk y, const real *x, size_t stride, const real *X, size_t n, int i, int last)
{
    for (; i <= last; i++) {
        y = y - x[(size_t)i * stride] * chunk_at(X + (size_t)i * n);
    }
    return y;
}

static inline real subtract_single(real y, const real *x, size_t stride, const real *X, size_t n, int i, int last)
{
    for (; i <= last; i++) {
        y = y - x[(size_t)i * stride] * X[(size_t)i * n];
    }
    return y;
}

/* Row k of L^-T X, from column j on: less what k carries (`carried`); or of L^-1 X: less what carries it. */
static inline chunks four_of_row(const solving *s, int k, bool carried, size_t j)
{
    const branch *b = s->b;
    const real *X = s->X + j, *row = s->L + (size_t)k * s->n;
    chunks y = chunks_at(X + (size_t)k * s->n);
    if (carried) {
        return subtract_four(y, s->L + k, s->n, X, s->n, k + 1, b[k].end - 1);
    }
    for (int last = b[k].parent; last >= 0; last = b[b[last].top].parent) {
        y = subtract_four(y, row, 1, X, s->n, b[last].top, last);
    }
    return y;
}

static inline chunk one_of_row(const solving *s, int k, bool carried, size_t j)
{
    const branch *b = s->b;
    const real *X = s->X + j, *row = s->L + (size_t)k * s->n;
    chunk y = chunk_at(X + (size_t)k * s->n);
    if (carried) {
        return subtract_one(y, s->L + k, s->n, X, s->n, k + 1, b[k].end - 1);
    }
    for (int last = b[k].parent; last >= 0; last = b[b[last].top].parent) {
        y = subtract_one(y, row, 1, X, s->n, b[last].top, last);
    }
    return y;
}

static inline real single_of_row(const solving *s, int k, bool carried, size_t j)
{
    const branch *b = s->b;
    const real *X = s->X + j, *row = s->L + (size_t)k * s->n;
    real y = X[(size_t)k * s->n];
    if (carried) {
        return subtract_single(y, s->L + k, s->n, X, s->n, k + 1, b[k].end - 1);
    }
    for (int last = b[k].parent; last >= 0; last = b[b[last].top].parent) {
        y = subtract_single(y, row, 1, X, s->n, b[last].top, last);
    }
    return y;
}

/* The columns from `first` to `end` - 1 of that row.  The last ones come with some of those before them, which are made
 * twice: before the others are written, and so the same. */
static inline void subtract_felt(const solving *s, int k, bool carried, size_t first, size_t end)
{
    real *row = s->X + (size_t)k * s->n;
    size_t j = first;
    if (end - first >= 4 * CHUNK) {
        const chunks last = four_of_row(s, k, carried, end - 4 * CHUNK);
        for (; j + 4 * CHUNK < end; j += 4 * CHUNK) {
            put_chunks(row + j, four_of_row(s, k, carried, j));
        }
        put_chunks(row + end - 4 * CHUNK, last);
    } else if (end - first >= CHUNK) {
        const chunk last = one_of_row(s, k, carried, end - CHUNK);
        for (; j + CHUNK < end; j += CHUNK) {
            put_chunk(row + j, one_of_row(s, k, carried, j));
        }
        put_chunk(row + end - CHUNK, last);
    } else {
        for (; j < end; j++) {
            row[j] = single_of_row(s, k, carried, j);
        }
    }
}

static inline void scale_row(real *row, size_t first, size_t end, real by)
{
    for (size_t j = first; j < end; j++) {
        row[j] = row[j] * by;
    }
}

void KERNEL(factor_solve)(const cdy_model *model, void *state, const scalar *L_, const scalar *D_, scalar *x_)
{
    const branch *b = branches_in(model, state);
    const size_t n = (size_t)model->tree_nv;
    const real *L = reals(L_), *D = reals(D_);
    real *x = reals_out(x_);
    for (int i = model->tree_nv - 1; i >= 0; i--) {
        if (b[i].parent >= 0) {
            subtract_way(b, b[i].parent, x[i], L + (size_t)i * n, x);
        }
    }
    for (int i = 0; i < model->tree_nv; i++) {
        x[i] = x[i] / D[i];
        for (int k = b[i].parent; k >= 0; k = b[k].parent) {
            x[i] = x[i] - L[(size_t)i * n + (size_t)k] * x[k];
        }
    }
}

void KERNEL(factor_turn_over)(const cdy_model *model, void *state, const scalar *L_, const scalar *D_, scalar *X_)
{
    const branch *b = branches_in(model, state);
    const size_t n = (size_t)model->tree_nv;
    const real *D = reals(D_);
    real *X = reals_out(X_);
    const solving s = {b, reals(L_), X, n};
    /* Until the end of what k carries row k knows but columns of its own branch. */
    for (int k = model->tree_nv - 1; k >= 0; k--) {
        subtract_felt(&s, k, true, (size_t)b[k].root, (size_t)b[k].end);
    }
    for (int i = 0; i < model->tree_nv; i++) {
        const size_t first = (size_t)b[i].root, end = (size_t)b[first].end;
        scale_row(X + (size_t)i * n, first, end, -1 / D[i]);
        subtract_felt(&s, i, false, first, end);
    }
}

void KERNEL(factor_invert)(const cdy_model *model, void *state, const scalar *L_, const scalar *D_, scalar *X_)
{
    const branch *b = branches_in(model, state);
    const size_t n = (size_t)model->tree_nv;
    const real *D = reals(D_);
    real *X = reals_out(X_);
    const solving s = {b, reals(L_), X, n};
    memset(X, 0, n * n * sizeof *X);
    /* L^-T, in the upper half; then that half of the product, since the other is the same. */
    for (int k = model->tree_nv - 1; k >= 0; k--) {
        X[(size_t)k * n + (size_t)k] = real_from(1);
        subtract_felt(&s, k, true, (size_t)k, (size_t)b[k].end);
    }
    for (int i = 0; i < model->tree_nv; i++) {
        const size_t first = (size_t)i, end = (size_t)b[b[i].root].end;
        scale_row(X + first * n, first, (size_t)b[i].end, 1 / D[i]);
        subtract_felt(&s, i, false, first, end);
        for (size_t j = first + 1; j < end; j++) {
            X[j * n + first] = X[first * n + j];
        }
    }
}
