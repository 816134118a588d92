/* Forward dynamics: the articulated-body algorithm (Featherstone 2008, table 7.1).
 *
 * A joint of several degrees of freedom is taken as that many of one degree, one after the other: its motion subspace
 * is constant in the body's frame, so that eliminating them in turn comes to the same as the inverse of S^T IA S. */
#include "kernels/aba.h"
#include "kernels/width.h"

/* What a body hands to its parent: IA and pA without the degrees of freedom of its joint.  A rotor adds to what its own
 * joint feels and to nothing else. */
static void eliminate_joint(const model_body *body, const model_drive *drives, articulated_state *s, dof_state *dofs,
                            const real *tau, real *D)
{
    for (int k = 0; k < body->nv; k++) {
        dof_state *d = &dofs[body->v + k];
        const motion S = joint_column(body, k);
        d->U = articulated_apply(s->IA, S);
        D[body->v + k] = motion_dot_force(S, d->U) + real_from(drives[body->v + k].rotor);
        d->inverse_D = 1 / D[body->v + k];
        d->u = tau[body->v + k] - motion_dot_force(S, s->pA);
        s->IA = articulated_less(s->IA, d->inverse_D, d->U);
        s->pA = force_add(s->pA, force_scale(d->inverse_D * d->u, d->U));
    }
}

/* The reverse: accelerations of the joint from that of the parent. */
static void accelerate_joint(const model_body *body, articulated_state *s, const dof_state *dofs, real *qdd)
{
    for (int k = body->nv - 1; k >= 0; k--) {
        const dof_state *d = &dofs[body->v + k];
        const motion S = joint_column(body, k);
        const real x = d->inverse_D * (d->u - motion_dot_force(s->a, d->U));
        qdd[body->v + k] = x;
        s->a = motion_add(s->a, motion_scale(x, S));
    }
}

void KERNEL(aba)(const cdy_model *model, void *state, const double gravity[3], const double *q_, const double *qd_,
                 const double *tau_, const double *forces, double *qdd_, double *D_)
{
    const model_body *bodies = model_bodies(model);
    const model_drive *drives = model_drives(model);
    const real *qd = reals(qd_), *tau = reals(tau_);
    real *qdd = reals_out(qdd_), *D = reals_out(D_);
    articulated_state *s = state;
    dof_state *dofs = (dof_state *)(void *)(s + model->body_count);
    const coordinates q = read_coordinates(model, state, q_);
    const real zero = {0};
    const vec3 none = {zero, zero, zero};

    /* Outward: velocities, their products, and each body by itself. */
    s[0].v = (motion){none, none};
    s[0].a = (motion){none, subtract(none, vec3_from(gravity))};
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        const inertia I = joint_body_inertia(body);
        const motion vJ = joint_motion(body, qd + body->v);
        s[i].X = joint_transform(body, q);
        s[i].v = motion_add(transform_motion(s[i].X, s[body->parent].v), vJ);
        s[i].c = cross_motion(s[i].v, vJ);
        s[i].IA = articulated_from(I);
        s[i].pA = cross_force(s[i].v, inertia_apply(I, s[i].v));
        if (forces) {
            s[i].X_base = body->parent ? transform_multiply(s[i].X, s[body->parent].X_base) : s[i].X;
            force f = external_force_on(body, reals(forces));
            s[i].pA = force_subtract(s[i].pA, transform_force(s[i].X_base, f));
        }
    }

    /* Inward: articulated inertias and bias forces. */
    for (int i = model->body_count - 1; i > 0; i--) {
        const model_body *body = &bodies[i];
        eliminate_joint(body, drives, &s[i], dofs, tau, D);
        if (body->parent) {
            articulated_state *parent = &s[body->parent];
            force pa = force_add(s[i].pA, articulated_apply(s[i].IA, s[i].c));
            parent->IA = articulated_add(parent->IA, transform_articulated_back(s[i].X, s[i].IA));
            parent->pA = force_add(parent->pA, transform_force_back(s[i].X, pa));
        }
    }

    /* Outward: accelerations. */
    for (int i = 1; i < model->body_count; i++) {
        s[i].a = motion_add(transform_motion(s[i].X, s[bodies[i].parent].a), s[i].c);
        accelerate_joint(&bodies[i], &s[i], dofs, qdd);
    }
}
