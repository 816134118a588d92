/* Inverse dynamics: the recursive Newton-Euler algorithm (Featherstone 2008, table 5.1, in body coordinates); as the
 * book prints it: book_rnea() in book/book.c. */
#ifndef CDY_KERNELS_RNEA_H
#define CDY_KERNELS_RNEA_H

#include "kernels/forward_pass.h"
#include "kernels/scratch.h"

_Static_assert(sizeof(body_kinematics) + sizeof(transform) <= sizeof(body_scratch),
               "the scratch memory has room for both");

/* Add a child's force to its parent's, f_p + X_i^T f_i, and return the force of body i - 1, which the pass comes to
 * next. */
ALWAYS_INLINE force add_to_parent(const model_body *bodies, int i, force back, body_kinematics *s)
{
    body_kinematics *parent = &s[bodies[i].parent];
    const force f_parent = force_add(parent->f_without_next, back);
    if (parent_is_previous(bodies, i)) {
        return f_parent;
    }
    parent->f_without_next = f_parent;
    return s[i - 1].f_without_next;
}

/* Backward step: tau_i = S_i^T f_i, f_p += X_i^T f_i; returns the force of body i - 1. */
ALWAYS_INLINE force backward_step(dh_kind kind, const model_body *bodies, int i, force f, body_kinematics *s, real *tau)
{
    const model_body *body = &bodies[i];
    joint_force(dh_joint_kind(kind, body), f, tau);
    return add_to_parent(bodies, i, dh_force_back(kind, body, &s[i].link, f), s);
}

static void rnea(const kernel_model *model, void *scratch, const double gravity[3], const scalar *q_, const scalar *qd_,
                 const scalar *qdd_, const scalar *forces, scalar *tau_)
{
    const model_body *bodies = model_bodies(model);
    const real *qd = reals(qd_), *qdd = reals(qdd_);
    real *tau = reals_out(tau_);
    body_kinematics *s = (body_kinematics *)scratch;
    const coordinates q = read_coordinates(model, scratch, q_);

    forward_pass(model, q, qd, false, qdd, gravity, s);
    if (forces) {
        subtract_external_forces(model, s, (transform *)(void *)(s + model->body_count), q, reals(forces));
    }
    force f = s[model->body_count - 1].f;
    for (int i = model->body_count - 1; i > 0; i--) {
        const model_body *body = &bodies[i];
        if (is_at_base(bodies, body)) {
            backward_step_at_base(body, &s[i], f, &s[body->parent], tau + body->v);
            f = s[i - 1].f_without_next;
        } else {
            SET_BY_DH_KIND(f, body, backward_step, bodies, i, f, s, tau + body->v);
        }
    }
}

#endif
