/* The inertia that a payload adds to the moving body of its frame. */
#ifndef CDY_MODEL_PAYLOAD_INERTIA_H
#define CDY_MODEL_PAYLOAD_INERTIA_H

#include "model/model.h"

/* Returns the inertia of a payload about the moving body's origin, in the body's axes. `c` is the payload's center of
 * mass in the frame, I its moments xx yy zz yz xz xy about that center. */
static inline inertia payload_inertia(const model_frame *frame, real mass, vec3 c, const real I[6])
{
    const transform X = {rotation_from(frame->rotation), vec3_of_scalars(frame->translation)};
    const vec3 h = scale(mass, c);
    const sym3 about_frame = sym3_add((sym3){I[0], I[5], I[4], I[1], I[3], I[2]}, sym3_steiner(h, c));
    return transform_inertia_back(X, (inertia){mass, h, about_frame});
}

#endif
