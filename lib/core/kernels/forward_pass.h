/* Forward pass of the recursive Newton-Euler algorithm (Featherstone 2008, table 5.1, in body coordinates; equations of
 * one body as in Luh, Walker and Paul 1980): velocity, acceleration and force of every body in the body's own axes. */
#ifndef CDY_KERNELS_FORWARD_PASS_H
#define CDY_KERNELS_FORWARD_PASS_H

#include "kernels/rnea_on_base.h"

/* Propagate the parent's motion m, whose acceleration tensor is A, to the body's origin, in the body's axes. */
ALWAYS_INLINE body_acceleration propagate_motion(dh_kind kind, const model_body *body, const dh_link *l,
                                                 const body_acceleration *m, const mat3 *A)
{
    const vec3 a = dh_acceleration_of_point(kind, m->a, *A, dh_origin(kind, body, l));
    return (body_acceleration){dh_rotate(kind, body, l, m->w), dh_rotate(kind, body, l, m->dw),
                               dh_rotate(kind, body, l, a)};
}

/* Compute the motion of a body from that of its parent, m and A, and the force f = I a + v x* I v that it requires. */
ALWAYS_INLINE void forward_step_from(dh_kind kind, const model_body *body, coordinates q, const real *qd,
                                     const real *qdd, const body_acceleration *m, const mat3 *A, body_kinematics *s)
{
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    dh_update(kind, body, q, &s->link);
    const body_acceleration from_parent = !is_on_base(body)
                                              ? propagate_motion(kind, body, &s->link, m, A)
                                              : (body_acceleration){none, none, dh_rotate(kind, body, &s->link, m->a)};
    s->m = joint_accelerate(dh_joint_kind(kind, body), qd, qdd, from_parent);
    const mat3 own = acceleration_tensor(s->m.w, s->m.dw);
    if (STORES_TENSORS) {
        s->A = own;
    }
    s->f = newton_euler(joint_body_inertia(body), s->m, own);
}

/* The same with the parent's motion in `m` too, which in the pass goes from body to body in the widest registers. */
ALWAYS_INLINE void forward_step(dh_kind kind, const model_body *body, coordinates q, const real *qd, const real *qdd,
                                const body_kinematics *parent, const body_acceleration *m, body_kinematics *s)
{
    if (STORES_TENSORS) {
        forward_step_from(kind, body, q, qd, qdd, &parent->m, &parent->A, s);
    } else {
        const mat3 A = acceleration_tensor(m->w, m->dw);
        forward_step_from(kind, body, q, qd, qdd, m, &A, s);
    }
}

/* The same in the pass: `m` becomes the body's. */
ALWAYS_INLINE void forward_step_in_pass(dh_kind kind, const model_body *body, coordinates q, const real *qd,
                                        const real *qdd, const body_kinematics *parent, body_acceleration *m,
                                        body_kinematics *s)
{
    forward_step(kind, body, q, qd, qdd, parent, m, s);
    *m = s->m;
}

/* Run the pass over all bodies; s[0] is the base. With `at_rest` all joint accelerations are 0 and qdd is not read. */
ALWAYS_INLINE void forward_pass(const kernel_model *model, coordinates q, const real *qd, bool at_rest, const real *qdd,
                                const double gravity[3], body_kinematics *s)
{
    const model_body *bodies = model_bodies(model);
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    const real rest[6] = {zero, zero, zero, zero, zero, zero};
    /* Gravity as an acceleration -g of the base (Featherstone 2008, section 5.3). */
    body_acceleration m = {none, none, subtract(none, vec3_from(gravity))};
    s[0].m = m;
    s[0].f = (force){none, none};
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        const real *accelerations = at_rest ? rest : qdd + body->v;
        if (!parent_is_previous(bodies, i)) {
            m = s[body->parent].m;
        }
        if (is_revolute_on_base(body)) {
            forward_step_on_base(body, q, qd + body->v, accelerations, s[0].m.a, &s[i]);
            m = s[i].m;
        } else {
            BY_DH_KIND(body, forward_step_in_pass, body, q, qd + body->v, accelerations, &s[body->parent], &m, &s[i]);
        }
    }
}

/* Subtract the external forces from the forces that the bodies require; X_base (body_count) receives the transforms
 * from the base. */
static inline void subtract_external_forces(const kernel_model *model, body_kinematics *s, transform *X_base,
                                            coordinates q, const real *forces)
{
    const model_body *bodies = model_bodies(model);
    for (int i = 1; i < model->body_count; i++) {
        const transform X = joint_transform(&bodies[i], q);
        X_base[i] = is_on_base(&bodies[i]) ? X : transform_multiply(X, X_base[bodies[i].parent]);
        subtract_force(&bodies[i], transform_force(X_base[i], external_force_on(&bodies[i], forces)), &s[i]);
    }
}

#endif
