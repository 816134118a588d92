/* Entries of dtau/dq, dtau/dqd and M for pairs of a degree of freedom and its ancestors or descendants, from the rows
 * of world_frame.h.
 *
 * In lanes, the rows of one degree of freedom are contiguous and the loop runs over its ancestors. For one state, row r
 * of all degrees of freedom is contiguous, so that quads of neighbouring descendants fill the registers. */
#ifndef CDY_KERNELS_JOINT_PAIRS_H
#define CDY_KERNELS_JOINT_PAIRS_H

#include "kernels/chunk.h"
#include "kernels/inlining.h"
#include "kernels/shortcuts.h"
#include "kernels/world_frame.h"

#include <string.h>

enum { IN_ROWS = QUAD > 1 };

static inline size_t row_stride(world_scratch g)
{
    return IN_ROWS ? g.n : 1;
}

static inline real *row_entry(world_scratch g, int row, int l)
{
    return g.rows + (IN_ROWS ? (size_t)row * g.n + (size_t)l : (size_t)l * WORLD_ROWS + (size_t)row);
}

static inline void put_vec3(world_scratch g, int row, int l, vec3 v)
{
    const size_t step = row_stride(g);
    real *p = row_entry(g, row, l);
    p[0] = v.x;
    p[step] = v.y;
    p[2 * step] = v.z;
}

static inline vec3 vec3_at(world_scratch g, int row, int l)
{
    const size_t step = row_stride(g);
    const real *p = row_entry(g, row, l);
    return (vec3){p[0], p[step], p[2 * step]};
}

static inline void put_force(world_scratch g, int row, int l, force f)
{
    put_vec3(g, row, l, f.moment);
    put_vec3(g, row + 3, l, f.linear);
}

static inline force force_at(world_scratch g, int row, int l)
{
    return (force){vec3_at(g, row, l), vec3_at(g, row + 3, l)};
}

/* ---- in lanes: degree of freedom l of body i with its ancestors ---- */

/* `dtau_dq` and `dtau_dqd` are constants NULL or not where this is inlined. */
ALWAYS_INLINE void fill_pairs_with_ancestors(const model_body *bodies, world_scratch g, int i, int l, real *dtau_dq,
                                             real *dtau_dqd)
{
    const size_t n = g.n;
    const force U = force_at(g, ROW_IS, l), by_q = force_at(g, ROW_F_Q, l), by_qd = force_at(g, ROW_F_QD, l);
    const vec3 W = vec3_at(g, ROW_BTS, l);
    for (int k = bodies[i].v, end = k + bodies[i].nv; dtau_dqd && k < end; k++) {
        dtau_dqd[(size_t)k * n + (size_t)l] = motion_dot_force(g.dofs[k].S, by_qd);
    }
    for (int p = bodies[i].parent; p > 0; p = bodies[p].parent) {
        for (int k = bodies[p].v, end = k + bodies[p].nv; k < end; k++) {
            const world_dof *d = &g.dofs[k];
            const size_t above = (size_t)k * n + (size_t)l, below = (size_t)l * n + (size_t)k;
            if (dtau_dq) {
                dtau_dq[above] = motion_dot_force(d->S, by_q);
                dtau_dq[below] = add_dot(motion_dot_force(d->psi_ddot, U), d->psi_dot_angular, W);
            }
            if (dtau_dqd) {
                dtau_dqd[above] = motion_dot_force(d->S, by_qd);
                dtau_dqd[below] = add_dot(motion_dot_force(d->psi_dot_plus_S_dot, U), d->S.angular, W);
            }
        }
    }
}

/* ---- one state: degree of freedom k with its descendants ---- */

/* m . f_l for neighbouring degrees of freedom l. */
static inline quad dot_forces(const real *f, size_t n, motion m)
{
    return m.angular.x * quad_at(f) + m.angular.y * quad_at(f + n) + m.angular.z * quad_at(f + 2 * n) +
           (m.linear.x * quad_at(f + 3 * n) + m.linear.y * quad_at(f + 4 * n) + m.linear.z * quad_at(f + 5 * n));
}

/* m . u_l + a . w_l; the rows of w follow those of u. */
static inline quad dot_momenta(const real *u, size_t n, motion m, vec3 a)
{
    return dot_forces(u, n, m) + a.x * quad_at(u + 6 * n) + a.y * quad_at(u + 7 * n) + a.z * quad_at(u + 8 * n);
}

