/* Gradient of the kinetic energy by position, at constant velocity: the term of a discrete Lagrangian beside momenta.
 *
 * A displacement along S changes X v_parent by (X v_parent) x S for the whole subtree; the energy changes by the
 * subtree's momentum times this motion. */
#ifndef CDY_KERNELS_KINETIC_GRADIENT_H
#define CDY_KERNELS_KINETIC_GRADIENT_H

#include "kernels/state.h"

#include <string.h>

static void kinetic_gradient(const kernel_model *model, void *state, const scalar *q_, const scalar *qd_,
                             scalar *gradient_)
{
    const model_body *bodies = model_bodies(model);
    const real *qd = reals(qd_);
    real *gradient = reals_out(gradient_);
    body_state *s = (body_state *)state;
    const coordinates q = read_coordinates(model, state, q_);
    memset(&s[0].v, 0, sizeof s[0].v);

    /* Forward pass: X v_parent in s[i].a, and each body's momentum in s[i].f. */
    for (int i = 1; i < model->body_count; i++) {
        s[i].X = joint_transform(&bodies[i], q);
        s[i].a = transform_motion(s[i].X, s[bodies[i].parent].v);
        s[i].v = motion_add(s[i].a, joint_motion(joint_kind_of(&bodies[i]), qd + bodies[i].v));
        s[i].f = inertia_apply(joint_body_inertia(&bodies[i]), s[i].v);
    }

    /* Backward pass: momentum of the subtree. */
    for (int i = model->body_count - 1; i > 0; i--) {
        joint_force(joint_kind_of(&bodies[i]), force_scale(real_from(-1), cross_force(s[i].a, s[i].f)),
                    gradient + bodies[i].v);
        if (bodies[i].parent) {
            force *carried = &s[bodies[i].parent].f;
            *carried = force_add(*carried, transform_force_back(s[i].X, s[i].f));
        }
    }
}

#endif
