/* Derivatives of inverse dynamics, in the base's frame (Singh, Russell and Wensing 2022, "Efficient Analytical
 * Derivatives of Rigid-Body Dynamics using Spatial Vector Algebra"; Carpentier and Mansard 2018).
 *
 * A step along degree of freedom l carries all that its joint carries along J_l.  Of the force f that a body's motion
 * needs that makes J_l x* f + I Jpp_l + B Jp_l; external forces stay as they are in the base's frame.  A step of its
 * velocity makes B J_l + I (Jp_l + dJ_l/dt). */
#include "kernels/ground.h"
#include "kernels/width.h"

#include <string.h>

/* The columns of a joint, and the motion of its body. */
static void move_joint(const model_body *body, const ground_body *parent, ground_body *s, ground_dof *dofs,
                       const real *qd, const real *qdd)
{
    motion J[6];
    joint_columns_in_base(body, s->X, J);
    s->v = parent->v;
    s->a = parent->a;
    for (int k = 0; k < body->nv; k++) {
        ground_dof *d = &dofs[k];
        d->J = J[k];
        d->Jp = cross_motion(parent->v, J[k]);
        d->Jpp = motion_add(cross_motion(parent->a, J[k]), cross_motion(parent->v, d->Jp));
        s->v = motion_add(s->v, motion_scale(qd[k], J[k]));
        s->a = motion_add(s->a, motion_add(motion_scale(qdd[k], J[k]), motion_scale(qd[k], d->Jp)));
    }
    if (body->nv == 1) { /* a column does not move itself */
        dofs->sum = motion_add(dofs->Jp, dofs->Jp);
        return;
    }
    for (int k = 0; k < body->nv; k++) {
        dofs[k].sum = motion_add(dofs[k].Jp, cross_motion(s->v, J[k]));
    }
}

/* Outward: motions and columns, and what each body needs by itself. */
static void move(const cdy_model *model, coordinates q, const real *qd, const real *qdd, const real *forces,
                 ground_body *s, ground_dof *dofs)
{
    const model_body *bodies = model_bodies(model);
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        const int p = body->parent;
        const transform X = joint_transform(body, q);
        s[i].X = p ? transform_multiply(X, s[p].X) : X;
        for (int k = 0; k < body->nv; k++) {
            dofs[body->v + k].parent = body->v + k - 1;
        }
        dofs[body->v].parent = p ? bodies[p].v + bodies[p].nv - 1 : -1;
        move_joint(body, &s[p], &s[i], dofs + body->v, qd + body->v, qdd + body->v);
        s[i].I = transform_inertia_back(s[i].X, joint_body_inertia(body));
        const force momentum = inertia_apply(s[i].I, s[i].v);
        s[i].B = momentum_rate_of(s[i].I, s[i].v, momentum);
        s[i].f = force_add(inertia_apply(s[i].I, s[i].a), cross_force(s[i].v, momentum));
        if (forces) {
            s[i].external = external_force_on(body, forces);
        }
    }
}

static void add_to_parent(ground_body *parent, const ground_body *child, bool with_forces)
{
    parent->I = inertia_add(parent->I, child->I);
    parent->B = momentum_rate_add(parent->B, child->B);
    parent->f = force_add(parent->f, child->f);
    if (with_forces) {
        parent->external = force_add(parent->external, child->external);
    }
}

