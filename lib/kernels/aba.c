/* Forward dynamics: the articulated-body algorithm (Featherstone 2008, table 7.1).
 *
 * All is in the axes of the bodies and about their origins.  The accelerations are those that velocities and gravity
 * bring about by themselves, and what the joints add to them: the bias forces are those of the first kind, and the
 * articulated bodies then move from rest.
 *
 * A joint of several degrees of freedom is taken as that many of one degree, one after the other: its motion subspace
 * is constant in the body's frame, so that eliminating them in turn comes to the same as the inverse of S^T IA S. */
#include "kernels/outward.h"
#include "kernels/width.h"

/* An articulated body while its joint is taken off. */
typedef struct articulated_body {
    articulated IA;
    force pA;
} articulated_body;

/* What the joints are, and what the algorithm finds out about them, by degree of freedom. */
typedef struct dofs {
    const model_drive *drives;
    const real *tau;
    real *D; /* S^T IA S with the rotor's inertia, which adds to what its own joint feels and to nothing else */
    dof_state *states;
} dofs;

/* Whether a body turns without a rotor: what is left of it without its joint then resists no turning about z. */
static inline bool turns_freely(const model_body *body, const model_drive *drives)
{
    return body->kind == JOINT_REVOLUTE && body->nv == 1 && !(drives[body->v].rotor > 0);
}

/* Whether it does so on the body numbered right before, as most do. */
static inline bool turns_plainly(const model_body *body, const model_drive *drives)
{
    return body->link != LINK_ANY && !(drives[body->v].rotor > 0);
}

/* The pivot of a body that turns freely; `A` may be in the axes that the joint turns it from. */
static inline dof_state free_pivot(articulated A, force pA, real tau, real *D)
{
    const real inverse_D = 1 / A.I.zz;
    *D = A.I.zz;
    return (dof_state){{{inverse_D * A.I.xz, inverse_D * A.I.yz, real_from(1)}, scale(inverse_D, A.H.z)},
                       inverse_D * (tau - pA.moment.z)};
}

/* pA + U x, where U is column z of A and x is the pivot's. */
static inline force free_bias(articulated A, force pA, real x, real tau)
{
    return (force){{pA.moment.x + x * A.I.xz, pA.moment.y + x * A.I.yz, tau}, add(pA.linear, scale(x, A.H.z))};
}

/* Takes degree of freedom `i` off, which acts along a row; the row is a constant. */
LINK_INLINE void take_row_off(int row, int i, articulated_body *b, dofs of)
{
    const force U = articulated_column(b->IA, row);
    of.D[i] = force_row(U, row) + real_from(of.drives[i].rotor);
    const real inverse_D = 1 / of.D[i];
    const real x = inverse_D * (of.tau[i] - force_row(b->pA, row));
    const force n = force_scale(inverse_D, U);
    *b = (articulated_body){articulated_less(b->IA, n, U), force_add(b->pA, force_scale(x, U))};
    of.states[i] = (dof_state){n, x};
}

/* Takes a joint of whatever kind off and returns what is left of the body, in its own axes. */
static articulated_body take_off(const model_body *body, articulated_body b, dofs of)
{
    const int v = body->v;
    switch (joint_kind_of(body)) {
    case JOINT_REVOLUTE: take_row_off(2, v, &b, of); break;
    case JOINT_PRISMATIC: take_row_off(5, v, &b, of); break;
    case JOINT_PLANAR:
        take_row_off(3, v, &b, of);
        take_row_off(4, v + 1, &b, of);
        take_row_off(2, v + 2, &b, of);
        break;
    case JOINT_FLOATING:
        take_row_off(0, v, &b, of);
        take_row_off(1, v + 1, &b, of);
        take_row_off(2, v + 2, &b, of);
        take_row_off(3, v + 3, &b, of);
        take_row_off(4, v + 4, &b, of);
        take_row_off(5, v + 5, &b, of);
        break;
    }
    return b;
}

LINK_INLINE void set_transform(link_kind kind, const model_body *body, const link *l, transform *X)
{
    *X = (transform){link_axes(kind, body, l, rotation_identity()), link_place(kind, body, l)};
}

/* From the parent body, whatever the kind of the link. */
static inline transform link_transform(const model_body *body, const link *l)
{
    transform X = l->X;
    BY_LINK(body, set_transform, body, l, &X);
    return X;
}

