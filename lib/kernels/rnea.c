/* Inverse dynamics: the recursive Newton-Euler algorithm (Featherstone 2008, table 5.1; the bodies' equations as in
 * Luh, Walker and Paul 1980). */
#include "kernels/link.h"
#include "kernels/width.h"

typedef struct newton_euler_state {
    link link;           /* to the parent body */
    body_acceleration m; /* gravity taken off */
    mat3 A;              /* its acceleration tensor */
    force f;             /* on the body through its joint */
    transform X_base;    /* from the base, only where external forces act */
} newton_euler_state;

_Static_assert(sizeof(newton_euler_state) <= sizeof(body_state), "the state has room for it");

static void subtract_external_forces(const cdy_model *model, newton_euler_state *s, coordinates q, const real *forces)
{
    const model_body *bodies = model_bodies(model);
    for (int i = 1; i < model->body_count; i++) {
        const transform X = joint_transform(&bodies[i], q);
        int p = bodies[i].parent;
        s[i].X_base = p ? transform_multiply(X, s[p].X_base) : X;
        s[i].f = force_subtract(s[i].f, transform_force(s[i].X_base, external_force_on(&bodies[i], forces)));
    }
}

/* How a body moves with its parent, in its own axes. */
LINK_INLINE body_acceleration hand_on(link_kind kind, const model_body *body, const link *l,
                                      const newton_euler_state *parent)
{
    const vec3 a = link_acceleration_of_point(kind, parent->m.a, parent->A, link_place(kind, body, l));
    return (body_acceleration){link_rotate(kind, body, l, parent->m.w), link_rotate(kind, body, l, parent->m.dw),
                               link_rotate(kind, body, l, a)};
}

/* How a body moves, and the force that it needs. */
LINK_INLINE void move_body(link_kind kind, const model_body *body, coordinates q, const real *qd, const real *qdd,
                           const newton_euler_state *parent, newton_euler_state *s)
{
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    link_stand(kind, body, q, &s->link);
    const body_acceleration handed =
        body->parent ? hand_on(kind, body, &s->link, parent)
                     : (body_acceleration){none, none, link_rotate(kind, body, &s->link, parent->m.a)};
    s->m = joint_accelerate(link_joint(kind, body), qd, qdd, handed);
    s->A = acceleration_tensor(s->m.w, s->m.dw);
    s->f = newton_euler(joint_body_inertia(body), s->m, s->A);
}

/* The same where a body turns on the base, which rests: what of the force is not felt is left out. */
static inline void turn_body(const model_body *body, coordinates q, const real *qd, const real *qdd, vec3 a0,
                             newton_euler_state *s)
{
    const real zero = {0};
    const vec3 a = rotate(rotation_from(body->rotation), a0);
    const real sine = q.sine[body->q], cosine = q.cosine[body->q];
    const inertia I = joint_body_inertia(body);
    s->m.w = (vec3){zero, zero, qd[0]};
    s->m.dw = (vec3){zero, zero, qdd[0]};
    s->m.a = (vec3){cosine * a.x + sine * a.y, cosine * a.y - sine * a.x, a.z};
    s->A = acceleration_tensor(s->m.w, s->m.dw);
    s->f = (force){{zero, zero, I.I.zz * qdd[0] + I.h.x * s->m.a.y - I.h.y * s->m.a.x}, {zero, zero, zero}};
}

/* What the joint feels of the force on a body; returns that on its parent, which has `borne` to bear besides.
 * `to_turning`: the parent turns on the base. */
LINK_INLINE force bear(link_kind kind, const model_body *body, const newton_euler_state *s, bool to_turning, force f,
                       force borne, real *tau)
{
    joint_force(link_joint(kind, body), f, tau);
    if (!body->parent) {
        return f;
    }
    if (to_turning) {
        borne.moment.z = borne.moment.z + link_force_back(kind, body, &s->link, f).moment.z;
        return borne;
    }
    return link_add_force_back(kind, body, &s->link, borne, f);
}

void KERNEL(rnea)(const cdy_model *model, void *state, const double gravity[3], const scalar *q_, const scalar *qd_,
                  const scalar *qdd_, const scalar *forces, scalar *tau_)
{
    const model_body *bodies = model_bodies(model);
    const real *qd = reals(qd_), *qdd = reals(qdd_);
    real *tau = reals_out(tau_);
    newton_euler_state *s = state;
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    const coordinates q = read_coordinates(model, state, q_);

    /* The base rests, but accelerates against gravity, which spares every body its weight. */
    s[0].m = (body_acceleration){none, none, subtract(none, vec3_from(gravity))};
    s[0].f = (force){none, none};

    /* Outward: how each body moves, and the force that it needs. */
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        if (turns_on_base(body)) {
            turn_body(body, q, qd + body->v, qdd + body->v, s[0].m.a, &s[i]);
        } else {
            BY_LINK(body, move_body, body, q, qd + body->v, qdd + body->v, &s[body->parent], &s[i]);
        }
    }
    if (forces) {
        subtract_external_forces(model, s, q, reals(forces));
    }

    /* Inward: what of the forces the joints feel; the rest is the parent's to bear.  The parent is mostly the next
     * body: its force stays at hand, since the way through memory is longer than the sum. */
    force f = s[model->body_count - 1].f;
    for (int i = model->body_count - 1; i > 0; i--) {
        const model_body *body = &bodies[i];
        if (turns_on_base(&bodies[body->parent])) {
            BY_LINK(body, f = bear, body, &s[i], true, f, s[body->parent].f, tau + body->v);
        } else {
            BY_LINK(body, f = bear, body, &s[i], false, f, s[body->parent].f, tau + body->v);
        }
        if (body->parent != i - 1) {
            s[body->parent].f = f;
            f = s[i - 1].f;
        }
    }
}
