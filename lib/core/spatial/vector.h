/* Vectors of three numbers, and symmetric 3 x 3 matrices. */
#ifndef CDY_SPATIAL_VECTOR_H
#define CDY_SPATIAL_VECTOR_H

#include "spatial/real.h"

typedef struct vec3 {
    real x, y, z;
} vec3;

typedef struct sym3 {
    real xx, xy, xz, yy, yz, zz;
} sym3;

/* A general 3 x 3 matrix by its rows. */
typedef struct mat3 {
    vec3 x, y, z;
} mat3;

static inline vec3 vec3_from(const double v[3])
{
    return (vec3){real_argument(v, 0), real_argument(v, 1), real_argument(v, 2)};
}

/* From three numbers of a model record, which may be floats. */
static inline vec3 vec3_of_scalars(const scalar v[3])
{
    return (vec3){real_from(v[0]), real_from(v[1]), real_from(v[2])};
}

static inline vec3 add(vec3 a, vec3 b)
{
    return (vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vec3 subtract(vec3 a, vec3 b)
{
    return (vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline vec3 scale(real s, vec3 a)
{
    return (vec3){s * a.x, s * a.y, s * a.z};
}

static inline real dot(vec3 a, vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* s + a . b and s - a . b, with every product fused into the sum. */
static inline real add_dot(real s, vec3 a, vec3 b)
{
    return s + a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline real subtract_dot(real s, vec3 a, vec3 b)
{
    return s - a.x * b.x - a.y * b.y - a.z * b.z;
}

static inline vec3 cross(vec3 a, vec3 b)
{
    return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* a + b x c */
static inline vec3 add_cross(vec3 a, vec3 b, vec3 c)
{
    return (vec3){a.x + b.y * c.z - b.z * c.y, a.y + b.z * c.x - b.x * c.z, a.z + b.x * c.y - b.y * c.x};
}

static inline sym3 sym3_add(sym3 a, sym3 b)
{
    return (sym3){a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yy + b.yy, a.yz + b.yz, a.zz + b.zz};
}

static inline vec3 sym3_apply(sym3 s, vec3 v)
{
    return (vec3){s.xx * v.x + s.xy * v.y + s.xz * v.z, s.xy * v.x + s.yy * v.y + s.yz * v.z,
                  s.xz * v.x + s.yz * v.y + s.zz * v.z};
}

/* (a . b) 1 - (a b^T + b a^T) / 2; for a = b = r, times a mass, the inertia of a point mass at r. */
static inline sym3 sym3_steiner(vec3 a, vec3 b)
{
    real xx = a.x * b.x, yy = a.y * b.y, zz = a.z * b.z;
    return (sym3){yy + zz, (a.x * b.y + a.y * b.x) * (scalar)-0.5, (a.x * b.z + a.z * b.x) * (scalar)-0.5,
                  xx + zz, (a.y * b.z + a.z * b.y) * (scalar)-0.5, xx + yy};
}

#endif
