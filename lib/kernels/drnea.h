/* Derivatives of inverse dynamics in the world frame (Singh, Russell and Wensing 2022, "Efficient Analytical
 * Derivatives of Rigid-Body Dynamics using Spatial Vector Algebra"; Carpentier and Mansard 2018).
 *
 * A step of position l moves the subtree of joint l along S_l. The force F on the subtree changes by dF/dq_l = S_l x* F
 * + I psi_ddot_l + 2 B psi_dot_l, with external forces fixed in the base frame; a step of velocity l changes it by
 * dF/dqd_l = 2 B S_l + I (psi_dot_l + dS_l/dt). */
#ifndef CDY_KERNELS_DRNEA_H
#define CDY_KERNELS_DRNEA_H

#include "kernels/dh_link.h"
#include "kernels/joint_pairs.h"
#include "kernels/scratch.h"
#include "kernels/shortcuts.h"

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

/* I, 2 B and the force I a + v x* I v of one body; v x* I v = B v. */
static inline composite single_body(const model_body *body, const world_body *s)
{
    const inertia I = transform_inertia_back(s->X, joint_body_inertia(body));
    const body_coriolis B = body_coriolis_from(I, s->v);
    const force f = add_body_coriolis_apply(inertia_apply(I, s->a), B, scale(real_from(0.5), s->v.angular));
    return (composite){.I = I, .B = B, .f = f};
}

static inline void composite_add(composite *to, const composite *more, bool with_forces)
{
    to->I = inertia_add(to->I, more->I);
    to->B = body_coriolis_add(to->B, more->B);
    to->f = force_add(to->f, more->f);
    if (with_forces) {
        to->external = force_add(to->external, more->external);
    }
}

/* Backward step: the composite of body i's subtree. The next body's composite is at hand if it is a child; other
 * children have been added before. */
static void gather_composite(const kernel_model *model, world_scratch g, int i, bool with_forces)
{
    const model_body *body = &model_bodies(model)[i];
    world_body *s = &g.bodies[i], *parent = &g.bodies[body->parent];
    composite b = single_body(body, s);
    if (with_forces) {
        b.external = s->applied_force;
    }
    if (s->end) {
        composite_add(&b, &s->branches, with_forces);
    } else {
        s->end = body->v + body->nv;
    }
    if (has_next_as_child(model, i)) {
        composite_add(&b, &s[1].composite, with_forces);
        s->end = s->end > s[1].end ? s->end : s[1].end;
    }
    s->composite = b;
    if (is_on_base(body) || parent_is_previous(model_bodies(model), i)) {
        return;
    }
    if (parent->end) {
        composite_add(&parent->branches, &b, with_forces);
    } else {
        parent->branches = b;
        parent->end = s->end;
    }
}

/* Rows of degree of freedom l that all derivatives need. */
static inline void fill_momentum_rows(world_scratch g, const composite *b, int l)
{
    const motion S = g.dofs[l].S;
    put_force(g, ROW_IS, l, inertia_apply(b->I, S));
    put_vec3(g, ROW_BTS, l, body_coriolis_apply_transposed(b->B, S));
}

/* Rows that the derivative by velocities needs besides. */
static inline void fill_velocity_rows(world_scratch g, const composite *b, int l)
{
    const world_dof *d = &g.dofs[l];
    put_force(g, ROW_F_QD, l, add_body_coriolis_apply(inertia_apply(b->I, d->psi_dot_plus_S_dot), b->B, d->S.angular));
}

/* Rows that the derivative by positions needs, and the joint's own block (degrees of freedom `first` to `end` - 1) of
 * dtau/dq, where S_l x* F does not contribute. */
static inline void fill_position_rows(world_scratch g, const composite *b, int l, int first, int end, bool with_forces,
                                      real *dtau_dq)
{
    const world_dof *d = &g.dofs[l];
    const force changed = add_body_coriolis_apply(inertia_apply(b->I, d->psi_ddot), b->B, d->psi_dot_angular);
    force own = changed;
    put_force(g, ROW_F_Q, l, add_cross_force(changed, d->S, b->f));
    if (with_forces) {
        const force turned = cross_force(d->S, b->external);
        put_force(g, ROW_F_EXTERNAL, l, turned);
        own = force_add(changed, turned);
    }
    for (int k = first; k < end; k++) {
        dtau_dq[(size_t)k * g.n + (size_t)l] = motion_dot_force(g.dofs[k].S, own);
    }
}

