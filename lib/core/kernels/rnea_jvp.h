/* Product of the derivatives of inverse dynamics with a vector: the derivative of tau along a step of position,
 * velocity and acceleration, by both passes of the recursive Newton-Euler algorithm along this step (docs/kernels.md,
 * "Products with the derivatives"). */
#ifndef CDY_KERNELS_RNEA_JVP_H
#define CDY_KERNELS_RNEA_JVP_H

#include "kernels/forward_pass.h"
#include "kernels/rnea_jvp_on_base.h"
#include "kernels/scratch.h"

/* Displacement of a body along the step, for external forces that stay as they are in the base frame. */
typedef struct body_displacement {
    transform X_base; /* from the base */
    motion d;
} body_displacement;

_Static_assert(sizeof(body_along) + sizeof(body_displacement) <= sizeof(body_gradient),
               "the scratch memory has room for both");

/* Outward step of one body. */
ALWAYS_INLINE void step_along(dh_kind kind, const model_body *body, coordinates q, const real *qd, const real *qdd,
                              joint_step step, const body_along *parent, body_along *s)
{
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    const joint_kind joint = dh_joint_kind(kind, body);
    const inertia I = joint_body_inertia(body);
    dh_link *l = &s->k.link;
    body_acceleration from = {none, none, none}, dfrom = {none, none, none};
    dh_update(kind, body, q, l);
    if (!is_on_base(body)) {
        const vec3 da = dh_acceleration_of_point(kind, parent->dm.a, parent->dA, dh_origin(kind, body, l));
        from = propagate_motion(kind, body, l, &parent->k.m, &parent->k.A);
        dfrom = (body_acceleration){dh_rotate(kind, body, l, parent->dm.w), dh_rotate(kind, body, l, parent->dm.dw),
                                    dh_rotate(kind, body, l, da)};
    } else {
        from.a = dh_rotate(kind, body, l, parent->k.m.a);
    }
    s->k.m = joint_accelerate(joint, qd, qdd, from);
    s->k.A = acceleration_tensor(s->k.m.w, s->k.m.dw);
    s->k.f = newton_euler(I, s->k.m, s->k.A);
    s->dm = joint_accelerate_along(joint, qd, step, from, dfrom);
    s->dA = acceleration_tensor_along(s->k.m.w, s->dm.w, s->dm.dw);
    s->df = newton_euler_along(I, s->k.m.w, s->dm, s->dA);
}

/* Subtract the external forces, and their derivatives: in the body's axes, a force that stays as it is in the base
 * frame changes by -d x* f. */
static void subtract_forces_along(const kernel_model *model, coordinates q, const real *dq, const real *forces,
                                  body_along *s, body_displacement *at)
{
    const model_body *bodies = model_bodies(model);
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        const transform X = joint_transform(body, q);
        const motion dJ = joint_motion(joint_kind_of(body), dq + body->v);
        at[i].X_base = is_on_base(body) ? X : transform_multiply(X, at[body->parent].X_base);
        at[i].d = is_on_base(body) ? dJ : motion_add(transform_motion(X, at[body->parent].d), dJ);
        const force f = transform_force(at[i].X_base, external_force_on(body, forces));
        subtract_force_along(body, f, cross_force(at[i].d, f), &s[i]);
    }
}

/* Inward step of one body: dtau = S^T df, f_p += X^T f, df_p += X^T (df + S dq x* f). */
ALWAYS_INLINE void force_step_along(dh_kind kind, const model_body *body, const body_along *s, const real *dq,
                                    body_along *parent, real *dtau)
{
    const joint_kind joint = dh_joint_kind(kind, body);
    const force change = force_add(s->df, joint_cross_force(joint, dq, s->k.f));
    joint_force(joint, s->df, dtau);
    parent->df = force_add(parent->df, dh_force_back(kind, body, &s->k.link, change));
    parent->k.f = dh_add_force_back(kind, body, &s->k.link, parent->k.f, s->k.f);
}

static void rnea_jvp(const kernel_model *model, void *scratch, const double gravity[3], const scalar *q_,
                     const scalar *qd_, const scalar *qdd_, const scalar *forces, const scalar *dq_, const scalar *dqd_,
                     const scalar *dqdd_, scalar *dtau_)
{
    const model_body *bodies = model_bodies(model);
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    const real *qd = reals(qd_), *qdd = reals(qdd_), *dq = reals(dq_), *dqd = reals(dqd_), *dqdd = reals(dqdd_);
    body_along *s = (body_along *)scratch;
    const coordinates q = read_coordinates(model, scratch, q_);

    s[0].k.m = (body_acceleration){none, none, subtract(none, vec3_from(gravity))};
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        const int v = body->v;
        const joint_step step = {dq + v, dqd + v, dqdd + v};
        if (is_revolute_on_base(body)) {
            step_along_on_base(body, q, qd + v, qdd + v, step, s[0].k.m.a, &s[i]);
        } else {
            BY_DH_KIND(body, step_along, body, q, qd + v, qdd + v, step, &s[body->parent], &s[i]);
        }
    }
    if (forces) {
        subtract_forces_along(model, q, dq, reals(forces), s, (body_displacement *)(void *)(s + model->body_count));
    }
    for (int i = model->body_count - 1; i > 0; i--) {
        const model_body *body = &bodies[i];
        real *dtau = reals_out(dtau_) + body->v;
        if (is_at_base(bodies, body)) {
            force_step_along_at_base(body, &s[i], dq + body->v, &s[body->parent], dtau);
        } else {
            BY_DH_KIND(body, force_step_along, body, &s[i], dq + body->v, &s[body->parent], dtau);
        }
    }
}

#endif
