/* Derivatives of inverse dynamics along a step, of bodies at the base (shortcuts.h), whose changes of forces go to no
 * moving body or to the fixed axis of a revolute joint on the base only. The plain steps are in rnea_jvp.h; the book's
 * pass, differentiated line by line, is book_drnea() in book/book.c.
 *
 * Frame: the body's; z is the axis. */
#ifndef CDY_KERNELS_RNEA_JVP_ON_BASE_H
#define CDY_KERNELS_RNEA_JVP_ON_BASE_H

#include "kernels/rnea_on_base.h"

/* Outward step of a revolute joint on the base: a turn of it changes the acceleration of its origin only. */
static inline void step_along_on_base(const model_body *body, coordinates q, const real *qd, const real *qdd,
                                      joint_step step, vec3 a0, body_along *s)
{
    const real zero = {0};
    const real dq = step.q[0];
    const inertia I = joint_body_inertia(body);
    move_on_base(body, q, qd, qdd, a0, &s->k);
    s->k.A = acceleration_tensor(s->k.m.w, s->k.m.dw);
    s->dm.w = (vec3){zero, zero, step.qd[0]};
    s->dm.dw = (vec3){zero, zero, step.qdd[0]};
    s->dm.a = (vec3){s->k.m.a.y * dq, zero - s->k.m.a.x * dq, zero};
    s->dA = acceleration_tensor_along(s->k.m.w, s->dm.w, s->dm.dw);
    s->axis_moment_change = I.I.zz * step.qdd[0] + I.h.x * s->dm.a.y - I.h.y * s->dm.a.x;
}

/* Subtract an external force f, in the body's axes, which turn relative to it: its change is less `turned`. */
static inline void subtract_force_along(const model_body *body, force f, force turned, body_along *s)
{
    if (is_revolute_on_base(body)) {
        s->axis_moment_change = s->axis_moment_change + turned.moment.z;
    } else {
        s->k.f = force_subtract(s->k.f, f);
        s->df = force_add(s->df, turned);
    }
}

/* Inward step where the parent is a revolute joint on the base: (X^T (df + S dq x* f)).moment.z is added. */
ALWAYS_INLINE void force_step_along_to_axis(dh_kind kind, const model_body *body, const body_along *s, const real *dq,
                                            real *axis_moment_change, real *dtau)
{
    const joint_kind joint = dh_joint_kind(kind, body);
    joint_force(joint, s->df, dtau);
    const force change = force_add(s->df, joint_cross_force(joint, dq, s->k.f));
    *axis_moment_change = *axis_moment_change + dh_force_back(kind, body, &s->k.link, change).moment.z;
}

/* Inward step of a body at the base. */
ALWAYS_INLINE void force_step_along_at_base(const model_body *body, const body_along *s, const real *dq,
                                            body_along *parent, real *dtau)
{
    if (is_revolute_on_base(body)) {
        dtau[0] = s->axis_moment_change;
    } else if (is_on_base(body)) {
        joint_force(joint_kind_of(body), s->df, dtau);
    } else {
        BY_DH_KIND(body, force_step_along_to_axis, body, s, dq, &parent->axis_moment_change, dtau);
    }
}

#endif
