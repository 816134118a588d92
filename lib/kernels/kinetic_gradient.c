/* How the kinetic energy changes as the joints move at fixed velocities: what a discrete Lagrangian needs besides
 * momenta.
 *
 * A displacement of a joint along S turns what its body sees of the parent's motion, X v_p, into X v_p + (X v_p) x S;
 * all that the joint carries takes part, so the energy changes by the momentum of all that times (X v_p) x S. */
#include "kernels/width.h"

#include <string.h>

void KERNEL(kinetic_gradient)(const cdy_model *model, void *state, const scalar *q_, const scalar *qd_,
                              scalar *gradient_)
{
    const model_body *bodies = model_bodies(model);
    const real *qd = reals(qd_);
    real *gradient = reals_out(gradient_);
    body_state *s = state;
    const coordinates q = read_coordinates(model, state, q_);
    memset(&s[0].v, 0, sizeof s[0].v);

    /* Outward: the motion that the parent hands on, and each body's own momentum. */
    for (int i = 1; i < model->body_count; i++) {
        s[i].X = joint_transform(&bodies[i], q);
        s[i].a = transform_motion(s[i].X, s[bodies[i].parent].v);
        s[i].v = motion_add(s[i].a, joint_motion(joint_kind_of(&bodies[i]), qd + bodies[i].v));
        s[i].f = inertia_apply(joint_body_inertia(&bodies[i]), s[i].v);
    }

    /* Inward: the momentum of all that a joint carries. */
    for (int i = model->body_count - 1; i > 0; i--) {
        joint_force(joint_kind_of(&bodies[i]), force_scale(real_from(-1), cross_force(s[i].a, s[i].f)),
                    gradient + bodies[i].v);
        if (bodies[i].parent) {
            force *carried = &s[bodies[i].parent].f;
            *carried = force_add(*carried, transform_force_back(s[i].X, s[i].f));
        }
    }
}
