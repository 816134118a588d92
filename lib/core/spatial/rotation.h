/* Rotations: E maps a vector's coordinates from the parent's axes to the child's. */
#ifndef CDY_SPATIAL_ROTATION_H
#define CDY_SPATIAL_ROTATION_H

#include "spatial/vector.h"

/* Rows: the child's axes in the parent's coordinates. */
typedef struct rotation {
    vec3 x, y, z;
} rotation;

static inline rotation rotation_from(const scalar rows[9])
{
    return (rotation){vec3_of_scalars(rows), vec3_of_scalars(rows + 3), vec3_of_scalars(rows + 6)};
}

static inline rotation rotation_identity(void)
{
    const real zero = {0}, one = real_from(1);
    return (rotation){{one, zero, zero}, {zero, one, zero}, {zero, zero, one}};
}

/* E v: into the child's axes. */
static inline vec3 rotate(rotation E, vec3 v)
{
    return (vec3){dot(E.x, v), dot(E.y, v), dot(E.z, v)};
}

/* E^T v: to the parent's axes. */
static inline vec3 rotate_back(rotation E, vec3 v)
{
    return (vec3){E.x.x * v.x + E.y.x * v.y + E.z.x * v.z, E.x.y * v.x + E.y.y * v.y + E.z.y * v.z,
                  E.x.z * v.x + E.y.z * v.y + E.z.z * v.z};
}

/* A B: B is applied first. */
static inline rotation rotation_multiply(rotation A, rotation B)
{
    return (rotation){rotate_back(B, A.x), rotate_back(B, A.y), rotate_back(B, A.z)};
}

static inline rotation rotation_transpose(rotation E)
{
    return (rotation){{E.x.x, E.y.x, E.z.x}, {E.x.y, E.y.y, E.z.y}, {E.x.z, E.y.z, E.z.z}};
}

/* Rz(angle) E in the book's notation (Featherstone 2008, equation 2.2): rotate the child about its z axis; s and c are
 * the angle's sine and cosine. */
static inline rotation rotation_about_z(real s, real c, rotation E)
{
    return (rotation){add(scale(c, E.x), scale(s, E.y)), subtract(scale(c, E.y), scale(s, E.x)), E.z};
}

/* E^T S E: a symmetric tensor in the parent's axes. */
static inline sym3 rotate_tensor_back(rotation E, sym3 S)
{
    vec3 a = rotate_back(E, (vec3){S.xx, S.xy, S.xz});
    vec3 b = rotate_back(E, (vec3){S.xy, S.yy, S.yz});
    vec3 c = rotate_back(E, (vec3){S.xz, S.yz, S.zz});
    return (sym3){E.x.x * a.x + E.y.x * b.x + E.z.x * c.x, E.x.x * a.y + E.y.x * b.y + E.z.x * c.y,
                  E.x.x * a.z + E.y.x * b.z + E.z.x * c.z, E.x.y * a.y + E.y.y * b.y + E.z.y * c.y,
                  E.x.y * a.z + E.y.y * b.z + E.z.y * c.z, E.x.z * a.z + E.y.z * b.z + E.z.z * c.z};
}

/* E^T A E: a matrix in the parent's axes. */
static inline mat3 rotate_matrix_back(rotation E, mat3 A)
{
    vec3 x = rotate_back(E, A.x), y = rotate_back(E, A.y), z = rotate_back(E, A.z); /* rows of A E */
    return (mat3){add(scale(E.x.x, x), add(scale(E.y.x, y), scale(E.z.x, z))),
                  add(scale(E.x.y, x), add(scale(E.y.y, y), scale(E.z.y, z))),
                  add(scale(E.x.z, x), add(scale(E.y.z, y), scale(E.z.z, z)))};
}

#endif
