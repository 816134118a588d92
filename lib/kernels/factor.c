/* The mass matrix's factors M = L^T D L, and solutions with them (Featherstone 2008, section 6.5).
 *
 * Row k of L is zero but for the degrees of freedom that carry k, so that robots with branches have sparse factors:
 * where two branches meet only in the base, neither factoring nor solving knows of the other. */
#include "kernels/group.h"

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
    for (int last = i; last >= 0; last = run_before(b, last)) {
        subtract_run(b[last].top, last, x, row, y);
    }
}

/* ---- by groups: rows of neighbours are ready together, as many as fill a chunk ---- */

/* Columns of a group's rows: a chunk from column `at` on, in which those from `first` to `last` carry the rows. */
typedef struct block {
    const branch *b;
    size_t n;
    real *M, *D;
    int begin, end; /* of the group */
    int at, first, last;
} block;

/* Rows of M less what those that they carry have of them, and one of the group after the other less what it has of
 * those before; divided by their pivots, which are in their own columns.  What else the chunk shows may be anything: it
 * never leaves its column, and is not stored. */
ALWAYS_INLINE void factor_block(const block *B, bool own, int rows)
{
    const size_t n = B->n;
    real *M = B->M + (size_t)B->begin * n;
    chunk y[GROUP];
#pragma GCC unroll 8
    for (int i = 0; i < rows; i++) {
        y[i] = chunk_at(M + (size_t)i * n + B->at);
    }
    for (int k = B->end; k < B->b[B->begin].end; k++) {
        const real *L = B->M + (size_t)k * n;
        const chunk x = B->D[k] * chunk_at(L + B->at);
#pragma GCC unroll 8
        for (int i = 0; i < rows; i++) {
            y[i] = y[i] - L[B->begin + i] * x;
        }
    }
#pragma GCC unroll 8
    for (int i = rows - 1; i >= 0; i--) {
        real *row = M + (size_t)i * n, *diagonal = &row[B->begin + i];
        if (own) {
            real all[CHUNK];
            put_chunk(all, y[i]);
            const real pivot = all[B->begin + i - B->at], inverse = 1 / pivot;
            B->D[B->begin + i] = pivot;
            put_some(row + B->at, inverse * y[i], B->first - B->at, B->begin + i - 1 - B->at);
            *diagonal = inverse;
        } else {
            put_some(row + B->at, *diagonal * y[i], B->first - B->at, B->last - B->at);
        }
#pragma GCC unroll 8
        for (int h = 0; h < i; h++) {
            y[h] = y[h] - row[B->begin + h] * y[i];
        }
    }
}

static void factor_own(const block *B)
{
    FOR_ROWS(factor_block, B, true, B->end - B->begin)
}

static void factor_before(const block *B)
{
    FOR_ROWS(factor_block, B, false, B->end - B->begin)
}

static void factor_by_groups(const branch *b, int count, real *M, real *D)
{
    block B = {.b = b, .n = (size_t)count, .M = M, .D = D, .begin = count};
    while (B.begin > 0) {
        B.end = B.begin;
        B.begin = begin_of_group(b, B.end);
        for (int last = B.end - 1; last >= 0; last = run_before(b, last)) {
            for (B.last = last; B.last >= b[last].top; B.last = B.at - 1) {
                B.at = B.last + 1 > CHUNK ? B.last + 1 - CHUNK : 0;
                B.first = B.at > b[last].top ? B.at : b[last].top;
                if (B.last == B.end - 1) {
                    factor_own(&B);
                } else {
                    factor_before(&B);
                }
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

void KERNEL(factor)(const cdy_model *model, void *state, scalar *M_, scalar *D_)
{
    const branch *b = find_branches(model, state);
    /* Measured, the inverse of M by groups / by columns in ns, one lane: arm that floats, 13, 845 / 987; quadruped, 18,
     * 1207 / 1411; hand of 24 1666 / 1781; humanoid of 35 3111 / 4337. */
    if (CHUNK > 1 && model->tree_nv >= CHUNK) {
        factor_by_groups(b, model->tree_nv, reals_out(M_), reals_out(D_));
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
        for (int last = b[i].parent; last >= 0; last = run_before(b, last)) {
            for (int k = b[last].top; k <= last; k++) {
                sum = sum - row[k] * x[k];
            }
        }
        x[i] = sum;
    }
}
