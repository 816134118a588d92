/* Transforms between a body and its parent, specialised for Denavit-Hartenberg links (model/model.h).
 *
 * For a DH link, X = Rz(theta) Rx(alpha) with few nonzero offsets; DH_NONE stands for any other transform. Functions
 * take the kind as first argument and are inlined where it is a constant: kernels switch on it once a body, by
 * BY_DH_KIND().
 *
 * | kind             | rotation                           | zero coordinates of the origin |
 * | DH_PARALLEL      | Rz(theta)                          | y                              |
 * | DH_PERPENDICULAR | Rz(theta) Rx(alpha), sin alpha = 1 | y                              |
 * | DH_TWISTED       | Rz(theta) Rx(alpha)                | none                           | */
#ifndef CDY_KERNELS_DH_LINK_H
#define CDY_KERNELS_DH_LINK_H

#include "kernels/inlining.h"
#include "kernels/joint.h"

/* Call step(kind, ...) with the kind of the body's link as a constant. */
#define BY_DH_KIND(body, step, ...)                                                                                    \
    do {                                                                                                               \
        switch ((dh_kind)(body)->link) {                                                                               \
        case DH_NONE: step(DH_NONE, __VA_ARGS__); break;                                                               \
        case DH_PARALLEL: step(DH_PARALLEL, __VA_ARGS__); break;                                                       \
        case DH_PERPENDICULAR: step(DH_PERPENDICULAR, __VA_ARGS__); break;                                             \
        case DH_TWISTED: step(DH_TWISTED, __VA_ARGS__); break;                                                         \
        }                                                                                                              \
    } while (0)

/* The same for a function that returns a value: result = step(kind, ...). */
#define SET_BY_DH_KIND(result, body, step, ...) BY_DH_KIND(body, result = step, __VA_ARGS__)

/* The transform of a link at the current configuration. */
typedef struct dh_link {
    transform X; /* DH_NONE: transform from the parent body; not set otherwise */
    real s, c;   /* other kinds: sine and cosine of theta, the angle about z from the parent's x axis to the body's */
} dh_link;

/* The joint's kind; a DH link is revolute. */
ALWAYS_INLINE joint_kind dh_joint_kind(dh_kind kind, const model_body *body)
{
    return kind == DH_NONE ? joint_kind_of(body) : JOINT_REVOLUTE;
}

ALWAYS_INLINE void dh_update(dh_kind kind, const model_body *body, coordinates all, dh_link *l)
{
    if (kind == DH_NONE) {
        l->X = joint_transform(body, all);
        return;
    }
    const real s = all.sine[body->q], c = all.cosine[body->q];
    const scalar so = body->offset[0], co = body->offset[1];
    l->s = s * co + c * so;
    l->c = c * co - s * so;
}

/* Origin of the body in the parent's frame. */
ALWAYS_INLINE vec3 dh_origin(dh_kind kind, const model_body *body, const dh_link *l)
{
    return kind == DH_NONE ? l->X.r : vec3_of_scalars(body->translation);
}

/* Rx(alpha) v, and the inverse. */
ALWAYS_INLINE vec3 dh_twist(dh_kind kind, const model_body *body, vec3 v)
{
    const scalar s = body->twist[0], c = body->twist[1];
    switch (kind) {
    case DH_PERPENDICULAR: return (vec3){v.x, v.z + c * v.y, c * v.z - v.y};
    case DH_TWISTED: return (vec3){v.x, c * v.y + s * v.z, c * v.z - s * v.y};
    case DH_PARALLEL:
    case DH_NONE: break;
    }
    return v;
}

ALWAYS_INLINE vec3 dh_twist_back(dh_kind kind, const model_body *body, vec3 v)
{
    const scalar s = body->twist[0], c = body->twist[1];
    switch (kind) {
    case DH_PERPENDICULAR: return (vec3){v.x, c * v.y - v.z, v.y + c * v.z};
    case DH_TWISTED: return (vec3){v.x, c * v.y - s * v.z, s * v.y + c * v.z};
    case DH_PARALLEL:
    case DH_NONE: break;
    }
    return v;
}

/* E v: a vector from the parent's axes to the body's. */
ALWAYS_INLINE vec3 dh_rotate(dh_kind kind, const model_body *body, const dh_link *l, vec3 v)
{
    if (kind == DH_NONE) {
        return rotate(l->X.E, v);
    }
    const vec3 t = dh_twist(kind, body, v);
    return (vec3){l->c * t.x + l->s * t.y, l->c * t.y - l->s * t.x, t.z};
}

