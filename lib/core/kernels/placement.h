/* Placements of frames in the base frame. */
#ifndef CDY_KERNELS_PLACEMENT_H
#define CDY_KERNELS_PLACEMENT_H

#include "kernels/dh_link.h"
#include "kernels/frame.h"

/* The transform X from a body to a frame, continued to the body's parent. */
ALWAYS_INLINE transform continue_to_parent(dh_kind kind, const model_body *body, coordinates q, transform X)
{
    dh_link l;
    dh_update(kind, body, q, &l);
    return dh_multiply_back(kind, body, &l, X);
}

static void placement(const kernel_model *model, void *scratch, int frame, const scalar *q_, scalar *T)
{
    const model_body *bodies = model_bodies(model);
    const model_frame *f = &model_frames(model)[frame];
    const coordinates q = read_path_coordinates(model, scratch, q_, f->body);
    transform X = frame_transform(f);
    for (int i = f->body; i > 0; i = bodies[i].parent) {
        SET_BY_DH_KIND(X, &bodies[i], continue_to_parent, &bodies[i], q, X);
    }
    store_homogeneous(reals_out(T), X);
}

#endif
