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

static const branch *find_branches(const cdy_model *model, void *state)
{
    const model_body *bodies = model_bodies(model);
    branch *b = state;
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

/* Rows that are about to be subtracted, four at a time, from columns `first` to `end` - 1 of a row y. */
typedef struct pending {
    size_t first, end;
    real *y;
    int count;
    real x[4];
    const real *rows[4];
} pending;

static inline void subtract_four(size_t count, const real x[4], const real *restrict a, const real *restrict b,
                                 const real *restrict c, const real *restrict d, real *restrict y)
{
    const real x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3];
    for (size_t j = 0; j < count; j++) {
        y[j] = y[j] - x0 * a[j] - x1 * b[j] - x2 * c[j] - x3 * d[j];
    }
}

static inline void subtract_one(size_t count, real x, const real *restrict a, real *restrict y)
{
    for (size_t j = 0; j < count; j++) {
        y[j] = y[j] - x * a[j];
    }
}

static inline void subtract_later(pending *p, real x, const real *row)
{
    p->x[p->count] = x;
    p->rows[p->count++] = row + p->first;
    if (p->count == 4) {
        const real *const *r = p->rows;
        subtract_four(p->end - p->first, p->x, r[0], r[1], r[2], r[3], p->y + p->first);
        p->count = 0;
    }
}

static inline void subtract_rest(const pending *p)
{
    for (int k = 0; k < p->count; k++) {
        subtract_one(p->end - p->first, p->x[k], p->rows[k], p->y + p->first);
    }
}

static inline void scale_row(real *row, size_t first, size_t end, real by)
{
    for (size_t j = first; j < end; j++) {
        row[j] = row[j] * by;
    }
}

/* Row k of L^-T X: less those that k carries. */
static inline void gather_carried(const real *L, size_t n, int k, int end, pending p, const real *X, size_t width)
{
    for (int i = k + 1; i < end; i++) {
        subtract_later(&p, L[(size_t)i * n + (size_t)k], X + (size_t)i * width);
    }
    subtract_rest(&p);
}

/* Row i of L^-1 X: less those that carry i. */
static inline void gather_carriers(const real *L, size_t n, int i, const branch *b, pending p, const real *X,
                                   size_t width)
{
    for (int k = b[i].parent; k >= 0; k = b[k].parent) {
        subtract_later(&p, L[(size_t)i * n + (size_t)k], X + (size_t)k * width);
    }
    subtract_rest(&p);
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
    const real *L = reals(L_), *D = reals(D_);
    real *X = reals_out(X_);
    /* Until the end of what k carries row k knows but columns of its own branch. */
    for (int k = model->tree_nv - 1; k >= 0; k--) {
        const pending p = {.first = (size_t)b[k].root, .end = (size_t)b[k].end, .y = X + (size_t)k * n};
        gather_carried(L, n, k, b[k].end, p, X, n);
    }
    for (int i = 0; i < model->tree_nv; i++) {
        const size_t first = (size_t)b[i].root, end = (size_t)b[first].end;
        const pending p = {.first = first, .end = end, .y = X + (size_t)i * n};
        scale_row(p.y, first, end, -1 / D[i]);
        gather_carriers(L, n, i, b, p, X, n);
    }
}

void KERNEL(factor_invert)(const cdy_model *model, void *state, const double *L_, const double *D_, double *X_)
{
    const branch *b = find_branches(model, state);
    const size_t n = (size_t)model->tree_nv;
    const real *L = reals(L_), *D = reals(D_);
    real *X = reals_out(X_);
    memset(X, 0, n * n * sizeof *X);
    /* L^-T, in the upper half; then that half of the product, since the other is the same. */
    for (int k = model->tree_nv - 1; k >= 0; k--) {
        const pending p = {.first = (size_t)k, .end = (size_t)b[k].end, .y = X + (size_t)k * n};
        p.y[k] = real_from(1);
        gather_carried(L, n, k, b[k].end, p, X, n);
    }
    for (int i = 0; i < model->tree_nv; i++) {
        const size_t first = (size_t)i, end = (size_t)b[b[i].root].end;
        const pending p = {.first = first, .end = end, .y = X + first * n};
        scale_row(p.y, first, (size_t)b[i].end, 1 / D[i]);
        gather_carriers(L, n, i, b, p, X, n);
        for (size_t j = first + 1; j < end; j++) {
            X[j * n + first] = X[first * n + j];
        }
    }
}
