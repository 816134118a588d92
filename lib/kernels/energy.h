/* Kinetic and potential energy (Featherstone 2008, equations 2.67 and 3.13). */
#ifndef CDY_KERNELS_ENERGY_H
#define CDY_KERNELS_ENERGY_H

#include "kernels/scratch.h"

#include <string.h>

/* First moment of mass of the whole robot about the base's origin. */
static vec3 composite_moments(const kernel_model *model, body_scratch *s)
{
    const model_body *bodies = model_bodies(model);
    for (int i = model->body_count - 1; i > 0; i--) {
        body_scratch *parent = &s[bodies[i].parent];
        parent->masses = add_mass_moment_back(parent->masses, s[i].X, s[i].masses);
    }
    return s[0].masses.h;
}

static void energy(const kernel_model *model, void *scratch, const double gravity[3], const scalar *q_,
                   const scalar *qd_, scalar *kinetic, scalar *potential)
{
    const model_body *bodies = model_bodies(model);
    const real *qd = reals(qd_);
    const coordinates q = read_coordinates(model, scratch, q_);
    body_scratch *s = (body_scratch *)scratch;
    real power = {0}; /* twice the kinetic energy: sum of v . I v */
    memset(&s[0].v, 0, sizeof s[0].v);
    memset(&s[0].masses, 0, sizeof s[0].masses);
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        s[i].X = joint_transform(body, q);
        s[i].v =
            motion_add(transform_motion(s[i].X, s[body->parent].v), joint_motion(joint_kind_of(body), qd + body->v));
        const inertia I = joint_body_inertia(body);
        s[i].masses = (mass_moment){I.mass, I.h};
        power = power + motion_dot_force(s[i].v, inertia_apply(I, s[i].v));
    }
    *reals_out(kinetic) = power * 0.5;
    *reals_out(potential) = (real){0} - dot(vec3_from(gravity), composite_moments(model, s));
}

#endif
