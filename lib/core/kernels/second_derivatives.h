/* Second derivatives of inverse dynamics, and derivatives of M, in the world frame (after Singh, Russell and Wensing
 * 2022, "On Second-Order Derivatives of Rigid-Body Dynamics: Theory & Implementation").
 *
 * A number of indices l, m and k is not zero where the three degrees of freedom are on one path to the base; e is the
 * deepest of them. Where the ancestors stand in the first derivatives, S_l . (I psi_ddot_k + 2 B psi_dot_k) with the
 * inertia I and the Coriolis matrix B of the subtree of the deeper one (drnea.h), a step of position e changes the
 * subtree's I and 2 B by
 *
 *     I_e = S_e x* I - I S_e x,    (2 B)_e = S_e x* 2 B - 2 B S_e x + 2 B(I, psi_dot_e),
 *
 * and a step of velocity e changes 2 B by 2 B(I, S_e): the entries of the ancestors. The row of e, S_e . (I psi_ddot_k
 * + 2 B psi_dot_k), changes with the steps of its ancestors m, which carry S_e, I and, in psi_ddot_k and B, the
 * velocities behind them: forces by k times the columns S_m and psi_dot_m. */
#ifndef CDY_KERNELS_SECOND_DERIVATIVES_H
#define CDY_KERNELS_SECOND_DERIVATIVES_H

#include "kernels/drnea.h"
#include "kernels/path_columns.h"

/* The results (nv x nv x nv each, in the caller's coordinates; NULL: not wanted). */
typedef struct second_results {
    real *by_q_q, *by_q_qd, *by_qd_qd, *mass_by_q;
    size_t n; /* nv */
} second_results;

/* The deepest degree of freedom e of a path, its subtree, and how both change with a step of e. */
typedef struct path_end {
    size_t place; /* of e among the caller's coordinates */
    real factor;  /* of the row of e */
    motion S;
    inertia I, I_by_q;                       /* of the subtree; I_e */
    body_coriolis B_by_q, B_by_qd;           /* (2 B)_e; 2 B(I, S_e) */
    force momentum, force_by_q, force_by_qd; /* I S_e; derivatives of the subtree's force by position and velocity e */
    vec3 bias;                               /* (2 B)^T S_e, whose linear part is zero */
    force external;                          /* on the subtree */
    bool has_external;
} path_end;

/* S x* I - I S x: the change of an inertia that moves with S. */
static inline inertia inertia_along(motion S, inertia I)
{
    const vec3 w = S.angular, u = S.linear, h = I.h;
    const vec3 x = cross(w, (vec3){I.I.xx, I.I.xy, I.I.xz}), y = cross(w, (vec3){I.I.xy, I.I.yy, I.I.yz});
    const vec3 z = cross(w, (vec3){I.I.xz, I.I.yz, I.I.zz});
    const real zero = {0}, xx = u.x * h.x, yy = u.y * h.y, zz = u.z * h.z;
    return (inertia){zero,
                     add_cross(scale(I.mass, u), w, h),
                     {2 * (x.x + yy + zz), x.y + y.x - u.x * h.y - u.y * h.x, x.z + z.x - u.x * h.z - u.z * h.x,
                      2 * (y.y + xx + zz), y.z + z.y - u.y * h.z - u.z * h.y, 2 * (z.z + xx + yy)}};
}

