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

/* Degree of freedom `k` of a joint: what it takes of the inertia, U U^T / D, and of the bias force.  Returns U.  A
 * rotor adds to what its own joint feels and to nothing else. */
static force find_pivot(const model_body *body, int k, const model_drive *drives, const articulated_state *s,
                        dof_state *dofs, const real *tau, real *D)
{
    const int i = body->v + k;
    const joint_axis S = joint_axis_in(body, k, s->E);
    const force U = axis_articulated(S, s->IA);
    D[i] = axis_force(S, U) + real_from(drives[i].rotor);
    const real inverse_D = 1 / D[i];
    dofs[i].x = inverse_D * (tau[i] - axis_force(S, s->pA));
    dofs[i].n = force_scale(inverse_D, U);
    return U;
}

/* IA and pA without all degrees of freedom of the joint but the last, of which U is returned. */
static force eliminate_joint(const model_body *body, const model_drive *drives, articulated_state *s, dof_state *dofs,
                             const real *tau, real *D)
{
    for (int k = 0; k < body->nv - 1; k++) {
        const force U = find_pivot(body, k, drives, s, dofs, tau, D);
        s->IA = articulated_less(s->IA, dofs[body->v + k].n, U);
        s->pA = force_add(s->pA, force_scale(dofs[body->v + k].x, U));
    }
    return find_pivot(body, body->nv - 1, drives, s, dofs, tau, D);
}

/* What the body hands to its parent.  The last degree of freedom is taken off behind the shift, which need not wait for
 * the division by its pivot. */
static void hand_on(articulated_state *parent, const articulated_state *s, force U, dof_state *last)
{
    const articulated IA = articulated_add(parent->IA, articulated_shift_back(s->r, s->IA));
    const force pA = force_add(parent->pA, force_shift_back(s->r, s->pA));
    U = force_shift_back(s->r, U);
    last->n = force_shift_back(s->r, last->n);
    parent->IA = articulated_less(IA, last->n, U);
    parent->pA = force_add(pA, force_scale(last->x, U));
}

/* The reverse: accelerations of the joint from that of the parent. */
static motion accelerate_joint(const model_body *body, motion parent, const articulated_state *s, const dof_state *dofs,
                               real *qdd)
{
    motion a = {parent.angular, add_cross(parent.linear, parent.angular, s->r)};
    for (int k = body->nv - 1; k >= 0; k--) {
        const dof_state *d = &dofs[body->v + k];
        const real x = d->x - motion_dot_force(k == body->nv - 1 ? parent : a, d->n);
        qdd[body->v + k] = x;
        a = axis_add_motion(a, joint_axis_in(body, k, s->E), x);
    }
    return a;
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

void KERNEL(aba)(const cdy_model *model, void *state, const double gravity[3], const scalar *q_, const scalar *qd_,
                 const scalar *tau_, const scalar *forces, scalar *qdd_, scalar *D_)
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
        const force U = eliminate_joint(&bodies[i], drives, &s[i], dofs, tau, D);
        if (bodies[i].parent) {
            hand_on(&s[bodies[i].parent], &s[i], U, &dofs[bodies[i].v + bodies[i].nv - 1]);
        }
    }

    /* Outward: accelerations.  The parent is mostly the body before. */
    motion a = s[0].a;
    for (int i = 1; i < model->body_count; i++) {
        a = bodies[i].parent == i - 1 ? a : s[bodies[i].parent].a;
        a = s[i].a = accelerate_joint(&bodies[i], a, &s[i], dofs, qdd);
    }
}
