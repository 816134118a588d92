/* What each joint makes of the steps of those that it carries and they of its, where each has told the forces that
 * matter: entries of matrices for pairs of degrees of freedom.
 *
 * Where lanes fill the registers a degree of freedom keeps its forces together, and goes with them along those that
 * carry it.  One state has them as rows of tree_nv numbers, that of degree of freedom l in column l, since then chunks
 * of neighbours fill the registers. */
#ifndef CDY_KERNELS_PAIRS_H
#define CDY_KERNELS_PAIRS_H

#include "kernels/chunk.h"
#include "kernels/ground.h"

enum { IN_ROWS = CHUNK > 1 };

static inline size_t row_step(ground g)
{
    return IN_ROWS ? g.n : 1;
}

static inline real *place_in_row(ground g, int row, int l)
{
    return g.rows + (IN_ROWS ? (size_t)row * g.n + (size_t)l : (size_t)l * GROUND_ROWS + (size_t)row);
}

static inline void put_vec3(ground g, int row, int l, vec3 v)
{
    const size_t step = row_step(g);
    real *p = place_in_row(g, row, l);
    p[0] = v.x;
    p[step] = v.y;
    p[2 * step] = v.z;
}

static inline vec3 vec3_at(ground g, int row, int l)
{
    const size_t step = row_step(g);
    const real *p = place_in_row(g, row, l);
    return (vec3){p[0], p[step], p[2 * step]};
}

static inline void put_force(ground g, int row, int l, force f)
{
    put_vec3(g, row, l, f.moment);
    put_vec3(g, row + 3, l, f.linear);
}

static inline force force_at(ground g, int row, int l)
{
    return (force){vec3_at(g, row, l), vec3_at(g, row + 3, l)};
}

/* ---- together: degree of freedom l of body i, and those that carry it ---- */

/* Which of the two matrices are wanted is known where this is inlined. */
static inline __attribute__((always_inline)) void pair_with_carriers(const model_body *bodies, ground g, int i, int l,
                                                                     real *dtau_dq, real *dtau_dqd)
{
    const size_t n = g.n;
    const force U = force_at(g, ROWS_U, l), by_q = force_at(g, ROWS_BY_Q, l), by_qd = force_at(g, ROWS_BY_QD, l);
    const vec3 W = vec3_at(g, ROWS_W, l);
    for (int k = bodies[i].v, end = k + bodies[i].nv; dtau_dqd && k < end; k++) {
        dtau_dqd[(size_t)k * n + (size_t)l] = motion_dot_force(g.dofs[k].J, by_qd);
    }
    for (int p = bodies[i].parent; p > 0; p = bodies[p].parent) {
        for (int k = bodies[p].v, end = k + bodies[p].nv; k < end; k++) {
            const ground_dof *d = &g.dofs[k];
            const size_t above = (size_t)k * n + (size_t)l, below = (size_t)l * n + (size_t)k;
            if (dtau_dq) {
                dtau_dq[above] = motion_dot_force(d->J, by_q);
                dtau_dq[below] = add_dot(motion_dot_force(d->Jpp, U), d->turning, W);
            }
            if (dtau_dqd) {
                dtau_dqd[above] = motion_dot_force(d->J, by_qd);
                dtau_dqd[below] = add_dot(motion_dot_force(d->sum, U), d->J.angular, W);
            }
        }
    }
}

/* ---- in rows: degree of freedom k, and those that it carries ---- */

/* For some neighbouring degrees of freedom l: m . f_l. */
static inline chunk multiply_forces(const real *f, size_t n, motion m)
{
    return m.angular.x * chunk_at(f) + m.angular.y * chunk_at(f + n) + m.angular.z * chunk_at(f + 2 * n) +
           (m.linear.x * chunk_at(f + 3 * n) + m.linear.y * chunk_at(f + 4 * n) + m.linear.z * chunk_at(f + 5 * n));
}

