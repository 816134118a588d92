/* Forward dynamics: the articulated-body algorithm (Featherstone 2008, table 7.1).
 *
 * All is about the origins of the bodies, but in the axes of the base, so that what goes from a body to its parent only
 * shifts.  The accelerations are those that velocities and gravity bring about by themselves, and what the joints add
 * to them: the bias forces are those of the first kind, and the articulated bodies then move from rest.
 *
 * A joint of several degrees of freedom is taken as that many of one degree, one after the other: its motion subspace
 * is constant in the body's frame, so that eliminating them in turn comes to the same as the inverse of S^T IA S. */
#include "kernels/aba.h"
#include "kernels/link.h"
#include "kernels/width.h"

/* A degree of freedom of a joint with the force U = IA S that a unit of its acceleration takes. */
typedef struct pivot {
    force U;
    real inverse_D; /* 1 / (S^T IA S): a rotor adds to what its own joint feels and to nothing else */
    real x;         /* as in dof_state */
} pivot;

static inline pivot find_pivot(joint_axis S, articulated IA, force pA, scalar rotor, real tau, real *D)
{
    const force U = axis_articulated(S, IA);
    *D = add_axis_force(real_from(rotor), S, U);
    const real inverse_D = 1 / *D;
    return (pivot){U, inverse_D, inverse_D * (tau - axis_force(S, pA))};
}

/* An articulated body while its joint is taken off. */
typedef struct articulated_body {
    articulated IA;
    force pA;
} articulated_body;

/* What is left of a body that degree of freedom `d` lets go. */
static inline articulated_body let_go(articulated_body b, pivot found, dof_state *d)
{
    d->n = force_scale(found.inverse_D, found.U);
    d->x = found.x;
    return (articulated_body){articulated_less(b.IA, d->n, found.U), force_add(b.pA, force_scale(found.x, found.U))};
}

/* The body with all that it carries: `behind` is what the body numbered behind it hands on, if it carries that. */
static inline articulated_body gather(const model_body *body, const articulated_state *s, bool carries,
                                      const articulated_body *behind)
{
    const inertia I = {real_from(body->mass), s->h, s->I};
    articulated_body b = {carries ? articulated_add_inertia(behind->IA, I) : articulated_from(I),
                          carries ? force_add(behind->pA, s->pA) : s->pA};
    if (s->joined) {
        b.IA = articulated_add(b.IA, s->joined_IA);
    }
    return b;
}

/* Takes all degrees of freedom of a joint off but the last.  Apart, so that joints of one need not make room for it. */
static __attribute__((noinline)) articulated_body eliminate_first(const model_body *body, rotation E,
                                                                  articulated_body b, const model_drive *drives,
                                                                  dof_state *dofs, const real *tau, real *D)
{
    for (int k = 0; k < body->nv - 1; k++) {
        const int i = body->v + k;
        const pivot found = find_pivot(joint_axis_in(body, k, E), b.IA, b.pA, drives[i].rotor, tau[i], &D[i]);
        b = let_go(b, found, &dofs[i]);
    }
    return b;
}

/* Takes the last degree of freedom off and returns what the body hands to its parent, about the parent's origin.  It
 * is taken off behind the shift, which need not wait for the division by its pivot. */
static inline articulated_body eliminate_last(const articulated_state *s, articulated_body b, pivot found, dof_state *d)
{
    found.U = force_shift_back(s->r, found.U);
    b = (articulated_body){articulated_shift_back(s->r, b.IA), force_shift_back(s->r, b.pA)};
    return let_go(b, found, d);
}

/* Adds what a body hands on where its parent is not numbered right before it. */
static void join(articulated_state *parent, articulated_body b)
{
    parent->joined_IA = parent->joined ? articulated_add(parent->joined_IA, b.IA) : b.IA;
    parent->pA = force_add(parent->pA, b.pA);
    parent->joined = true;
}

/* The reverse: accelerations of the joint from that of the parent. */
static motion accelerate_joint(const model_body *body, motion parent, const articulated_state *s, const dof_state *dofs,
                               real *qdd)
{
    motion a = {parent.angular, add_cross(parent.linear, parent.angular, s->r)};
    for (int k = body->nv - 1; k >= 0; k--) {
        const dof_state *d = &dofs[body->v + k];
        const real x = subtract_power(d->x, k == body->nv - 1 ? parent : a, d->n);
        qdd[body->v + k] = x;
        a = axis_add_motion(a, joint_axis_in(body, k, s->E), x);
    }
    return a;
}

