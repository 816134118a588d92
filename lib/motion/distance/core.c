/* Cores of convex shapes: made of shapes, placed, and their farthest points. */
#include "distance/core.h"

#include "base/error.h"
#include "base/finite.h"

#include <float.h>

vec3 cdy_normal_to(vec3 v)
{
    const double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    const vec3 least = x <= y && x <= z ? (vec3){1, 0, 0} : y <= z ? (vec3){0, 1, 0} : (vec3){0, 0, 1};
    const vec3 normal = cross(v, least);
    const double length = length_of(normal);
    return length > DBL_MIN ? scale(1 / length, normal) : (vec3){1, 0, 0};
}

static cdy_status check_size(double size, const char *what, cdy_error *error)
{
    return size >= 0 && isfinite(size)
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_ARGUMENT, "the %s of a shape is %g m; expected 0 or more", what, size);
}

static cdy_status make_hull(const cdy_convex *shape, core *c, cdy_error *error)
{
    if (!shape->points || shape->point_count == 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a convex hull has no points; expected one or more");
    }
    if (shape->point_count > SIZE_MAX / 3 / sizeof(double) || !cdy_all_finite(shape->points, 3 * shape->point_count)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a point of a convex hull is not finite");
    }
    double low[3], high[3], reach = 0;
    for (int k = 0; k < 3; k++) {
        low[k] = high[k] = shape->points[k];
        for (size_t i = 1; i < shape->point_count; i++) {
            low[k] = fmin(low[k], shape->points[3 * i + (size_t)k]);
            high[k] = fmax(high[k], shape->points[3 * i + (size_t)k]);
        }
    }
    c->middle = (vec3){(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2};
    for (size_t i = 0; i < shape->point_count; i++) {
        reach = fmax(reach, length_of(subtract(vec3_from(shape->points + 3 * i), c->middle)));
    }
    c->kind = CORE_HULL;
    c->points = shape->points;
    c->count = shape->point_count;
    c->reach = reach * (1 + 4 * DBL_EPSILON);
    return isfinite(reach) ? CDY_OK : cdy_fail(error, CDY_ERROR_ARGUMENT, "a convex hull is too large to measure");
}

static cdy_status make_box(const cdy_convex *shape, core *c, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (int k = 0; k < 3 && !status; k++) {
        status = check_size(shape->size[k], "edge", error);
    }
    c->kind = CORE_BOX;
    c->half = scale(0.5, vec3_from(shape->size));
    c->reach = length_of(c->half);
    return status;
}

static cdy_status make_round(const cdy_convex *shape, core *c, cdy_error *error)
{
    cdy_status status = check_size(shape->radius, "radius", error);
    if (!status && shape->type != CDY_CONVEX_SPHERE) {
        status = check_size(shape->length, "length", error);
        c->half.z = shape->length / 2;
    }
    const bool drum = shape->type == CDY_CONVEX_CYLINDER;
    c->kind = drum ? CORE_DRUM : shape->type == CDY_CONVEX_SPHERE ? CORE_POINT : CORE_SEGMENT;
    c->half.x = drum ? shape->radius : 0;
    c->margin = drum ? 0 : shape->radius;
    c->reach = drum ? length_of(c->half) : c->half.z + c->margin;
    return status;
}

cdy_status cdy_core_make(const cdy_convex *shape, core *c, cdy_error *error)
{
    *c = (core){.x = {1, 0, 0}, .y = {0, 1, 0}, .z = {0, 0, 1}};
    switch (shape->type) {
    case CDY_CONVEX_BOX: return make_box(shape, c, error);
    case CDY_CONVEX_HULL: return make_hull(shape, c, error);
    case CDY_CONVEX_SPHERE:
    case CDY_CONVEX_CAPSULE:
    case CDY_CONVEX_CYLINDER: return make_round(shape, c, error);
    }
    return cdy_fail(error, CDY_ERROR_ARGUMENT, "there is no convex shape of type %d", (int)shape->type);
}

cdy_status cdy_check_rigid(const double T[16], cdy_error *error)
{
    bool rigid = cdy_all_finite(T, 16);
    const double last[4] = {T[12], T[13], T[14], T[15] - 1};
    for (int i = 0; i < 4 && rigid; i++) {
        rigid = fabs(last[i]) <= 1e-9;
    }
    const vec3 x = vec3_from(T), y = vec3_from(T + 4), z = vec3_from(T + 8), right = subtract(cross(x, y), z);
    const double off[] = {dot(x, x) - 1, dot(y, y) - 1, dot(z, z) - 1, dot(x, y), right.x, right.y, right.z};
    for (size_t i = 0; i < sizeof off / sizeof off[0] && rigid; i++) {
        rigid = fabs(off[i]) <= 4e-9;
    }
    return rigid ? CDY_OK
                 : cdy_fail(error, CDY_ERROR_ARGUMENT,
                            "the transform of a shape is not rigid; expected a rotation and a translation, 4 x 4 by "
                            "rows, to 1e-9");
}

void cdy_core_place(core *c, const double T[16])
{
    c->x = (vec3){T[0], T[4], T[8]};
    c->y = (vec3){T[1], T[5], T[9]};
    c->z = (vec3){T[2], T[6], T[10]};
    c->p = (vec3){T[3], T[7], T[11]};
}

static vec3 farthest_point(const core *c, vec3 direction)
{
    size_t best = 0;
    double most = -(double)INFINITY;
    for (size_t i = 0; i < c->count; i++) {
        const double *p = c->points + 3 * i, along = p[0] * direction.x + p[1] * direction.y + p[2] * direction.z;
        if (along > most) {
            most = along;
            best = i;
        }
    }
    return vec3_from(c->points + 3 * best);
}

vec3 cdy_core_support(const core *c, vec3 direction)
{
    const vec3 d = to_shape(c, direction);
    vec3 s = {0, 0, copysign(c->half.z, d.z)};
    if (c->kind == CORE_BOX) {
        s.x = copysign(c->half.x, d.x);
        s.y = copysign(c->half.y, d.y);
    } else if (c->kind == CORE_DRUM) {
        const double across = hypot(d.x, d.y), r = across > DBL_MIN ? c->half.x / across : 0;
        s.x = r * d.x;
        s.y = r * d.y;
    } else if (c->kind == CORE_HULL) {
        s = farthest_point(c, d);
    }
    return to_world(c, s);
}
