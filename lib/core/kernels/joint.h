/* Joint models (Featherstone 2008, table 4.1 and section 4.4): the only file of the kernels that switches on the kind
 * of a joint.
 *
 * For every kind the motion subspace S is constant in the child's frame, so that no joint has a bias acceleration c_J.
 */
#ifndef CDY_KERNELS_JOINT_H
#define CDY_KERNELS_JOINT_H

#include "model/model.h"
#include "spatial/articulated.h"
#include "spatial/newton_euler.h"

static inline joint_kind joint_kind_of(const model_body *body)
{
    return (joint_kind)body->kind;
}

static inline transform joint_tree_transform(const model_body *body)
{
    return (transform){rotation_from(body->rotation), vec3_of_scalars(body->translation)};
}

static inline inertia joint_body_inertia(const model_body *body)
{
    const inertial_scalar *h = body->h, *I = body->inertia;
    return (inertia){
        real_from(body->mass),
        {real_from(h[0]), real_from(h[1]), real_from(h[2])},
        {real_from(I[0]), real_from(I[1]), real_from(I[2]), real_from(I[3]), real_from(I[4]), real_from(I[5])}};
}

/* Joint coordinates with their sines and cosines, by index; for lengths the sine and cosine are computed and not used.
 */
typedef struct coordinates {
    const real *q, *sine, *cosine;
} coordinates;

/* R(q)^T for a quaternion [w x y z] of any nonzero length. */
static inline rotation quaternion_rotation(const real *q)
{
    real w = q[0], x = q[1], y = q[2], z = q[3];
    real k = 2 / (w * w + x * x + y * y + z * z);
    return (rotation){{1 - k * (y * y + z * z), k * (x * y + w * z), k * (x * z - w * y)},
                      {k * (x * y - w * z), 1 - k * (x * x + z * z), k * (y * z + w * x)},
                      {k * (x * z + w * y), k * (y * z - w * x), 1 - k * (x * x + y * y)}};
}

/* X_J(q) X_T: the transform from the parent body to this one. */
static inline __attribute__((always_inline)) transform joint_transform(const model_body *body, coordinates all)
{
    const transform X = joint_tree_transform(body);
    const real *q = all.q + body->q, *s = all.sine + body->q, *c = all.cosine + body->q;
    switch (joint_kind_of(body)) {
    case JOINT_REVOLUTE: return (transform){rotation_about_z(s[0], c[0], X.E), X.r};
    case JOINT_PRISMATIC: return (transform){X.E, add(X.r, scale(q[0], X.E.z))};
    case JOINT_PLANAR: {
        vec3 place = add(X.r, add(scale(q[0], X.E.x), scale(q[1], X.E.y)));
        return (transform){rotation_about_z(s[2], c[2], X.E), place};
    }
    case JOINT_FLOATING: {
        vec3 place = add(X.r, rotate_back(X.E, (vec3){q[4], q[5], q[6]}));
        return (transform){rotation_multiply(quaternion_rotation(q), X.E), place};
    }
    case JOINT_SPHERICAL: return (transform){rotation_multiply(quaternion_rotation(q), X.E), X.r};
    }
    return X;
}

/* S qd, the velocity across the joint; also S qdd. */
static inline motion joint_motion(joint_kind kind, const real *qd)
{
    const real zero = {0};
    switch (kind) {
    case JOINT_REVOLUTE: return (motion){{zero, zero, qd[0]}, {zero, zero, zero}};
    case JOINT_PRISMATIC: return (motion){{zero, zero, zero}, {zero, zero, qd[0]}};
    case JOINT_PLANAR: return (motion){{zero, zero, qd[2]}, {qd[0], qd[1], zero}};
    case JOINT_FLOATING: return (motion){{qd[0], qd[1], qd[2]}, {qd[3], qd[4], qd[5]}};
    case JOINT_SPHERICAL: return (motion){{qd[0], qd[1], qd[2]}, {zero, zero, zero}};
    }
    return (motion){{zero, zero, zero}, {zero, zero, zero}};
}

/* v += S qd, a += S qdd + v x S qd with the new v. */
static inline void joint_add_motion(joint_kind kind, const real *qd, const real *qdd, motion *v, motion *a)
{
    switch (kind) {
    case JOINT_REVOLUTE:
        v->angular.z += qd[0];
        a->angular.x += v->angular.y * qd[0];
        a->angular.y -= v->angular.x * qd[0];
        a->angular.z += qdd[0];
        a->linear.x += v->linear.y * qd[0];
        a->linear.y -= v->linear.x * qd[0];
        break;
    case JOINT_PRISMATIC:
        v->linear.z += qd[0];
        a->linear.x += v->angular.y * qd[0];
        a->linear.y -= v->angular.x * qd[0];
        a->linear.z += qdd[0];
        break;
    case JOINT_PLANAR:
    case JOINT_FLOATING:
    case JOINT_SPHERICAL: {
        motion vJ = joint_motion(kind, qd);
        *v = motion_add(*v, vJ);
        *a = motion_add(motion_add(*a, joint_motion(kind, qdd)), cross_motion(*v, vJ));
        break;
    }
    }
}