static inline void put_quad_row(quad numbers, int l, int first, real *to)
{
    if (l >= first) {
        put_quad(to + l, numbers);
    } else {
        put_quad_column(numbers, l, first, 1, to);
    }
}

/* Row and column k of dtau/dq for the descendants joint_end <= l < end. Quads are taken from the end; entries of the
 * last quad before `joint_end` are computed and not stored. */
static inline void fill_position_pairs(world_scratch g, int k, int joint_end, int end, real *dtau_dq)
{
    const world_dof *d = &g.dofs[k];
    const size_t n = g.n;
    const motion S = d->S, psi_ddot = d->psi_ddot;
    const vec3 a = d->psi_dot_angular;
    for (int l = end - QUAD; l > joint_end - QUAD; l -= QUAD) {
        const quad torques = dot_forces(g.rows + ROW_F_Q * n + l, n, S);
        const quad caused = dot_momenta(g.rows + ROW_IS * n + l, n, psi_ddot, a);
        put_quad_row(torques, l, joint_end, dtau_dq + (size_t)k * n);
        put_quad_column(caused, l, joint_end, n, dtau_dq + k);
    }
}

static inline void fill_velocity_pairs(world_scratch g, int k, int joint_first, int joint_end, int end, real *dtau_dqd)
{
    const world_dof *d = &g.dofs[k];
    const size_t n = g.n;
    const motion S = d->S, sum = d->psi_dot_plus_S_dot;
    for (int l = end - QUAD; l > joint_first - QUAD; l -= QUAD) {
        const quad torques = dot_forces(g.rows + ROW_F_QD * n + l, n, S);
        const quad caused = dot_momenta(g.rows + ROW_IS * n + l, n, sum, S.angular);
        put_quad_row(torques, l, joint_first, dtau_dqd + (size_t)k * n);
        put_quad_column(caused, l, joint_end, n, dtau_dqd + k);
    }
}

#ifdef HAS_CHUNKS
/* ---- one state: QUAD links of a chain with the descendants that they share, tile by tile ---- */

/* Whether body i and the next ones are links of a chain with one degree of freedom each, nothing else on them, and at
 * least as many descendants behind them. */
static inline bool begins_links(const model_body *bodies, world_scratch g, int i)
{
    const int end = g.bodies[i].end;
    bool links = end - bodies[i].v >= 2 * QUAD;
    for (int j = i; links && j < i + QUAD; j++) {
        links = bodies[j].nv == 1 && g.bodies[j].end == end && (j == i || parent_is_previous(bodies, j));
    }
    return links;
}

/* Entries of the links k to k + QUAD - 1 with the descendants first <= l < end, a multiple of QUAD: rows `torques`
 * right of the diagonal, columns `caused` below it. The stores follow the arithmetic, which shares its operands. */
static inline void put_tile(const quad torques[QUAD], const quad caused[QUAD], size_t n, int k, int l, real *matrix)
{
    for (int j = 0; j < QUAD; j++) {
        put_quad(matrix + (size_t)(k + j) * n + (size_t)l, torques[j]);
    }
    put_quads_transposed(caused, n, matrix + (size_t)l * n + (size_t)k);
}

static inline void fill_position_tiles(world_scratch g, int k, int first, int end, real *dtau_dq)
{
    for (int l = first; l < end; l += QUAD) {
        quad torques[QUAD], caused[QUAD];
#pragma GCC unroll 4
        for (int j = 0; j < QUAD; j++) {
            const world_dof *d = &g.dofs[k + j];
            torques[j] = dot_forces(g.rows + ROW_F_Q * g.n + l, g.n, d->S);
            caused[j] = dot_momenta(g.rows + ROW_IS * g.n + l, g.n, d->psi_ddot, d->psi_dot_angular);
        }
        put_tile(torques, caused, g.n, k, l, dtau_dq);
    }
}

static inline void fill_velocity_tiles(world_scratch g, int k, int first, int end, real *dtau_dqd)
{
    for (int l = first; l < end; l += QUAD) {
        quad torques[QUAD], caused[QUAD];
#pragma GCC unroll 4
        for (int j = 0; j < QUAD; j++) {
            const world_dof *d = &g.dofs[k + j];
            torques[j] = dot_forces(g.rows + ROW_F_QD * g.n + l, g.n, d->S);
            caused[j] = dot_momenta(g.rows + ROW_IS * g.n + l, g.n, d->psi_dot_plus_S_dot, d->S.angular);
        }
        put_tile(torques, caused, g.n, k, l, dtau_dqd);
    }
}