/* S x* 2 B - 2 B S x: the change of a Coriolis matrix that moves with S. */
static inline body_coriolis body_coriolis_along(motion S, body_coriolis B)
{
    const vec3 w = S.angular, u = S.linear, p = B.two_p;
    const real up = dot(u, p);
    /* w x T - T w x + (u . 2 p) 1 - 2 p u^T; row i of -T w x is w x (row i of T) */
    const vec3 x = cross(w, B.T.x), y = cross(w, B.T.y), z = cross(w, B.T.z);
    return (body_coriolis){
        {{x.x + w.y * B.T.z.x - w.z * B.T.y.x + up - p.x * u.x, x.y + w.y * B.T.z.y - w.z * B.T.y.y - p.x * u.y,
          x.z + w.y * B.T.z.z - w.z * B.T.y.z - p.x * u.z},
         {y.x + w.z * B.T.x.x - w.x * B.T.z.x - p.y * u.x, y.y + w.z * B.T.x.y - w.x * B.T.z.y + up - p.y * u.y,
          y.z + w.z * B.T.x.z - w.x * B.T.z.z - p.y * u.z},
         {z.x + w.x * B.T.y.x - w.y * B.T.x.x - p.z * u.x, z.y + w.x * B.T.y.y - w.y * B.T.x.y - p.z * u.y,
          z.z + w.x * B.T.y.z - w.y * B.T.x.z + up - p.z * u.z}},
        cross(w, p)};
}

static path_end end_of_path(const path_columns *p, int e, const composite *b, bool has_external)
{
    const motion S = path_motion(p, PATH_S, e), psi_dot = path_motion(p, PATH_PSI_DOT, e);
    const force own =
        add_body_coriolis_apply(inertia_apply(b->I, path_motion(p, PATH_PSI_DDOT, e)), b->B, psi_dot.angular);
    path_end end = {
        .place = (size_t)p->place[e],
        .factor = p->factor[e],
        .S = S,
        .I = b->I,
        .I_by_q = inertia_along(S, b->I),
        .B_by_q = body_coriolis_add(body_coriolis_along(S, b->B), body_coriolis_from(b->I, psi_dot)),
        .B_by_qd = body_coriolis_from(b->I, S),
        .momentum = inertia_apply(b->I, S),
        .force_by_q = add_cross_force(own, S, b->f),
        .force_by_qd = add_body_coriolis_apply(inertia_apply(b->I, path_motion(p, PATH_RATE, e)), b->B, S.angular),
        .bias = body_coriolis_apply_transposed(b->B, S),
        .has_external = has_external,
    };
    if (has_external) {
        end.external = b->external;
    }
    return end;
}

/* ---- forces by neighbouring columns ---- */

/* I_e x, for a change of inertia, whose mass is zero */
static inline chunk_spatial change_apply(inertia I, chunk_spatial x)
{
    const chunk zero = {0};
    const mat3 rows = {{I.I.xx, I.I.xy, I.I.xz}, {I.I.xy, I.I.yy, I.I.yz}, {I.I.xz, I.I.yz, I.I.zz}};
    const chunk_vec3 none = {zero, zero, zero};
    const vec3 minus = {-I.h.x, -I.h.y, -I.h.z};
    return (chunk_spatial){chunk_vec3_add_cross(chunk_vec3_add_product(none, rows, x.angular), x.linear, minus),
                           chunk_vec3_add_cross(none, x.angular, I.h)};
}

/* f + 2 B x */
static inline chunk_spatial chunk_spatial_add_coriolis(chunk_spatial f, body_coriolis B, chunk_spatial x)
{
    return (chunk_spatial){chunk_vec3_add_product(f.angular, B.T, x.angular),
                           chunk_vec3_add_cross(f.linear, x.angular, B.two_p)};
}

static inline chunk_spatial chunk_spatial_zero(void)
{
    const chunk zero = {0};
    const chunk_vec3 none = {zero, zero, zero};
    return (chunk_spatial){none, none};
}

/* Add to numbers of a result: number k + j of `numbers`, from <= k + j < end, at base[stride times its place]. */
static inline void add_entries(const path_columns *p, int k, int from, int end, chunk numbers, real *base,
                               size_t stride)
{
    real all[CHUNK];
    put_chunk(all, numbers);
    for (int j = k < from ? from : k; j < end && j < k + CHUNK; j++) {
        real *sum = base + (size_t)p->place[j] * stride;
        *sum = *sum + all[j - k];
    }
}

/* Entry (i, j, .) of a result. */
static inline real *entries_at(real *result, size_t n, size_t i, size_t j)
{
    return result + (i * n + j) * n;
}