/* E^T v: a vector from the body's axes to the parent's. */
ALWAYS_INLINE vec3 dh_rotate_back(dh_kind kind, const model_body *body, const dh_link *l, vec3 v)
{
    if (kind == DH_NONE) {
        return rotate_back(l->X.E, v);
    }
    return dh_twist_back(kind, body, (vec3){l->c * v.x - l->s * v.y, l->s * v.x + l->c * v.y, v.z});
}

/* a + r x b without the products with components of r that are zero. */
ALWAYS_INLINE vec3 dh_add_cross(dh_kind kind, vec3 a, vec3 r, vec3 b)
{
    if (kind == DH_PARALLEL || kind == DH_PERPENDICULAR) {
        return (vec3){a.x - r.z * b.y, a.y + r.z * b.x - r.x * b.z, a.z + r.x * b.y};
    }
    return add_cross(a, r, b);
}

/* Acceleration a + A r of the point r, without the products with components of r that are zero. */
ALWAYS_INLINE vec3 dh_acceleration_of_point(dh_kind kind, vec3 a, mat3 A, vec3 r)
{
    if (kind == DH_PARALLEL || kind == DH_PERPENDICULAR) {
        return (vec3){a.x + A.x.x * r.x + A.x.z * r.z, a.y + A.y.x * r.x + A.y.z * r.z,
                      a.z + A.z.x * r.x + A.z.z * r.z};
    }
    return acceleration_of_point(a, A, r);
}

/* X^T f: a force from the body's frame to the parent's. */
ALWAYS_INLINE force dh_force_back(dh_kind kind, const model_body *body, const dh_link *l, force f)
{
    const vec3 linear = dh_rotate_back(kind, body, l, f.linear);
    const vec3 moment = dh_rotate_back(kind, body, l, f.moment);
    return (force){dh_add_cross(kind, moment, dh_origin(kind, body, l), linear), linear};
}

/* f + X^T g. */
ALWAYS_INLINE force dh_add_force_back(dh_kind kind, const model_body *body, const dh_link *l, force f, force g)
{
    const force back = dh_force_back(kind, body, l, g);
    return force_add(f, back);
}

/* Rz^T T Rz for a symmetric tensor. Written as sums of products: near singular configurations a small moment of inertia
 * beside large ones would be lost in a difference of traces. */
ALWAYS_INLINE sym3 rotate_z_tensor_back(real s, real c, sym3 T)
{
    const vec3 x = {c * T.xx - s * T.xy, c * T.xy - s * T.yy, c * T.xz - s * T.yz}; /* rows of Rz^T T */
    const vec3 y = {s * T.xx + c * T.xy, s * T.xy + c * T.yy, s * T.xz + c * T.yz};
    return (sym3){c * x.x - s * x.y, s * x.x + c * x.y, x.z, s * y.x + c * y.y, y.z, T.zz};
}

/* Rx^T T Rx for a symmetric tensor. */
ALWAYS_INLINE sym3 dh_twist_tensor_back(dh_kind kind, const model_body *body, sym3 T)
{
    const scalar s = body->twist[0], c = body->twist[1];
    switch (kind) {
    case DH_PERPENDICULAR: {
        const vec3 y = {c * T.xy - T.xz, c * T.yy - T.yz, c * T.yz - T.zz};
        const vec3 z = {T.xy + c * T.xz, T.yy + c * T.yz, T.yz + c * T.zz};
        return (sym3){T.xx, y.x, z.x, c * y.y - y.z, y.y + c * y.z, z.y + c * z.z};
    }
    case DH_TWISTED: {
        const vec3 y = {c * T.xy - s * T.xz, c * T.yy - s * T.yz, c * T.yz - s * T.zz};
        const vec3 z = {s * T.xy + c * T.xz, s * T.yy + c * T.yz, s * T.yz + c * T.zz};
        return (sym3){T.xx, y.x, z.x, c * y.y - s * y.z, s * y.y + c * y.z, s * z.y + c * z.z};
    }
    case DH_PARALLEL:
    case DH_NONE: break;
    }
    return T;
}

