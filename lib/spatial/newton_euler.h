/* Newton-Euler equations of a rigid body about its frame's origin, in its axes (Luh, Walker and Paul 1980; acceleration
 * tensor: Balafoutis, Patel and Misra 1988).
 *
 * Of the velocity they need only the angular part, and so take fewer operations than I a + v x* I v. */
#ifndef CDY_SPATIAL_NEWTON_EULER_H
#define CDY_SPATIAL_NEWTON_EULER_H

#include "spatial/inertia.h"

/* Angular velocity and acceleration of a body, and the acceleration of its origin. */
typedef struct body_acceleration {
    vec3 w, dw; /* angular velocity and acceleration */
    vec3 a;     /* classical acceleration of the origin: the linear spatial acceleration plus w x v */
} body_acceleration;

/* A = [dw]x + [w]x [w]x: the point p of the body has the acceleration a + A p. */
static inline mat3 acceleration_tensor(vec3 w, vec3 dw)
{
    real xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z;
    real xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
    return (mat3){
        {-(yy + zz), xy - dw.z, xz + dw.y}, {xy + dw.z, -(xx + zz), yz - dw.x}, {xz - dw.y, yz + dw.x, -(xx + yy)}};
}

/* a + A p */
static inline vec3 acceleration_of_point(vec3 a, mat3 A, vec3 p)
{
    return (vec3){a.x + A.x.x * p.x + A.x.y * p.y + A.x.z * p.z, a.y + A.y.x * p.x + A.y.y * p.y + A.y.z * p.z,
                  a.z + A.z.x * p.x + A.z.y * p.y + A.z.z * p.z};
}

/* I dw + w x I w, with products w_i w_j taken from A where it has them. */
static inline vec3 euler_moment(sym3 I, vec3 w, vec3 dw, mat3 A)
{
    return (vec3){I.xx * dw.x + (I.zz - I.yy) * (w.y * w.z) + I.yz * (A.y.y - A.z.z) + I.xz * A.y.x - I.xy * A.z.x,
                  I.yy * dw.y + (I.xx - I.zz) * (w.z * w.x) + I.xz * (A.z.z - A.x.x) + I.xy * A.z.y - I.yz * A.x.y,
                  I.zz * dw.z + (I.yy - I.xx) * (w.x * w.y) + I.xy * (A.x.x - A.y.y) + I.yz * A.x.z - I.xz * A.y.z};
}

/* Force and moment that the motion requires; A is its acceleration tensor. */
static inline force newton_euler(inertia I, body_acceleration m, mat3 A)
{
    return (force){add_cross(euler_moment(I.I, m.w, m.dw, A), I.h, m.a),
                   acceleration_of_point(scale(I.mass, m.a), A, I.h)};
}

#endif