/* ---- entries of an ancestor l with the joint at hand: S_l times forces by columns k ---- */

/* Columns of which row l is an ancestor are carried: those of the chunk at k whose joint begins behind l. */
static inline int first_carried(const path_columns *p, int k, int l)
{
    int j = k;
    while (j < p->end && p->first[j] <= l) {
        j++;
    }
    return j;
}

/* by_q_q: S_l . (I_e psi_ddot_k + (2 B)_e psi_dot_k), and for ancestors l of k S_l . (S_k x* dF/dq_e) besides. */
static void fill_ancestors_by_q_q(const path_columns *p, const path_end *e, int k, const second_results *r)
{
    const chunk_spatial S = path_chunk(p, PATH_S, k);
    const chunk_spatial f = chunk_spatial_add_coriolis(change_apply(e->I_by_q, path_chunk(p, PATH_PSI_DDOT, k)),
                                                       e->B_by_q, path_chunk(p, PATH_PSI_DOT, k));
    const chunk_spatial carried = chunk_spatial_cross_force(S, e->force_by_q);
    const int last = k + CHUNK < p->end ? k + CHUNK - 1 : p->end - 1;
    for (int l = 0; l < p->above; l++) {
        const size_t row = (size_t)p->place[l];
        real *by_e = entries_at(r->by_q_q, r->n, row, e->place);
        real *of_e = entries_at(r->by_q_q, r->n, row, 0) + e->place;
        const chunk numbers = p->factor[l] * path_dot(p, PATH_S, l, f);
        add_entries(p, k, k, p->end, numbers, by_e, 1);
        add_entries(p, k, k, p->above, numbers, of_e, r->n);
        if (l < p->first[last]) {
            const int from = first_carried(p, k, l);
            const chunk more = p->factor[l] * path_dot(p, PATH_S, l, carried);
            add_entries(p, k, from, p->end, more, by_e, 1);
            add_entries(p, k, from, p->above, more, of_e, r->n);
        }
    }
}

/* by_q_qd by velocity e: S_l . 2 B(I, S_e) psi_dot_k, and for ancestors l of k S_l . (S_k x* dF/dqd_e) besides; by
 * position e: S_l . (I_e (psi_dot_k + dS_k/dt) + (2 B)_e S_k). */
static void fill_ancestors_by_q_qd(const path_columns *p, const path_end *e, int k, const second_results *r)
{
    const chunk_spatial S = path_chunk(p, PATH_S, k);
    const chunk_spatial by_velocity =
        chunk_spatial_add_coriolis(chunk_spatial_zero(), e->B_by_qd, path_chunk(p, PATH_PSI_DOT, k));
    const chunk_spatial carried = chunk_spatial_cross_force(S, e->force_by_qd);
    const chunk_spatial by_position =
        chunk_spatial_add_coriolis(change_apply(e->I_by_q, path_chunk(p, PATH_RATE, k)), e->B_by_q, S);
    const int last = k + CHUNK < p->end ? k + CHUNK - 1 : p->end - 1;
    for (int l = 0; l < p->above; l++) {
        const size_t row = (size_t)p->place[l];
        real *of_velocity = entries_at(r->by_q_qd, r->n, row, 0) + e->place;
        add_entries(p, k, k, p->end, p->factor[l] * path_dot(p, PATH_S, l, by_velocity), of_velocity, r->n);
        if (l < p->first[last]) {
            add_entries(p, k, first_carried(p, k, l), p->end, p->factor[l] * path_dot(p, PATH_S, l, carried),
                        of_velocity, r->n);
        }
        add_entries(p, k, k, p->above, p->factor[l] * path_dot(p, PATH_S, l, by_position),
                    entries_at(r->by_q_qd, r->n, row, e->place), 1);
    }
}

