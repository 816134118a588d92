/* Derivatives of w . tau by external forces and gravity, in both of which inverse dynamics is linear: less the
 * velocities of the bodies, and less the momentum of the robot, if its joints move with w (principle of virtual power).
 */
#ifndef CDY_KERNELS_LOAD_VJP_H
#define CDY_KERNELS_LOAD_VJP_H

#include "kernels/frame.h"

static void load_vjp(const kernel_model *model, void *scratch, const scalar *q_, const scalar *w_, scalar *by_forces_,
                     scalar *by_gravity)
{
    const model_body *bodies = model_bodies(model);
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    const real *w = reals(w_);
    real *by_forces = reals_out(by_forces_);
    const coordinates q = read_coordinates(model, scratch, q_);
    body_scratch *s = (body_scratch *)scratch;
    vec3 momentum = none;
    s[0].X_base = transform_identity();
    s[0].v = (motion){none, none};
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        const inertia I = joint_body_inertia(body);
        motion columns[6], u = s[body->parent].v;
        s[i].X_base = transform_multiply(joint_transform(body, q), s[body->parent].X_base);
        joint_columns_in_base(body, s[i].X_base, columns);
        for (int k = 0; k < body->nv; k++) {
            u = motion_add(u, motion_scale(w[body->v + k], columns[k]));
        }
        s[i].v = u; /* in the base's axes, at the base's origin */
        const vec3 h = add(rotate_back(s[i].X_base.E, I.h), scale(I.mass, s[i].X_base.r));
        momentum = add(momentum, add_cross(scale(I.mass, u.linear), u.angular, h));
        for (int k = 0; k < body->nv; k++) {
            real *row = by_forces + 6 * (size_t)(body->force_row + k);
            store_vec3(row, subtract(none, u.angular));
            store_vec3(row + 3, subtract(none, u.linear));
        }
    }
    store_vec3(reals_out(by_gravity), subtract(none, momentum));
}

#endif
