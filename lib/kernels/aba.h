/* Forward dynamics: the articulated-body algorithm (Featherstone 2008, table 7.1).
 *
 * All quantities are in the axes of the bodies and about their origins. Accelerations are split in two: the forward
 * pass computes the accelerations that velocities and gravity cause, with qdd = 0, and its forces serve as bias forces;
 * the rest, which the joint accelerations add, starts from a base at rest.
 *
 * A joint of several degrees of freedom is eliminated one degree of freedom after the other. S is constant in the
 * body's frame, so that the result equals the elimination with (S^T IA S)^-1. */
#ifndef CDY_KERNELS_ABA_H
#define CDY_KERNELS_ABA_H

#include "kernels/forward_pass.h"
#include "kernels/scratch.h"

/* An articulated body before or after the elimination of its joint. */
typedef struct articulated_body {
    articulated IA;
    force pA;
} articulated_body;

/* Joint-space quantities of the algorithm, by degree of freedom. */
typedef struct joint_space {
    const model_drive *drives;
    const real *tau;
    real *D; /* S^T IA S + rotor inertia; a rotor adds to its own joint alone */
    dof_elimination *states;
} joint_space;

/* Whether the joint is revolute without rotor, so that row z of the remainder IA - U U^T / D vanishes. */
static inline bool is_revolute_without_rotor(const model_body *body, const model_drive *drives)
{
    return body->kind == JOINT_REVOLUTE && body->nv == 1 && !(drives[body->v].rotor > 0);
}

/* Whether the joint is a DH link (model/model.h) without rotor: the fast path. */
static inline bool is_dh_without_rotor(const model_body *body, const model_drive *drives)
{
    return body->link != DH_NONE && !(drives[body->v].rotor > 0);
}

/* Eliminate a revolute joint without rotor; `A` and pA may be in the axes before the joint's rotation. */
static inline dof_elimination eliminate_revolute(articulated A, force pA, real tau, real *D)
{
    const real inverse_D = 1 / A.I.zz;
    *D = A.I.zz;
    return (dof_elimination){{{inverse_D * A.I.xz, inverse_D * A.I.yz, real_from(1)}, scale(inverse_D, A.H.z)},
                             inverse_D * (tau - pA.moment.z)};
}

/* pA + U u / D with U = column z of A; its moment about z is tau. */
static inline force revolute_bias(articulated A, force pA, real x, real tau)
{
    return (force){{pA.moment.x + x * A.I.xz, pA.moment.y + x * A.I.yz, tau}, add(pA.linear, scale(x, A.H.z))};
}

/* Eliminate degree of freedom `i`, whose motion subspace is the unit vector `row`; `row` is a compile-time constant. */
ALWAYS_INLINE void eliminate_dof(int row, int i, articulated_body *b, joint_space joints)
{
    const force U = articulated_column(b->IA, row);
    joints.D[i] = force_row(U, row) + real_from(joints.drives[i].rotor);
    const real inverse_D = 1 / joints.D[i];
    const real x = inverse_D * (joints.tau[i] - force_row(b->pA, row));
    const force n = force_scale(inverse_D, U);
    *b = (articulated_body){articulated_subtract(b->IA, n, U), force_add(b->pA, force_scale(x, U))};
    joints.states[i] = (dof_elimination){n, x};
}

/* Eliminate a joint of any kind; return IA - U D^-1 U^T and pA + U D^-1 u in the body's axes. */
static articulated_body eliminate_joint(const model_body *body, articulated_body b, joint_space joints)
{
    for (int k = 0; k < body->nv; k++) {
        switch (joint_row(body, k)) { /* a row that is a constant needs no indices at run time */
        case 0: eliminate_dof(0, body->v + k, &b, joints); break;
        case 1: eliminate_dof(1, body->v + k, &b, joints); break;
        case 2: eliminate_dof(2, body->v + k, &b, joints); break;
        case 3: eliminate_dof(3, body->v + k, &b, joints); break;
        case 4: eliminate_dof(4, body->v + k, &b, joints); break;
        default: eliminate_dof(5, body->v + k, &b, joints); break;
        }
    }
    return b;
}

ALWAYS_INLINE void set_parent_transform(dh_kind kind, const model_body *body, const dh_link *l, transform *X)
{
    *X = (transform){dh_rotation_from(kind, body, l, rotation_identity()), dh_origin(kind, body, l)};
}

/* Transform from the parent body for a link of any kind. */
static inline transform parent_transform(const model_body *body, const dh_link *l)
{
    transform X = l->X;
    BY_DH_KIND(body, set_parent_transform, body, l, &X);
    return X;
}

/* Eliminate the joint of a body and transform the remainder to the parent. Not inlined, so that the fast path does not
 * reserve registers and stack for it. */
