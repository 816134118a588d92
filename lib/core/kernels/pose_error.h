/* The pose error, in lanes: the rotation vector and the translation of a placement. Only over double and float, since
 * the logarithm of a rotation compares. */
#ifndef CDY_KERNELS_POSE_ERROR_H
#define CDY_KERNELS_POSE_ERROR_H

#include "kernels/relative_placement.h"

#ifndef CDY_REAL

/* The bits of a comparison: all set where it is true. */
#if CDY_LANES == 1
#define WHERE(comparison) (-(real_bits)(comparison))
#else
#define WHERE(comparison) (comparison)
#endif

static inline real real_root(real x)
{
    scalar numbers[CDY_LANES];
    memcpy(numbers, &x, sizeof x);
    for (size_t lane = 0; lane < CDY_LANES; lane++) {
        numbers[lane] = (scalar)sqrt((double)numbers[lane]);
    }
    memcpy(&x, numbers, sizeof x);
    return x;
}

static inline real polynomial(int terms, const double *coefficients, real first, real x)
{
    real sum = first;
    for (int k = 0; k < terms; k++) {
        sum = sum * x + real_from((scalar)coefficients[k]);
    }
    return sum;
}

/* atan2(s, c) for s, c >= 0: by a rational function of |x| <= 0.66, after a turn by 0, pi/4 or pi/2 (S. Moshier, the
 * Cephes library, atan.c). */
static inline real quadrant_angle(real s, real c)
{
    static const double P[] = {-1.615753718733365076637e1, -7.500855792314704667340e1, -1.228866684490136173410e2,
                               -6.485021904942025371773e1};
    static const double Q[] = {2.485846490142306297962e1, 1.650270098316988542046e2, 4.328810604912902668951e2,
                               4.853903996359136964868e2, 1.945506571482613964425e2};
    const real zero = {0}, quarter = real_from((scalar)0.785398163397448309616),
               half = real_from((scalar)1.57079632679489661923);
    const real_bits small = WHERE(s <= real_from((scalar)0.66) * c), large = WHERE(s > real_from((scalar)2.414) * c);
    const real x =
        real_select(small, s, real_select(large, -c, s - c)) / real_select(small, c, real_select(large, s, s + c));
    const real z = x * x;
    const real ratio =
        polynomial(4, P, real_from((scalar)-8.750608600031904122785e-1), z) / polynomial(5, Q, real_from((scalar)1), z);
    return real_select(small, zero, real_select(large, half, quarter)) + (x + x * (z * ratio));
}

/* A quaternion of a rotation matrix R, by its largest component (Shepperd 1978), times twice that component. */
typedef struct long_quaternion {
    real w;
    vec3 v;
} long_quaternion;

static inline long_quaternion choose_quaternion(real_bits where, long_quaternion a, long_quaternion b)
{
    return (long_quaternion){
        real_select(where, a.w, b.w),
        {real_select(where, a.v.x, b.v.x), real_select(where, a.v.y, b.v.y), real_select(where, a.v.z, b.v.z)}};
}

static inline long_quaternion rotation_quaternion(rotation R)
{
    const real one = real_from(1), xx = R.x.x, yy = R.y.y, zz = R.z.z, trace = xx + yy + zz;
    const real xy = R.x.y + R.y.x, xz = R.x.z + R.z.x, yz = R.y.z + R.z.y;
    const vec3 twice = {R.z.y - R.y.z, R.x.z - R.z.x, R.y.x - R.x.y}; /* axis times 2 sin(angle) */
    const real most_xy = real_select(WHERE(xx > yy), xx, yy);
    const real most = real_select(WHERE(zz > most_xy), zz, most_xy);
    long_quaternion a = {twice.z, {xz, yz, one + zz - xx - yy}};
    a = choose_quaternion(WHERE(yy >= most), (long_quaternion){twice.y, {xy, one + yy - xx - zz, yz}}, a);
    a = choose_quaternion(WHERE(xx >= most), (long_quaternion){twice.x, {one + xx - yy - zz, xy, xz}}, a);
    return choose_quaternion(WHERE(trace >= most), (long_quaternion){one + trace, twice}, a);
}

static void pose_error(const scalar *between, scalar *error_, scalar *cotangent)
{
    const real *T = reals(between), zero = {0}, one = real_from(1), two = real_from(2);
    real *error = reals_out(error_);
    const long_quaternion a = rotation_quaternion(placement_rotation(T));
    const real sine = real_root(dot(a.v, a.v)), cosine = real_select(WHERE(a.w < zero), -a.w, a.w);
    const real half = quadrant_angle(sine, cosine), square = 4 * half * half;
    const real k = real_select(WHERE(sine < real_from((scalar)1e-8) * cosine), two / cosine, two * half / sine);
    store_vec3(error, scale(real_select(WHERE(a.w < zero), -k, k), a.v));
    error[3] = T[3];
    error[4] = T[7];
    error[5] = T[11];
    const real near = real_from((scalar)(1.0 / 12)) +
                      square * (real_from((scalar)(1.0 / 720)) + square * real_from((scalar)(1.0 / 30240)));
    const real far = (one - half * cosine / sine) / square;
    reals_out(cotangent)[0] = real_select(WHERE(half < real_from((scalar)0.025)), near, far);
}

#endif

#endif
