/* Steps of bodies at the base (shortcuts.h): revolute joints on the base, whose axis does not move, and the bodies next
 * to the base, whose forces and inertias go to no moving body or to such an axis only.
 *
 * Frame: the body's; z is the axis. */
#ifndef CDY_KERNELS_ON_BASE_H
#define CDY_KERNELS_ON_BASE_H

#include "kernels/composite.h"
#include "kernels/elimination.h"

/* ---- inverse dynamics (forward_pass.h, rnea.h) ---- */

/* Whether the forward pass stores acceleration tensors.  In the widest registers it computes them from the motion anew:
 * a store takes time of multiply-adds there (docs/performance.md). */
enum { STORES_TENSORS = sizeof(real) < 64 };

/* Motion of a revolute joint on the base, which accelerates by a0. */
static inline void move_on_base(const model_body *body, coordinates q, const real *qd, const real *qdd, vec3 a0,
                                body_kinematics *s)
{
    const real zero = {0};
    const vec3 a = rotate(rotation_from(body->rotation), a0);
    const real sine = q.sine[body->q], cosine = q.cosine[body->q];
    s->m.w = (vec3){zero, zero, qd[0]};
    s->m.dw = (vec3){zero, zero, qdd[0]};
    s->m.a = (vec3){cosine * a.x + sine * a.y, cosine * a.y - sine * a.x, a.z};
}

/* Moves a body on the base in the forward pass, with the tensor that the next bodies read there. */
static inline void move_on_base_in_pass(const model_body *body, coordinates q, const real *qd, const real *qdd, vec3 a0,
                                        body_kinematics *s)
{
    move_on_base(body, q, qd, qdd, a0, s);
    if (STORES_TENSORS) {
        s->A = acceleration_tensor(s->m.w, s->m.dw);
    }
}

/* Forward step: motion, and the moment I_zz qdd + h_x a_y - h_y a_x that the body requires about its axis. */
static inline void forward_step_on_base(const model_body *body, coordinates q, const real *qd, const real *qdd, vec3 a0,
                                        body_kinematics *s)
{
    const inertia I = joint_body_inertia(body);
    move_on_base_in_pass(body, q, qd, qdd, a0, s);
    s->axis_moment = I.I.zz * qdd[0] + I.h.x * s->m.a.y - I.h.y * s->m.a.x;
}

/* Subtract an external force, in the body's axes about its origin, from the force that the body requires. */
static inline void subtract_force(const model_body *body, force f, body_kinematics *s)
{
    if (is_revolute_on_base(body)) {
        s->axis_moment = s->axis_moment - f.moment.z;
    } else {
        s->f = force_subtract(s->f, f);
    }
}

/* Backward step where the parent is a revolute joint on the base: tau = S^T f, axis_moment_p += (X^T f).moment.z. */
ALWAYS_INLINE void backward_step_to_axis(dh_kind kind, const model_body *body, const dh_link *l, force f,
                                         real *axis_moment, real *tau)
{
    joint_force(dh_joint_kind(kind, body), f, tau);
    *axis_moment = *axis_moment + dh_force_back(kind, body, l, f).moment.z;
}

/* Backward step of a body at the base. */
ALWAYS_INLINE void backward_step_at_base(const model_body *body, const body_kinematics *s, force f,
                                         body_kinematics *parent, real *tau)
{
    if (is_revolute_on_base(body)) {
        tau[0] = s->axis_moment;
    } else if (is_on_base(body)) {
        joint_force(joint_kind_of(body), f, tau);
    } else {
        BY_DH_KIND(body, backward_step_to_axis, body, &s->link, f, &parent->axis_moment, tau);
    }
}

/* ---- mass matrix (crba.h) ---- */

/* Backward step where the parent is a revolute joint on the base: of the composite inertia and of the columns of the
 * subtree only the moments about its axis. */
ALWAYS_INLINE void composite_step_to_axis(dh_kind kind, const model_body *body, const composite_scratch *s,
                                          const model_body *parent, inertia Ic, force_columns columns, size_t n,
                                          real *axis_inertia, real *M)
{
    *axis_inertia = *axis_inertia + dh_inertia_back(kind, body, &s->link, Ic).I.zz;
    carry_columns(kind, body, &s->link, own_column(kind, body, Ic), s->end, columns,
                  (column_target){parent, JOINT_REVOLUTE, false, n, M});
}

/* Backward step of body i at the base; `next` is the composite inertia of the next body if that is a child. */
ALWAYS_INLINE void composite_step_at_base(const model_body *bodies, int i, bool next_is_child, inertia next,
                                          composite_scratch *s, force_columns columns, size_t n, real *M)
{
    const model_body *body = &bodies[i];
    const int p = body->parent;
    if (is_revolute_on_base(body)) {
        M[(size_t)body->v * (n + 1)] = s[i].axis_inertia + joint_body_inertia(body).I.zz;
        return;
    }
    const inertia Ic = composite_inertia(body, &s[i], next_is_child, next);
    store_own_columns(body, Ic, columns, n, M);
    if (!is_on_base(body)) {
        extend_subtree(bodies, i, s);
        BY_DH_KIND(body, composite_step_to_axis, body, &s[i], &bodies[p], Ic, columns, n, &s[p].axis_inertia, M);
    }
}

/* ---- forward dynamics (aba.h) ---- */

/* Eliminate the joint of body i at the base; `next` is of the next body if that is a child. No body needs the
 * remainder, or only its parent the moments about its axis. */
ALWAYS_INLINE void eliminate_at_base(const model_body *bodies, int i, bool next_is_child, const articulated_body *next,
                                     body_kinematics *s, articulated_branches *children, joint_space joints)
{
    const model_body *body = &bodies[i];
    const int p = body->parent, v = body->v;
    if (is_revolute_on_base(body)) {
        joints.D[v] = children[i].axis_inertia + joint_body_inertia(body).I.zz + real_from(joints.drives[v].rotor);
        joints.dofs[v].u_over_D = (joints.tau[v] - s[i].axis_moment) / joints.D[v];
        return;
    }
    const articulated_body b = assemble(body, &s[i], &children[i], next_is_child, next);
    if (is_on_base(body)) {
        eliminate_joint(body, b, joints);
    } else {
        const articulated_body seen = articulated_to_parent(body, &s[i].link, b, joints);
        children[p].axis_inertia = children[p].axis_inertia + seen.IA.I.zz;
        s[p].axis_moment = s[p].axis_moment + seen.pA.moment.z;
    }
}

/* Joint acceleration of a revolute joint on the base; returns the acceleration of the body. */
static inline motion acceleration_step_on_base(const model_body *body, const dof_elimination *dofs, real *qdd)
{
    const real zero = {0};
    qdd[body->v] = dofs[body->v].u_over_D;
    return (motion){{zero, zero, qdd[body->v]}, {zero, zero, zero}};
}

/* ---- derivatives along a step (rnea_jvp.h) ---- */

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

/* ---- derivatives of w . tau (rnea_vjp.h) ---- */

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