ALWAYS_INLINE sym3 dh_tensor_back(dh_kind kind, const model_body *body, const dh_link *l, sym3 T)
{
    return kind == DH_NONE ? rotate_tensor_back(l->X.E, T)
                           : dh_twist_tensor_back(kind, body, rotate_z_tensor_back(l->s, l->c, T));
}

/* Parallel-axis theorem: the inertia about a point from which the origin is at r, without the zero components of r. */
ALWAYS_INLINE inertia dh_shift_inertia_back(dh_kind kind, vec3 r, inertia I)
{
    if (kind != DH_PARALLEL && kind != DH_PERPENDICULAR) {
        return inertia_shift_back(r, I);
    }
    const vec3 h = {I.h.x + I.mass * r.x, I.h.y, I.h.z + I.mass * r.z};
    const real kx = I.h.x + h.x, kz = I.h.z + h.z; /* the two mixed terms and the mass term together */
    const real xx = kx * r.x, zz = kz * r.z;
    return (inertia){I.mass,
                     h,
                     {I.I.xx + zz, I.I.xy - h.y * r.x, I.I.xz - real_from(0.5) * (kx * r.z + kz * r.x),
                      I.I.yy + (xx + zz), I.I.yz - h.y * r.z, I.I.zz + xx}};
}

/* X^T I X: an inertia from the body's frame to the parent's. */
ALWAYS_INLINE inertia dh_inertia_back(dh_kind kind, const model_body *body, const dh_link *l, inertia I)
{
    const inertia turned = {I.mass, dh_rotate_back(kind, body, l, I.h), dh_tensor_back(kind, body, l, I.I)};
    return dh_shift_inertia_back(kind, dh_origin(kind, body, l), turned);
}

/* Rz^T v, and the same for an articulated inertia. */
ALWAYS_INLINE vec3 rotate_z_back(real s, real c, vec3 v)
{
    return (vec3){c * v.x - s * v.y, s * v.x + c * v.y, v.z};
}

ALWAYS_INLINE articulated rotate_z_articulated_back(real s, real c, articulated A)
{
    const vec3 x = subtract(scale(c, A.H.x), scale(s, A.H.y)), y = add(scale(s, A.H.x), scale(c, A.H.y));
    return (articulated){rotate_z_tensor_back(s, c, A.I),
                         {rotate_z_back(s, c, x), rotate_z_back(s, c, y), rotate_z_back(s, c, A.H.z)},
                         rotate_z_tensor_back(s, c, A.M)};
}

/* Rx^T A Rx for the remainder of a revolute joint (spatial/articulated.h), whose row z is zero. */
ALWAYS_INLINE articulated dh_twist_remainder_back(dh_kind kind, const model_body *body, revolute_remainder A)
{
    const real zero = {0};
    const real s = real_from(body->twist[0]), c = real_from(body->twist[1]);
    const vec3 x = dh_twist_back(kind, body, A.x), y = dh_twist_back(kind, body, A.y);
    const sym3 M = dh_twist_tensor_back(kind, body, A.M);
    switch (kind) {
    case DH_PERPENDICULAR: {
        const real cyy = c * A.yy;
        return (articulated){{A.xx, c * A.xy, A.xy, c * cyy, cyy, A.yy}, {x, scale(c, y), y}, M};
    }
    case DH_TWISTED: {
        const real cyy = c * A.yy, syy = s * A.yy;
        return (articulated){{A.xx, c * A.xy, s * A.xy, c * cyy, c * syy, s * syy}, {x, scale(c, y), scale(s, y)}, M};
    }
    case DH_PARALLEL:
    case DH_NONE: break;
    }
    return (articulated){{A.xx, A.xy, zero, A.yy, zero, zero}, {x, y, {zero, zero, zero}}, M};
}

/* An articulated inertia about a point from which the origin is at r. */
ALWAYS_INLINE articulated dh_shift_articulated_back(dh_kind kind, vec3 r, articulated A)
{
    if (kind != DH_PARALLEL && kind != DH_PERPENDICULAR) {
        return articulated_shift_back(r, A);
    }
    const sym3 I = A.I, M = A.M;
    const mat3 H = A.H;
    const mat3 N = {{H.x.x - r.z * M.xy, H.x.y - r.z * M.yy, H.x.z - r.z * M.yz},
                    {H.y.x + r.z * M.xx - r.x * M.xz, H.y.y + r.z * M.xy - r.x * M.yz, H.y.z + r.z * M.xz - r.x * M.zz},
                    {H.z.x + r.x * M.xy, H.z.y + r.x * M.yy, H.z.z + r.x * M.yz}};
    return (articulated){{I.xx - r.z * (H.x.y + N.x.y), I.xy + r.z * (N.x.x - H.y.y) - r.x * N.x.z,
                          I.xz - r.z * H.z.y + r.x * N.x.y, I.yy + r.z * (H.y.x + N.y.x) - r.x * (H.y.z + N.y.z),
                          I.yz + r.z * H.z.x + r.x * (N.y.y - H.z.z), I.zz + r.x * (H.z.y + N.z.y)},
                         N,
                         M};
}

