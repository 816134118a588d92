/* Outward: how the bodies of a robot move, each in its own axes, and the force that each needs by itself (the
 * recursive Newton-Euler algorithm, Featherstone 2008, table 5.1; the bodies' equations as in Luh, Walker and Paul
 * 1980). */
#ifndef CDY_KERNELS_OUTWARD_H
#define CDY_KERNELS_OUTWARD_H

#include "kernels/states.h"

/* How a body moves with its parent, in its own axes. */
LINK_INLINE body_acceleration hand_on(link_kind kind, const model_body *body, const link *l, const moving_body *parent)
{
    const vec3 a = link_acceleration_of_point(kind, parent->m.a, parent->A, link_place(kind, body, l));
    return (body_acceleration){link_rotate(kind, body, l, parent->m.w), link_rotate(kind, body, l, parent->m.dw),
                               link_rotate(kind, body, l, a)};
}

/* How a body moves, and the force that it needs. */
LINK_INLINE void move_body(link_kind kind, const model_body *body, coordinates q, const real *qd, const real *qdd,
                           const moving_body *parent, moving_body *s)
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
                             moving_body *s)
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

/* All bodies of a robot, s[0] standing for its base; `at_rest`: no joint accelerates, and qdd is not read. */
LINK_INLINE void move_bodies(const cdy_model *model, coordinates q, const real *qd, bool at_rest, const real *qdd,
                             const double gravity[3], moving_body *s)
{
    const model_body *bodies = model_bodies(model);
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    const real rest[6] = {zero, zero, zero, zero, zero, zero};
    /* The base rests, but accelerates against gravity, which spares every body its weight. */
    s[0].m = (body_acceleration){none, none, subtract(none, vec3_from(gravity))};
    s[0].f = (force){none, none};
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        const real *accelerations = at_rest ? rest : qdd + body->v;
        if (turns_on_base(body)) {
            turn_body(body, q, qd + body->v, accelerations, s[0].m.a, &s[i]);
        } else {
            BY_LINK(body, move_body, body, q, qd + body->v, accelerations, &s[body->parent], &s[i]);
        }
    }
}

/* Takes off what acts on the bodies from outside; X_base (body_count) becomes their places. */
static inline void subtract_external_forces(const cdy_model *model, moving_body *s, transform *X_base, coordinates q,
                                            const real *forces)
{
    const model_body *bodies = model_bodies(model);
    for (int i = 1; i < model->body_count; i++) {
        const transform X = joint_transform(&bodies[i], q);
        const int p = bodies[i].parent;
        X_base[i] = p ? transform_multiply(X, X_base[p]) : X;
        s[i].f = force_subtract(s[i].f, transform_force(X_base[i], external_force_on(&bodies[i], forces)));
    }
}

#endif
