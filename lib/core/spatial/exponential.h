/* Exponential and logarithm of rotations and twists: the displacement that a constant twist makes in unit time, and the
 * inverse. Plain double, one lane (Murray, Li and Sastry 1994, section 2.3; Sola, Deray and Atchuthan 2018, appendix
 * B). */
#ifndef CDY_SPATIAL_EXPONENTIAL_H
#define CDY_SPATIAL_EXPONENTIAL_H

#include "spatial/rotation.h"

typedef struct quaternion {
    double w;
    vec3 v;
} quaternion;

static inline double length(vec3 a)
{
    return sqrt(dot(a, a));
}

/* (1 - cos x) / x^2. Near 0 the formula would lose digits; a series replaces it, as in the next two. */
static inline double cosine_part(double x)
{
    double h = sin(x / 2) / x;
    return fabs(x) < 1e-4 ? 0.5 - x * x / 24 : 2 * h * h;
}

/* (x - sin x) / x^3 */
static inline double sine_part(double x)
{
    double z = x * x;
    return fabs(x) < 0.05 ? 1.0 / 6 - z / 120 * (1 - z / 42 * (1 - z / 72)) : (x - sin(x)) / (z * x);
}

/* (1 - (x/2) cot(x/2)) / x^2 for |x| < 2 pi */
static inline double cotangent_part(double x)
{
    double z = x * x;
    return fabs(x) < 0.05 ? 1.0 / 12 + z / 720 + z * z / 30240 : (1 - x / 2 * cos(x / 2) / sin(x / 2)) / z;
}

/* Displacement, in the axes at the start, by the twist (w, v) in unit time. */
static inline vec3 twist_displacement(vec3 w, vec3 v)
{
    double angle = length(w);
    vec3 wv = cross(w, v);
    return add(v, add(scale(cosine_part(angle), wv), scale(sine_part(angle), cross(w, wv))));
}

/* Inverse of twist_displacement: linear part v of the twist with angular part w, |w| < 2 pi. */
static inline vec3 twist_velocity(vec3 w, vec3 displacement)
{
    vec3 wp = cross(w, displacement);
    return add(displacement, add(scale(-0.5, wp), scale(cotangent_part(length(w)), cross(w, wp))));
}

static inline quaternion quaternion_multiply(quaternion a, quaternion b)
{
    return (quaternion){a.w * b.w - dot(a.v, b.v), add(add(scale(a.w, b.v), scale(b.w, a.v)), cross(a.v, b.v))};
}

static inline quaternion quaternion_conjugate(quaternion a)
{
    return (quaternion){a.w, scale(-1, a.v)};
}

/* Unit quaternion from w x y z of any nonzero length. */
static inline quaternion quaternion_from(const double q[4])
{
    double k = 1 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    return (quaternion){k * q[0], {k * q[1], k * q[2], k * q[3]}};
}

/* Rotate v by a unit quaternion. */
static inline vec3 quaternion_turn(quaternion a, vec3 v)
{
    vec3 t = scale(2, cross(a.v, v));
    return add(v, add(scale(a.w, t), cross(a.v, t)));
}

/* Rotation by the angle |w| about w. */
static inline quaternion quaternion_exponential(vec3 w)
{
    double angle = length(w);
    double k = angle < 1e-4 ? 0.5 - angle * angle / 48 : sin(angle / 2) / angle;
    return (quaternion){cos(angle / 2), scale(k, w)};
}

/* Axis times angle, 0 to pi, of a unit quaternion; q and -q give the same result. */
static inline vec3 quaternion_logarithm(quaternion a)
{
    double sine = length(a.v);
    double k = sine < 1e-8 ? 2 / fabs(a.w) : 2 * atan2(sine, fabs(a.w)) / sine;
    return scale(a.w < 0 ? -k : k, a.v);
}

/* Unit quaternion of a rotation matrix R, by its largest component (Shepperd 1978), so that no digits are lost at any
 * angle. */
static inline quaternion rotation_quaternion(rotation R)
{
    double trace = R.x.x + R.y.y + R.z.z, most = fmax(fmax(R.x.x, R.y.y), R.z.z);
    const vec3 twice = {R.z.y - R.y.z, R.x.z - R.z.x, R.y.x - R.x.y}; /* axis times 2 sin(angle) */
    if (trace >= most) {
        const double wxyz[4] = {1 + trace, twice.x, twice.y, twice.z};
        return quaternion_from(wxyz);
    }
    if (R.x.x >= most) {
        const double wxyz[4] = {twice.x, 1 + R.x.x - R.y.y - R.z.z, R.x.y + R.y.x, R.z.x + R.x.z};
        return quaternion_from(wxyz);
    }
    if (R.y.y >= most) {
        const double wxyz[4] = {twice.y, R.x.y + R.y.x, 1 + R.y.y - R.x.x - R.z.z, R.y.z + R.z.y};
        return quaternion_from(wxyz);
    }
    const double wxyz[4] = {twice.z, R.z.x + R.x.z, R.y.z + R.z.y, 1 + R.z.z - R.x.x - R.y.y};
    return quaternion_from(wxyz);
}

/* Axis times angle, 0 to pi, of a rotation matrix R. */
static inline vec3 rotation_logarithm(rotation R)
{
    return quaternion_logarithm(rotation_quaternion(R));
}

#endif