/* How a body moves that hangs at r on its parent, as if its joint were at rest. */
static inline body_acceleration hang(const articulated_state *parent, vec3 r)
{
    return (body_acceleration){parent->m.w, parent->m.dw, acceleration_of_point(parent->m.a, parent->A, r)};
}

/* Where a body stands. */
LINK_INLINE void place_body(link_kind kind, const model_body *body, coordinates q, const articulated_state *parent,
                            articulated_state *s)
{
    link l;
    link_stand(kind, body, q, &l);
    s->E = body->parent ? link_axes(kind, body, &l, parent->E) : l.X.E;
    s->r = body->parent ? link_arm(kind, body, &l, parent->E) : l.X.r;
}

/* Outward: each body by itself, and the force that it needs where no joint accelerates; `a0` is the acceleration of the
 * base. */
static inline void hang_bodies(const cdy_model *model, articulated_state *s, coordinates q, const real *qd, vec3 a0)
{
    const model_body *bodies = model_bodies(model);
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        const articulated_state *parent = &s[body->parent];
        BY_LINK(body, place_body, body, q, parent, &s[i]);
        const body_acceleration hung = body->parent ? hang(parent, s[i].r) : (body_acceleration){none, none, a0};
        const body_acceleration m = joint_turn_in(body, s[i].E, qd + body->v, hung);
        const mat3 A = acceleration_tensor(m.w, m.dw);
        const inertia I = joint_body_inertia_in(body, s[i].E);
        s[i].m = m;
        s[i].A = A;
        s[i].h = I.h;
        s[i].I = I.I;
        s[i].pA = newton_euler(I, m, A);
        s[i].joined = false;
    }
}

static void subtract_external_forces(const cdy_model *model, articulated_state *s, const real *forces)
{
    const model_body *bodies = model_bodies(model);
    const real zero = {0};
    s[0].p = (vec3){zero, zero, zero};
    for (int i = 1; i < model->body_count; i++) {
        const force f = external_force_on(&bodies[i], forces);
        s[i].p = add(s[bodies[i].parent].p, s[i].r);
        s[i].pA = force_subtract(s[i].pA, (force){subtract(f.moment, cross(s[i].p, f.linear)), f.linear});
    }
}

void KERNEL(aba)(const cdy_model *model, void *state, const double gravity[3], const scalar *q_, const scalar *qd_,
                 const scalar *tau_, const scalar *forces, scalar *qdd_, scalar *D_)
{
    const model_body *bodies = model_bodies(model);
    const model_drive *drives = model_drives(model);
    const real *qd = reals(qd_), *tau = reals(tau_);
    real *qdd = reals_out(qdd_), *D = reals_out(D_);
    articulated_state *s = state;
    dof_state *dofs = (dof_state *)(void *)(s + model->body_count);
    const coordinates q = read_coordinates(model, state, q_);
    const real zero = {0};
    const vec3 none = {zero, zero, zero};

    hang_bodies(model, s, q, qd, subtract(none, vec3_from(gravity)));
    if (forces) {
        subtract_external_forces(model, s, reals(forces));
    }

    /* Inward: articulated inertias and bias forces. */
    articulated_body behind;
    bool carries = false;
    for (int i = model->body_count - 1; i > 0; i--) {
        const model_body *body = &bodies[i];
        const int last = body->v + body->nv - 1;
        articulated_body b = gather(body, &s[i], carries, &behind);
        if (body->nv > 1) {
            b = eliminate_first(body, s[i].E, b, drives, dofs, tau, D);
        }
        const joint_axis S = joint_axis_in(body, body->nv - 1, s[i].E);
        const pivot found = find_pivot(S, b.IA, b.pA, drives[last].rotor, tau[last], &D[last]);
        dofs[last] = (dof_state){{none, none}, found.x};
        carries = body->parent == i - 1;
        if (body->parent) {
            behind = eliminate_last(&s[i], b, found, &dofs[last]);
        }
        if (body->parent && !carries) {
            join(&s[body->parent], behind);
        }
    }

    /* Outward: accelerations.  The parent is mostly the body before. */
    motion a = {none, none};
    s[0].a = a;
    for (int i = 1; i < model->body_count; i++) {
        a = bodies[i].parent == i - 1 ? a : s[bodies[i].parent].a;
        a = s[i].a = accelerate_joint(&bodies[i], a, &s[i], dofs, qdd);
    }
}
