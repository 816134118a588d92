/* Product of the derivatives of inverse dynamics with a vector: the derivative of tau along a step of position,
 * velocity and acceleration, by both passes of the recursive Newton-Euler algorithm along this step (docs/design.md,
 * "Products with the derivatives"). */
#ifndef CDY_KERNELS_RNEA_JVP_H
#define CDY_KERNELS_RNEA_JVP_H

#include "kernels/forward_pass.h"
#include "kernels/scratch.h"

/* A body in its own axes, and the derivatives of its numbers along the step, which turns these axes. */
typedef struct body_along {
    body_kinematics k;
    body_acceleration dm;
    mat3 dA;
    union {
        force df;
        real axis_moment; /* of a revolute joint on the base, as in body_kinematics */
    };
} body_along;

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
    if (body->parent) {
        const vec3 da = dh_acceleration_of_point(kind, parent->dm.a, parent->dA, dh_origin(kind, body, l));
        from = propagate_motion(kind, body, l, &parent->k);
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

/* The same for a revolute joint on the base, which feels no change but in the moment about its axis. */
static inline void step_along_on_base(const model_body *body, coordinates q, const real *qd, const real *qdd,
                                      joint_step step, vec3 a0, body_along *s)
{
    const real zero = {0};
    const real dq = step.q[0];
    const inertia I = joint_body_inertia(body);
    forward_step_on_base(body, q, qd, qdd, a0, &s->k);
    s->dm.w = (vec3){zero, zero, step.qd[0]};
    s->dm.dw = (vec3){zero, zero, step.qdd[0]};
    s->dm.a = (vec3){s->k.m.a.y * dq, zero - s->k.m.a.x * dq, zero};
    s->dA = acceleration_tensor_along(s->k.m.w, s->dm.w, s->dm.dw);
    s->axis_moment = I.I.zz * step.qdd[0] + I.h.x * s->dm.a.y - I.h.y * s->dm.a.x;
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
        at[i].X_base = body->parent ? transform_multiply(X, at[body->parent].X_base) : X;
        at[i].d = body->parent ? motion_add(transform_motion(X, at[body->parent].d), dJ) : dJ;
        const force f = transform_force(at[i].X_base, external_force_on(body, forces));
        const force turned = cross_force(at[i].d, f);
        if (is_revolute_on_base(body)) {
            s[i].axis_moment = s[i].axis_moment + turned.moment.z;
        } else {
            s[i].k.f = force_subtract(s[i].k.f, f);
            s[i].df = force_add(s[i].df, turned);
        }
    }
}

/* Inward step of one body: dtau = S^T df, and the parent's force changes by X^T (df + S dq x* f). `to_axis`: of the
 * parent, a revolute joint on the base, only the moment about its axis is needed. */
ALWAYS_INLINE void force_step_along(dh_kind kind, const model_body *body, const body_along *s, const real *dq,
                                    bool to_axis, body_along *parent, real *dtau)
{
    const joint_kind joint = dh_joint_kind(kind, body);
    joint_force(joint, s->df, dtau);
    if (!body->parent) {
        return;
    }
    const force change = force_add(s->df, joint_cross_force(joint, dq, s->k.f));
    const force back = dh_force_back(kind, body, &s->k.link, change);
    if (to_axis) {
        parent->axis_moment = parent->axis_moment + back.moment.z;
    } else {
        parent->df = force_add(parent->df, back);
        parent->k.f = dh_add_force_back(kind, body, &s->k.link, parent->k.f, s->k.f);
    }
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
        if (is_revolute_on_base(body)) {
            dtau[0] = s[i].axis_moment;
        } else {
            BY_DH_KIND(body, force_step_along, body, &s[i], dq + body->v, is_revolute_on_base(&bodies[body->parent]),
                       &s[body->parent], dtau);
        }
    }
}

#endif
