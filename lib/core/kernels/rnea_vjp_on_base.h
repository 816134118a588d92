/* Derivatives of w . tau, of bodies at the base (shortcuts.h), whose duals go to no moving body or to the fixed axis of
 * a revolute joint on the base only. The plain steps are in rnea_vjp.h; the book's pass, differentiated line by line,
 * is book_drnea() in book/book.c.
 *
 * Frame: the body's; z is the axis. */
#ifndef CDY_KERNELS_RNEA_VJP_ON_BASE_H
#define CDY_KERNELS_RNEA_VJP_ON_BASE_H

#include "kernels/rnea_on_base.h"

/* Outward step of a revolute joint on the base: velocity and u are along its fixed axis, so that the body's own dual of
 * its velocity is zero. */
static inline void adjoint_step_on_base(const model_body *body, coordinates q, const real *qd, const real *qdd,
                                        const real *weight, vec3 a0, body_adjoint *s)
{
    const real zero = {0};
    move_on_base_in_pass(body, q, qd, qdd, a0, &s->k);
    s->u = joint_motion(JOINT_REVOLUTE, weight);
    s->axis_dual = zero;
    s->a_bar = inertia_apply(joint_body_inertia(body), s->u);
}

/* Subtract an external force from the force of the subtree, which a revolute joint on the base does not need. */
static inline void subtract_subtree_force(const model_body *body, force f, body_adjoint *s)
{
    if (!is_revolute_on_base(body)) {
        s->k.f = force_subtract(s->k.f, f);
    }
}

/* Inward step of a revolute joint on the base. */
static inline void dual_step_on_base(const body_adjoint *s, force turn, joint_products to)
{
    to.by_q[0] = s->a_bar.linear.x * s->k.m.a.y - s->a_bar.linear.y * s->k.m.a.x - turn.moment.z;
    to.by_qd[0] = s->axis_dual;
    to.by_qdd[0] = s->a_bar.moment.z;
}

/* Add the force and the duals of a body to its parent's, with the dual w of the angular velocity before the joint. The
 * base has none; a revolute joint on it needs no force, and of the angular velocity's dual the component z only. */
ALWAYS_INLINE void add_to_parent_adjoint(dh_kind kind, const model_body *bodies, const model_body *body,
                                         const body_adjoint *s, vec3 w, body_adjoint *parent)
{
    const dh_link *l = &s->k.link;
    if (is_on_base(body)) {
        return;
    }
    const force a = dh_force_back(kind, body, l, s->a_bar);
    const vec3 w_dual = dh_velocity_dual_back(kind, body, l, parent->k.m.w, w, a.linear);
    parent->a_bar = force_add(parent->a_bar, a);
    if (is_revolute_on_base(&bodies[body->parent])) {
        parent->axis_dual = parent->axis_dual + w_dual.z;
    } else {
        parent->k.f = dh_add_force_back(kind, body, l, parent->k.f, s->k.f);
        parent->w_bar = add(parent->w_bar, w_dual);
    }
}

#endif