/* The same for the velocity and acceleration of newton_euler.h. */
static inline body_acceleration joint_accelerate(joint_kind kind, const real *qd, const real *qdd, body_acceleration m)
{
    switch (kind) {
    case JOINT_REVOLUTE:
        m.w.z += qd[0];
        m.dw.x += m.w.y * qd[0];
        m.dw.y -= m.w.x * qd[0];
        m.dw.z += qdd[0];
        break;
    case JOINT_PRISMATIC:
        m.a.x += 2 * (m.w.y * qd[0]);
        m.a.y -= 2 * (m.w.x * qd[0]);
        m.a.z += qdd[0];
        break;
    case JOINT_PLANAR:
    case JOINT_FLOATING:
    case JOINT_SPHERICAL: {
        motion vJ = joint_motion(kind, qd), aJ = joint_motion(kind, qdd);
        vec3 w = add(m.w, vJ.angular);
        m.dw = add(m.dw, add(aJ.angular, cross(w, vJ.angular)));
        m.a = add(m.a, add(aJ.linear, cross(add(m.w, w), vJ.linear)));
        m.w = w;
        break;
    }
    }
    return m;
}

/* A joint's step S dq, and steps of its velocity and acceleration. */
typedef struct joint_step {
    const real *q, *qd, *qdd;
} joint_step;

/* Derivative of the motion that joint_accelerate() makes of the motion `m` before the joint, along a step of the joint
 * and of m. `dm` has the step of m in the axes of the body as it was; the joint's step turns these axes, and moves the
 * origin, whose acceleration changes by (dw x + w x w x) S dq. */
static inline body_acceleration joint_accelerate_along(joint_kind kind, const real *qd, joint_step step,
                                                       body_acceleration m, body_acceleration dm)
{
    if (kind == JOINT_REVOLUTE) {
        const real dq = step.q[0];
        dm.w.x += m.w.y * dq;
        dm.w.y -= m.w.x * dq;
        dm.dw.x += m.dw.y * dq + dm.w.y * qd[0] + m.w.y * step.qd[0];
        dm.dw.y -= m.dw.x * dq + dm.w.x * qd[0] + m.w.x * step.qd[0];
        dm.a.x += m.a.y * dq;
        dm.a.y -= m.a.x * dq;
        dm.w.z += step.qd[0];
        dm.dw.z += step.qdd[0];
        return dm;
    }
    const motion d = joint_motion(kind, step.q), vJ = joint_motion(kind, qd), dvJ = joint_motion(kind, step.qd);
    const motion daJ = joint_motion(kind, step.qdd);
    const vec3 moved = add(cross(m.dw, d.linear), cross(m.w, cross(m.w, d.linear)));
    const vec3 dw = add(dm.w, cross(m.w, d.angular)), both = add(add(m.w, m.w), vJ.angular);
    const vec3 turned = add(cross(dw, vJ.angular), cross(m.w, dvJ.angular));
    const vec3 a = add(add(dm.a, cross(m.a, d.angular)), add(moved, daJ.linear));
    dm.w = add(dw, dvJ.angular);
    dm.dw = add(add(dm.dw, cross(m.dw, d.angular)), add(daJ.angular, turned));
    dm.a = add(a, add(cross(add(dw, dm.w), vJ.linear), cross(both, dvJ.linear)));
    return dm;
}

/* tau = S^T f. */
static inline void joint_force(joint_kind kind, force f, real *tau)
{
    switch (kind) {
    case JOINT_REVOLUTE: tau[0] = f.moment.z; break;
    case JOINT_PRISMATIC: tau[0] = f.linear.z; break;
    case JOINT_PLANAR:
        tau[0] = f.linear.x;
        tau[1] = f.linear.y;
        tau[2] = f.moment.z;
        break;
    case JOINT_FLOATING:
        tau[0] = f.moment.x;
        tau[1] = f.moment.y;
        tau[2] = f.moment.z;
        tau[3] = f.linear.x;
        tau[4] = f.linear.y;
        tau[5] = f.linear.z;
        break;
    case JOINT_SPHERICAL:
        tau[0] = f.moment.x;
        tau[1] = f.moment.y;
        tau[2] = f.moment.z;
        break;
    }
}

/* The motion of a body after its joint (newton_euler.h), its velocity u and force f of w . tau = sum of u . f, and the
 * duals of the motion: the derivatives of this sum by it, of the whole subtree (rnea_vjp.h). */
typedef struct joint_adjoint {
    body_acceleration m;
    motion u;
    force f;
    vec3 w;     /* dual of m.w */
    force a;    /* duals of m.dw and m.a */
    force turn; /* of external forces that stay in the base frame: less the dual of a displacement of the subtree */
} joint_adjoint;

/* Places for a joint's products of w with the derivatives of tau. */
typedef struct joint_products {
    real *by_q, *by_qd, *by_qdd;
} joint_products;