/* All entries of the links whose first has degree of freedom k. */
static inline void fill_pairs_of_links(world_scratch g, int k, int end, real *dtau_dq, real *dtau_dqd)
{
    const int tiles = end - (end - k - QUAD) / QUAD * QUAD;
    for (int j = k; j < k + QUAD; j++) {
        if (dtau_dq) {
            fill_position_pairs(g, j, j + 1, tiles, dtau_dq);
        }
        if (dtau_dqd) {
            fill_velocity_pairs(g, j, j, j + 1, tiles, dtau_dqd);
        }
    }
    if (dtau_dq) {
        fill_position_tiles(g, k, tiles, end, dtau_dq);
    }
    if (dtau_dqd) {
        fill_velocity_tiles(g, k, tiles, end, dtau_dqd);
    }
}

/* ---- one state: a tip, the last QUAD links of a branch or fewer, as one tile ---- */

/* The number of links that body i and those behind it are, where these are 2 to QUAD with one degree of freedom each
 * and form a chain; else 0. */
static inline int links_of_tip(const kernel_model *model, world_scratch g, int i)
{
    const int end = g.bodies[i].end, links = end - model_bodies(model)[i].v;
    bool is_run = links >= 2 && links <= QUAD && i + links <= model->body_count;
    for (int j = i + 1; is_run && j < i + links; j++) {
        is_run = model_bodies(model)[j].v == end - links + (j - i) && g.bodies[j].end == end;
    }
    return is_run ? links : 0;
}

/* The rows of a tile: row r has the numbers c < r + `shift` of its columns `below`, then those of `above`. */
ALWAYS_INLINE void put_tip(const quad below[QUAD], const quad above[QUAD], int shift, size_t n, int links, real *matrix)
{
    real turned[QUAD][QUAD];
    put_quads_transposed(below, QUAD, turned[0]);
#pragma GCC unroll 4
    for (int r = 0; r < links; r++) {
        const quad row = join_quads(quad_at(turned[r]), above[r], r + shift);
        memcpy(matrix + (size_t)r * n, &row, (size_t)links * sizeof(real));
    }
}

/* All entries of the links from degree of freedom k on. Those of dtau/dq on the diagonal are not valid yet:
 * fill_own_block() writes them afterwards. */
ALWAYS_INLINE void fill_pairs_of_links_at_tip(world_scratch g, int k, int links, real *dtau_dq, real *dtau_dqd)
{
    const real *rows = g.rows + k;
    const size_t n = g.n, corner = (size_t)k * (n + 1);
    quad torques[QUAD] = {{0}}, caused[QUAD] = {{0}};
    if (dtau_dq) {
#pragma GCC unroll 4
        for (int j = 0; j < links; j++) {
            const world_dof *d = &g.dofs[k + j];
            torques[j] = dot_forces(rows + ROW_F_Q * n, n, d->S);
            caused[j] = dot_momenta(rows + ROW_IS * n, n, d->psi_ddot, d->psi_dot_angular);
        }
        put_tip(caused, torques, 0, n, links, dtau_dq + corner);
    }
    if (dtau_dqd) {
#pragma GCC unroll 4
        for (int j = 0; j < links; j++) {
            const world_dof *d = &g.dofs[k + j];
            torques[j] = dot_forces(rows + ROW_F_QD * n, n, d->S);
            caused[j] = dot_momenta(rows + ROW_IS * n, n, d->psi_dot_plus_S_dot, d->S.angular);
        }
        put_tip(caused, torques, 0, n, links, dtau_dqd + corner);
    }
}

_Static_assert(QUAD == 4 || QUAD == 2, "a tip has 2, or also 3 and 4 links");

static void fill_pairs_of_tip(world_scratch g, int k, int links, real *dtau_dq, real *dtau_dqd)
{
    switch (links) {
    case 2: fill_pairs_of_links_at_tip(g, k, 2, dtau_dq, dtau_dqd); break;
#ifdef HAS_WHOLE_QUADS
    case 3: fill_pairs_of_links_at_tip(g, k, 3, dtau_dq, dtau_dqd); break;
    case 4: fill_pairs_of_links_at_tip(g, k, 4, dtau_dq, dtau_dqd); break;
#endif
    }
}

