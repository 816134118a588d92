/* Derivatives of inverse dynamics in the world frame (Singh, Russell and Wensing 2022, "Efficient Analytical
 * Derivatives of Rigid-Body Dynamics using Spatial Vector Algebra"; Carpentier and Mansard 2018). Table 5.1
 * differentiated line by line is book_drnea() in book/book.c.
 *
 * A step of position l moves the subtree of joint l along S_l. The force F on the subtree changes by dF/dq_l = S_l x* F
 * + I psi_ddot_l + 2 B psi_dot_l, with external forces fixed in the base frame; a step of velocity l changes it by
 * dF/dqd_l = 2 B S_l + I (psi_dot_l + dS_l/dt). docs/kernels.md, "Derivatives in the world frame", defines psi_dot_l,
 * psi_ddot_l and B. */
#ifndef CDY_KERNELS_DRNEA_H
#define CDY_KERNELS_DRNEA_H

#include "kernels/subtree_rows.h"

#include <string.h>

/* Propagate velocity and acceleration over a joint with columns S; compute the derivatives of the columns. qdd = NULL:
 * 0. */
ALWAYS_INLINE void propagate_joint(int nv, const motion S[6], const world_body *parent, world_body *s, world_dof *dofs,
                                   const real *qd, const real *qdd)
{
    const motion v_parent = parent->v, a_parent = parent->a;
    motion v = v_parent, a = a_parent;
    for (int k = 0; k < nv; k++) {
        world_dof *d = &dofs[k];
        const motion psi_dot = cross_motion(v_parent, S[k]);
        d->S = S[k];
        d->psi_dot_angular = psi_dot.angular;
        d->psi_dot_plus_S_dot = psi_dot; /* dS/dt is added below */
        d->psi_ddot = add_cross_motion(cross_motion(a_parent, S[k]), v_parent, psi_dot);
        v = motion_add(v, motion_scale(qd[k], S[k]));
        a = motion_add(a, motion_scale(qd[k], psi_dot));
        if (qdd) {
            a = motion_add(a, motion_scale(qdd[k], S[k]));
        }
    }
    s->v = v;
    s->a = a;
    for (int k = 0; k < nv; k++) { /* for nv = 1, dS/dt = v x S = psi_dot */
        const motion psi_dot = dofs[k].psi_dot_plus_S_dot;
        dofs[k].psi_dot_plus_S_dot = nv == 1 ? motion_add(psi_dot, psi_dot) : add_cross_motion(psi_dot, v, S[k]);
    }
}

/* External force on a body about the tree origin. */
static force external_force_about_origin(const model_body *body, vec3 origin, const real *forces)
{
    const force f = external_force_on(body, forces);
    return (force){subtract(f.moment, cross(origin, f.linear)), f.linear};
}

/* Forward step of one body: transform, columns, motion. */
ALWAYS_INLINE void move_body(dh_kind kind, const model_body *body, coordinates q, const real *qd, const real *qdd,
                             const real *forces, const world_body *parent, world_body *s, world_dof *dofs)
{
    motion S[6];
    dh_link l;
    dh_update(kind, body, q, &l);
    place_body(kind, body, &l, position_of(parent), s);
    s->end = 0;
    if (forces) {
        s->applied_force = external_force_about_origin(body, s->origin, forces);
    }
    dh_joint_columns(kind, body, s->X, S);
    propagate_joint(kind == DH_NONE ? body->nv : 1, S, parent, s, dofs, qd, qdd);
}

/* Forward pass over all bodies. */
static void propagate_all(const kernel_model *model, const double gravity[3], coordinates q, const real *qd,
                          const real *qdd, const real *forces, world_scratch g)
{
    const model_body *bodies = model_bodies(model);
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    world_body *s = g.bodies;
    s->v = (motion){none, none};
    s->a = (motion){none, subtract(none, vec3_from(gravity))};
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        const int v = body->v;
        BY_DH_KIND(body, move_body, body, q, qd + v, qdd ? qdd + v : NULL, forces, &s[body->parent], &s[i], g.dofs + v);
    }
}

