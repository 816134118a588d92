/* Center of mass and its Jacobian. */
#ifndef CDY_KERNELS_CENTER_OF_MASS_H
#define CDY_KERNELS_CENTER_OF_MASS_H

#include "kernels/frame.h"

/* Composite masses: s[i].masses receives mass and first moment of the subtree of body i. */
static void composite_masses(const kernel_model *model, body_scratch *s, coordinates q)
{
    const model_body *bodies = model_bodies(model);
    const real zero = {0};
    s[0].masses = (mass_moment){zero, {zero, zero, zero}};
    s[0].X_base = transform_identity();
    for (int i = 1; i < model->body_count; i++) {
        s[i].X = joint_transform(&bodies[i], q);
        s[i].X_base = transform_multiply(s[i].X, s[bodies[i].parent].X_base);
        const inertia I = joint_body_inertia(&bodies[i]);
        s[i].masses = (mass_moment){I.mass, I.h};
    }
    for (int i = model->body_count - 1; i > 0; i--) {
        body_scratch *parent = &s[bodies[i].parent];
        parent->masses = add_mass_moment_back(parent->masses, s[i].X, s[i].masses);
    }
}

static void center_of_mass(const kernel_model *model, void *scratch, const scalar *q_, scalar *com, scalar *J_)
{
    const model_body *bodies = model_bodies(model);
    const size_t n = (size_t)model->tree_nv;
    body_scratch *s = (body_scratch *)scratch;
    real *J = reals_out(J_);
    composite_masses(model, s, read_coordinates(model, scratch, q_));
    const real share = 1 / s[0].masses.mass;
    store_vec3(reals_out(com), scale(share, s[0].masses.h));

    /* Column of the Jacobian: linear momentum of the subtree for a unit velocity of the joint, over the total mass. */
    for (int i = 1; i < model->body_count; i++) {
        for (int k = 0; k < bodies[i].nv; k++) {
            motion S = joint_column(&bodies[i], k);
            vec3 momentum = subtract(scale(s[i].masses.mass, S.linear), cross(s[i].masses.h, S.angular));
            vec3 column = rotate_back(s[i].X_base.E, scale(share, momentum));
            J[bodies[i].v + k] = column.x;
            J[n + (size_t)(bodies[i].v + k)] = column.y;
            J[2 * n + (size_t)(bodies[i].v + k)] = column.z;
        }
    }
}

#endif
