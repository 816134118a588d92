/* The mass matrix's factors M = L^T D L, and products of its inverse (Featherstone 2008, section 6.5).
 *
 * Row k of L is zero but for the degrees of freedom that carry k, so that robots with branches have sparse factors:
 * where two branches meet only in the base, neither factoring nor solving knows of the other. */
#include "kernels/width.h"

#include <string.h>

/* A degree of freedom among the others: the next on the way to the base (-1: none), the first on that way, and where
 * those end that it carries, which follow it. */
typedef struct branch {
    int parent, root, end;
} branch;

_Static_assert(sizeof(branch) <= 2 * sizeof(real), "the room of a coordinate's sine and cosine has room for it");

/* Behind the bodies, which are not touched. */
static const branch *find_branches(const cdy_model *model, void *state)
{
    const model_body *bodies = model_bodies(model);
    branch *b = (void *)((char *)state + bodies_size(model));
    for (int i = 1; i < model->body_count; i++) {
        const int p = bodies[i].parent, v = bodies[i].v;
        for (int k = v; k < v + bodies[i].nv; k++) {
            const int before = p ? bodies[p].v + bodies[p].nv - 1 : -1, parent = k > v ? k - 1 : before;
            b[k] = (branch){parent, parent < 0 ? k : b[parent].root, k + 1};
        }
    }
    for (int k = model->tree_nv - 1; k >= 0; k--) {
        if (b[k].parent >= 0 && b[b[k].parent].end < b[k].end) {
            b[b[k].parent].end = b[k].end;
        }
    }
    return b;
}

void KERNEL(factor)(const cdy_model *model, void *state, double *M_, double *D_)
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
            real *other = M + (size_t)i * n;
            for (int j = i; j >= 0; j = b[j].parent) {
                other[j] = other[j] - x * row[j];
            }
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

/* The degrees of freedom that row k feels, one after the other: those that it carries, or those that carry it. */
static inline int first_felt(const solving *s, int k, bool carried)
{
    return carried ? k + 1 : s->b[k].parent;
}

static inline bool is_felt(const solving *s, int k, bool carried, int i)
{
    return carried ? i < s->b[k].end : i >= 0;
}

static inline int next_felt(const solving *s, bool carried, int i)
{
    return carried ? i + 1 : s->b[i].parent;
}

static inline real element(const solving *s, int k, bool carried, int i)
{
    return carried ? s->L[(size_t)i * s->n + (size_t)k] : s->L[(size_t)k * s->n + (size_t)i];
}

/* Row k of X less what it feels of the others, columns from j: four chunks, whose sums wait for each other less. */
static inline void subtract_four(const solving *s, int k, bool carried, size_t j)
{
    real *y = s->X + (size_t)k * s->n + j;
    chunk a = chunk_at(y), b = chunk_at(y + CHUNK), c = chunk_at(y + 2 * CHUNK), d = chunk_at(y + 3 * CHUNK);
    for (int i = first_felt(s, k, carried); is_felt(s, k, carried, i); i = next_felt(s, carried, i)) {
        const real x = element(s, k, carried, i);
        const real *row = s->X + (size_t)i * s->n + j;
        a = a - x * chunk_at(row);
        b = b - x * chunk_at(row + CHUNK);
        c = c - x * chunk_at(row + 2 * CHUNK);
        d = d - x * chunk_at(row + 3 * CHUNK);
    }
    put_chunk(y, a);
    put_chunk(y + CHUNK, b);
    put_chunk(y + 2 * CHUNK, c);
    put_chunk(y + 3 * CHUNK, d);
}

static inline void subtract_chunk(const solving *s, int k, bool carried, size_t j)
{
    real *y = s->X + (size_t)k * s->n + j;
    chunk a = chunk_at(y);
    for (int i = first_felt(s, k, carried); is_felt(s, k, carried, i); i = next_felt(s, carried, i)) {
        a = a - element(s, k, carried, i) * chunk_at(s->X + (size_t)i * s->n + j);
    }
    put_chunk(y, a);
}

static inline void subtract_column(const solving *s, int k, bool carried, size_t j)
{
    real a = s->X[(size_t)k * s->n + j];
    for (int i = first_felt(s, k, carried); is_felt(s, k, carried, i); i = next_felt(s, carried, i)) {
        a = a - element(s, k, carried, i) * s->X[(size_t)i * s->n + j];
    }
    s->X[(size_t)k * s->n + j] = a;
}

/* The columns from `first` to `end` - 1 of a row of L^-T X (carried) or of L^-1 X. */
static inline void subtract_felt(const solving *s, int k, bool carried, size_t first, size_t end)
{
    size_t j = first;
    for (; j + 4 * CHUNK <= end; j += 4 * CHUNK) {
        subtract_four(s, k, carried, j);
    }
    for (; j + CHUNK <= end; j += CHUNK) {
        subtract_chunk(s, k, carried, j);
    }
    for (; j < end; j++) {
        subtract_column(s, k, carried, j);
    }
}

static inline void scale_row(real *row, size_t first, size_t end, real by)
{
    for (size_t j = first; j < end; j++) {
        row[j] = row[j] * by;
    }
}

void KERNEL(factor_solve)(const cdy_model *model, void *state, const double *L_, const double *D_, double *x_)
{
    const branch *b = find_branches(model, state);
    const size_t n = (size_t)model->tree_nv;
    const real *L = reals(L_), *D = reals(D_);
    real *x = reals_out(x_);
    for (int i = model->tree_nv - 1; i >= 0; i--) {
        for (int k = b[i].parent; k >= 0; k = b[k].parent) {
            x[k] = x[k] - L[(size_t)i * n + (size_t)k] * x[i];
        }
    }
    for (int i = 0; i < model->tree_nv; i++) {
        x[i] = x[i] / D[i];
        for (int k = b[i].parent; k >= 0; k = b[k].parent) {
            x[i] = x[i] - L[(size_t)i * n + (size_t)k] * x[k];
        }
    }
}

void KERNEL(factor_turn_over)(const cdy_model *model, void *state, const double *L_, const double *D_, double *X_)
{
    const branch *b = find_branches(model, state);
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

void KERNEL(factor_invert)(const cdy_model *model, void *state, const double *L_, const double *D_, double *X_)
{
    const branch *b = find_branches(model, state);
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
