/* Forward dynamics: the articulated-body algorithm (Featherstone 2008, table 7.1; as the book prints it: book_aba() in
 * book/book.c).
 *
 * All quantities are in the axes of the bodies and about their origins. Accelerations are split in two: the forward
 * pass computes the accelerations that velocities and gravity cause, with qdd = 0, and its forces serve as bias forces;
 * the rest, which the joint accelerations add, starts from a base at rest.
 *
 *   table 7.1                    here                  what differs (docs/design.md, "ABA with one-DOF elimination")
 *   first pass: v, c, p^A        forward_pass()        accelerations at qdd = 0 in place of c, forces in place of p^A
 *   second pass: U, D, u         assemble()            sums over the children; then one degree of freedom at a time
 *     I^a, p^a to the parent     articulated_to_parent()   D is a number, no matrix is inverted; elimination.h
 *   third pass: a', qdd, a       aba_accelerate()      from a base at rest, without c */
#ifndef CDY_KERNELS_ABA_H
#define CDY_KERNELS_ABA_H

#include "kernels/aba_on_base.h"
#include "kernels/forward_pass.h"
#include "kernels/scratch.h"

/* Results of aba_eliminate() in the scratch memory behind the kinematics of the bodies: child sums of each body, then
 * an elimination for each degree of freedom. */
static inline articulated_branches *branches_in(const kernel_model *model, void *scratch)
{
    return (articulated_branches *)(void *)((body_kinematics *)scratch + model->body_count);
}

static inline dof_elimination *eliminations_in(const kernel_model *model, void *scratch)
{
    return (dof_elimination *)(void *)(branches_in(model, scratch) + model->body_count);
}

/* Read-only access to these results. */
static inline const articulated_branches *branches_of(const kernel_model *model, const void *scratch)
{
    return (const articulated_branches *)(const void *)((const body_kinematics *)scratch + model->body_count);
}

static inline const dof_elimination *eliminations_of(const kernel_model *model, const void *scratch)
{
    return (const dof_elimination *)(const void *)(branches_of(model, scratch) + model->body_count);
}

/* Joint accelerations qdd = (u - U^T a) / D from the acceleration of the parent; returns the acceleration of the
 * body. */
static motion acceleration_step_general(const model_body *body, const dh_link *l, motion a, const dof_elimination *dofs,
                                        real *qdd)
{
    if (!is_on_base(body)) {
        a = transform_motion(parent_transform(body, l), a);
    }
    for (int i = body->v + body->nv - 1; i >= body->v; i--) {
        const bool parent_rests = is_on_base(body) && i == body->v + body->nv - 1; /* a = 0 */
        qdd[i] = parent_rests ? dofs[i].u_over_D : subtract_power(dofs[i].u_over_D, a, dofs[i].U_over_D);
        *motion_row(&a, joint_row(body, i - body->v)) += qdd[i];
    }
    return a;
}

/* Joint acceleration of a DH link without rotor; `a` becomes the acceleration of the body. */
ALWAYS_INLINE void acceleration_step_dh(dh_kind kind, const model_body *body, const dh_link *l,
                                        const dof_elimination *dofs, real *qdd, motion *a)
{
    if (kind == DH_NONE) {
        return; /* never a DH link */
    }
    const dof_elimination *d = &dofs[body->v];
    const vec3 angular = dh_twist(kind, body, a->angular);
    const vec3 linear = dh_twist(kind, body, dh_shift_motion(kind, a->linear, a->angular, dh_origin(kind, body, l)));
    const real remaining =
        d->u_over_D - angular.z - d->U_over_D.moment.x * angular.x - d->U_over_D.moment.y * angular.y;
    const real x = subtract_dot(remaining, d->U_over_D.linear, linear);
    qdd[body->v] = x;
    a->angular = (vec3){l->c * angular.x + l->s * angular.y, l->c * angular.y - l->s * angular.x, angular.z + x};
    a->linear = (vec3){l->c * linear.x + l->s * linear.y, l->c * linear.y - l->s * linear.x, linear.z};
}

