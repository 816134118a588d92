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
                         {{zero, zero - I.h.z, I.h.y}, {I.h.z, zero, zero - I.h.x}, {zero - I.h.y, I.h.x, zero}},
                         {I.mass, zero, zero, I.mass, zero, I.mass}};
}

static inline articulated articulated_add(articulated a, articulated b)
{
    return (articulated){
        sym3_add(a.I, b.I), {add(a.H.x, b.H.x), add(a.H.y, b.H.y), add(a.H.z, b.H.z)}, sym3_add(a.M, b.M)};
}

static inline force articulated_apply(articulated A, motion m)
{
    return (force){add(sym3_apply(A.I, m.angular), mat3_apply(A.H, m.linear)),
                   add(mat3_apply_transposed(A.H, m.angular), sym3_apply(A.M, m.linear))};
}

/* A - k (a b^T + b a^T) / 2, for symmetric parts. */
static inline sym3 sym3_less(sym3 S, real k, vec3 a, vec3 b)
{
    vec3 c = scale(k * 0.5, a);
    return (sym3){S.xx - 2 * (c.x * b.x), S.xy - c.x * b.y - c.y * b.x, S.xz - c.x * b.z - c.z * b.x,
                  S.yy - 2 * (c.y * b.y), S.yz - c.y * b.z - c.z * b.y, S.zz - 2 * (c.z * b.z)};
}

/* A - k U U^T */
static inline articulated articulated_less(articulated A, real k, force U)
{
    vec3 n = scale(k, U.moment);
    return (articulated){sym3_less(A.I, k, U.moment, U.moment),
                         {subtract(A.H.x, scale(n.x, U.linear)), subtract(A.H.y, scale(n.y, U.linear)),
                          subtract(A.H.z, scale(n.z, U.linear))},
                         sym3_less(A.M, k, U.linear, U.linear)};
}

/* E^T A E for a general matrix. */
static inline mat3 rotate_matrix_back(rotation E, mat3 A)
{
    vec3 x = rotate_back(E, A.x), y = rotate_back(E, A.y), z = rotate_back(E, A.z); /* rows of A E */
    return (mat3){add(scale(E.x.x, x), add(scale(E.y.x, y), scale(E.z.x, z))),
                  add(scale(E.x.y, x), add(scale(E.y.y, y), scale(E.z.y, z))),
                  add(scale(E.x.z, x), add(scale(E.y.z, y), scale(E.z.z, z)))};
}

/* X^T A X: back in the parent's frame. */
static inline articulated transform_articulated_back(transform X, articulated A)
{
    const vec3 r = X.r;
    sym3 I = rotate_tensor_back(X.E, A.I), M = rotate_tensor_back(X.E, A.M);
    mat3 H = rotate_matrix_back(X.E, A.H);
    /* H + r x M, column by column of M, which is symmetric; then I + r x H^T - (H + r x M) r x. */
    vec3 c0 = cross(r, (vec3){M.xx, M.xy, M.xz}), c1 = cross(r, (vec3){M.xy, M.yy, M.yz}),
         c2 = cross(r, (vec3){M.xz, M.yz, M.zz});
    mat3 N = {{H.x.x + c0.x, H.x.y + c1.x, H.x.z + c2.x},
              {H.y.x + c0.y, H.y.y + c1.y, H.y.z + c2.y},
              {H.z.x + c0.z, H.z.y + c1.z, H.z.z + c2.z}};
    /* Rows of -N r x are r x (rows of N) ... each row n gives (r x n); r x H^T has columns r x (rows of H). */
    vec3 n0 = cross(r, N.x), n1 = cross(r, N.y), n2 = cross(r, N.z);
    vec3 h0 = cross(r, H.x), h1 = cross(r, H.y), h2 = cross(r, H.z);
    sym3 shifted = {I.xx + h0.x + n0.x, I.xy + h1.x + n0.y, I.xz + h2.x + n0.z,
                    I.yy + h1.y + n1.y, I.yz + h2.y + n1.z, I.zz + h2.z + n2.z};
    return (articulated){shifted, N, M};
}

#endif
