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

/* I dw + w x I w. A has some of the products w_i w_j; `products` has the others, w_y w_z, w_z w_x and w_x w_y. */
static inline vec3 euler_moment(sym3 I, vec3 products, vec3 dw, mat3 A)
{
    return (vec3){I.xx * dw.x + (I.zz - I.yy) * products.x + I.yz * (A.y.y - A.z.z) + I.xz * A.y.x - I.xy * A.z.x,
                  I.yy * dw.y + (I.xx - I.zz) * products.y + I.xz * (A.z.z - A.x.x) + I.xy * A.z.y - I.yz * A.x.y,
                  I.zz * dw.z + (I.yy - I.xx) * products.z + I.xy * (A.x.x - A.y.y) + I.yz * A.x.z - I.xz * A.y.z};
}

/* Force and moment that the motion requires; A is its acceleration tensor. */
static inline force newton_euler(inertia I, body_acceleration m, mat3 A)
{
    const vec3 products = {m.w.y * m.w.z, m.w.z * m.w.x, m.w.x * m.w.y};
    return (force){add_cross(euler_moment(I.I, products, m.dw, A), I.h, m.a),
                   acceleration_of_point(scale(I.mass, m.a), A, I.h)};
}

/* Derivative of acceleration_tensor(w, dw) along a step. */
static inline mat3 acceleration_tensor_along(vec3 w, vec3 step_w, vec3 step_dw)
{
    const real xx = 2 * (w.x * step_w.x), yy = 2 * (w.y * step_w.y), zz = 2 * (w.z * step_w.z);
    const real xy = w.x * step_w.y + w.y * step_w.x, xz = w.x * step_w.z + w.z * step_w.x;
    const real yz = w.y * step_w.z + w.z * step_w.y;
    return (mat3){{-(yy + zz), xy - step_dw.z, xz + step_dw.y},
                  {xy + step_dw.z, -(xx + zz), yz - step_dw.x},
                  {xz - step_dw.y, yz + step_dw.x, -(xx + yy)}};
}

/* Derivative of newton_euler() along a step of the motion with the angular velocity w; A is the derivative of the
 * acceleration tensor. */
static inline force newton_euler_along(inertia I, vec3 w, body_acceleration step, mat3 A)
{
    const vec3 products = {w.y * step.w.z + w.z * step.w.y, w.z * step.w.x + w.x * step.w.z,
                           w.x * step.w.y + w.y * step.w.x};
    return (force){add_cross(euler_moment(I.I, products, step.dw, A), I.h, step.a),
                   acceleration_of_point(scale(I.mass, step.a), A, I.h)};
}

/* Dual of w in d . (w x (w x p)): (w . p) d + (w . d) p - 2 (d . p) w. */
static inline vec3 centripetal_dual(vec3 w, vec3 p, vec3 d)
{
    const real wp = dot(w, p), wd = dot(w, d), dp = -2 * dot(d, p);
    return (vec3){wp * d.x + wd * p.x + dp * w.x, wp * d.y + wd * p.y + dp * w.y, wp * d.z + wd * p.z + dp * w.z};
}

#endif
