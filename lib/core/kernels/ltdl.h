/* LTDL factorization M = L^T D L of the mass matrix and its solution (Featherstone 2008, section 6.5, table 6.3).
 *
 * Row k of L is zero but for the ancestors of k, so that a branched tree has sparse factors: branches that meet in the
 * base only are independent of each other. LAPACK knows no such zeros: tests/bench/large.c measures 250 us for a tree
 * of 256 joints, dpotrf 3480 us, and LTDL is the faster one for chains too, up to some 1000 joints. */
#ifndef CDY_KERNELS_LTDL_H
#define CDY_KERNELS_LTDL_H

#include "kernels/dof_group.h"
#include "kernels/ltdl_few.h"

/* y -= x a for the entries `first` to `last`. */
static inline void subtract_scaled(int first, int last, real x, const real *restrict a, real *restrict y)
{
    for (int j = first; j <= last; j++) {
        y[j] = y[j] - x * a[j];
    }
}

/* y -= x row for i and its ancestors. */
static inline void subtract_from_ancestors(const dof_node *b, int i, real x, const real *row, real *y)
{
    for (int last = i; last >= 0; last = parent_of_run(b, last)) {
        subtract_scaled(b[last].run_start, last, x, row, y);
    }
}

/* ---- groups of rows, for one state ---- */

/* A block of a group's rows: one chunk of columns from `at` on, of which `first` to `last` are ancestors. */
typedef struct ltdl_block {
    const dof_node *b;
    size_t n;
    real *M, *D;
    int begin, end; /* rows of the group */
    int at, first, last;
} ltdl_block;

/* The group's rows in the chunk, less the contributions of the group's descendants. Columns outside `first` to `last`
 * may hold anything: they do not mix with others and are not stored. */
ALWAYS_INLINE void subtract_descendants_from_block(const ltdl_block *B, int rows, chunk y[GROUP])
{
    const size_t n = B->n;
    const real *M = B->M + (size_t)B->begin * n;
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
}

/* The group's own columns, of which the first has place `place` in the chunk: eliminate the rows from each other from
 * the last row up, and divide by the pivots. Nothing goes through memory in between, and the products do not wait for
 * the quotients: each pivot waits for the one before. */
ALWAYS_INLINE void eliminate_own_rows(const ltdl_block *B, int place, int rows, chunk y[GROUP])
{
#pragma GCC unroll 8
    for (int i = rows - 1; i >= 0; i--) {
        real *row = B->M + (size_t)(B->begin + i) * B->n;
        const real pivot = chunk_number(y[i], place + i), inverse = 1 / pivot;
        B->D[B->begin + i] = pivot;
        put_chunk_part(row + B->at, inverse * y[i], B->first - B->at, place + i - 1);
        row[B->begin + i] = inverse;
#pragma GCC unroll 8
        for (int h = i - 1; h >= 0; h--) {
            y[h] = y[h] - inverse * (chunk_number(y[i], place + h) * y[i]);
        }
    }
}

/* Columns of ancestors, after the group's own. */
ALWAYS_INLINE void eliminate_ancestor_rows(const ltdl_block *B, int rows, chunk y[GROUP])
{
#pragma GCC unroll 8
    for (int i = rows - 1; i >= 0; i--) {
        real *row = B->M + (size_t)(B->begin + i) * B->n;
        put_chunk_part(row + B->at, row[B->begin + i] * y[i], B->first - B->at, B->last - B->at);
#pragma GCC unroll 8
        for (int h = 0; h < i; h++) {
            y[h] = y[h] - row[B->begin + h] * y[i];
        }
    }
}

/* The columns of a block: the group's own, which end with the chunk or, in the first group, begin with it. */
enum block_columns { OWN_OF_FIRST_GROUP, OWN_COLUMNS, ANCESTOR_COLUMNS };

ALWAYS_INLINE void eliminate_block(const ltdl_block *B, enum block_columns columns, int rows)
{
    chunk y[GROUP];
    subtract_descendants_from_block(B, rows, y);
    if (columns == ANCESTOR_COLUMNS) {
        eliminate_ancestor_rows(B, rows, y);
    } else {
        eliminate_own_rows(B, columns == OWN_COLUMNS ? CHUNK - rows : 0, rows, y);
    }
}

