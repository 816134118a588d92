/* Placements of frames in the base frame. */
#ifndef CDY_KERNELS_PLACEMENT_H
#define CDY_KERNELS_PLACEMENT_H

#include "kernels/frame.h"

static void placement(const kernel_model *model, void *scratch, int frame, const scalar *q_, scalar *T)
{
    const model_body *bodies = model_bodies(model);
    const model_frame *f = &model_frames(model)[frame];
    const coordinates q = read_coordinates(model, scratch, q_);
    transform X = frame_transform(f);
    for (int i = f->body; i > 0; i = bodies[i].parent) {
        X = transform_multiply(X, joint_transform(&bodies[i], q));
    }
    store_homogeneous(reals_out(T), X);
}

static void placements(const kernel_model *model, void *scratch, const scalar *q_, scalar *T)
{
    const model_body *bodies = model_bodies(model);
    const model_frame *frames = model_frames(model);
    const coordinates q = read_coordinates(model, scratch, q_);
    body_state *s = (body_state *)scratch;
    s[0].X_base = transform_identity();
    for (int i = 1; i < model->body_count; i++) {
        s[i].X_base = transform_multiply(joint_transform(&bodies[i], q), s[bodies[i].parent].X_base);
    }
    for (int i = 0; i < model->frame_count; i++) {
        transform X = transform_multiply(frame_transform(&frames[i]), s[frames[i].body].X_base);
        store_homogeneous(reals_out(T) + 16 * (size_t)i, X);
    }
}

#endif