/* Makes of a body what it hands to its parent.  Apart, so that those that turn plainly need not make room for it. */
static __attribute__((noinline)) void release_any(const model_body *body, const link *l, articulated_body *b,
                                                  const dofs *of)
{
    const transform X = link_transform(body, l);
    articulated turned;
    force pA;
    if (turns_freely(body, of->drives)) {
        const int i = body->v;
        of->states[i] = free_pivot(b->IA, b->pA, of->tau[i], &of->D[i]);
        pA = free_bias(b->IA, b->pA, of->states[i].x, of->tau[i]);
        turned = freed_rotate_back(X.E, freed_from(b->IA, of->states[i].n));
    } else {
        const articulated_body left = take_off(body, *b, *of);
        pA = left.pA;
        turned = (articulated){rotate_tensor_back(X.E, left.IA.I), rotate_matrix_back(X.E, left.IA.H),
                               rotate_tensor_back(X.E, left.IA.M)};
    }
    *b = (articulated_body){articulated_shift_back(X.r, turned), transform_force_back(X, pA)};
}

/* The same for a body that turns plainly; `to_turning`: on one that turns on the base.  What is left of it is found in
 * the axes that the joint turns it from: going there need not wait for the division. */
LINK_INLINE void release(link_kind kind, const model_body *body, const link *l, bool to_turning, dofs of,
                         articulated_body *b)
{
    if (kind == LINK_ANY) {
        return; /* there is none */
    }
    const int i = body->v;
    const real tau = of.tau[i];
    const articulated A = turn_articulated_back(l->s, l->c, b->IA);
    const force turned = {turn_back(l->s, l->c, b->pA.moment), turn_back(l->s, l->c, b->pA.linear)};
    const dof_state found = free_pivot(A, turned, tau, &of.D[i]);
    of.states[i] = found;
    const force p = free_bias(A, turned, found.x, tau);
    const vec3 r = link_place(kind, body, l);
    const vec3 moment = link_twist_back(kind, body, p.moment), linear = link_twist_back(kind, body, p.linear);
    const articulated left = twist_freed_back(kind, body, freed_from(A, found.n));
    const articulated IA = link_shift_articulated_back(kind, r, left);
    const force pA = {link_add_cross(kind, moment, r, linear), linear};
    if (to_turning) {
        b->IA.I.zz = IA.I.zz;
        b->pA.moment.z = pA.moment.z;
    } else {
        *b = (articulated_body){IA, pA};
    }
}

/* What a body hands to its parent. */
LINK_INLINE articulated_body hand_back(const model_body *body, const link *l, bool to_turning, articulated_body b,
                                       dofs of)
{
    if (!turns_plainly(body, of.drives)) {
        articulated_body any = b; /* that which is pointed at lies in memory */
        const dofs all = of;
        release_any(body, l, &any, &all);
        return any;
    }
    if (to_turning) {
        BY_LINK(body, release, body, l, true, of, &b);
    } else {
        BY_LINK(body, release, body, l, false, of, &b);
    }
    return b;
}

/* The body with all that it carries: `behind` is what the body numbered behind it hands on, if it carries that. */
static inline articulated_body gather(const model_body *body, const moving_body *s, const articulated_state *joined,
                                      bool carries, const articulated_body *behind)
{
    const inertia I = joint_body_inertia(body);
    articulated_body b = {carries ? articulated_add_inertia(behind->IA, I) : articulated_from(I),
                          carries ? force_add(behind->pA, s->f) : s->f};
    if (joined->joined) {
        b.IA = articulated_add(b.IA, joined->joined_IA);
    }
    return b;
}

/* Takes a body off that turns on the base, to which nothing is handed. */
static inline void stop_turning(const model_body *body, const moving_body *s, const articulated_state *joined,
                                bool carries, const articulated_body *behind, dofs of)
{
    const int i = body->v;
    real zz = real_from(body->inertia[5]), moment = s->f.moment.z;
    if (carries) {
        zz = zz + behind->IA.I.zz;
        moment = moment + behind->pA.moment.z;
    }
    if (joined->joined) {
        zz = zz + joined->joined_IA.I.zz;
    }
    of.D[i] = zz + real_from(of.drives[i].rotor);
    of.states[i].x = (of.tau[i] - moment) / of.D[i];
}

