/* The mass matrix's factors M = L^T D L, and solutions with them (Featherstone 2008, section 6.5).
 *
 * Row k of L is zero but for the degrees of freedom that carry k, so that robots with branches have sparse factors:
 * where two branches meet only in the base, neither factoring nor solving knows of the other. */
#include "kernels/branch.h"
#include "kernels/chunk.h"

static const branch *find_branches(const cdy_model *model, void *state)
{
    const model_body *bodies = model_bodies(model);
    branch *b = branches_in(model, state);
    for (int i = 1; i < model->body_count; i++) {
        const int p = bodies[i].parent, v = bodies[i].v;
        for (int k = v; k < v + bodies[i].nv; k++) {
            const int before = p ? bodies[p].v + bodies[p].nv - 1 : -1, parent = k > v ? k - 1 : before;
            const bool goes_on = parent >= 0 && parent == k - 1;
            b[k] = (branch){parent, k + 1, goes_on ? b[parent].top : k};
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

/* y -= x in the numbers `first` to `last` of a chunk, which may be more than it has. */
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

/* Columns `first` to `last` of row i of M less what those that i carries have of them, whose rows are D L yet. */
static inline void subtract_carried(const branch *b, int i, size_t n, int first, int last, real *M)
{
    const int end = b[i].end;
    for (int at = first; at <= last; at += CHUNK) {
        const int j = at + CHUNK <= (int)n ? at : (int)n - CHUNK; /* within the row */
        chunk even = {0}, odd = {0};                              /* neither waits for the other */
        int k = end - 1;
        for (; k > i + 1; k -= 2) {
            const real *row = M + (size_t)k * n, *next = row - n;
            even = even + row[i] * row[k] * chunk_at(row + j);
            odd = odd + next[i] * next[k - 1] * chunk_at(next + j);
        }
        if (k > i) {
            const real *row = M + (size_t)k * n;
            even = even + row[i] * row[k] * chunk_at(row + j);
        }
        subtract_some(M + (size_t)i * n + j, even + odd, at - j, last - j);
    }
}

/* Row by row, each less all that is to be taken from it at once, in chunks. */
static void factor_by_rows(const branch *b, int count, real *M, real *D)
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

/* What one row makes of those that it is to be taken from, one row after the other. */
static void factor_by_columns(const branch *b, int count, real *M, real *D)
{
    const size_t n = (size_t)count;
    for (int k = count - 1; k >= 0; k--) {
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

/* Whether degrees of freedom are carried by so many, on average, that rows fill chunks.  (Measured, by rows / by
 * columns in ns, one lane: humanoid, 9.7 on average, 1400 / 1900; chain of 32 joints, 16.5, 1400 / 2570;
 * quadrupeds, 6.5, 560 / 575; hand, 2.5, 365 / 190.) */
static bool has_long_rows(const branch *b, int count)
{
    int pairs = 0;
    for (int k = 0; k < count; k++) {
        pairs += b[k].end - k;
    }
#ifdef CDY_REPRODUCIBLE
    const bool allowed = false; /* every width adds in one order */
#else
    const bool allowed = CHUNK > 1;
#endif
    return allowed && count >= CHUNK && pairs >= 8 * count;
}

void KERNEL(factor)(const cdy_model *model, void *state, scalar *M_, scalar *D_)
{
    const branch *b = find_branches(model, state);
    if (has_long_rows(b, model->tree_nv)) {
        factor_by_rows(b, model->tree_nv, reals_out(M_), reals_out(D_));
    } else {
        factor_by_columns(b, model->tree_nv, reals_out(M_), reals_out(D_));
    }
}

void KERNEL(factor_solve)(const cdy_model *model, void *state, const scalar *L_, scalar *x_)
{
    const branch *b = branches_in(model, state);
    const size_t n = (size_t)model->tree_nv;
    const real *L = reals(L_);
    real *x = reals_out(x_);
    for (int i = model->tree_nv - 1; i >= 0; i--) {
        real even = x[i], odd = {0}; /* neither waits for the other; what was ready last comes last */
        int k = b[i].end - 1;
        for (; k > i + 1; k -= 2) {
            even = even - L[(size_t)k * n + (size_t)i] * x[k];
            odd = odd + L[(size_t)(k - 1) * n + (size_t)i] * x[k - 1];
        }
        if (k > i) {
            even = even - L[(size_t)k * n + (size_t)i] * x[k];
        }
        x[i] = even - odd;
    }
    for (int i = 0; i < model->tree_nv; i++) {
        const real *row = L + (size_t)i * n;
        real sum = x[i] * row[i];
        for (int last = b[i].parent; last >= 0; last = b[b[last].top].parent) {
            for (int k = b[last].top; k <= last; k++) {
                sum = sum - row[k] * x[k];
            }
        }
        x[i] = sum;
    }
}
