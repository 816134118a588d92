/* Velocity and acceleration of a frame. */
#ifndef CDY_KERNELS_FRAME_MOTION_H
#define CDY_KERNELS_FRAME_MOTION_H

#include "kernels/frame.h"

static motion motion_subtract(motion a, motion b)
{
    return (motion){subtract(a.angular, b.angular), subtract(a.linear, b.linear)};
}

static void frame_motion(const kernel_model *model, void *scratch, int frame, bool in_body, const scalar *q_,
                         const scalar *qd_, const scalar *qdd_, scalar *velocity, scalar *acceleration)
{
    const model_body *bodies = model_bodies(model);
    const model_frame *f = &model_frames(model)[frame];
    const coordinates q = read_coordinates(model, scratch, q_);
    const real *qd = reals(qd_), *qdd = reals(qdd_);
    const real zero = {0};
    const motion rest = {{zero, zero, zero}, {zero, zero, zero}};
    body_state *s = (body_state *)scratch;

    /* From the frame to the base: sum of the joint velocities in the frame's coordinates. */
    motion v = rest;
    transform X = frame_transform(f);
    for (int i = f->body; i > 0; i = bodies[i].parent) {
        s[i].X_frame = X;
        v = motion_add(v, transform_motion(X, joint_motion(joint_kind_of(&bodies[i]), qd + bodies[i].v)));
        X = transform_multiply(X, joint_transform(&bodies[i], q));
    }

    /* Again from the frame to the base: a joint velocity vJ of body i rotates with body i, whose velocity is `left`. */
    motion a = rest, left = v;
    for (int i = f->body; i > 0; i = bodies[i].parent) {
        motion vJ = transform_motion(s[i].X_frame, joint_motion(joint_kind_of(&bodies[i]), qd + bodies[i].v));
        motion aJ = transform_motion(s[i].X_frame, joint_motion(joint_kind_of(&bodies[i]), qdd + bodies[i].v));
        a = motion_add(a, motion_add(aJ, cross_motion(left, vJ)));
        left = motion_subtract(left, vJ);
    }

    /* classical acceleration of the frame's origin, not the spatial acceleration */
    a.linear = add(a.linear, cross(v.angular, v.linear));
    if (!in_body) {
        v = (motion){rotate_back(X.E, v.angular), rotate_back(X.E, v.linear)};
        a = (motion){rotate_back(X.E, a.angular), rotate_back(X.E, a.linear)};
    }
    store_motion(reals_out(velocity), v);
    store_motion(reals_out(acceleration), a);
}

#endif