/* a + w x r: the linear part of a motion at the point r, without the zero components of r. */
ALWAYS_INLINE vec3 dh_shift_motion(dh_kind kind, vec3 a, vec3 w, vec3 r)
{
    if (kind == DH_PARALLEL || kind == DH_PERPENDICULAR) {
        return (vec3){a.x + w.y * r.z, a.y + w.z * r.x - w.x * r.z, a.z - w.y * r.x};
    }
    return add_cross(a, w, r);
}

/* The dual of the parent's angular velocity w_p, by a child's dual w before its joint and by the dual d of the child's
 * origin, in the parent's axes. */
ALWAYS_INLINE vec3 dh_velocity_dual_back(dh_kind kind, const model_body *body, const dh_link *l, vec3 w_p, vec3 w,
                                         vec3 d)
{
    return add(dh_rotate_back(kind, body, l, w), centripetal_dual(w_p, dh_origin(kind, body, l), d));
}

/* Rx(alpha) E: rotate the axes E by the twist. */
ALWAYS_INLINE rotation dh_twist_axes(dh_kind kind, const model_body *body, rotation E)
{
    const real s = real_from(body->twist[0]), c = real_from(body->twist[1]);
    switch (kind) {
    case DH_PERPENDICULAR: return (rotation){E.x, add(E.z, scale(c, E.y)), subtract(scale(c, E.z), E.y)};
    case DH_TWISTED: return (rotation){E.x, add(scale(c, E.y), scale(s, E.z)), subtract(scale(c, E.z), scale(s, E.y))};
    case DH_PARALLEL:
    case DH_NONE: break;
    }
    return E;
}

/* E_link E: the rotation to the body from the frame that E maps to the parent. */
ALWAYS_INLINE rotation dh_rotation_from(dh_kind kind, const model_body *body, const dh_link *l, rotation E)
{
    return kind == DH_NONE ? rotation_multiply(l->X.E, E) : rotation_about_z(l->s, l->c, dh_twist_axes(kind, body, E));
}

/* E^T r: the offset from the parent's origin to the body's, in the axes that E maps to the parent. */
ALWAYS_INLINE vec3 dh_offset_in(dh_kind kind, const model_body *body, const dh_link *l, rotation E)
{
    const vec3 r = dh_origin(kind, body, l);
    if (kind == DH_PARALLEL || kind == DH_PERPENDICULAR) {
        return add(scale(r.x, E.x), scale(r.z, E.z));
    }
    return rotate_back(E, r);
}

/* X_link X: the transform to the body from the frame that X maps to the parent. */
ALWAYS_INLINE transform dh_multiply(dh_kind kind, const model_body *body, const dh_link *l, transform X)
{
    return (transform){dh_rotation_from(kind, body, l, X.E), add(X.r, dh_offset_in(kind, body, l, X.E))};
}

/* X X_link: the transform from the parent to the frame that X maps the body to. */
ALWAYS_INLINE transform dh_multiply_back(dh_kind kind, const model_body *body, const dh_link *l, transform X)
{
    const rotation E = {dh_rotate_back(kind, body, l, X.E.x), dh_rotate_back(kind, body, l, X.E.y),
                        dh_rotate_back(kind, body, l, X.E.z)};
    return (transform){E, add(dh_origin(kind, body, l), dh_rotate_back(kind, body, l, X.r))};
}

/* Columns of S in the axes and about the origin of the frame that X maps to the body. */
ALWAYS_INLINE void dh_joint_columns(dh_kind kind, const model_body *body, transform X, motion columns[6])
{
    if (kind == DH_NONE) {
        joint_columns_in_base(body, X, columns);
    } else {
        columns[0] = (motion){X.E.z, cross(X.r, X.E.z)};
    }
}

#endif