static NOT_INLINE void eliminate_own_columns(const ltdl_block *B)
{
    if (B->begin == 0) {
        FOR_ROWS(eliminate_block, B, OWN_OF_FIRST_GROUP, B->end - B->begin)
    } else {
        FOR_ROWS(eliminate_block, B, OWN_COLUMNS, B->end - B->begin)
    }
}

static NOT_INLINE void eliminate_ancestor_columns(const ltdl_block *B)
{
    FOR_ROWS(eliminate_block, B, ANCESTOR_COLUMNS, B->end - B->begin)
}

/* The chunk of the group's own columns, with those of the same run before them. */
static void choose_own_columns(ltdl_block *B)
{
    const int run_start = B->b[B->end - 1].run_start;
    B->last = B->end - 1;
    B->at = B->begin == 0 ? 0 : B->end - CHUNK; /* may be before the row, where the row before is */
    B->first = B->at > run_start ? B->at : run_start;
}

/* The last of the columns before that chunk; -1: none. */
static int last_column_before(const ltdl_block *B)
{
    return B->first > B->b[B->last].run_start ? B->first - 1 : parent_of_run(B->b, B->last);
}

static void ltdl_by_groups(const dof_node *b, int count, real *M, real *D)
{
    ltdl_block B = {.b = b, .n = (size_t)count, .M = M, .D = D, .begin = count};
    while (B.begin > 0) {
        B.end = B.begin;
        B.begin = begin_of_group(b, B.end);
        choose_own_columns(&B);
        eliminate_own_columns(&B);
        for (int last = last_column_before(&B); last >= 0; last = parent_of_run(b, last)) {
            for (B.last = last; B.last >= b[last].run_start; B.last = B.at - 1) {
                B.at = B.last + 1 > CHUNK ? B.last + 1 - CHUNK : 0;
                B.first = B.at > b[last].run_start ? B.at : b[last].run_start;
                eliminate_ancestor_columns(&B);
            }
        }
    }
}

/* Eliminate row k from the rows of its ancestors, for k from the last degree of freedom (Featherstone 2008, table 6.3).
 */
static void ltdl_by_rows(const dof_node *b, int count, real *M, real *D)
{
    const size_t n = (size_t)count;
    for (int k = count - 1; k >= 0; k--) {
        real *row = M + (size_t)k * n;
        D[k] = row[k];
        const real inverse = 1 / row[k];
        row[k] = inverse;
        for (int i = b[k].parent; i >= 0; i = b[i].parent) {
            const real x = row[i] * inverse;
            subtract_from_ancestors(b, i, x, row, M + (size_t)i * n);
            row[i] = x;
        }
    }
}

static void ltdl_factor(const kernel_model *model, void *scratch, scalar *M_, scalar *D_)
{
    if (is_short_chain(model)) {
        FOR_FEW(factor_few, model->tree_nv, reals_out(M_), reals_out(D_));
        return;
    }
    const dof_node *b = find_dof_tree(model, scratch);
    /* Time of M^-1 for one state, by groups / by rows, in ns: floating arm with 13 degrees of freedom 845 / 987,
     * quadruped with 18 1207 / 1411, hand with 24 1666 / 1781, humanoid with 35 3111 / 4337. */
    if (CHUNK > 1 && model->tree_nv >= CHUNK) {
        ltdl_by_groups(b, model->tree_nv, reals_out(M_), reals_out(D_));
    } else {
        ltdl_by_rows(b, model->tree_nv, reals_out(M_), reals_out(D_));
    }
}

/* ---- solution for one column ---- */

/* The rows of a group, and all numbers of the column. */
typedef struct column_group {
    const dof_node *b;
    const real *L;
    size_t n;
    int begin, end;
    real *x;
} column_group;