/* The lower half of M, and zeros above. */
ALWAYS_INLINE void fill_mass_matrix_of_links_at_tip(world_scratch g, int k, int links, real *M)
{
    const quad zeros[QUAD] = {{0}};
    quad entries[QUAD] = {{0}};
#pragma GCC unroll 4
    for (int j = 0; j < links; j++) {
        entries[j] = dot_forces(g.rows + ROW_IS * g.n + k, g.n, g.dofs[k + j].S);
    }
    put_tip(entries, zeros, 1, g.n, links, M + (size_t)k * (g.n + 1));
}

static void fill_mass_matrix_of_tip(world_scratch g, int k, int links, real *M)
{
    switch (links) {
    case 2: fill_mass_matrix_of_links_at_tip(g, k, 2, M); break;
#ifdef HAS_WHOLE_QUADS
    case 3: fill_mass_matrix_of_links_at_tip(g, k, 3, M); break;
    case 4: fill_mass_matrix_of_links_at_tip(g, k, 4, M); break;
#endif
    }
}
#endif

#ifdef HAS_LONG_CHUNKS
/* ---- one state: a joint with six degrees of freedom, a chunk of its descendants at a time ---- */

enum { SIX = 6 };

/* Whether the joint has six and at least a chunk of descendants, which end before `end`. */
static inline bool is_joint_of_six(const model_body *body, int end)
{
    return body->nv == SIX && end - body->v >= SIX + CHUNK;
}

/* Rows of one kind for the columns l to l + CHUNK - 1. */
static inline void load_chunks(world_scratch g, size_t row, size_t count, int l, chunk *to)
{
    for (size_t r = 0; r < count; r++) {
        to[r] = chunk_at(g.rows + (row + r) * g.n + l);
    }
}

/* m . f, and m . u + a . w. */
static inline chunk dot_chunk_forces(const chunk f[6], motion m)
{
    return m.angular.x * f[0] + m.angular.y * f[1] + m.angular.z * f[2] +
           (m.linear.x * f[3] + m.linear.y * f[4] + m.linear.z * f[5]);
}

static inline chunk dot_chunk_momenta(const chunk u[9], motion m, vec3 a)
{
    return dot_chunk_forces(u, m) + a.x * u[6] + a.y * u[7] + a.z * u[8];
}

/* The chunk of columns before `l`, none before `first`. */
static inline int chunk_before(int l, int first)
{
    return l - CHUNK > first ? l - CHUNK : first;
}

/* Rows k to k + 5 of a matrix, columns first <= l < end: S . f with the forces f in the rows from `row` on. */
static inline void fill_rows_of_six(world_scratch g, size_t row, int k, int first, int end, real *matrix)
{
    for (int l = end; l > first;) {
        chunk f[6];
        l = chunk_before(l, first);
        load_chunks(g, row, 6, l, f);
#pragma GCC unroll 6
        for (int j = k; j < k + SIX; j++) {
            put_chunk(matrix + (size_t)j * g.n + (size_t)l, dot_chunk_forces(f, g.dofs[j].S));
        }
    }
}

/* Columns k to k + 5 of the rows l to l + CHUNK - 1, from rows of them. */
static inline void put_columns_of_six(chunk columns[CHUNK], size_t n, int k, int l, real *matrix)
{
    columns[SIX] = columns[SIX + 1] = (chunk){0};
    transpose_chunks(columns);
#pragma GCC unroll 8
    for (int j = 0; j < CHUNK; j++) {
        memcpy(matrix + (size_t)(l + j) * n + (size_t)k, &columns[j], SIX * sizeof(real));
    }
}

