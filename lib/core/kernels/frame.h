/* Frames fixed to moving bodies. */
#ifndef CDY_KERNELS_FRAME_H
#define CDY_KERNELS_FRAME_H

#include "kernels/scratch.h"

static inline transform transform_identity(void)
{
    const real zero = {0};
    return (transform){rotation_identity(), {zero, zero, zero}};
}

/* Transform from the moving body to a frame on it. */
static inline transform frame_transform(const model_frame *frame)
{
    return (transform){rotation_from(frame->rotation), vec3_of_scalars(frame->translation)};
}

static inline void store_vec3(real *to, vec3 v)
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

static inline void store_motion(real *to, motion m)
{
    store_vec3(to, m.angular);
    store_vec3(to + 3, m.linear);
}

/* Homogeneous transform, 4 x 4 row-major: the frame's axes and origin in the coordinates of the frame that X starts
 * from. */
static inline void store_homogeneous(real *T, transform X)
{
    const real zero = {0};
    const rotation R = rotation_transpose(X.E);
    store_vec3(T, R.x);
    store_vec3(T + 4, R.y);
    store_vec3(T + 8, R.z);
    T[3] = X.r.x;
    T[7] = X.r.y;
    T[11] = X.r.z;
    T[12] = T[13] = T[14] = zero;
    T[15] = real_from(1);
}

#endif
