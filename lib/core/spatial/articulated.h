/* Articulated-body inertia: a symmetric 6 x 6 matrix [I H; H^T M] (Featherstone 2008, section 7.1). */
#ifndef CDY_SPATIAL_ARTICULATED_H
#define CDY_SPATIAL_ARTICULATED_H

#include "spatial/inertia.h"

typedef struct articulated {
    sym3 I;
    mat3 H;
    sym3 M;
} articulated;

static inline vec3 mat3_apply(mat3 m, vec3 v)
{
    return (vec3){dot(m.x, v), dot(m.y, v), dot(m.z, v)};
}

static inline vec3 mat3_apply_transposed(mat3 m, vec3 v)
{
    return add(scale(v.x, m.x), add(scale(v.y, m.y), scale(v.z, m.z)));
}

static inline articulated articulated_from(inertia I)
{
    const real zero = {0};
    return (articulated){I.I,
                         {{zero, -I.h.z, I.h.y}, {I.h.z, zero, -I.h.x}, {-I.h.y, I.h.x, zero}},
                         {I.mass, zero, zero, I.mass, zero, I.mass}};
}

static inline articulated articulated_add(articulated a, articulated b)
{
    return (articulated){
        sym3_add(a.I, b.I), {add(a.H.x, b.H.x), add(a.H.y, b.H.y), add(a.H.z, b.H.z)}, sym3_add(a.M, b.M)};
}

/* a + I for a rigid-body inertia I. */
static inline articulated articulated_add_inertia(articulated a, inertia I)
{
    return (articulated){sym3_add(a.I, I.I),
                         {{a.H.x.x, a.H.x.y - I.h.z, a.H.x.z + I.h.y},
                          {a.H.y.x + I.h.z, a.H.y.y, a.H.y.z - I.h.x},
                          {a.H.z.x - I.h.y, a.H.z.y + I.h.x, a.H.z.z}},
                         {a.M.xx + I.mass, a.M.xy, a.M.xz, a.M.yy + I.mass, a.M.yz, a.M.zz + I.mass}};
}

/* Column `row` of the matrix (and row `row`, since it is symmetric): 0 to 2 angular, 3 to 5 linear. */
static inline force articulated_column(articulated A, int row)
{
    switch (row) {
    case 0: return (force){{A.I.xx, A.I.xy, A.I.xz}, A.H.x};
    case 1: return (force){{A.I.xy, A.I.yy, A.I.yz}, A.H.y};
    case 2: return (force){{A.I.xz, A.I.yz, A.I.zz}, A.H.z};
    case 3: return (force){{A.H.x.x, A.H.y.x, A.H.z.x}, {A.M.xx, A.M.xy, A.M.xz}};
    case 4: return (force){{A.H.x.y, A.H.y.y, A.H.z.y}, {A.M.xy, A.M.yy, A.M.yz}};
    default: return (force){{A.H.x.z, A.H.y.z, A.H.z.z}, {A.M.xz, A.M.yz, A.M.zz}};
    }
}

/* S - a b^T for parallel a and b, so that the result is symmetric. */
static inline sym3 sym3_subtract_outer(sym3 S, vec3 a, vec3 b)
{
    return (sym3){S.xx - a.x * b.x, S.xy - a.x * b.y, S.xz - a.x * b.z,
                  S.yy - a.y * b.y, S.yz - a.y * b.z, S.zz - a.z * b.z};
}

/* A - n U^T for parallel n and U. */
static inline articulated articulated_subtract(articulated A, force n, force U)
{
    const vec3 m = n.moment;
    return (articulated){sym3_subtract_outer(A.I, m, U.moment),
                         {subtract(A.H.x, scale(m.x, U.linear)), subtract(A.H.y, scale(m.y, U.linear)),
                          subtract(A.H.z, scale(m.z, U.linear))},
                         sym3_subtract_outer(A.M, n.linear, U.linear)};
}

/* An articulated inertia about a point from which the origin is at r. */
static inline articulated articulated_shift_back(vec3 r, articulated A)
{
    const sym3 I = A.I, M = A.M;
    const mat3 H = A.H;
    /* N = H + [r]x M. */
    const mat3 N = {
        {H.x.x + r.y * M.xz - r.z * M.xy, H.x.y + r.y * M.yz - r.z * M.yy, H.x.z + r.y * M.zz - r.z * M.yz},
        {H.y.x + r.z * M.xx - r.x * M.xz, H.y.y + r.z * M.xy - r.x * M.yz, H.y.z + r.z * M.xz - r.x * M.zz},
        {H.z.x + r.x * M.xy - r.y * M.xx, H.z.y + r.x * M.yy - r.y * M.xy, H.z.z + r.x * M.yz - r.y * M.xz}};
    /* I + [r]x H^T - N [r]x. */
    return (articulated){{I.xx + r.y * (H.x.z + N.x.z) - r.z * (H.x.y + N.x.y),
                          I.xy + r.y * H.y.z - r.z * H.y.y + r.z * N.x.x - r.x * N.x.z,
                          I.xz + r.y * H.z.z - r.z * H.z.y + r.x * N.x.y - r.y * N.x.x,
                          I.yy + r.z * (H.y.x + N.y.x) - r.x * (H.y.z + N.y.z),
                          I.yz + r.z * H.z.x - r.x * H.z.z + r.x * N.y.y - r.y * N.y.x,
                          I.zz + r.x * (H.z.y + N.z.y) - r.y * (H.z.x + N.z.x)},
                         N,
                         M};
}

/* The remainder A - U U^T / D of an articulated inertia after the elimination of a revolute joint about z: row z of I
 * and of H is zero. */
typedef struct revolute_remainder {
    real xx, xy, yy; /* components of I */
    vec3 x, y;       /* rows of H */
    sym3 M;
} revolute_remainder;

/* A - n U^T with U column z of A and n = U / U_z. */
static inline revolute_remainder revolute_remainder_from(articulated A, force n)
{
    const vec3 U = A.H.z;
    const real nx = n.moment.x, ny = n.moment.y;
    return (revolute_remainder){A.I.xx - nx * A.I.xz,          A.I.xy - nx * A.I.yz,
                                A.I.yy - ny * A.I.yz,          subtract(A.H.x, scale(nx, U)),
                                subtract(A.H.y, scale(ny, U)), sym3_subtract_outer(A.M, n.linear, U)};
}

/* E^T A E: from the body's axes to the parent's. */
static inline articulated revolute_remainder_rotate_back(rotation E, revolute_remainder A)
{
    const vec3 a = add(scale(A.xx, E.x), scale(A.xy, E.y)), b = add(scale(A.xy, E.x), scale(A.yy, E.y));
    const vec3 x = rotate_back(E, A.x), y = rotate_back(E, A.y);
    return (articulated){{E.x.x * a.x + E.y.x * b.x, E.x.x * a.y + E.y.x * b.y, E.x.x * a.z + E.y.x * b.z,
                          E.x.y * a.y + E.y.y * b.y, E.x.y * a.z + E.y.y * b.z, E.x.z * a.z + E.y.z * b.z},
                         {add(scale(E.x.x, x), scale(E.y.x, y)), add(scale(E.x.y, x), scale(E.y.y, y)),
                          add(scale(E.x.z, x), scale(E.y.z, y))},
                         rotate_tensor_back(E, A.M)};
}

#endif
