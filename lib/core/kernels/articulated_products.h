/* Products of M^-1 with matrices, and M^-1 itself, by the factors of articulated_factors.h.
 *
 * A column X_j of torques goes inward as the force p on each body, and comes back outward as the acceleration a:
 *
 *     u_k = X_kj - S_k . p,  p += U_k u_k / D_k     then     x_k = u_k / D_k - U_k . a / D_k,  a += S_k x_k.
 *
 * That is 24 multiplications an entry, where the factors of M take two for each ancestor (ltdl_products.h). Some
 * columns go together, as many as there are registers for p; of M^-1, the upper half is computed and mirrored. */
#ifndef CDY_KERNELS_ARTICULATED_PRODUCTS_H
#define CDY_KERNELS_ARTICULATED_PRODUCTS_H

#include "kernels/articulated_factors.h"
#include "kernels/dof_tree.h"

#include <string.h>

/* Chunks of columns that go together. Six components of each fill 32 registers; with 16, half of them pass through
 * memory, which costs less than two chunks at a time, whose sums wait for each other: the product of a chain of 64
 * takes 15.8 us in place of 21.2 by SSE2, and 8.1 in place of 10.3 by AVX2. */
enum { FLOW_CHUNKS = 4 };

/* Columns of the rows `first` to `end` - 1, which are those of one tree on the base, or as many of them as M^-1 needs.
 */
typedef struct flow {
    const dof_node *b;
    const dof_factor *factors;
    int first, end;
    real *x; /* the columns in row 0 */
    size_t n;
    int column;  /* the first column */
    size_t last; /* offset of the last chunk in a row; it may overlap the chunk before */
    struct flow_state *branches;
} flow;

/* Forces or accelerations of a body, for all columns of a flow. */
typedef struct flow_state {
    chunk of[6][FLOW_CHUNKS];
} flow_state;

_Static_assert(sizeof(flow_state) <= 2 * (sizeof(world_body) + sizeof(world_dof) + WORLD_ROWS * sizeof(real)),
               "a body that branches has another child, and the two have memory for one flow_state");

ALWAYS_INLINE size_t flow_start(const flow *w, int c, int chunks)
{
    return CHUNK > 1 && c == chunks - 1 ? w->last : (size_t)(c * CHUNK);
}

/* m . f, with m the same for all columns. */
ALWAYS_INLINE chunk flow_dot(const real m[6], const flow_state *f, int c)
{
    return (m[0] * f->of[0][c] + m[1] * f->of[1][c] + m[2] * f->of[2][c]) +
           (m[3] * f->of[3][c] + m[4] * f->of[4][c] + m[5] * f->of[5][c]);
}

/* f += x m */
ALWAYS_INLINE void flow_add(flow_state *f, chunk x, const real m[6], int c)
{
#pragma GCC unroll 6
    for (int i = 0; i < 6; i++) {
        f->of[i][c] = f->of[i][c] + m[i] * x;
    }
}

/* to += f; component by component, since a struct that is copied as a whole leaves its registers. */
ALWAYS_INLINE void flow_add_state(flow_state *to, const flow_state *f, int chunks)
{
#pragma GCC unroll 4
    for (int c = 0; c < chunks; c++) {
#pragma GCC unroll 6
        for (int i = 0; i < 6; i++) {
            to->of[i][c] = to->of[i][c] + f->of[i][c];
        }
    }
}

ALWAYS_INLINE void flow_copy_state(flow_state *to, const flow_state *f, int chunks)
{
#pragma GCC unroll 4
    for (int c = 0; c < chunks; c++) {
#pragma GCC unroll 6
        for (int i = 0; i < 6; i++) {
            to->of[i][c] = f->of[i][c];
        }
    }
}

ALWAYS_INLINE void flow_clear_state(flow_state *f, int chunks)
{
#pragma GCC unroll 4
    for (int c = 0; c < chunks; c++) {
#pragma GCC unroll 6
        for (int i = 0; i < 6; i++) {
            f->of[i][c] = (chunk){0};
        }
    }
}

ALWAYS_INLINE void motion_numbers(motion m, real to[6])
{
    to[0] = m.angular.x, to[1] = m.angular.y, to[2] = m.angular.z;
    to[3] = m.linear.x, to[4] = m.linear.y, to[5] = m.linear.z;
}

ALWAYS_INLINE void force_numbers(force f, real to[6])
{
    to[0] = f.moment.x, to[1] = f.moment.y, to[2] = f.moment.z;
    to[3] = f.linear.x, to[4] = f.linear.y, to[5] = f.linear.z;
}

/* The torques of row k: those given, negative, or a unit torque in each column. */
ALWAYS_INLINE chunk flow_torque(const flow *w, const real *row, int k, bool unit, size_t start)
{
    if (!unit) {
        return (chunk){0} - chunk_at(row + start);
    }
    return unit_chunk(k - w->column - (int)start); /* zeros in the rows above the first column */
}

/* Inward: the rows become u / D. */
ALWAYS_INLINE void flow_inward(const flow *w, bool unit, int chunks)
{
    const dof_node *b = w->b;
    flow_state p;
    flow_clear_state(&p, chunks);
    for (int k = w->end - 1; k >= w->first; k--) {
        const dof_factor *f = &w->factors[k];
        const int parent = b[k].parent;
        real *row = w->x + (size_t)k * w->n, S[6], U[6];
        chunk u[FLOW_CHUNKS];
        motion_numbers(f->S, S);
        force_numbers(f->U_over_D, U);
        if (b[k].branch >= 0) {
            flow_add_state(&p, &w->branches[b[k].branch], chunks);
        }
#pragma GCC unroll 4
        for (int c = 0; c < chunks; c++) {
            u[c] = flow_torque(w, row, k, unit, flow_start(w, c, chunks)) - flow_dot(S, &p, c);
        }
#pragma GCC unroll 4
        for (int c = 0; c < chunks; c++) {
            put_chunk(row + flow_start(w, c, chunks), f->inverse_D * u[c]);
            flow_add(&p, u[c], U, c);
        }
        if (parent < 0 || parent < k - 1) { /* the next row belongs to another branch */
            if (parent >= 0) {
                flow_add_state(&w->branches[b[parent].branch], &p, chunks);
            }
            flow_clear_state(&p, chunks);
        }
    }
}

