#include "ik/violation.h"

#include <string.h>

static const double pi = 3.14159265358979323846;

/* The twist number k: its angular and its linear part. */
static vec3 unit(int k)
{
    return (vec3){k == 0, k == 1, k == 2};
}

static vec3 angular_of(int k)
{
    return unit(k);
}

static vec3 linear_of(int k)
{
    return unit(k - 3);
}

static void set_column(double rows[][6], int k, vec3 v)
{
    rows[0][k] = v.x;
    rows[1][k] = v.y;
    rows[2][k] = v.z;
}

static void set_numbers(double e[3], vec3 v)
{
    e[0] = v.x;
    e[1] = v.y;
    e[2] = v.z;
}

/* The rotation vector of R; the inverse of the left Jacobian of the rotation group takes angular velocities to its
 * rate. */
static void compare_axes(rotation R, violation_parts *parts)
{
    const vec3 v = rotation_logarithm(R);
    const double factor = cotangent_part(length(v));
    set_numbers(parts->e, v);
    for (int k = 0; k < 3; k++) {
        const vec3 w = angular_of(k), turned = cross(v, w);
        set_column(parts->rows, k, add(w, add(scale(-0.5, turned), scale(factor, cross(v, turned)))));
    }
}

static void compare_origins(vec3 p, violation_parts *parts)
{
    set_numbers(parts->e + 3, p);
    for (int k = 3; k < 6; k++) {
        set_column(parts->rows + 3, k, linear_of(k));
    }
}

/* A unit vector at right angles to the unit vector a. */
static vec3 any_normal(vec3 a)
{
    const vec3 n = cross(a, fabs(a.x) < 0.6 ? (vec3){1, 0, 0} : (vec3){0, 1, 0});
    return scale(1 / length(n), n);
}

/* Two unit vectors, and their rates by each twist. */
typedef struct direction_pair {
    vec3 a, b;
    vec3 da[6], db[6];
} direction_pair;

/* The rotation vector that turns direction a to b the shortest way.  Where they are nearly opposite, the derivative of
 * its direction grows without bound and helps no step; it is bounded there, and that of its length stays. */
static void compare_directions(const direction_pair *d, violation_parts *parts)
{
    const double steep = 0.1;
    const vec3 s = cross(d->a, d->b);
    const double c = dot(d->a, d->b), sine = length(s), angle = atan2(sine, c);
    const bool is_line = sine < 1e-9;
    const vec3 axis = is_line ? any_normal(d->a) : scale(1 / sine, s);
    const double aside = is_line && c > 0 ? 1 : angle / (c > 0 ? sine : fmax(sine, steep));
    set_numbers(parts->e, scale(angle, axis));
    for (int k = 0; k < 6; k++) {
        const vec3 ds = add(cross(d->da[k], d->b), cross(d->a, d->db[k]));
        const double dc = dot(d->da[k], d->b) + dot(d->a, d->db[k]), along = dot(axis, ds);
        const vec3 across = scale(aside, add(ds, scale(-along, axis)));
        set_column(parts->rows, k, add(scale(c * along - sine * dc, axis), across));
    }
}

/* The z axis of R beside that of its reference. */
static void compare_z_axes(rotation R, violation_parts *parts)
{
    direction_pair d = {.a = {0, 0, 1}, .b = {R.x.z, R.y.z, R.z.z}};
    for (int k = 0; k < 3; k++) {
        d.db[k] = cross(angular_of(k), d.b);
    }
    compare_directions(&d, parts);
}

/* The axis of the frame's place beside the way from its origin to the reference's; there every direction aims. */
static void compare_aim(const cdy_ik_constraint *c, rotation R, vec3 p, violation_parts *parts)
{
    const double distance = length(p);
    if (distance < 1e-12) {
        return;
    }
    const vec3 axis = vec3_from(c->axis);
    direction_pair d = {.a = rotate(R, scale(1 / length(axis), axis)), .b = scale(-1 / distance, p)};
    for (int k = 0; k < 3; k++) {
        d.da[k] = cross(angular_of(k), d.a);
    }
    for (int k = 3; k < 6; k++) {
        const vec3 v = linear_of(k);
        d.db[k] = scale(1 / distance, add(scale(dot(d.b, v), d.b), scale(-1, v)));
    }
    compare_directions(&d, parts);
}

double cdy_outside_bounds(double number, const double bounds[2])
{
    return number > bounds[1] ? number - bounds[1] : number < bounds[0] ? number - bounds[0] : 0;
}

/* Replaces the error number i by what of it is outside of bounds. */
static void keep_outside(const double bounds[2], int i, violation_parts *parts)
{
    parts->e[i] = cdy_outside_bounds(parts->e[i], bounds);
    if (!(fabs(parts->e[i]) > 0)) {
        memset(parts->rows[i], 0, sizeof parts->rows[i]);
    }
}