/* Row and column `l` of d tau / d q: the joints that carry the body of l feel its step, and l feels theirs. */
static void pair_positions(const ground_dof *dofs, const ground_body *s, size_t n, int l, int first, int end,
                           bool with_forces, real *dtau_dq)
{
    const ground_dof *d = &dofs[l];
    const force u = inertia_apply(s->I, d->J);
    const vec3 w = momentum_rate_apply_transposed(s->B, d->J);
    const force changed = force_add(inertia_apply(s->I, d->Jpp), momentum_rate_apply(s->B, d->Jp));
    const force carried = force_add(changed, cross_force(d->J, s->f));
    force own = changed, turned = changed;
    if (with_forces) {
        turned = cross_force(d->J, s->external);
        own = force_add(changed, turned);
    }
    real *row = dtau_dq + (size_t)l * n, *column = dtau_dq + l;
    for (int k = first; k < end; k++) {
        column[(size_t)k * n] = motion_dot_force(dofs[k].J, own);
    }
    for (int k = dofs[first].parent; k >= 0; k = dofs[k].parent) {
        column[(size_t)k * n] = motion_dot_force(dofs[k].J, carried);
        row[k] = motion_dot_force(dofs[k].Jpp, u) + dot(dofs[k].Jp.angular, w);
    }
    for (int k = dofs[first].parent; with_forces && k >= 0; k = dofs[k].parent) {
        row[k] = row[k] - motion_dot_force(dofs[k].J, turned);
    }
}

/* Likewise of d tau / d qd. */
static void pair_velocities(const ground_dof *dofs, const ground_body *s, size_t n, int l, int first, int end,
                            real *dtau_dqd)
{
    const ground_dof *d = &dofs[l];
    const force u = inertia_apply(s->I, d->J);
    const vec3 w = momentum_rate_apply_transposed(s->B, d->J);
    const force carried = force_add(inertia_apply(s->I, d->sum), momentum_rate_apply(s->B, d->J));
    real *row = dtau_dqd + (size_t)l * n, *column = dtau_dqd + l;
    for (int k = first; k < end; k++) {
        column[(size_t)k * n] = motion_dot_force(dofs[k].J, carried);
    }
    for (int k = dofs[first].parent; k >= 0; k = dofs[k].parent) {
        column[(size_t)k * n] = motion_dot_force(dofs[k].J, carried);
        row[k] = motion_dot_force(dofs[k].sum, u) + dot(dofs[k].J.angular, w);
    }
}

void KERNEL(drnea)(const cdy_model *model, void *state, const double gravity[3], const double *q_, const double *qd_,
                   const double *qdd_, const double *forces, double *dtau_dq_, double *dtau_dqd_)
{
    const model_body *bodies = model_bodies(model);
    const size_t n = (size_t)model->tree_nv;
    real *dtau_dq = dtau_dq_ ? reals_out(dtau_dq_) : NULL, *dtau_dqd = dtau_dqd_ ? reals_out(dtau_dqd_) : NULL;
    ground_body *s = state;
    ground_dof *dofs = (ground_dof *)(void *)(s + model->body_count);
    const coordinates q = read_coordinates(model, state, q_);

    memset(&s[0].v, 0, sizeof s[0].v);
    memset(&s[0].a, 0, sizeof s[0].a);
    s[0].a.linear = subtract(s[0].a.linear, vec3_from(gravity));
    move(model, q, reals(qd_), reals(qdd_), forces ? reals(forces) : NULL, s, dofs);

    /* Only now: the results may lie where the state lay. */
    if (dtau_dq) {
        memset(dtau_dq, 0, n * n * sizeof *dtau_dq);
    }
    if (dtau_dqd) {
        memset(dtau_dqd, 0, n * n * sizeof *dtau_dqd);
    }
    /* Inward: what each body carries, and the joints that it pairs. */
    for (int i = model->body_count - 1; i > 0; i--) {
        const int first = bodies[i].v, end = first + bodies[i].nv, p = bodies[i].parent;
        for (int l = first; l < end; l++) {
            if (dtau_dq) {
                pair_positions(dofs, &s[i], n, l, first, end, forces != NULL, dtau_dq);
            }
            if (dtau_dqd) {
                pair_velocities(dofs, &s[i], n, l, first, end, dtau_dqd);
            }
        }
        if (p) {
            add_to_parent(&s[p], &s[i], forces != NULL);
        }
    }
}