static __attribute__((noinline)) void propagate_general(const model_body *body, const dh_link *l, articulated_body *b,
                                                        const joint_space *joints)
{
    const transform X = parent_transform(body, l);
    articulated turned;
    force pA;
    if (is_revolute_without_rotor(body, joints->drives)) {
        const int i = body->v;
        joints->states[i] = eliminate_revolute(b->IA, b->pA, joints->tau[i], &joints->D[i]);
        pA = revolute_bias(b->IA, b->pA, joints->states[i].u_over_D, joints->tau[i]);
        turned = revolute_remainder_rotate_back(X.E, revolute_remainder_from(b->IA, joints->states[i].U_over_D));
    } else {
        const articulated_body left = eliminate_joint(body, *b, *joints);
        pA = left.pA;
        turned = (articulated){rotate_tensor_back(X.E, left.IA.I), rotate_matrix_back(X.E, left.IA.H),
                               rotate_tensor_back(X.E, left.IA.M)};
    }
    *b = (articulated_body){articulated_shift_back(X.r, turned), transform_force_back(X, pA)};
}

/* The same for a DH link without rotor. The remainder is formed in the axes before the joint's rotation: that rotation
 * need not wait for the division. */
ALWAYS_INLINE void propagate_dh(dh_kind kind, const model_body *body, const dh_link *l, joint_space joints,
                                articulated_body *b)
{
    if (kind == DH_NONE) {
        return; /* never a DH link */
    }
    const int i = body->v;
    const real tau = joints.tau[i];
    const articulated A = rotate_z_articulated_back(l->s, l->c, b->IA);
    const force turned = {rotate_z_back(l->s, l->c, b->pA.moment), rotate_z_back(l->s, l->c, b->pA.linear)};
    const dof_elimination found = eliminate_revolute(A, turned, tau, &joints.D[i]);
    joints.states[i] = found;
    const force p = revolute_bias(A, turned, found.u_over_D, tau);
    const vec3 r = dh_origin(kind, body, l);
    const vec3 moment = dh_twist_back(kind, body, p.moment), linear = dh_twist_back(kind, body, p.linear);
    const articulated left = dh_twist_remainder_back(kind, body, revolute_remainder_from(A, found.U_over_D));
    *b = (articulated_body){dh_shift_articulated_back(kind, r, left), {dh_add_cross(kind, moment, r, linear), linear}};
}

/* Dispatch on the kind of joint: the articulated inertia and bias force of a body, seen by its parent. Inlined, so that
 * components that the caller does not use are not computed. */
ALWAYS_INLINE articulated_body articulated_to_parent(const model_body *body, const dh_link *l, articulated_body b,
                                                     joint_space joints)
{
    if (!is_dh_without_rotor(body, joints.drives)) {
        articulated_body any = b; /* a local copy: a variable whose address is taken stays in memory */
        const joint_space all = joints;
        propagate_general(body, l, &any, &all);
        return any;
    }
    BY_DH_KIND(body, propagate_dh, body, l, joints, &b);
    return b;
}

/* Sum the body's own inertia and force, the next body's contribution `next` where that is its child, and the other
 * children's. */
static inline articulated_body assemble(const model_body *body, const body_kinematics *s,
                                        const articulated_branches *children, bool next_is_child,
                                        const articulated_body *next)
{
    const inertia I = joint_body_inertia(body);
    articulated_body b = {next_is_child ? articulated_add_inertia(next->IA, I) : articulated_from(I),
                          next_is_child ? force_add(next->pA, s->f) : s->f};
    if (children->branches) {
        b.IA = articulated_add(b.IA, children->IA);
    }
    return b;
}

/* Eliminate a revolute joint on the base (on_base.h); no body needs the remainder. */
static inline void eliminate_joint_on_base(const model_body *body, const body_kinematics *s,
                                           const articulated_branches *children, joint_space joints)
{
    const int i = body->v;
    joints.D[i] = children->axis_inertia + joint_body_inertia(body).I.zz + real_from(joints.drives[i].rotor);
    joints.states[i].u_over_D = (joints.tau[i] - s->axis_moment) / joints.D[i];
}

/* Add a child's contribution to a parent that is not the previous body. */
static void add_branch(body_kinematics *s, articulated_branches *parent, articulated_body b)
{
    parent->IA = parent->branches ? articulated_add(parent->IA, b.IA) : b.IA;
    parent->branches = true;
    s->f = force_add(s->f, b.pA);
}

/* Joint accelerations qdd = (u - U^T a) / D from the acceleration of the parent; returns the acceleration of the
 * body. */