static void fill_pairs(const kernel_model *model, world_scratch g, bool with_forces, real *dtau_dq, real *dtau_dqd)
{
    const model_body *bodies = model_bodies(model);
    for (int i = 1; i < model->body_count; i++) {
#ifdef HAS_CHUNKS
        if (begins_links(bodies, g, i)) {
            fill_pairs_of_links(g, bodies[i].v, g.bodies[i].end, dtau_dq, dtau_dqd);
            i += QUAD - 1;
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
    for (int i = 1; dtau_dq && with_forces && i < model->body_count; i++) {
        fill_external_force_pairs(bodies, g, i, dtau_dq);
    }
}

/* Zero the matrix where the tree branches: joints on different branches do not influence each other. */
static void clear_unrelated(const kernel_model *model, world_scratch g, bool has_zeros, real *matrix)
{
    if (matrix && !has_zeros && !is_chain(model)) {
        memset(matrix, 0, g.n * g.n * sizeof *matrix);
    }
}

static void drnea(const kernel_model *model, void *scratch, const double gravity[3], const scalar *q_,
                  const scalar *qd_, const scalar *qdd_, const scalar *forces_, bool has_zeros, scalar *dtau_dq_,
                  scalar *dtau_dqd_)
{
    const model_body *bodies = model_bodies(model);
    const real *forces = forces_ ? reals(forces_) : NULL;
    const world_scratch g = world_scratch_in(model, scratch);
    real *dtau_dq = dtau_dq_ ? reals_out(dtau_dq_) : NULL, *dtau_dqd = dtau_dqd_ ? reals_out(dtau_dqd_) : NULL;
    world_body *s = g.bodies;
    propagate_all(model, gravity, read_coordinates(model, scratch, q_), reals(qd_), reals(qdd_), forces, g);

    /* after the forward pass: the results may share memory with q, qd or qdd */
    clear_unrelated(model, g, has_zeros, dtau_dq);
    clear_unrelated(model, g, has_zeros, dtau_dqd);
    /* Backward pass: composites, and the rows of their joints. */
    for (int i = model->body_count - 1; i > 0; i--) {
        const int first = bodies[i].v, end = first + bodies[i].nv;
        gather_composite(model, g, i, forces != NULL);
        for (int l = first; l < end; l++) {
            fill_momentum_rows(g, &s[i].composite, l);
            fill_velocity_rows(g, &s[i].composite, l);
            if (dtau_dq) {
                fill_position_rows(g, &s[i].composite, l, first, end, forces != NULL, dtau_dq);
            }
        }
    }
    fill_pairs(model, g, forces != NULL, dtau_dq, dtau_dqd);
}

static void bias_and_mass(const kernel_model *model, void *scratch, const double gravity[3], const scalar *q_,
                          const scalar *qd_, const scalar *forces_, scalar *tau_, scalar *M_)
{
    const model_body *bodies = model_bodies(model);
    const real *forces = forces_ ? reals(forces_) : NULL;
    const world_scratch g = world_scratch_in(model, scratch);
    const size_t n = g.n;
    real *tau = reals_out(tau_), *M = reals_out(M_);
    world_body *s = g.bodies;
    propagate_all(model, gravity, read_coordinates(model, scratch, q_), reals(qd_), NULL, forces, g);
    memset(M, 0, n * n * sizeof *M);
    for (int i = model->body_count - 1; i > 0; i--) {
        const int first = bodies[i].v;
        const composite *b = &s[i].composite;
        gather_composite(model, g, i, forces != NULL);
        const force f = forces ? force_subtract(b->f, b->external) : b->f;
        for (int l = first; l < first + bodies[i].nv; l++) {
            fill_momentum_rows(g, b, l);
            fill_velocity_rows(g, b, l);
            tau[l] = motion_dot_force(g.dofs[l].S, f);
        }
        for (int k = first; k < first + bodies[i].nv; k++) {
            fill_mass_matrix_column(g, k, s[i].end, M);
        }
    }
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

static void drnea_finish(const kernel_model *model, void *scratch, bool with_forces, const scalar *qdd_,
                         scalar *dtau_dq_, scalar *dtau_dqd_)
{
    const model_body *bodies = model_bodies(model);
    const world_scratch g = world_scratch_in(model, scratch);
    const real *qdd = reals(qdd_);
    real *dtau_dq = dtau_dq_ ? reals_out(dtau_dq_) : NULL, *dtau_dqd = dtau_dqd_ ? reals_out(dtau_dqd_) : NULL;
    add_accelerations(model, qdd, g);
    clear_unrelated(model, g, false, dtau_dq);
    clear_unrelated(model, g, false, dtau_dqd);
    /* Backward pass: add to each subtree's force the part of its own joints' accelerations and of its ancestors'. */
    for (int i = model->body_count - 1; i > 0 && dtau_dq; i--) {
        const int first = bodies[i].v, end = first + bodies[i].nv, p = bodies[i].parent;
        world_body *s = &g.bodies[i];
        for (int l = first; l < end; l++) {
            s->added_force = force_add(s->added_force, force_scale(qdd[l], force_at(g, ROW_IS, l)));
        }
        s->composite.f =
            add_inertia_apply(force_add(s->composite.f, s->added_force), s->composite.I, g.bodies[p].added_a);
        for (int l = first; l < end; l++) {
            fill_position_rows(g, &s->composite, l, first, end, with_forces, dtau_dq);
        }
        g.bodies[p].added_force = force_add(g.bodies[p].added_force, s->added_force);
    }
    fill_pairs(model, g, with_forces, dtau_dq, dtau_dqd);
}

#endif