/* Dispatch on the kind of joint: its acceleration from that of the parent; returns the acceleration of the body. */
ALWAYS_INLINE motion acceleration_step(const model_body *body, const dh_link *l, motion a, const model_drive *drives,
                                       const dof_elimination *dofs, real *qdd)
{
    if (!is_dh_without_rotor(body, drives)) {
        return acceleration_step_general(body, l, a, dofs, qdd);
    }
    BY_DH_KIND(body, acceleration_step_dh, body, l, dofs, qdd, &a);
    return a;
}

/* Backward pass: articulated inertias and bias forces. */
static inline void backward_pass(const kernel_model *model, body_kinematics *s, articulated_branches *children,
                                 joint_space joints)
{
    const model_body *bodies = model_bodies(model);
    articulated_body b;
    bool next_is_child = false;
    for (int i = model->body_count - 1; i > 0; i--) {
        const model_body *body = &bodies[i];
        if (is_at_base(bodies, body)) {
            eliminate_at_base(bodies, i, next_is_child, &b, s, children, joints);
            next_is_child = false;
        } else {
            b = assemble(body, &s[i], &children[i], next_is_child, &b);
            b = articulated_to_parent(body, &s[i].link, b, joints);
            next_is_child = add_articulated(bodies, i, b, s, children);
        }
    }
}

/* The first two passes of the table: leaves the bodies' kinematics and the eliminations in the scratch memory. */
static void aba_eliminate(const kernel_model *model, void *scratch, const double gravity[3], const scalar *q_,
                          const scalar *qd_, const scalar *tau_, const scalar *forces, scalar *D_)
{
    body_kinematics *s = (body_kinematics *)scratch;
    articulated_branches *children = branches_in(model, scratch);
    const joint_space joints = {model_drives(model), reals(tau_), reals_out(D_), eliminations_in(model, scratch)};
    const coordinates q = read_coordinates(model, scratch, q_);
    const real zero = {0};

    forward_pass(model, q, reals(qd_), true, reals(qd_) /* not read: at rest */, gravity, s);
    if (forces) {
        subtract_external_forces(model, s, (transform *)(void *)children, q, reals(forces));
    }
    for (int i = 1; i < model->body_count; i++) {
        children[i].branches = false;
        children[i].axis_inertia = zero;
    }
    backward_pass(model, s, children, joints);
}

/* Acceleration of the parent of body i; `previous` is that of body i - 1. */
static inline motion parent_acceleration(const model_body *bodies, int i, const articulated_branches *children,
                                         motion previous)
{
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    if (parent_is_previous(bodies, i)) {
        return previous;
    }
    return is_on_base(&bodies[i]) ? (motion){none, none} : children[bodies[i].parent].added_a;
}

/* The third pass of the table: joint accelerations, from what aba_eliminate() left, and from a base at rest. */
static void aba_accelerate(const kernel_model *model, void *scratch, scalar *qdd_)
{
    const model_body *bodies = model_bodies(model);
    const model_drive *drives = model_drives(model);
    const body_kinematics *s = (const body_kinematics *)scratch;
    articulated_branches *children = branches_in(model, scratch);
    const dof_elimination *dofs = eliminations_in(model, scratch);
    real *qdd = reals_out(qdd_);
    const real zero = {0};
    motion a = {{zero, zero, zero}, {zero, zero, zero}};
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        if (is_revolute_on_base(body)) {
            a = acceleration_step_on_base(body, dofs, qdd);
        } else {
            a = acceleration_step(body, &s[i].link, parent_acceleration(bodies, i, children, a), drives, dofs, qdd);
        }
        children[i].added_a = a;
    }
}

/* The whole algorithm. */
static void aba(const kernel_model *model, void *scratch, const double gravity[3], const scalar *q, const scalar *qd,
                const scalar *tau, const scalar *forces, scalar *qdd, scalar *D)
{
    aba_eliminate(model, scratch, gravity, q, qd, tau, forces, D);
    aba_accelerate(model, scratch, qdd);
}

#endif
