/* Gradient of the kinetic energy by position, at constant velocity: the term of a discrete Lagrangian beside momenta.
 *
 * A displacement along S changes X v_parent by (X v_parent) x S for the whole subtree; the energy changes by the
 * subtree's momentum times this motion. */
#ifndef CDY_KERNELS_KINETIC_GRADIENT_H
#define CDY_KERNELS_KINETIC_GRADIENT_H

#include "kernels/scratch.h"
#include "kernels/shortcuts.h"

typedef struct kinetic_scratch {
    transform X;     /* from the parent body */
    motion parent_v; /* X v_parent: velocity before the joint, in the body's axes */
    motion v;        /* velocity of the body */
    force momentum;  /* I v of the body; in the backward pass, of its subtree */
} kinetic_scratch;

_Static_assert(sizeof(kinetic_scratch) <= sizeof(body_scratch), "the scratch memory holds one for each body");

static void kinetic_gradient(const kernel_model *model, void *scratch, const scalar *q_, const scalar *qd_,
                             scalar *gradient_)
{
    const model_body *bodies = model_bodies(model);
    const real *qd = reals(qd_);
    real *gradient = reals_out(gradient_);
    const real zero = {0};
    kinetic_scratch *s = (kinetic_scratch *)scratch;
    const coordinates q = read_coordinates(model, scratch, q_);
    s[0].v = (motion){{zero, zero, zero}, {zero, zero, zero}};

    /* Forward pass: velocity X v_parent before the joint, and momentum I v of each body. */
    for (int i = 1; i < model->body_count; i++) {
        s[i].X = joint_transform(&bodies[i], q);
        s[i].parent_v = transform_motion(s[i].X, s[bodies[i].parent].v);
        s[i].v = motion_add(s[i].parent_v, joint_motion(joint_kind_of(&bodies[i]), qd + bodies[i].v));
        s[i].momentum = inertia_apply(joint_body_inertia(&bodies[i]), s[i].v);
    }

    /* Backward pass: momentum of the subtree. */
    for (int i = model->body_count - 1; i > 0; i--) {
        joint_force(joint_kind_of(&bodies[i]), force_scale(real_from(-1), cross_force(s[i].parent_v, s[i].momentum)),
                    gradient + bodies[i].v);
        if (!is_on_base(&bodies[i])) {
            force *subtree = &s[bodies[i].parent].momentum;
            *subtree = force_add(*subtree, transform_force_back(s[i].X, s[i].momentum));
        }
    }
}

#endif