static void fill_pairs(const kernel_model *model, world_scratch g, bool with_forces, real *dtau_dq, real *dtau_dqd)
{
    const model_body *bodies = model_bodies(model);
#ifdef HAS_LONG_CHUNKS
    const bool is_narrow = is_narrow_chain(model);
    if (is_narrow && dtau_dq) {
        fill_chain_by_position(g, dtau_dq);
    }
    if (is_narrow && dtau_dqd) {
        fill_chain_by_velocity(g, dtau_dqd);
    }
#else
    const bool is_narrow = false;
#endif
    for (int i = 1; !is_narrow && i < model->body_count; i++) {
#ifdef HAS_CHUNKS
        if (begins_links(bodies, g, i)) {
            fill_pairs_of_links(g, bodies[i].v, g.bodies[i].end, dtau_dq, dtau_dqd);
            i += QUAD - 1;
            continue;
        }
        const int links = links_of_tip(model, g, i);
        if (links) {
            fill_pairs_of_tip(g, bodies[i].v, links, dtau_dq, dtau_dqd);
            i += links - 1;
            continue;
        }
#endif
#ifdef HAS_LONG_CHUNKS
        if (is_joint_of_six(&bodies[i], g.bodies[i].end)) {
            fill_pairs_of_six(g, bodies[i].v, g.bodies[i].end, dtau_dq, dtau_dqd);
            continue;
        }
#endif
        if (!dtau_dqd) {
            fill_pairs_of_body(bodies, g, i, dtau_dq, NULL);
        } else if (!dtau_dq) {
            fill_pairs_of_body(bodies, g, i, NULL, dtau_dqd);
        } else {
            fill_pairs_of_body(bodies, g, i, dtau_dq, dtau_dqd);
        }
    }
    for (int i = 1; dtau_dq && i < model->body_count; i++) {
        fill_own_block(g, bodies[i].v, bodies[i].v + bodies[i].nv, dtau_dq);
    }
    if (dtau_dq && with_forces) {
        add_external_forces(model, g, dtau_dq);
    }
}

/* Zero the matrix where the tree branches: joints on different branches do not influence each other. */
static void clear_unrelated(const kernel_model *model, world_scratch g, bool has_zeros, real *matrix)
{
    if (matrix && !has_zeros && !is_chain(model)) {
        clear_numbers(matrix, g.n * g.n);
    }
}

static void drnea(const kernel_model *model, void *scratch, const double gravity[3], const scalar *q_,
                  const scalar *qd_, const scalar *qdd_, const scalar *forces_, bool has_zeros, scalar *dtau_dq_,
                  scalar *dtau_dqd_)
{
    const real *forces = forces_ ? reals(forces_) : NULL;
    const world_scratch g = world_scratch_in(model, scratch);
    real *dtau_dq = dtau_dq_ ? reals_out(dtau_dq_) : NULL, *dtau_dqd = dtau_dqd_ ? reals_out(dtau_dqd_) : NULL;
    propagate_all(model, gravity, read_coordinates(model, scratch, q_), reals(qd_), reals(qdd_), forces, g);

    /* after the forward pass: the results may share memory with q, qd or qdd */
    clear_unrelated(model, g, has_zeros, dtau_dq);
    clear_unrelated(model, g, has_zeros, dtau_dqd);
    gather_subtrees(model, g, forces != NULL,
                    MASS_ROWS | MOMENTUM_ROWS | VELOCITY_ROWS | (dtau_dq ? POSITION_ROWS : 0));
    fill_pairs(model, g, forces != NULL, dtau_dq, dtau_dqd);
}

/* The lower half of M, and zeros above. */
static void fill_lower_mass_matrix(const kernel_model *model, world_scratch g, real *M)
{
    const model_body *bodies = model_bodies(model);
#ifdef HAS_LONG_CHUNKS
    if (is_narrow_chain(model)) {
        fill_chain_mass_matrix(g, true, M);
        return;
    }
#endif
    clear_numbers(M, g.n * g.n);
    for (int i = 1; i < model->body_count; i++) {
        int end = g.bodies[i].end;
#ifdef HAS_CHUNKS
        const int links = links_of_tip(model, g, i);
        if (links) {
            fill_mass_matrix_of_tip(g, bodies[i].v, links, M);
            i += links - 1;
            continue;
        }
#endif
#ifdef HAS_LONG_CHUNKS
        if (is_joint_of_six(&bodies[i], end)) {
            fill_mass_matrix_of_six(g, bodies[i].v, end, M);
            end = bodies[i].v + SIX;
        }
#endif
        for (int k = bodies[i].v; k < bodies[i].v + bodies[i].nv; k++) {
            fill_mass_matrix_column(g, k, end, M);
        }
    }
}

