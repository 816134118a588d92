/* Regressor Y with tau = Y(q, qd, qdd) pi, pi the inertial parameters (Atkeson, An and Hollerbach 1986; Khalil and
 * Dombre 2002, section 9.6). */
#ifndef CDY_KERNELS_REGRESSOR_H
#define CDY_KERNELS_REGRESSOR_H

#include "kernels/frame.h"

#include <string.h>

static void regressor_motion(const kernel_model *model, void *scratch, const double gravity[3], const scalar *q_,
                             const scalar *qd_, const scalar *qdd_)
{
    const model_body *bodies = model_bodies(model);
    const real *qd = reals(qd_), *qdd = reals(qdd_);
    const coordinates q = read_coordinates(model, scratch, q_);
    body_scratch *s = (body_scratch *)scratch;

    /* gravity as an acceleration -g of the base, as in recursive Newton-Euler */
    memset(&s[0].v, 0, sizeof s[0].v);
    memset(&s[0].a, 0, sizeof s[0].a);
    s[0].a.linear = subtract(s[0].a.linear, vec3_from(gravity));
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        const body_scratch *parent = &s[body->parent];
        s[i].X = joint_transform(body, q);
        s[i].v = transform_motion(s[i].X, parent->v);
        s[i].a = transform_motion(s[i].X, parent->a);
        joint_add_motion(joint_kind_of(body), qd + body->v, qdd + body->v, &s[i].v, &s[i].a);
    }
}

static void regressor_weight(const kernel_model *model, void *scratch, const scalar *w_)
{
    const model_body *bodies = model_bodies(model);
    const real *w = reals(w_);
    body_scratch *s = (body_scratch *)scratch;
    memset(&s[0].u, 0, sizeof s[0].u);
    for (int i = 1; i < model->body_count; i++) {
        s[i].u = motion_add(transform_motion(s[i].X, s[bodies[i].parent].u),
                            joint_motion(joint_kind_of(&bodies[i]), w + bodies[i].v));
    }
}

/* Motion of a body in the frame of its parameters. */
typedef struct frame_kinematics {
    vec3 w, alpha; /* angular velocity and acceleration */
    vec3 d;        /* acceleration of the origin minus gravity */
} frame_kinematics;

/* S^T (I a + v x* I v) for unit values of m, h and I: ten entries of one row of Y. */
static void store_row(real *row, frame_kinematics f, motion S)
{
    const vec3 w = f.w, alpha = f.alpha, s = S.angular;
    const vec3 z = cross(s, w); /* s . (w x I w) = z . I w */
    row[0] = dot(S.linear, f.d);
    store_vec3(row + 1, add(add(cross(S.linear, alpha), cross(w, cross(w, S.linear))), cross(f.d, s)));
    row[4] = s.x * alpha.x + z.x * w.x;
    row[5] = s.x * alpha.y + s.y * alpha.x + z.x * w.y + z.y * w.x;
    row[6] = s.x * alpha.z + s.z * alpha.x + z.x * w.z + z.z * w.x;
    row[7] = s.y * alpha.y + z.y * w.y;
    row[8] = s.y * alpha.z + s.z * alpha.y + z.y * w.z + z.z * w.y;
    row[9] = s.z * alpha.z + z.z * w.z;
}

/* Motion of the body of a frame, in this frame. */
static frame_kinematics frame_motion_of(const model_frame *f, const body_scratch *s)
{
    const transform X = frame_transform(f);
    const motion v = transform_motion(X, s->v), a = transform_motion(X, s->a);
    return (frame_kinematics){v.angular, a.angular, add(a.linear, cross(v.angular, v.linear))};
}

/* w . tau = u . (I a + v x* I v) for one body: a row for S = u. */
static void regressor_product(const kernel_model *model, const void *scratch, int frame, scalar *product)
{
    const model_frame *f = &model_frames(model)[frame];
    const body_scratch *s = (const body_scratch *)scratch + f->body;
    store_row(reals_out(product), frame_motion_of(f, s), transform_motion(frame_transform(f), s->u));
}

static void regressor_block(const kernel_model *model, const void *scratch, int frame, size_t stride, scalar *Y_)
{
    const model_body *bodies = model_bodies(model);
    const model_frame *f = &model_frames(model)[frame];
    const body_scratch *s = (const body_scratch *)scratch;
    real *Y = reals_out(Y_);
    transform X = frame_transform(f);
    const frame_kinematics moving = frame_motion_of(f, &s[f->body]);

    /* From the body to the base; X maps the current body to the frame. */
    for (int i = f->body; i > 0; i = bodies[i].parent) {
        for (int k = 0; k < bodies[i].nv; k++) {
            const motion S = transform_motion(X, joint_column(&bodies[i], k));
            store_row(Y + (size_t)(bodies[i].v + k) * stride, moving, S);
        }
        X = transform_multiply(X, s[i].X);
    }
}

#endif