/* x := L^-T x: subtract the group's descendants from its rows, then each of its rows from those before. */
ALWAYS_INLINE void subtract_descendants(const column_group *c, int rows)
{
    real y[GROUP];
#pragma GCC unroll 8
    for (int i = 0; i < rows; i++) {
        y[i] = c->x[c->begin + i];
    }
    for (int k = c->end; k < c->b[c->begin].end; k++) {
        const real *L = c->L + (size_t)k * c->n + c->begin, x = c->x[k];
#pragma GCC unroll 8
        for (int i = 0; i < rows; i++) {
            y[i] = y[i] - L[i] * x;
        }
    }
#pragma GCC unroll 8
    for (int k = rows - 1; k >= 0; k--) {
        const real *L = c->L + (size_t)(c->begin + k) * c->n + c->begin;
#pragma GCC unroll 8
        for (int i = 0; i < k; i++) {
            y[i] = y[i] - L[i] * y[k];
        }
        c->x[c->begin + k] = y[k];
    }
}

/* x := L^-1 D^-1 x: subtract the group's ancestors from its rows, then each of its rows from those behind. */
ALWAYS_INLINE void subtract_ancestors_of_group(const column_group *c, int rows)
{
    const real *L = c->L + (size_t)c->begin * c->n;
    real y[GROUP];
#pragma GCC unroll 8
    for (int k = 0; k < rows; k++) {
        y[k] = L[(size_t)k * c->n + (size_t)(c->begin + k)] * c->x[c->begin + k];
    }
    for (int last = c->b[c->begin].parent; last >= 0; last = parent_of_run(c->b, last)) {
        for (int i = c->b[last].run_start; i <= last; i++) {
            const real x = c->x[i];
#pragma GCC unroll 8
            for (int k = 0; k < rows; k++) {
                y[k] = y[k] - L[(size_t)k * c->n + (size_t)i] * x;
            }
        }
    }
#pragma GCC unroll 8
    for (int k = 0; k < rows; k++) {
#pragma GCC unroll 8
        for (int i = 0; i < k; i++) {
            y[k] = y[k] - L[(size_t)k * c->n + (size_t)(c->begin + i)] * y[i];
        }
        c->x[c->begin + k] = y[k];
    }
}

ALWAYS_INLINE void solve_group(const column_group *c, bool transposed, int rows)
{
    if (transposed) {
        subtract_descendants(c, rows);
    } else {
        subtract_ancestors_of_group(c, rows);
    }
}

static NOT_INLINE void solve_group_transposed(const column_group *c)
{
    FOR_ROWS(solve_group, c, true, c->end - c->begin)
}

static NOT_INLINE void solve_group_outward(const column_group *c)
{
    FOR_ROWS(solve_group, c, false, c->end - c->begin)
}

static void solve_column_by_groups(const dof_node *b, int count, const real *L, real *x)
{
    column_group c = {.b = b, .L = L, .n = (size_t)count, .begin = count, .x = x};
    while (c.begin > 0) {
        c.end = c.begin;
        c.begin = begin_of_group(b, c.end);
        solve_group_transposed(&c);
    }
    for (; c.begin < count; c.begin = c.end) {
        c.end = end_of_group(b, c.begin, count);
        solve_group_outward(&c);
    }
}

static void solve_column_by_rows(const dof_node *b, int count, const real *L, real *x)
{
    const size_t n = (size_t)count;
    for (int i = count - 1; i >= 0; i--) {
        real even = x[i], odd = {0}; /* two independent sums; the latest x[k] is used last */
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
    for (int i = 0; i < count; i++) {
        const real *row = L + (size_t)i * n;
        real sum = x[i] * row[i];
        for (int last = b[i].parent; last >= 0; last = parent_of_run(b, last)) {
            for (int k = b[last].run_start; k <= last; k++) {
                sum = sum - row[k] * x[k];
            }
        }
        x[i] = sum;
    }
}

static void ltdl_solve(const kernel_model *model, void *scratch, const scalar *L, scalar *x)
{
    const dof_node *b = dof_nodes_in(model, scratch);
    if (is_short_chain(model)) {
        FOR_FEW(solve_few, model->tree_nv, reals(L), reals_out(x));
    } else if (CHUNK > 1) {
        solve_column_by_groups(b, model->tree_nv, reals(L), reals_out(x));
    } else {
        solve_column_by_rows(b, model->tree_nv, reals(L), reals_out(x));
    }
}

#endif