/* by_qd_qd: S_l . 2 B(I, S_e) S_k */
static void fill_ancestors_by_qd_qd(const path_columns *p, const path_end *e, int k, const second_results *r)
{
    const chunk_spatial S = path_chunk(p, PATH_S, k),
                        f = chunk_spatial_add_coriolis(chunk_spatial_zero(), e->B_by_qd, S);
    for (int l = 0; l < p->above; l++) {
        const size_t row = (size_t)p->place[l];
        const chunk numbers = p->factor[l] * path_dot(p, PATH_S, l, f);
        add_entries(p, k, k, p->above, numbers, entries_at(r->by_qd_qd, r->n, row, e->place), 1);
        add_entries(p, k, k, p->end, numbers, entries_at(r->by_qd_qd, r->n, row, 0) + e->place, r->n);
    }
}

/* The rest of by_qd_qd for columns j of the joint of e, which move with e: S_l . (I S_e x S_j). */
static void fill_ancestors_by_own_qd(const path_columns *p, const path_end *e, const second_results *r)
{
    for (int j = p->above; j < p->end; j++) {
        const force own = inertia_apply(e->I, cross_motion(e->S, path_motion(p, PATH_S, j)));
        for (int l = 0; l < p->above; l++) {
            real *sum = entries_at(r->by_qd_qd, r->n, (size_t)p->place[l], (size_t)p->place[j]) + e->place;
            *sum = *sum + p->factor[l] * motion_dot_force(path_motion(p, PATH_S, l), own);
        }
    }
}

/* mass_by_q: S_l . I_e S_k */
static void fill_ancestors_of_mass(const path_columns *p, const path_end *e, int k, const second_results *r)
{
    const chunk_spatial f = change_apply(e->I_by_q, path_chunk(p, PATH_S, k));
    for (int l = 0; l < p->above; l++) {
        add_entries(p, k, k, p->above, path_dot(p, PATH_S, l, f),
                    entries_at(r->mass_by_q, r->n, (size_t)p->place[l], 0) + e->place, r->n);
    }
}

/* ---- the row of e: columns m times forces by columns k ---- */

/* The first column of the joints behind the joint of column m. */
static inline int behind_joint(const path_columns *p, int m)
{
    int j = m + 1;
    while (j < p->end && p->first[j] <= m) {
        j++;
    }
    return j;
}

/* by_q_q, for k of the joint of m or of its ancestors: S_m . (-psi_ddot_k x* I S_e - psi_dot_k x* (2 B)^T S_e) -
 * psi_dot_m . (I_e psi_dot_k + psi_dot_k x* I S_e), and by external forces S_m . (S_e x* (S_k x* external)). */
static void fill_row_by_q_q(const path_columns *p, const path_end *e, int k, const second_results *r)
{
    const real zero = {0};
    const chunk_spatial psi_dot = path_chunk(p, PATH_PSI_DOT, k);
    const force bias = {e->bias, {zero, zero, zero}};
    chunk_spatial f =
        chunk_spatial_negate(chunk_spatial_add(chunk_spatial_cross_force(path_chunk(p, PATH_PSI_DDOT, k), e->momentum),
                                               chunk_spatial_cross_force(psi_dot, bias)));
    if (e->has_external) {
        f = chunk_spatial_add(
            f, cross_chunk_spatial_force(e->S, chunk_spatial_cross_force(path_chunk(p, PATH_S, k), e->external)));
    }
    const chunk_spatial rate = chunk_spatial_negate(
        chunk_spatial_add(change_apply(e->I_by_q, psi_dot), chunk_spatial_cross_force(psi_dot, e->momentum)));
    for (int m = p->first[k]; m < p->end; m++) {
        const size_t place = (size_t)p->place[m];
        const chunk numbers = e->factor * (path_dot(p, PATH_S, m, f) + path_dot(p, PATH_PSI_DOT, m, rate));
        add_entries(p, k, k, behind_joint(p, m), numbers, entries_at(r->by_q_q, r->n, e->place, place), 1);
        add_entries(p, k, k, p->first[m], numbers, entries_at(r->by_q_q, r->n, e->place, 0) + place, r->n);
    }
}