static inline void fill_pairs_of_six(world_scratch g, int k, int end, real *dtau_dq, real *dtau_dqd)
{
    if (dtau_dq) {
        fill_rows_of_six(g, ROW_F_Q, k, k + SIX, end, dtau_dq);
    }
    if (dtau_dqd) {
        fill_rows_of_six(g, ROW_F_QD, k, k, end, dtau_dqd);
    }
    for (int l = end; l > k + SIX;) {
        chunk u[9], columns[CHUNK];
        l = chunk_before(l, k + SIX);
        load_chunks(g, ROW_IS, 9, l, u);
        if (dtau_dq) {
#pragma GCC unroll 6
            for (int j = 0; j < SIX; j++) {
                const world_dof *d = &g.dofs[k + j];
                columns[j] = dot_chunk_momenta(u, d->psi_ddot, d->psi_dot_angular);
            }
            put_columns_of_six(columns, g.n, k, l, dtau_dq);
        }
        if (dtau_dqd) {
#pragma GCC unroll 6
            for (int j = 0; j < SIX; j++) {
                const world_dof *d = &g.dofs[k + j];
                columns[j] = dot_chunk_momenta(u, d->psi_dot_plus_S_dot, d->S.angular);
            }
            put_columns_of_six(columns, g.n, k, l, dtau_dqd);
        }
    }
}

/* The columns of M below the joint's own block. */
static inline void fill_mass_matrix_of_six(world_scratch g, int k, int end, real *M)
{
    for (int l = end; l > k + SIX;) {
        chunk u[6], columns[CHUNK];
        l = chunk_before(l, k + SIX);
        load_chunks(g, ROW_IS, 6, l, u);
#pragma GCC unroll 6
        for (int j = 0; j < SIX; j++) {
            columns[j] = dot_chunk_forces(u, g.dofs[k + j].S);
        }
        put_columns_of_six(columns, g.n, k, l, M);
    }
}

/* ---- one state: a chain of joints with one degree of freedom each, no more than a chunk has, row by row ---- */

/* Whether the model is one. */
static inline bool is_narrow_chain(const kernel_model *model)
{
    return model->tree_nv >= QUAD && model->tree_nv <= CHUNK && model->tree_nv == model->body_count - 1 &&
           is_chain(model);
}

/* A row of numbers for each degree of freedom k. */
typedef struct chain_rows {
    chunk of[CHUNK];
} chain_rows;

/* Rows of a matrix: row k has the numbers k of the columns `before` before place k + `shift`, then those of row k of
 * `after`. */
static inline void put_chain_rows(size_t n, chain_rows before, const chain_rows *after, int shift, real *matrix)
{
    real last[CHUNK];
    transpose_chunks(before.of);
#pragma GCC unroll 8
    for (size_t k = 0; k < CHUNK; k++) {
        const chunk row = join_chunks(before.of[k], after->of[k], (int)k + shift);
        if (k + 1 < n) {
            put_chunk(matrix + k * n, row); /* what it writes behind the row, the next one overwrites */
        } else if (k + 1 == n) {
            put_chunk(last, row);
        }
    }
    put_quad(matrix + (n - 1) * n, quad_at(last));
    put_quad(matrix + n * n - QUAD, quad_at(last + n - QUAD));
}

static inline void fill_chain_by_position(world_scratch g, real *dtau_dq)
{
    chunk by_q[6], momenta[9];
    chain_rows torques, caused;
    load_chunks(g, ROW_F_Q, 6, 0, by_q);
    load_chunks(g, ROW_IS, 9, 0, momenta);
    for (size_t k = 0; k < CHUNK; k++) {
        const world_dof *d = &g.dofs[k < g.n ? k : 0];
        torques.of[k] = dot_chunk_forces(by_q, d->S);
        caused.of[k] = dot_chunk_momenta(momenta, d->psi_ddot, d->psi_dot_angular);
    }
    put_chain_rows(g.n, caused, &torques, 0, dtau_dq);
}

static inline void fill_chain_by_velocity(world_scratch g, real *dtau_dqd)
{
    chunk by_qd[6], momenta[9];
    chain_rows torques, caused;
    load_chunks(g, ROW_F_QD, 6, 0, by_qd);
    load_chunks(g, ROW_IS, 9, 0, momenta);
    for (size_t k = 0; k < CHUNK; k++) {
        const world_dof *d = &g.dofs[k < g.n ? k : 0];
        torques.of[k] = dot_chunk_forces(by_qd, d->S);
        caused.of[k] = dot_chunk_momenta(momenta, d->psi_dot_plus_S_dot, d->S.angular);
    }
    put_chain_rows(g.n, caused, &torques, 0, dtau_dqd);
}