/* Origins that coincide may part in any direction. */
static void compare_distance(const cdy_ik_constraint *c, vec3 p, violation_parts *parts)
{
    const double distance = length(p);
    const vec3 way = distance > 1e-12 ? scale(1 / distance, p) : (vec3){1, 0, 0};
    parts->e[6] = distance;
    set_numbers(parts->rows[6] + 3, way);
    keep_outside(c->bounds[0], 6, parts);
}

/* The angle about z of the rotation about z that is nearest to R, in the turn that is nearest to the bounds. */
static void compare_angle(const cdy_ik_constraint *c, rotation R, violation_parts *parts)
{
    const double s = R.y.x - R.x.y, cosine = R.x.x + R.y.y, middle = 0.5 * (c->bounds[0][0] + c->bounds[0][1]);
    const double square = fmax(s * s + cosine * cosine, 1e-12), angle = atan2(s, cosine);
    const vec3 x = {R.x.x, R.y.x, R.z.x}, y = {R.x.y, R.y.y, R.z.y};
    parts->e[6] = isfinite(middle) ? angle + 2 * pi * nearbyint((middle - angle) / (2 * pi)) : angle;
    for (int k = 0; k < 3; k++) {
        const vec3 dx = cross(angular_of(k), x), dy = cross(angular_of(k), y);
        parts->rows[6][k] = (cosine * (dx.y - dy.x) - s * (dx.x + dy.y)) / square;
    }
    keep_outside(c->bounds[0], 6, parts);
}

/* The position along z, which is then no error of the origins. */
static void compare_slide(const cdy_ik_constraint *c, violation_parts *parts)
{
    parts->e[6] = parts->e[5];
    memcpy(parts->rows[6], parts->rows[5], sizeof parts->rows[6]);
    parts->e[5] = 0;
    memset(parts->rows[5], 0, sizeof parts->rows[5]);
    keep_outside(c->bounds[0], 6, parts);
}

/* Leaves of three errors those that have weight, and of their norm what is beyond the tolerance. */
static void keep_beyond(const double weights[3], double tolerance, double e[3], double rows[3][6])
{
    for (int i = 0; i < 3; i++) {
        e[i] = weights[i] > 0 ? e[i] : 0;
    }
    const double size = hypot(hypot(e[0], e[1]), e[2]);
    const double kept = size > tolerance ? 1 - tolerance / size : tolerance > 0 ? 0 : 1;
    const double turned = size > tolerance ? tolerance / size : 0, unit_scale = size > 0 ? 1 / size : 0;
    for (int k = 0; k < 6; k++) {
        double along = 0;
        for (int i = 0; i < 3; i++) {
            rows[i][k] = weights[i] > 0 ? rows[i][k] : 0;
            along += unit_scale * e[i] * rows[i][k];
        }
        for (int i = 0; i < 3; i++) {
            rows[i][k] = kept * rows[i][k] + turned * along * unit_scale * e[i];
        }
    }
    for (int i = 0; i < 3; i++) {
        e[i] *= kept;
    }
}

void cdy_compare_places(const cdy_ik_constraint *c, rotation R, vec3 p, violation_parts *parts)
{
    *parts = (violation_parts){.e = {0}};
    switch (c->kind) {
    case CDY_IK_POSITION: compare_origins(p, parts); break;
    case CDY_IK_ORIENTATION: compare_axes(R, parts); break;
    case CDY_IK_AIMING: compare_aim(c, R, p, parts); break;
    case CDY_IK_CARTESIAN_BOUNDS:
        compare_origins(p, parts);
        for (int i = 0; i < 3; i++) {
            keep_outside(c->bounds[i], 3 + i, parts);
        }
        break;
    case CDY_IK_DISTANCE_BOUNDS: compare_distance(c, p, parts); break;
    case CDY_IK_REVOLUTE_JOINT:
        compare_z_axes(R, parts);
        compare_origins(p, parts);
        compare_angle(c, R, parts);
        break;
    case CDY_IK_PRISMATIC_JOINT:
        compare_axes(R, parts);
        compare_origins(p, parts);
        compare_slide(c, parts);
        break;
    case CDY_IK_POSE:
    case CDY_IK_FIXED_JOINT:
        compare_axes(R, parts);
        compare_origins(p, parts);
        break;
    case CDY_IK_JOINT_BOUNDS: break;
    }
    const bool is_box = c->kind == CDY_IK_CARTESIAN_BOUNDS;
    keep_beyond(c->weights, c->angular_tolerance, parts->e, parts->rows);
    keep_beyond(c->weights + 3, is_box ? 0 : c->linear_tolerance, parts->e + 3, parts->rows + 3);
    if (!(c->weights[6] > 0)) {
        parts->e[6] = 0;
        memset(parts->rows[6], 0, sizeof parts->rows[6]);
    }
}