/* Dual of the angular velocity before the joint, and the products of the joint. With the motion m' before the joint in
 * the body's axes, joint_accelerate() computes
 *   w = w' + wJ,  dw = dw' + dwJ + w' x wJ,  a = a' + aJ + (w' + w) x vJ,
 * and a displacement of the body along S turns w', dw', a' and u' back in the body's axes and moves its origin. */
static inline vec3 joint_duals(joint_kind kind, const real *qd, const real *qdd, const real *weight, joint_adjoint s,
                               joint_products to)
{
    const vec3 dw = s.a.moment, a = s.a.linear;
    if (kind == JOINT_REVOLUTE) {
        const real dwx = s.m.dw.x - s.m.w.y * qd[0], dwy = s.m.dw.y + s.m.w.x * qd[0];
        const vec3 w = {s.w.x - qd[0] * dw.y, s.w.y + qd[0] * dw.x, s.w.z};
        to.by_q[0] = (w.x * s.m.w.y - w.y * s.m.w.x) + (dw.x * dwy - dw.y * dwx) + (a.x * s.m.a.y - a.y * s.m.a.x) +
                     (s.f.moment.x * s.u.angular.y - s.f.moment.y * s.u.angular.x) +
                     (s.f.linear.x * s.u.linear.y - s.f.linear.y * s.u.linear.x) - s.turn.moment.z;
        to.by_qd[0] = s.w.z + (dw.x * s.m.w.y - dw.y * s.m.w.x);
        to.by_qdd[0] = dw.z;
        return w;
    }
    const motion vJ = joint_motion(kind, qd), aJ = joint_motion(kind, qdd), uJ = joint_motion(kind, weight);
    const vec3 w_ = subtract(s.m.w, vJ.angular), both = add(s.m.w, w_);
    const vec3 dw_ = subtract(s.m.dw, add(aJ.angular, cross(w_, vJ.angular)));
    const vec3 a_ = subtract(s.m.a, add(aJ.linear, cross(both, vJ.linear)));
    const vec3 ua = subtract(s.u.angular, uJ.angular), ul = subtract(s.u.linear, uJ.linear);
    const vec3 half = cross(vJ.linear, a), w = add(add(s.w, cross(vJ.angular, dw)), scale(real_from(2), half));
    const vec3 turned =
        add(add(cross(w, w_), cross(dw, dw_)), add(cross(a, a_), add(cross(s.f.moment, ua), cross(s.f.linear, ul))));
    const vec3 moved = add(add(cross(a, dw_), cross(w_, cross(w_, a))), cross(s.f.linear, ua));
    joint_force(kind, force_subtract((force){turned, moved}, s.turn), to.by_q);
    joint_force(kind, (force){add(add(s.w, cross(dw, w_)), half), cross(a, both)}, to.by_qd);
    joint_force(kind, s.a, to.by_qdd);
    return w;
}

/* S qd x* f */
static inline force joint_cross_force(joint_kind kind, const real *qd, force f)
{
    if (kind == JOINT_REVOLUTE) {
        const real zero = {0};
        return (force){{zero - qd[0] * f.moment.y, qd[0] * f.moment.x, zero},
                       {zero - qd[0] * f.linear.y, qd[0] * f.linear.x, zero}};
    }
    return cross_force(joint_motion(kind, qd), f);
}

/* Sum of the external wrenches on a body: one row of `forces` a degree of freedom, in the base frame. */
static inline force external_force_on(const model_body *body, const real *forces)
{
    const real zero = {0};
    force sum = {{zero, zero, zero}, {zero, zero, zero}};
    for (int row = 0; row < body->nv; row++) {
        const real *w = forces + 6 * (body->force_row + row);
        sum = force_add(sum, (force){{w[0], w[1], w[2]}, {w[3], w[4], w[5]}});
    }
    return sum;
}

/* Column `k` of S. */
static inline motion joint_column(const model_body *body, int k)
{
    real unit[6] = {0};
    unit[k] = real_from(1);
    return joint_motion(joint_kind_of(body), unit);
}

/* Columns of S in the base's axes about the base's origin; X maps the base frame to the body's. */
static inline void joint_columns_in_base(const model_body *body, transform X, motion columns[6])
{
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    const vec3 axes[3] = {X.E.x, X.E.y, X.E.z};
    switch (joint_kind_of(body)) {
    case JOINT_REVOLUTE: columns[0] = (motion){X.E.z, cross(X.r, X.E.z)}; break;
    case JOINT_PRISMATIC: columns[0] = (motion){none, X.E.z}; break;
    case JOINT_PLANAR:
        columns[0] = (motion){none, X.E.x};
        columns[1] = (motion){none, X.E.y};
        columns[2] = (motion){X.E.z, cross(X.r, X.E.z)};
        break;
    case JOINT_FLOATING:
        for (int k = 0; k < 3; k++) {
            columns[k] = (motion){axes[k], cross(X.r, axes[k])};
            columns[3 + k] = (motion){none, axes[k]};
        }
        break;
    case JOINT_SPHERICAL:
        for (int k = 0; k < 3; k++) {
            columns[k] = (motion){axes[k], cross(X.r, axes[k])};
        }
        break;
    }
}

#endif