/* M, or its lower half and zeros above. */
static inline void fill_chain_mass_matrix(world_scratch g, bool lower, real *M)
{
    chunk momenta[6];
    chain_rows entries, zeros;
    load_chunks(g, ROW_IS, 6, 0, momenta);
    for (size_t k = 0; k < CHUNK; k++) {
        entries.of[k] = dot_chunk_forces(momenta, g.dofs[k < g.n ? k : 0].S);
        zeros.of[k] = (chunk){0};
    }
    if (lower) {
        put_chain_rows(g.n, entries, &zeros, 1, M);
    } else {
        put_chain_rows(g.n, entries, &entries, 0, M);
    }
}
#endif

/* ---- both layouts ---- */

ALWAYS_INLINE void fill_pairs_of_body(const model_body *bodies, world_scratch g, int i, real *dtau_dq, real *dtau_dqd)
{
    const int first = bodies[i].v, end = first + bodies[i].nv;
    for (int k = first; k < end; k++) {
        if (!IN_ROWS) {
            fill_pairs_with_ancestors(bodies, g, i, k, dtau_dq, dtau_dqd);
            continue;
        }
        if (dtau_dq) {
            fill_position_pairs(g, k, end, g.bodies[i].end, dtau_dq);
        }
        if (dtau_dqd) {
            fill_velocity_pairs(g, k, first, end, g.bodies[i].end, dtau_dqd);
        }
    }
}

/* A joint's own block of dtau/dq, degrees of freedom `first` to `end` - 1, where S_l x* F does not contribute. */
static inline void fill_own_block(world_scratch g, int first, int end, real *dtau_dq)
{
    if (end - first == 1) {
        dtau_dq[(size_t)first * (g.n + 1)] = *row_entry(g, ROW_OWN, first);
        return;
    }
    for (int k = first; k < end; k++) {
        const motion S = g.dofs[k].S;
        real *row = dtau_dq + (size_t)k * g.n;
        for (int l = end - QUAD; l > first - QUAD; l -= QUAD) {
            if (IN_ROWS) {
                put_quad_row(dot_forces(g.rows + ROW_F_OWN * g.n + l, g.n, S), l, first, row);
            } else {
                row[l] = motion_dot_force(S, force_at(g, ROW_F_OWN, l));
            }
        }
    }
}

/* External forces are fixed in the base frame: add S_k . (S_l x* f_external) for the degrees of freedom l of the joint
 * of body i, and subtract it for descendants l in column k. */
static inline void add_external_forces_of_body(const model_body *bodies, world_scratch g, int i, real *dtau_dq)
{
    const size_t n = g.n;
    const int first = bodies[i].v, end = first + bodies[i].nv;
    for (int k = first; k < end; k++) {
        for (int l = first; l < end; l++) {
            real *to = dtau_dq + (size_t)k * n + l;
            *to = *to + motion_dot_force(g.dofs[k].S, force_at(g, ROW_F_EXTERNAL, l));
        }
        for (int l = end; l < g.bodies[i].end; l++) {
            real *to = dtau_dq + (size_t)l * n + k;
            *to = *to - motion_dot_force(g.dofs[k].S, force_at(g, ROW_F_EXTERNAL, l));
        }
    }
}

static void add_external_forces(const kernel_model *model, world_scratch g, real *dtau_dq)
{
    const model_body *bodies = model_bodies(model);
    for (int i = 1; i < model->body_count; i++) {
        for (int l = bodies[i].v; l < bodies[i].v + bodies[i].nv; l++) {
            put_force(g, ROW_F_EXTERNAL, l, cross_force(g.dofs[l].S, g.bodies[i].composite.external));
        }
    }
    for (int i = 1; i < model->body_count; i++) {
        add_external_forces_of_body(bodies, g, i, dtau_dq);
    }
}

/* Column k of the lower half of M: M_lk = S_k . I S_l. */
static inline void fill_mass_matrix_column(world_scratch g, int k, int end, real *M)
{
    const motion S = g.dofs[k].S;
    for (int l = end - QUAD; l > k - QUAD; l -= QUAD) {
        if (IN_ROWS) {
            put_quad_column(dot_forces(g.rows + ROW_IS * g.n + l, g.n, S), l, k, g.n, M + k);
        } else {
            M[(size_t)l * g.n + (size_t)k] = motion_dot_force(S, force_at(g, ROW_IS, l));
        }
    }
}

#endif
