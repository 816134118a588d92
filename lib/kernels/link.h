/* From a body to its parent and back, with as little work as the kind of its link leaves (model/model.h).
 *
 * What depends on the kind takes it as its first argument, and is inlined where that is a constant: kernels ask for the
 * kind once a body, with BY_LINK(). */
#ifndef CDY_KERNELS_LINK_H
#define CDY_KERNELS_LINK_H

#include "kernels/joint.h"

#define LINK_INLINE static inline __attribute__((always_inline))

/* Calls step(kind, ...) with the kind of a body's link as a constant. */
#define BY_LINK(body, step, ...)                                                                                       \
    do {                                                                                                               \
        switch ((link_kind)(body)->link) {                                                                             \
        case LINK_ANY: step(LINK_ANY, __VA_ARGS__); break;                                                             \
        case LINK_PARALLEL: step(LINK_PARALLEL, __VA_ARGS__); break;                                                   \
        case LINK_PERPENDICULAR: step(LINK_PERPENDICULAR, __VA_ARGS__); break;                                         \
        case LINK_TWISTED: step(LINK_TWISTED, __VA_ARGS__); break;                                                     \
        }                                                                                                              \
    } while (0)

/* Whether a body turns about an axis that rests: nothing is felt of a force on it but the moment about z. */
static inline bool turns_on_base(const model_body *body)
{
    return body->parent == 0 && body->kind == JOINT_REVOLUTE && body->nv == 1; /* the base has none */
}

/* How a link stands at the moment. */
typedef struct link {
    transform X; /* LINK_ANY: from the parent body; not set in others, */
    real s, c;   /* which have the sine and cosine of the angle from x of the parent's frame to x of the body's */
} link;

/* Of what kind the joint is. */
LINK_INLINE joint_kind link_joint(link_kind kind, const model_body *body)
{
    return kind == LINK_ANY ? joint_kind_of(body) : JOINT_REVOLUTE;
}

LINK_INLINE void link_stand(link_kind kind, const model_body *body, coordinates all, link *l)
{
    if (kind == LINK_ANY) {
        l->X = joint_transform(body, all);
        return;
    }
    const real s = all.sine[body->q], c = all.cosine[body->q];
    const scalar so = body->offset[0], co = body->offset[1];
    l->s = s * co + c * so;
    l->c = c * co - s * so;
}

/* The place of the body's origin in the parent's frame. */
LINK_INLINE vec3 link_place(link_kind kind, const model_body *body, const link *l)
{
    return kind == LINK_ANY ? l->X.r : vec3_of_scalars(body->translation);
}

/* A vector in axes that are twisted about x, and back. */
LINK_INLINE vec3 link_twist(link_kind kind, const model_body *body, vec3 v)
{
    const scalar s = body->twist[0], c = body->twist[1];
    switch (kind) {
    case LINK_PERPENDICULAR: return (vec3){v.x, v.z + c * v.y, c * v.z - v.y};
    case LINK_TWISTED: return (vec3){v.x, c * v.y + s * v.z, c * v.z - s * v.y};
    case LINK_PARALLEL:
    case LINK_ANY: break;
    }
    return v;
}

LINK_INLINE vec3 link_twist_back(link_kind kind, const model_body *body, vec3 v)
{
    const scalar s = body->twist[0], c = body->twist[1];
    switch (kind) {
    case LINK_PERPENDICULAR: return (vec3){v.x, c * v.y - v.z, v.y + c * v.z};
    case LINK_TWISTED: return (vec3){v.x, c * v.y - s * v.z, s * v.y + c * v.z};
    case LINK_PARALLEL:
    case LINK_ANY: break;
    }
    return v;
}

/* A vector of the parent's in the body's axes. */
LINK_INLINE vec3 link_rotate(link_kind kind, const model_body *body, const link *l, vec3 v)
{
    if (kind == LINK_ANY) {
        return rotate(l->X.E, v);
    }
    const vec3 t = link_twist(kind, body, v);
    return (vec3){l->c * t.x + l->s * t.y, l->c * t.y - l->s * t.x, t.z};
}

/* A vector of the body's in the parent's axes. */
LINK_INLINE vec3 link_rotate_back(link_kind kind, const model_body *body, const link *l, vec3 v)
{
    if (kind == LINK_ANY) {
        return rotate_back(l->X.E, v);
    }
    return link_twist_back(kind, body, (vec3){l->c * v.x - l->s * v.y, l->s * v.x + l->c * v.y, v.z});
}

/* a + r x b, with what is 0 of the place left out. */
LINK_INLINE vec3 link_add_cross(link_kind kind, vec3 a, vec3 r, vec3 b)
{
    if (kind == LINK_PARALLEL || kind == LINK_PERPENDICULAR) {
        return (vec3){a.x - r.z * b.y, a.y + r.z * b.x - r.x * b.z, a.z + r.x * b.y};
    }
    return add_cross(a, r, b);
}