/* The size of what cancels in S . I S. */
static inline real size_of_mass(inertia I, motion S)
{
    return (I.I.xx + I.I.yy + I.I.zz) * dot(S.angular, S.angular) + I.mass * dot(S.linear, S.linear);
}

static void bias_and_mass(const kernel_model *model, void *scratch, const double gravity[3], const scalar *q_,
                          const scalar *qd_, const scalar *forces_, scalar *tau_, scalar *M_, scalar *sizes_)
{
    const model_body *bodies = model_bodies(model);
    const real *forces = forces_ ? reals(forces_) : NULL;
    const world_scratch g = world_scratch_in(model, scratch);
    real *tau = reals_out(tau_), *M = reals_out(M_), *sizes = sizes_ ? reals_out(sizes_) : NULL;
    propagate_all(model, gravity, read_coordinates(model, scratch, q_), reals(qd_), NULL, forces, g);
    gather_subtrees(model, g, forces != NULL, MASS_ROWS);
    for (int i = model->body_count - 1; i > 0; i--) {
        const composite *b = &g.bodies[i].composite;
        const force f = forces ? force_subtract(b->f, b->external) : b->f;
        for (int l = bodies[i].v; l < bodies[i].v + bodies[i].nv; l++) {
            const motion S = g.dofs[l].S;
            tau[l] = motion_dot_force(S, f);
            if (sizes) {
                sizes[l] = size_of_mass(b->I, S);
            }
        }
    }
    fill_lower_mass_matrix(model, g, M);
}

/* Forward pass: the accelerations that the joint accelerations qdd add to the bodies, and their part of psi_ddot. */
static void add_accelerations(const kernel_model *model, const real *qdd, world_scratch g)
{
    const model_body *bodies = model_bodies(model);
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    g.bodies->added_a = (motion){none, none};
    g.bodies->added_force = (force){none, none};
    for (int i = 1; i < model->body_count; i++) {
        const motion added_a_parent = g.bodies[bodies[i].parent].added_a;
        motion added_a = added_a_parent;
        for (int l = bodies[i].v; l < bodies[i].v + bodies[i].nv; l++) {
            world_dof *d = &g.dofs[l];
            d->psi_ddot = add_cross_motion(d->psi_ddot, added_a_parent, d->S);
            added_a = motion_add(added_a, motion_scale(qdd[l], d->S));
        }
        g.bodies[i].added_a = added_a;
        g.bodies[i].added_force = (force){none, none};
    }
}

/* Backward step: add to the force of body i's subtree the part of the accelerations of its own joints and of its
 * ancestors'. */
static inline void add_accelerated_force(const model_body *bodies, world_scratch g, int i, const real *qdd)
{
    const int first = bodies[i].v, end = first + bodies[i].nv, p = bodies[i].parent;
    world_body *s = &g.bodies[i];
    for (int l = first; l < end; l++) {
        s->added_force = force_add(s->added_force, force_scale(qdd[l], force_at(g, ROW_IS, l)));
    }
    s->composite.f = add_inertia_apply(force_add(s->composite.f, s->added_force), s->composite.I, g.bodies[p].added_a);
    g.bodies[p].added_force = force_add(g.bodies[p].added_force, s->added_force);
}

static void drnea_finish(const kernel_model *model, void *scratch, bool with_forces, const scalar *qdd_,
                         scalar *dtau_dq_, scalar *dtau_dqd_)
{
    const model_body *bodies = model_bodies(model);
    const world_scratch g = world_scratch_in(model, scratch);
    const real *qdd = reals(qdd_);
    real *dtau_dq = dtau_dq_ ? reals_out(dtau_dq_) : NULL, *dtau_dqd = dtau_dqd_ ? reals_out(dtau_dqd_) : NULL;
    const unsigned wanted = MOMENTUM_ROWS | VELOCITY_ROWS | (dtau_dq ? POSITION_ROWS : 0);
    add_accelerations(model, qdd, g);
    clear_unrelated(model, g, false, dtau_dq);
    clear_unrelated(model, g, false, dtau_dqd);
    /* Backward pass: the rows of the joints. */
    for (int i = model->body_count - 1; i > 0; i--) {
        if (dtau_dq) {
            add_accelerated_force(bodies, g, i, qdd);
        }
        if (!FILLS_AT_ONCE) {
            fill_rows_of_body(bodies, g, i, wanted);
        }
    }
    fill_joint_rows(model, g, wanted);
    fill_pairs(model, g, with_forces, dtau_dq, dtau_dqd);
}

#endif