/* Adds what a body hands on where its parent is not numbered right before it. */
static void join(moving_body *s, articulated_state *parent, articulated_body b)
{
    parent->joined_IA = parent->joined ? articulated_add(parent->joined_IA, b.IA) : b.IA;
    parent->joined = true;
    s->f = force_add(s->f, b.pA);
}

/* Accelerations of the joint from that of the parent. */
static motion accelerate_any(const model_body *body, const link *l, motion a, const dof_state *states, real *qdd)
{
    if (body->parent) {
        a = transform_motion(link_transform(body, l), a);
    }
    for (int i = body->v + body->nv - 1; i >= body->v; i--) {
        qdd[i] = body->parent || i < body->v + body->nv - 1 ? subtract_power(states[i].x, a, states[i].n) : states[i].x;
        *motion_row(&a, joint_row(body, i - body->v)) += qdd[i];
    }
    return a;
}

LINK_INLINE void accelerate(link_kind kind, const model_body *body, const link *l, const dof_state *states, real *qdd,
                            motion *a)
{
    if (kind == LINK_ANY) {
        return; /* none turns plainly */
    }
    const dof_state *d = &states[body->v];
    const vec3 turning = link_twist(kind, body, a->angular);
    const vec3 linear = link_twist(kind, body, link_carry(kind, a->linear, a->angular, link_place(kind, body, l)));
    const real felt = d->x - turning.z - d->n.moment.x * turning.x - d->n.moment.y * turning.y;
    const real x = subtract_dot(felt, d->n.linear, linear);
    qdd[body->v] = x;
    a->angular = (vec3){l->c * turning.x + l->s * turning.y, l->c * turning.y - l->s * turning.x, turning.z + x};
    a->linear = (vec3){l->c * linear.x + l->s * linear.y, l->c * linear.y - l->s * linear.x, linear.z};
}

/* Inward: articulated inertias and bias forces. */
static inline void articulate(const cdy_model *model, moving_body *s, articulated_state *carried, dofs of)
{
    const model_body *bodies = model_bodies(model);
    articulated_body b;
    bool carries = false;
    for (int i = model->body_count - 1; i > 0; i--) {
        const model_body *body = &bodies[i];
        if (turns_on_base(body)) {
            stop_turning(body, &s[i], &carried[i], carries, &b, of);
            carries = false;
            continue;
        }
        b = gather(body, &s[i], &carried[i], carries, &b);
        carries = body->parent && body->parent == i - 1;
        if (body->parent) {
            b = hand_back(body, &s[i].link, turns_on_base(&bodies[body->parent]), b, of);
        } else {
            take_off(body, b, of);
        }
        if (body->parent && !carries) {
            join(&s[body->parent], &carried[body->parent], b);
        }
    }
}

void KERNEL(aba)(const cdy_model *model, void *state, const double gravity[3], const scalar *q_, const scalar *qd_,
                 const scalar *tau_, const scalar *forces, scalar *qdd_, scalar *D_)
{
    const model_body *bodies = model_bodies(model);
    real *qdd = reals_out(qdd_);
    moving_body *s = state;
    articulated_state *carried = (articulated_state *)(void *)(s + model->body_count);
    const dofs of = {model_drives(model), reals(tau_), reals_out(D_),
                     (dof_state *)(void *)(carried + model->body_count)};
    const coordinates q = read_coordinates(model, state, q_);
    const real zero = {0};
    const motion rest = {{zero, zero, zero}, {zero, zero, zero}};

    move_bodies(model, q, reals(qd_), true, reals(qd_), gravity, s);
    if (forces) {
        subtract_external_forces(model, s, (transform *)(void *)carried, q, reals(forces));
    }
    for (int i = 1; i < model->body_count; i++) {
        carried[i].joined = false;
    }
    articulate(model, s, carried, of);

    /* Outward: accelerations.  The parent is mostly the body before. */
    motion a = rest;
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        if (body->parent != i - 1) {
            a = body->parent ? carried[body->parent].a : rest;
        }
        if (turns_on_base(body)) {
            qdd[body->v] = of.states[body->v].x;
            a = (motion){{zero, zero, qdd[body->v]}, {zero, zero, zero}};
        } else if (turns_plainly(body, of.drives)) {
            BY_LINK(body, accelerate, body, &s[i].link, of.states, qdd, &a);
        } else {
            a = accelerate_any(body, &s[i].link, a, of.states, qdd);
        }
        carried[i].a = a;
    }
}