/* a + A r */
LINK_INLINE vec3 link_acceleration_of_point(link_kind kind, vec3 a, mat3 A, vec3 r)
{
    if (kind == LINK_PARALLEL || kind == LINK_PERPENDICULAR) {
        return (vec3){a.x + A.x.x * r.x + A.x.z * r.z, a.y + A.y.x * r.x + A.y.z * r.z,
                      a.z + A.z.x * r.x + A.z.z * r.z};
    }
    return acceleration_of_point(a, A, r);
}

/* X^T f: a force on the body in the parent's frame. */
LINK_INLINE force link_force_back(link_kind kind, const model_body *body, const link *l, force f)
{
    const vec3 linear = link_rotate_back(kind, body, l, f.linear);
    const vec3 moment = link_rotate_back(kind, body, l, f.moment);
    return (force){link_add_cross(kind, moment, link_place(kind, body, l), linear), linear};
}

/* f + X^T g: a force in the parent's frame with one of the body's. */
LINK_INLINE force link_add_force_back(link_kind kind, const model_body *body, const link *l, force f, force g)
{
    const force back = link_force_back(kind, body, l, g);
    return force_add(f, back);
}

/* A tensor of the body's in the axes that its joint turns it from, about z.  Sums of products alone: a small moment
 * among large ones, as the mass matrix next to a singular place has, would not outlive a trace less the others. */
LINK_INLINE sym3 turn_tensor_back(real s, real c, sym3 T)
{
    const vec3 x = {c * T.xx - s * T.xy, c * T.xy - s * T.yy, c * T.xz - s * T.yz}; /* rows, in the body's axes */
    const vec3 y = {s * T.xx + c * T.xy, s * T.xy + c * T.yy, s * T.xz + c * T.yz};
    return (sym3){c * x.x - s * x.y, s * x.x + c * x.y, x.z, s * y.x + c * y.y, y.z, T.zz};
}

/* Likewise, twisted about x. */
LINK_INLINE sym3 twist_tensor_back(link_kind kind, const model_body *body, sym3 T)
{
    const scalar s = body->twist[0], c = body->twist[1];
    switch (kind) {
    case LINK_PERPENDICULAR: {
        const vec3 y = {c * T.xy - T.xz, c * T.yy - T.yz, c * T.yz - T.zz};
        const vec3 z = {T.xy + c * T.xz, T.yy + c * T.yz, T.yz + c * T.zz};
        return (sym3){T.xx, y.x, z.x, c * y.y - y.z, y.y + c * y.z, z.y + c * z.z};
    }
    case LINK_TWISTED: {
        const vec3 y = {c * T.xy - s * T.xz, c * T.yy - s * T.yz, c * T.yz - s * T.zz};
        const vec3 z = {s * T.xy + c * T.xz, s * T.yy + c * T.yz, s * T.yz + c * T.zz};
        return (sym3){T.xx, y.x, z.x, c * y.y - s * y.z, s * y.y + c * y.z, s * z.y + c * z.z};
    }
    case LINK_PARALLEL:
    case LINK_ANY: break;
    }
    return T;
}

LINK_INLINE sym3 link_tensor_back(link_kind kind, const model_body *body, const link *l, sym3 T)
{
    return kind == LINK_ANY ? rotate_tensor_back(l->X.E, T)
                            : twist_tensor_back(kind, body, turn_tensor_back(l->s, l->c, T));
}

/* The same inertia about a point from which its own stands at r. */
LINK_INLINE inertia link_shift_back(link_kind kind, vec3 r, inertia I)
{
    if (kind != LINK_PARALLEL && kind != LINK_PERPENDICULAR) {
        return inertia_shift_back(r, I);
    }
    const vec3 h = {I.h.x + I.mass * r.x, I.h.y, I.h.z + I.mass * r.z};
    const real kx = I.h.x + h.x, kz = I.h.z + h.z; /* of both mixed terms and the mass term at once */
    const real xx = kx * r.x, zz = kz * r.z;
    return (inertia){I.mass,
                     h,
                     {I.I.xx + zz, I.I.xy - h.y * r.x, I.I.xz - real_from(0.5) * (kx * r.z + kz * r.x),
                      I.I.yy + (xx + zz), I.I.yz - h.y * r.z, I.I.zz + xx}};
}

/* X^T I X: an inertia of the body's in the parent's frame. */
LINK_INLINE inertia link_inertia_back(link_kind kind, const model_body *body, const link *l, inertia I)
{
    const inertia turned = {I.mass, link_rotate_back(kind, body, l, I.h), link_tensor_back(kind, body, l, I.I)};
    return link_shift_back(kind, link_place(kind, body, l), turned);
}

