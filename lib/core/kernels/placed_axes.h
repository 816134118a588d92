/* The axes of a body in the base's axes, as passes without motion (sweep.h, center_of_mass.h) hand them on from body to
 * body: for one state each in a register of its own, since the axes are combined alike in all components. In several
 * lanes these are the operations of dh_twist_axes(), dh_offset_in() and place_about_tree_origin(). */
#ifndef CDY_KERNELS_PLACED_AXES_H
#define CDY_KERNELS_PLACED_AXES_H

#include "kernels/chunk.h"
#include "kernels/world_frame.h"

static inline vec3 vec3_zero(void)
{
    const real zero = {0};
    return (vec3){zero, zero, zero};
}

/* A vector with three components. */
#ifdef HAS_WHOLE_QUADS

typedef quad axis3; /* the last number is not used */

static inline axis3 axis_of(vec3 v)
{
    return (axis3){v.x, v.y, v.z, v.z}; /* not 0: gcc moves that by an instruction that valgrind does not know */
}

static inline vec3 vec3_of_axis(axis3 a)
{
    return (vec3){a[0], a[1], a[2]};
}

static inline axis3 axis_at(const vec3 *v)
{
    return quad_at(&v->x);
}

/* Writes one number behind *v as well. */
static inline void put_axis(vec3 *v, axis3 a)
{
    put_quad(&v->x, a);
}

static inline axis3 scale_axis(real s, axis3 a)
{
    return s * a;
}

static inline axis3 add_axis(axis3 a, axis3 b)
{
    return a + b;
}

static inline axis3 subtract_axis(axis3 a, axis3 b)
{
    return a - b;
}

/* y, z, x */
static inline axis3 turn_axis(axis3 a)
{
    return (axis3){a[1], a[2], a[0], a[3]};
}

static inline axis3 cross_axes(axis3 a, axis3 b)
{
    return turn_axis(a * turn_axis(b) - turn_axis(a) * b);
}

#else

typedef vec3 axis3;

static inline axis3 axis_of(vec3 v)
{
    return v;
}

static inline vec3 vec3_of_axis(axis3 a)
{
    return a;
}

static inline axis3 axis_at(const vec3 *v)
{
    return *v;
}

static inline void put_axis(vec3 *v, axis3 a)
{
    *v = a;
}

static inline axis3 scale_axis(real s, axis3 a)
{
    return scale(s, a);
}

static inline axis3 add_axis(axis3 a, axis3 b)
{
    return add(a, b);
}

static inline axis3 subtract_axis(axis3 a, axis3 b)
{
    return subtract(a, b);
}

static inline axis3 cross_axes(axis3 a, axis3 b)
{
    return cross(a, b);
}

#endif

/* A body's axes, its origin from the tree origin, and the tree origin from the base. */
typedef struct placed_axes {
    axis3 x, y, z, r, origin;
} placed_axes;

static inline placed_axes axes_of(transform X, vec3 origin)
{
    return (placed_axes){axis_of(X.E.x), axis_of(X.E.y), axis_of(X.E.z), axis_of(X.r), axis_of(origin)};
}

static inline placed_axes axes_at(const world_body *s)
{
    return (placed_axes){axis_at(&s->X.E.x), axis_at(&s->X.E.y), axis_at(&s->X.E.z), axis_at(&s->X.r),
                         axis_at(&s->origin)};
}

_Static_assert(offsetof(world_body, v) == offsetof(world_body, X) + sizeof(transform) &&
                   offsetof(world_body, momentum) == offsetof(world_body, origin) + sizeof(vec3),
               "put_axes() writes the first numbers of v and momentum");

/* The axes in this order, since a number behind each vector is written as well: at last those of the velocity, which is
 * not set in such a sweep, and of the momentum, which is set later. */
static inline void put_axes(world_body *s, placed_axes a)
{
    put_axis(&s->origin, a.origin);
    put_axis(&s->X.E.x, a.x);
    put_axis(&s->X.E.y, a.y);
    put_axis(&s->X.E.z, a.z);
    put_axis(&s->X.r, a.r);
}

/* v, given in the axes, in the base's. */
static inline axis3 combine_axes(vec3 v, placed_axes a)
{
    return add_axis(add_axis(scale_axis(v.x, a.x), scale_axis(v.y, a.y)), scale_axis(v.z, a.z));
}

/* Any link, X from the parent. */
static inline placed_axes axes_behind_link(bool on_base, transform X, placed_axes parent)
{
    const real zero = {0};
    if (on_base) {
        return axes_of((transform){X.E, {zero, zero, zero}}, X.r);
    }
    return (placed_axes){combine_axes(X.E.x, parent), combine_axes(X.E.y, parent), combine_axes(X.E.z, parent),
                         add_axis(parent.r, combine_axes(X.r, parent)), parent.origin};
}

/* Rx(alpha): turn the axes y and z by the twist. */
ALWAYS_INLINE placed_axes twist_axes(dh_kind kind, const model_body *body, placed_axes a)
{
    const real s = real_from(body->twist[0]), c = real_from(body->twist[1]);
    const axis3 y = a.y, z = a.z;
    switch (kind) {
    case DH_PERPENDICULAR:
        a.y = add_axis(z, scale_axis(c, y));
        a.z = subtract_axis(scale_axis(c, z), y);
        break;
    case DH_TWISTED:
        a.y = add_axis(scale_axis(c, y), scale_axis(s, z));
        a.z = subtract_axis(scale_axis(c, z), scale_axis(s, y));
        break;
    case DH_PARALLEL:
    case DH_NONE: break;
    }
    return a;
}

/* The offset of a DH link, without its zero component. */
ALWAYS_INLINE axis3 offset_along_axes(dh_kind kind, const model_body *body, placed_axes a)
{
    const vec3 r = vec3_of_scalars(body->translation);
    return kind == DH_TWISTED ? combine_axes(r, a) : add_axis(scale_axis(r.x, a.x), scale_axis(r.z, a.z));
}

/* The axes of a body by its link to the parent. */
ALWAYS_INLINE placed_axes axes_behind(dh_kind kind, const model_body *body, coordinates q, placed_axes parent)
{
    dh_link l;
    dh_update(kind, body, q, &l);
    if (kind == DH_NONE) {
        return axes_behind_link(is_on_base(body), l.X, parent);
    }
    placed_axes a = twist_axes(kind, body, parent);
    const axis3 x = a.x, y = a.y;
    a.x = add_axis(scale_axis(l.c, x), scale_axis(l.s, y));
    a.y = subtract_axis(scale_axis(l.c, y), scale_axis(l.s, x));
    a.r = add_axis(a.r, offset_along_axes(kind, body, parent));
    return a;
}

/* Place a body by its link to the parent; returns its axes, which the next body needs at once. */
ALWAYS_INLINE placed_axes place_axes(dh_kind kind, const model_body *body, coordinates q, placed_axes parent,
                                     world_body *s)
{
    const placed_axes a = axes_behind(kind, body, q, parent);
    put_axes(s, a);
    return a;
}

#endif