/* by_q_qd, for k of ancestors of m: S_m . (-(psi_dot_k + dS_k/dt) x* I S_e - S_k x* (2 B)^T S_e) - psi_dot_m . (I_e S_k
 * + S_k x* I S_e); for all others: -psi_dot_m . (I_e S_k - S_k x* I S_e). */
static void fill_row_by_q_qd(const path_columns *p, const path_end *e, int k, const second_results *r)
{
    const real zero = {0};
    const chunk_spatial S = path_chunk(p, PATH_S, k), turned = chunk_spatial_cross_force(S, e->momentum);
    const chunk_spatial changed = change_apply(e->I_by_q, S);
    const force bias = {e->bias, {zero, zero, zero}};
    const chunk_spatial f = chunk_spatial_negate(chunk_spatial_add(
        chunk_spatial_cross_force(path_chunk(p, PATH_RATE, k), e->momentum), chunk_spatial_cross_force(S, bias)));
    const chunk_spatial rate = chunk_spatial_negate(chunk_spatial_add(changed, turned)),
                        own = chunk_spatial_subtract(turned, changed);
    for (int m = 0; m < p->end; m++) {
        real *row = entries_at(r->by_q_qd, r->n, e->place, (size_t)p->place[m]);
        if (k < p->first[m]) {
            const chunk numbers = path_dot(p, PATH_S, m, f) + path_dot(p, PATH_PSI_DOT, m, rate);
            add_entries(p, k, k, p->first[m], e->factor * numbers, row, 1);
        }
        if (p->first[m] < k + CHUNK) {
            add_entries(p, k, p->first[m], p->end, e->factor * path_dot(p, PATH_PSI_DOT, m, own), row, 1);
        }
    }
}

/* by_qd_qd, for k of ancestors of m: -S_m . (I_e S_k + S_k x* I S_e); of the joint of m: -S_m . I_e S_k. */
static void fill_row_by_qd_qd(const path_columns *p, const path_end *e, int k, const second_results *r)
{
    const chunk_spatial S = path_chunk(p, PATH_S, k), own = chunk_spatial_negate(change_apply(e->I_by_q, S));
    const chunk_spatial f = chunk_spatial_subtract(own, chunk_spatial_cross_force(S, e->momentum));
    for (int m = p->first[k]; m < p->end; m++) {
        const size_t place = (size_t)p->place[m];
        real *row = entries_at(r->by_qd_qd, r->n, e->place, place);
        if (k < p->first[m]) {
            const chunk numbers = e->factor * path_dot(p, PATH_S, m, f);
            add_entries(p, k, k, p->first[m], numbers, row, 1);
            add_entries(p, k, k, p->first[m], numbers, entries_at(r->by_qd_qd, r->n, e->place, 0) + place, r->n);
        }
        if (p->first[m] < k + CHUNK) {
            add_entries(p, k, p->first[m], behind_joint(p, m), e->factor * path_dot(p, PATH_S, m, own), row, 1);
        }
    }
}

/* mass_by_q, for k behind the joint of m: S_m . (S_k x* I S_e), and by the symmetry of M. */
static void fill_row_of_mass(const path_columns *p, const path_end *e, int k, const second_results *r)
{
    const chunk_spatial f = chunk_spatial_cross_force(path_chunk(p, PATH_S, k), e->momentum);
    for (int m = 0; m < p->above && m < k + CHUNK; m++) {
        const size_t place = (size_t)p->place[m];
        const chunk numbers = path_dot(p, PATH_S, m, f);
        const int from = behind_joint(p, m);
        add_entries(p, k, from, p->end, numbers, entries_at(r->mass_by_q, r->n, e->place, place), 1);
        add_entries(p, k, from, p->end, numbers, entries_at(r->mass_by_q, r->n, place, e->place), 1);
    }
}

/* ---- the passes ---- */