/* A vector, or an articulated inertia, of the body's in the axes that its joint turns it from. */
LINK_INLINE vec3 turn_back(real s, real c, vec3 v)
{
    return (vec3){c * v.x - s * v.y, s * v.x + c * v.y, v.z};
}

LINK_INLINE articulated turn_articulated_back(real s, real c, articulated A)
{
    const vec3 x = subtract(scale(c, A.H.x), scale(s, A.H.y)), y = add(scale(s, A.H.x), scale(c, A.H.y));
    return (articulated){turn_tensor_back(s, c, A.I),
                         {turn_back(s, c, x), turn_back(s, c, y), turn_back(s, c, A.H.z)},
                         turn_tensor_back(s, c, A.M)};
}

/* From those axes on to the parent's, from which they are twisted about x: one that resists no turning about z. */
LINK_INLINE articulated twist_freed_back(link_kind kind, const model_body *body, freed A)
{
    const real zero = {0};
    const real s = real_from(body->twist[0]), c = real_from(body->twist[1]);
    const vec3 x = link_twist_back(kind, body, A.x), y = link_twist_back(kind, body, A.y);
    const sym3 M = twist_tensor_back(kind, body, A.M);
    switch (kind) {
    case LINK_PERPENDICULAR: {
        const real cyy = c * A.yy;
        return (articulated){{A.xx, c * A.xy, A.xy, c * cyy, cyy, A.yy}, {x, scale(c, y), y}, M};
    }
    case LINK_TWISTED: {
        const real cyy = c * A.yy, syy = s * A.yy;
        return (articulated){{A.xx, c * A.xy, s * A.xy, c * cyy, c * syy, s * syy}, {x, scale(c, y), scale(s, y)}, M};
    }
    case LINK_PARALLEL:
    case LINK_ANY: break;
    }
    return (articulated){{A.xx, A.xy, zero, A.yy, zero, zero}, {x, y, {zero, zero, zero}}, M};
}

/* The same articulated inertia about a point from which its own stands at r. */
LINK_INLINE articulated link_shift_articulated_back(link_kind kind, vec3 r, articulated A)
{
    if (kind != LINK_PARALLEL && kind != LINK_PERPENDICULAR) {
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

/* The acceleration of a point at r of what turns by w, with what is 0 of r left out. */
LINK_INLINE vec3 link_carry(link_kind kind, vec3 a, vec3 w, vec3 r)
{
    if (kind == LINK_PARALLEL || kind == LINK_PERPENDICULAR) {
        return (vec3){a.x + w.y * r.z, a.y + w.z * r.x - w.x * r.z, a.z - w.y * r.x};
    }
    return add_cross(a, w, r);
}

/* The axes that a twist about x leads to from those of E. */
LINK_INLINE rotation link_twist_axes(link_kind kind, const model_body *body, rotation E)
{
    const real s = real_from(body->twist[0]), c = real_from(body->twist[1]);
    switch (kind) {
    case LINK_PERPENDICULAR: return (rotation){E.x, add(E.z, scale(c, E.y)), subtract(scale(c, E.z), E.y)};
    case LINK_TWISTED:
        return (rotation){E.x, add(scale(c, E.y), scale(s, E.z)), subtract(scale(c, E.z), scale(s, E.y))};
    case LINK_PARALLEL:
    case LINK_ANY: break;
    }
    return E;
}

/* The rotation to the body from where E comes from, which leads to the parent. */
LINK_INLINE rotation link_axes(link_kind kind, const model_body *body, const link *l, rotation E)
{
    return kind == LINK_ANY ? rotation_multiply(l->X.E, E)
                            : rotation_about_z(l->s, l->c, link_twist_axes(kind, body, E));
}

/* From the parent's origin to the body's, likewise. */
LINK_INLINE vec3 link_arm(link_kind kind, const model_body *body, const link *l, rotation E)
{
    const vec3 r = link_place(kind, body, l);
    if (kind == LINK_PARALLEL || kind == LINK_PERPENDICULAR) {
        return add(scale(r.x, E.x), scale(r.z, E.z));
    }
    return rotate_back(E, r);
}

/* X_link X: to the body from where X comes from, which leads to the parent. */
LINK_INLINE transform link_multiply(link_kind kind, const model_body *body, const link *l, transform X)
{
    return (transform){link_axes(kind, body, l, X.E), add(X.r, link_arm(kind, body, l, X.E))};
}

/* The columns of the joint in the axes and about the origin that X comes from. */
LINK_INLINE void link_columns(link_kind kind, const model_body *body, transform X, motion columns[6])
{
    if (kind == LINK_ANY) {
        joint_columns_in_base(body, X, columns);
    } else {
        columns[0] = (motion){X.E.z, cross(X.r, X.E.z)};
    }
}

#endif
