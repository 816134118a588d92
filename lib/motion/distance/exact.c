/* Distances by formulas: two segments, and a point from a box or a drum. */
#include "distance/exact.h"

#include <float.h>

static double clamp(double x, double limit)
{
    return x < -limit ? -limit : x > limit ? limit : x;
}

/* Gives the places s and t along two segments p + s u and q + t v, |s| <= a, |t| <= b, u and v unit vectors, that are
 * nearest; d = q - p. The lines' nearest points come from n = u x v, which keeps its digits where u and v are nearly
 * parallel, unlike 1 - (u . v)^2; then as in Ericson, Real-time collision detection, 2005, section 5.1.9. */
static void nearest_places(vec3 d, vec3 u, vec3 v, double a, double b, double *s, double *t)
{
    const vec3 n = cross(u, v);
    const double nn = dot(n, n), uv = dot(u, v), ud = dot(u, d), vd = dot(v, d);
    if (nn > 1e-30) {
        *s = clamp(dot(cross(d, v), n) / nn, a);
    } else { /* parallel: the middle of what they have beside each other */
        const double low = fmax(-a, ud - b), high = fmin(a, ud + b);
        *s = clamp((low + high) / 2, a);
    }
    *t = *s * uv - vd;
    if (fabs(*t) > b) {
        *t = clamp(*t, b);
        *s = clamp(*t * uv + ud, a);
    }
}

core_distance cdy_segments_distance(const core *a, const core *b)
{
    const vec3 d = subtract(b->p, a->p);
    double s, t;
    nearest_places(d, a->z, b->z, a->half.z, b->half.z, &s, &t);
    const vec3 on_a = scale(s, a->z), between = subtract(add(d, scale(t, b->z)), on_a);
    const double length = length_of(between), size = a->half.z + b->half.z;
    core_distance r = {.distance = length, .on_a = add(a->p, on_a), .on_b = add(b->p, scale(t, b->z))};
    if (length > 8 * DBL_EPSILON * size) {
        r.normal = scale(1 / length, between);
        return r;
    }
    /* They meet: across both, or across the one that has a length, they leave each other at once. */
    const vec3 n = cross(a->z, b->z), along = a->half.z > b->half.z ? a->z : b->z;
    const bool both = a->half.z > 0 && b->half.z > 0 && dot(n, n) > 1e-30;
    r.normal = both ? scale(1 / length_of(n), n) : cdy_normal_to(along);
    r.distance = 0;
    r.on_b = r.on_a;
    return r;
}

/* The face of a box or drum that a point inside is nearest to: its direction, outward, and how far away it is. */
static vec3 nearest_face(const core *b, vec3 p, double *depth)
{
    const double beside = hypot(p.x, p.y);
    vec3 normal = {0, 0, copysign(1, p.z)};
    *depth = b->half.z - fabs(p.z);
    if (b->kind == CORE_DRUM && b->half.x - beside < *depth) {
        *depth = b->half.x - beside;
        normal = beside > 0 ? (vec3){p.x / beside, p.y / beside, 0} : (vec3){1, 0, 0};
    }
    if (b->kind == CORE_BOX && b->half.x - fabs(p.x) < *depth) {
        *depth = b->half.x - fabs(p.x);
        normal = (vec3){copysign(1, p.x), 0, 0};
    }
    if (b->kind == CORE_BOX && b->half.y - fabs(p.y) < *depth) {
        *depth = b->half.y - fabs(p.y);
        normal = (vec3){0, copysign(1, p.y), 0};
    }
    return normal;
}

/* The point of a box or drum that is nearest to a point. */
static vec3 nearest_inside(const core *b, vec3 p)
{
    vec3 c = {p.x, p.y, clamp(p.z, b->half.z)};
    if (b->kind == CORE_BOX) {
        c.x = clamp(p.x, b->half.x);
        c.y = clamp(p.y, b->half.y);
    } else {
        const double beside = hypot(p.x, p.y);
        if (beside > b->half.x) {
            c.x *= b->half.x / beside;
            c.y *= b->half.x / beside;
        }
    }
    return c;
}

core_distance cdy_point_distance(const core *a, const core *b)
{
    const vec3 p = to_shape(b, subtract(a->p, b->p)), c = nearest_inside(b, p), outward = subtract(p, c);
    const double length = length_of(outward);
    core_distance r = {.distance = length, .on_a = a->p};
    vec3 normal, on_b = c;
    if (length > 4 * DBL_EPSILON * b->reach) {
        normal = scale(1 / length, outward);
    } else {
        double depth;
        normal = nearest_face(b, p, &depth);
        r.distance = -depth;
        on_b = add(p, scale(depth, normal));
    }
    r.on_b = add(b->p, to_world(b, on_b));
    r.normal = to_world(b, scale(-1, normal));
    return r;
}
