/* Forward dynamics: the articulated-body algorithm (Featherstone 2008, table 7.1).
 *
 * All is about the origins of the bodies, but in the axes of the base, so that what goes from a body to its parent only
 * shifts.  The accelerations are those that velocities and gravity bring about by themselves, and what the joints add
 * to them: the bias forces are those of the first kind, and the articulated bodies then move from rest.
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
        const joint_axis S = joint_axis_in(body, k, s->E);
        d->U = axis_articulated(S, s->IA);
        D[body->v + k] = axis_force(S, d->U) + real_from(drives[body->v + k].rotor);
        d->inverse_D = 1 / D[body->v + k];
        d->u = tau[body->v + k] - axis_force(S, s->pA);
        s->IA = articulated_less(s->IA, d->inverse_D, d->U);
        s->pA = force_add(s->pA, force_scale(d->inverse_D * d->u, d->U));
    }
}

/* The reverse: accelerations of the joint from that of the parent. */
static void accelerate_joint(const model_body *body, articulated_state *s, const dof_state *dofs, real *qdd)
{
    for (int k = body->nv - 1; k >= 0; k--) {
        const dof_state *d = &dofs[body->v + k];
        const real x = d->inverse_D * (d->u - motion_dot_force(s->a, d->U));
        qdd[body->v + k] = x;
        s->a = axis_add_motion(s->a, joint_axis_in(body, k, s->E), x);
    }
}

static void subtract_external_forces(const cdy_model *model, articulated_state *s, const real *forces)
{
    const model_body *bodies = model_bodies(model);
    for (int i = 1; i < model->body_count; i++) {
        const force f = external_force_on(&bodies[i], forces);
        s[i].p = add(s[bodies[i].parent].p, s[i].r);
        s[i].pA = force_subtract(s[i].pA, (force){subtract(f.moment, cross(s[i].p, f.linear)), f.linear});
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

    /* Outward: each body by itself, and the force that it needs where no joint accelerates. */
    s[0] = (articulated_state){.E = rotation_identity(), .m.a = subtract(none, vec3_from(gravity))};
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        const articulated_state *parent = &s[body->parent];
        const transform X = joint_transform(body, q);
        const rotation E = body->parent ? rotation_multiply(X.E, parent->E) : X.E;
        const vec3 r = body->parent ? rotate_back(parent->E, X.r) : X.r;
        const inertia I = inertia_rotate_back(E, joint_body_inertia(body));
        body_acceleration m = {parent->m.w, parent->m.dw, acceleration_of_point(parent->m.a, parent->A, r)};
        m = joint_turn_in(body, E, qd + body->v, m);
        s[i].E = E;
        s[i].r = r;
        s[i].m = m;
        s[i].A = acceleration_tensor(m.w, m.dw);
        s[i].IA = articulated_from(I);
        s[i].pA = newton_euler(I, m, s[i].A);
    }
    if (forces) {
        subtract_external_forces(model, s, reals(forces));
    }

    /* Inward: articulated inertias and bias forces. */
    for (int i = model->body_count - 1; i > 0; i--) {
        eliminate_joint(&bodies[i], drives, &s[i], dofs, tau, D);
        if (bodies[i].parent) {
            articulated_state *parent = &s[bodies[i].parent];
            parent->IA = articulated_add(parent->IA, articulated_shift_back(s[i].r, s[i].IA));
            parent->pA = force_add(parent->pA, force_shift_back(s[i].r, s[i].pA));
        }
    }

    /* Outward: accelerations. */
    for (int i = 1; i < model->body_count; i++) {
        const motion a = s[bodies[i].parent].a;
        s[i].a = (motion){a.angular, add_cross(a.linear, a.angular, s[i].r)};
        accelerate_joint(&bodies[i], &s[i], dofs, qdd);
    }
}