/* m . u_l + a . w_l, the rows of w below those of u. */
static inline chunk multiply_momenta(const real *u, size_t n, motion m, vec3 a)
{
    return multiply_forces(u, n, m) + a.x * chunk_at(u + 6 * n) + a.y * chunk_at(u + 7 * n) + a.z * chunk_at(u + 8 * n);
}

static inline void put_row(chunk numbers, int l, int first, real *to)
{
    if (l >= first) {
        put_chunk(to + l, numbers);
    } else {
        put_column(numbers, l, first, 1, to);
    }
}

/* Row and column k of the derivatives: its joint, which ends at `joint_end`, feels the steps of all that it carries,
 * and they feel its.  Chunks are taken from behind; what the last one has before those is in the state, too, and is
 * left out. */
static inline void pair_positions_in_rows(ground g, int k, int joint_end, int end, real *dtau_dq)
{
    const ground_dof *d = &g.dofs[k];
    const size_t n = g.n;
    const motion J = d->J, Jpp = d->Jpp;
    const vec3 a = d->turning;
    for (int l = end - CHUNK; l > joint_end - CHUNK; l -= CHUNK) {
        const chunk felt = multiply_forces(g.rows + ROWS_BY_Q * n + l, n, J);
        const chunk caused = multiply_momenta(g.rows + ROWS_U * n + l, n, Jpp, a);
        put_row(felt, l, joint_end, dtau_dq + (size_t)k * n);
        put_column(caused, l, joint_end, n, dtau_dq + k);
    }
}

static inline void pair_velocities_in_rows(ground g, int k, int joint_first, int joint_end, int end, real *dtau_dqd)
{
    const ground_dof *d = &g.dofs[k];
    const size_t n = g.n;
    const motion J = d->J, sum = d->sum;
    for (int l = end - CHUNK; l > joint_first - CHUNK; l -= CHUNK) {
        const chunk felt = multiply_forces(g.rows + ROWS_BY_QD * n + l, n, J);
        const chunk caused = multiply_momenta(g.rows + ROWS_U * n + l, n, sum, J.angular);
        put_row(felt, l, joint_first, dtau_dqd + (size_t)k * n);
        put_column(caused, l, joint_end, n, dtau_dqd + k);
    }
}

/* ---- either way ---- */

static inline __attribute__((always_inline)) void pair_body(const model_body *bodies, ground g, int i, real *dtau_dq,
                                                            real *dtau_dqd)
{
    const int first = bodies[i].v, end = first + bodies[i].nv;
    for (int k = first; k < end; k++) {
        if (!IN_ROWS) {
            pair_with_carriers(bodies, g, i, k, dtau_dq, dtau_dqd);
            continue;
        }
        if (dtau_dq) {
            pair_positions_in_rows(g, k, end, g.bodies[i].end, dtau_dq);
        }
        if (dtau_dqd) {
            pair_velocities_in_rows(g, k, first, end, g.bodies[i].end, dtau_dqd);
        }
    }
}

/* External forces stay as they are while the joint of body i moves what it carries. */
static inline void pair_external(const model_body *bodies, ground g, int i, real *dtau_dq)
{
    const size_t n = g.n;
    const int first = bodies[i].v, end = first + bodies[i].nv;
    for (int k = first; k < end; k++) {
        for (int l = end; l < g.bodies[i].end; l++) {
            real *to = dtau_dq + (size_t)l * n + k;
            *to = *to - motion_dot_force(g.dofs[k].J, force_at(g, ROWS_TURNED, l));
        }
    }
}

/* Column k of M from `k` on: J_k . U_l. */
static inline void pair_momenta(ground g, int k, int end, real *M)
{
    const motion J = g.dofs[k].J;
    for (int l = end - CHUNK; l > k - CHUNK; l -= CHUNK) {
        if (IN_ROWS) {
            put_column(multiply_forces(g.rows + ROWS_U * g.n + l, g.n, J), l, k, g.n, M + k);
        } else {
            M[(size_t)l * g.n + (size_t)k] = motion_dot_force(J, force_at(g, ROWS_U, l));
        }
    }
}

#endif