/* Outward: the rows become the joint accelerations. */
ALWAYS_INLINE void flow_outward(const flow *w, int chunks)
{
    const dof_node *b = w->b;
    flow_state a;
    flow_clear_state(&a, chunks);
    for (int k = w->first; k < w->end; k++) {
        const dof_factor *f = &w->factors[k];
        const int parent = b[k].parent;
        real *row = w->x + (size_t)k * w->n, S[6], U[6];
        chunk x[FLOW_CHUNKS];
        motion_numbers(f->S, S);
        force_numbers(f->U_over_D, U);
        if (parent >= 0 && parent < k - 1) {
            flow_copy_state(&a, &w->branches[b[parent].branch], chunks);
        }
#pragma GCC unroll 4
        for (int c = 0; c < chunks; c++) {
            x[c] = chunk_at(row + flow_start(w, c, chunks)) - flow_dot(U, &a, c);
        }
#pragma GCC unroll 4
        for (int c = 0; c < chunks; c++) {
            put_chunk(row + flow_start(w, c, chunks), x[c]);
            flow_add(&a, x[c], S, c);
        }
        if (b[k].branch >= 0) {
            flow_copy_state(&w->branches[b[k].branch], &a, chunks);
        }
    }
}

ALWAYS_INLINE void flow_columns(const flow *w, bool unit, int chunks)
{
    flow_inward(w, unit, chunks);
    flow_outward(w, chunks);
}

/* The same with the number of chunks as a constant, so that the forces stay in registers. */
ALWAYS_INLINE void flow_chunks(const flow *w, bool unit, int chunks)
{
    switch (chunks) {
    case 1: flow_columns(w, unit, 1); break;
    case 2: flow_columns(w, unit, FLOW_CHUNKS < 2 ? 1 : 2); break;
    case 3: flow_columns(w, unit, FLOW_CHUNKS < 3 ? 1 : 3); break;
    default: flow_columns(w, unit, FLOW_CHUNKS); break;
    }
}

static void flow_torques(const flow *w, int chunks)
{
    flow_chunks(w, false, chunks);
}

static void flow_unit_torques(const flow *w, int chunks)
{
    flow_chunks(w, true, chunks);
}

/* Number the degrees of freedom that have children besides the next one. Returns how many there are. */
static int number_branches(int count, dof_node *b)
{
    int branches = 0;
    for (int k = 0; k < count; k++) {
        const int p = b[k].parent;
        if (p >= 0 && p < k - 1 && b[p].branch < 0) {
            b[p].branch = branches++;
        }
    }
    return branches;
}

/* How many of `left` columns go together next: no less than a chunk remains behind them, since a chunk may not overlap
 * columns that are results already. */
static int next_columns(int left)
{
    enum { MOST = FLOW_CHUNKS * CHUNK };
    return left <= MOST ? left : left < MOST + CHUNK ? MOST - CHUNK : MOST;
}

static void multiply_tree(flow w, int branches, bool unit, real *X)
{
    const int end = w.end, n = (int)w.n;
    for (int from = w.first, own; from < end; from += own) {
        own = next_columns(end - from);
        const int count = own < CHUNK ? CHUNK : own; /* with columns of other trees, zeros, to fill a chunk */
        w.column = from + count <= n ? from : n - count;
        w.x = X + w.column;
        w.last = (size_t)(count - CHUNK);
        memset(w.branches, 0, (size_t)branches * sizeof *w.branches);
        if (unit) {
            w.end = from + own;
            flow_unit_torques(&w, (count + CHUNK - 1) / CHUNK);
        } else {
            flow_torques(&w, (count + CHUNK - 1) / CHUNK);
        }
    }
}

static void mirror_inverse(size_t n, real *X)
{
#ifdef HAS_CHUNKS
    mirror_upper_half(n, n, X);
#else
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            X[j * n + i] = X[i * n + j];
        }
    }
#endif
}

static void articulated_products(const kernel_model *model, void *scratch, const scalar *factors, scalar *by_q,
                                 scalar *by_qd, scalar *inverse)
{
    dof_node *b = find_dof_tree(model, scratch);
    const int n = model->tree_nv, branches = number_branches(n, b);
    flow w = {.b = b,
              .factors = (const dof_factor *)(const void *)factors,
              .n = (size_t)n,
              .branches = (flow_state *)scratch};
    if (inverse && b->end < n) { /* blocks between separate trees are zero, as those of M */
        memset(inverse, 0, w.n * w.n * sizeof(real));
    }
    for (; w.first < n; w.first = w.end) {
        w.end = b[w.first].end;
        if (by_q) {
            multiply_tree(w, branches, false, reals_out(by_q));
        }
        if (by_qd) {
            multiply_tree(w, branches, false, reals_out(by_qd));
        }
        if (inverse) {
            multiply_tree(w, branches, true, reals_out(inverse));
        }
    }
    if (inverse) {
        mirror_inverse(w.n, reals_out(inverse));
    }
}

#endif
