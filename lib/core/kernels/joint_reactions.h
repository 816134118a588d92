/* Joint reactions: the force that each moving joint transmits, by recursive Newton-Euler (Featherstone 2008, table 5.1)
 * without the shortcuts of rnea.h: a reaction has all six components, also at joints on the base. */
#ifndef CDY_KERNELS_JOINT_REACTIONS_H
#define CDY_KERNELS_JOINT_REACTIONS_H

#include "kernels/frame.h"

#include <string.h>

/* Compute the motion of a body from its parent's, and the force f = I a + v x* I v - f_ext that it requires. */
static inline void require_force(const model_body *body, coordinates q, const real *qd, const real *qdd,
                                 const real *forces, const body_scratch *parent, body_scratch *s)
{
    s->X = joint_transform(body, q);
    s->X_base = transform_multiply(s->X, parent->X_base);
    s->v = transform_motion(s->X, parent->v);
    s->a = transform_motion(s->X, parent->a);
    joint_add_motion(joint_kind_of(body), qd + body->v, qdd + body->v, &s->v, &s->a);
    const inertia I = joint_body_inertia(body);
    s->f = force_add(inertia_apply(I, s->a), cross_force(s->v, inertia_apply(I, s->v)));
    if (forces) {
        s->f = force_subtract(s->f, transform_force(s->X_base, external_force_on(body, forces)));
    }
}

static void joint_reactions(const kernel_model *model, void *scratch, const double gravity[3], const scalar *q_,
                            const scalar *qd_, const scalar *qdd_, const scalar *forces, scalar *reactions)
{
    const model_body *bodies = model_bodies(model);
    const real *qd = reals(qd_), *qdd = reals(qdd_);
    const coordinates q = read_coordinates(model, scratch, q_);
    body_scratch *s = (body_scratch *)scratch;

    memset(&s[0], 0, sizeof s[0]);
    s[0].X_base = transform_identity();
    s[0].a.linear = subtract(s[0].a.linear, vec3_from(gravity)); /* gravity as an acceleration -g of the base */
    for (int i = 1; i < model->body_count; i++) {
        require_force(&bodies[i], q, qd, qdd, forces ? reals(forces) : NULL, &s[bodies[i].parent], &s[i]);
    }
    for (int i = model->body_count - 1; i > 0; i--) {
        body_scratch *parent = &s[bodies[i].parent];
        parent->f = force_add(parent->f, transform_force_back(s[i].X, s[i].f));
    }
    for (int i = 1, frame = 0; i < model->body_count; i++) {
        frame = model_next_link(model, frame, i);
        const force f = transform_force(frame_transform(&model_frames(model)[frame]), s[i].f);
        store_vec3(reals_out(reactions) + 6 * (i - 1), f.moment);
        store_vec3(reals_out(reactions) + 6 * (i - 1) + 3, f.linear);
    }
}

#endif