/* Write the columns of a body's joint behind those of its ancestors, which end at `above`. */
static void add_path_columns(const kernel_model *model, world_scratch g, int i, int above, const real *factors,
                             path_columns *p)
{
    const model_body *body = &model_bodies(model)[i];
    const model_coordinate *own = model_velocities(model);
    const motion v_parent = g.bodies[body->parent].v;
    p->above = above;
    p->end = above + body->nv;
    for (int k = above; k < p->end; k++) {
        const int l = body->v + k - above;
        const world_dof *d = &g.dofs[l];
        const real factor = real_from(own[l].multiplier);
        put_path_motion(p, PATH_S, k, motion_scale(factor, d->S));
        put_path_motion(p, PATH_PSI_DOT, k, motion_scale(factor, cross_motion(v_parent, d->S)));
        put_path_motion(p, PATH_PSI_DDOT, k, motion_scale(factor, d->psi_ddot));
        put_path_motion(p, PATH_RATE, k, motion_scale(factor, d->psi_dot_plus_S_dot));
        p->place[k] = own[l].index;
        p->first[k] = above;
        p->factor[k] = factors ? factors[l] : real_from(1);
    }
}

/* All entries whose deepest degree of freedom is e. */
static void fill_entries_of(const path_columns *p, const path_end *e, const second_results *r)
{
    for (int k = 0; k < p->end; k += CHUNK) {
        if (r->by_q_q) {
            fill_ancestors_by_q_q(p, e, k, r);
            fill_row_by_q_q(p, e, k, r);
        }
        if (r->by_q_qd) {
            fill_ancestors_by_q_qd(p, e, k, r);
            fill_row_by_q_qd(p, e, k, r);
        }
        if (r->by_qd_qd) {
            fill_ancestors_by_qd_qd(p, e, k, r);
            fill_row_by_qd_qd(p, e, k, r);
        }
        if (r->mass_by_q) {
            fill_ancestors_of_mass(p, e, k, r);
            fill_row_of_mass(p, e, k, r);
        }
    }
    if (r->by_qd_qd) {
        fill_ancestors_by_own_qd(p, e, r);
    }
}

/* A result with room, all zeros; NULL where the result is not wanted. */
static real *cleared_result(const second_results *r, scalar *result)
{
    real *numbers = result ? reals_out(result) : NULL;
    if (numbers) {
        memset(numbers, 0, r->n * r->n * r->n * sizeof *numbers);
    }
    return numbers;
}

static void second_derivatives(const kernel_model *model, void *scratch, const double gravity[3], const scalar *q_,
                               const scalar *qd_, const scalar *qdd_, const scalar *forces_, const scalar *factors_,
                               scalar *by_q_q, scalar *by_q_qd, scalar *by_qd_qd, scalar *mass_by_q)
{
    const model_body *bodies = model_bodies(model);
    const real *forces = forces_ ? reals(forces_) : NULL, *factors = factors_ ? reals(factors_) : NULL;
    const world_scratch g = world_scratch_in(model, scratch);
    propagate_all(model, gravity, read_coordinates(model, scratch, q_), reals(qd_), reals(qdd_), forces, g);
    /* after the forward pass: the results may share memory with q, qd or qdd */
    second_results r = {.n = (size_t)model->nv};
    r.by_q_q = cleared_result(&r, by_q_q);
    r.by_q_qd = cleared_result(&r, by_q_qd);
    r.by_qd_qd = cleared_result(&r, by_qd_qd);
    r.mass_by_q = cleared_result(&r, mass_by_q);
    gather_subtrees(model, g, forces != NULL, 0);
    path_columns p = path_columns_in(g);
    g.bodies[0].depth = 0;
    for (int i = 1; i < model->body_count; i++) {
        world_body *s = &g.bodies[i];
        add_path_columns(model, g, i, g.bodies[bodies[i].parent].depth, factors, &p);
        s->depth = p.end;
        for (int k = p.above; k < p.end; k++) {
            const path_end e = end_of_path(&p, k, &s->composite, forces != NULL);
            fill_entries_of(&p, &e, &r);
        }
    }
}

#endif