static motion acceleration_step_general(const model_body *body, const dh_link *l, motion a,
                                        const dof_elimination *states, real *qdd)
{
    if (body->parent) {
        a = transform_motion(parent_transform(body, l), a);
    }
    for (int i = body->v + body->nv - 1; i >= body->v; i--) {
        qdd[i] = body->parent || i < body->v + body->nv - 1 ? subtract_power(states[i].u_over_D, a, states[i].U_over_D)
                                                            : states[i].u_over_D;
        *motion_row(&a, joint_row(body, i - body->v)) += qdd[i];
    }
    return a;
}

ALWAYS_INLINE void acceleration_step(dh_kind kind, const model_body *body, const dh_link *l,
                                     const dof_elimination *states, real *qdd, motion *a)
{
    if (kind == DH_NONE) {
        return; /* never a DH link */
    }
    const dof_elimination *d = &states[body->v];
    const vec3 turning = dh_twist(kind, body, a->angular);
    const vec3 linear = dh_twist(kind, body, dh_shift_motion(kind, a->linear, a->angular, dh_origin(kind, body, l)));
    const real remaining =
        d->u_over_D - turning.z - d->U_over_D.moment.x * turning.x - d->U_over_D.moment.y * turning.y;
    const real x = subtract_dot(remaining, d->U_over_D.linear, linear);
    qdd[body->v] = x;
    a->angular = (vec3){l->c * turning.x + l->s * turning.y, l->c * turning.y - l->s * turning.x, turning.z + x};
    a->linear = (vec3){l->c * linear.x + l->s * linear.y, l->c * linear.y - l->s * linear.x, linear.z};
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
        const int p = body->parent;
        if (is_revolute_on_base(body)) {
            eliminate_joint_on_base(body, &s[i], &children[i], joints);
            next_is_child = false;
            continue;
        }
        b = assemble(body, &s[i], &children[i], next_is_child, &b);
        next_is_child = false;
        if (!p) {
            const articulated_body last = b; /* a local copy, as above: clang passes the variable itself by address */
            eliminate_joint(body, last, joints);
        } else if (is_revolute_on_base(&bodies[p])) {
            const articulated_body seen = articulated_to_parent(body, &s[i].link, b, joints);
            children[p].axis_inertia = children[p].axis_inertia + seen.IA.I.zz;
            s[p].axis_moment = s[p].axis_moment + seen.pA.moment.z;
        } else {
            b = articulated_to_parent(body, &s[i].link, b, joints);
            next_is_child = p == i - 1;
            if (!next_is_child) {
                add_branch(&s[p], &children[p], b);
            }
        }
    }
}

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

/* The same results, to be read only. */
static inline const articulated_branches *branches_of(const kernel_model *model, const void *scratch)
{
    return (const articulated_branches *)(const void *)((const body_kinematics *)scratch + model->body_count);
}

static inline const dof_elimination *eliminations_of(const kernel_model *model, const void *scratch)
{
    return (const dof_elimination *)(const void *)(branches_of(model, scratch) + model->body_count);
}

static void aba_eliminate(const kernel_model *model, void *scratch, const double gravity[3], const scalar *q_,
                          const scalar *qd_, const scalar *tau_, const scalar *forces, scalar *D_)
{
    const model_body *bodies = model_bodies(model);
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
        if (is_revolute_on_base(&bodies[i])) {
            children[i].axis_inertia = zero;
        }
    }
    backward_pass(model, s, children, joints);
}

/* Forward pass: joint accelerations. The parent is the previous body in most robots. */
static void aba_accelerate(const kernel_model *model, void *scratch, scalar *qdd_)
{
    const model_body *bodies = model_bodies(model);
    const model_drive *drives = model_drives(model);
    const body_kinematics *s = (const body_kinematics *)scratch;
    articulated_branches *children = branches_in(model, scratch);
    const dof_elimination *states = eliminations_in(model, scratch);
    real *qdd = reals_out(qdd_);
    const real zero = {0};
    const motion rest = {{zero, zero, zero}, {zero, zero, zero}};
    motion a = rest;
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        if (body->parent != i - 1) {
            a = body->parent ? children[body->parent].a : rest;
        }
        if (is_revolute_on_base(body)) {
            qdd[body->v] = states[body->v].u_over_D;
            a = (motion){{zero, zero, qdd[body->v]}, {zero, zero, zero}};
        } else if (is_dh_without_rotor(body, drives)) {
            BY_DH_KIND(body, acceleration_step, body, &s[i].link, states, qdd, &a);
        } else {
            a = acceleration_step_general(body, &s[i].link, a, states, qdd);
        }
        children[i].a = a;
    }
}

static void aba(const kernel_model *model, void *scratch, const double gravity[3], const scalar *q, const scalar *qd,
                const scalar *tau, const scalar *forces, scalar *qdd, scalar *D)
{
    aba_eliminate(model, scratch, gravity, q, qd, tau, forces, D);
    aba_accelerate(model, scratch, qdd);
}

#endif
