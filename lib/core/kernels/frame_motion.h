/* Velocity and acceleration of a frame. */
#ifndef CDY_KERNELS_FRAME_MOTION_H
#define CDY_KERNELS_FRAME_MOTION_H

#include "kernels/jacobian.h"

/* S qd of a body's joint, in the axes and about the origin of the frame that X maps the body to. */
ALWAYS_INLINE motion joint_motion_in_frame(dh_kind kind, const model_body *body, transform X, const real *qd)
{
    return dh_joint_kind(kind, body) == JOINT_REVOLUTE ? motion_scale(qd[0], revolute_column(X))
                                                       : transform_motion(X, joint_motion(joint_kind_of(body), qd));
}

/* Motion of a frame: the sum over the joints between it and a body. */
typedef struct frame_sum {
    transform X; /* from the body to the frame */
    motion v, a;
} frame_sum;

/* Add the joint of one body on the path from the frame to the base. With vJ = S qd in the frame's coordinates, v = sum
 * of vJ, and a = sum of S qdd + u x vJ, where u is the velocity of the joint's body: v less the sum v_after of the
 * joints that follow. Since v x v = 0, the sum of u x vJ is that of vJ x v_after. */
ALWAYS_INLINE frame_sum add_joint(dh_kind kind, const model_body *body, coordinates q, const real *qd, const real *qdd,
                                  frame_sum s)
{
    const motion vJ = joint_motion_in_frame(kind, body, s.X, qd + body->v);
    const motion aJ = joint_motion_in_frame(kind, body, s.X, qdd + body->v);
    s.a = add_cross_motion(motion_add(s.a, aJ), vJ, s.v);
    s.v = motion_add(s.v, vJ);
    s.X = continue_to_parent(kind, body, q, s.X);
    return s;
}

static void frame_motion(const kernel_model *model, void *scratch, int frame, bool in_body, const scalar *q_,
                         const scalar *qd_, const scalar *qdd_, scalar *velocity, scalar *acceleration)
{
    const model_body *bodies = model_bodies(model);
    const model_frame *f = &model_frames(model)[frame];
    const coordinates q = read_path_coordinates(model, scratch, q_, f->body);
    const real *qd = reals(qd_), *qdd = reals(qdd_);
    const real zero = {0};
    const motion rest = {{zero, zero, zero}, {zero, zero, zero}};
    frame_sum s = {frame_transform(f), rest, rest};
    for (int i = f->body; i > 0; i = bodies[i].parent) {
        SET_BY_DH_KIND(s, &bodies[i], add_joint, &bodies[i], q, qd, qdd, s);
    }

    /* classical acceleration of the frame's origin, not the spatial acceleration */
    motion v = s.v, a = s.a;
    a.linear = add(a.linear, cross(v.angular, v.linear));
    if (!in_body) {
        v = (motion){rotate_back(s.X.E, v.angular), rotate_back(s.X.E, v.linear)};
        a = (motion){rotate_back(s.X.E, a.angular), rotate_back(s.X.E, a.linear)};
    }
    store_motion(reals_out(velocity), v);
    store_motion(reals_out(acceleration), a);
}

#endif
