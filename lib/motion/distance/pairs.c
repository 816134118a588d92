/* Two shapes: which method their kinds ask for, and the margins around their cores. */
#include "distance/pairs.h"

#include "base/error.h"
#include "distance/gjk.h"

static bool is_thin(core_kind kind)
{
    return kind == CORE_POINT || kind == CORE_SEGMENT;
}

static bool is_solid(core_kind kind)
{
    return kind == CORE_BOX || kind == CORE_DRUM;
}

static core_distance turned(core_distance r)
{
    return (core_distance){r.distance, r.on_b, r.on_a, scale(-1, r.normal)};
}

static void store(vec3 v, double to[3])
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

cdy_status cdy_fail_separation(cdy_error *error)
{
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "a shape is too large or too far away to measure: expected shapes and their frames within %g m of "
                    "the base",
                    MOST_MEASURED);
}

void cdy_separate(const core *a, const core *b, cdy_separation *separation)
{
    const core_distance r = is_thin(a->kind) && is_thin(b->kind)         ? cdy_segments_distance(a, b)
                            : a->kind == CORE_POINT && is_solid(b->kind) ? cdy_point_distance(a, b)
                            : b->kind == CORE_POINT && is_solid(a->kind) ? turned(cdy_point_distance(b, a))
                                                                         : cdy_cores_distance(a, b);
    separation->distance = r.distance - (a->margin + b->margin);
    store(add(r.on_a, scale(a->margin, r.normal)), separation->on_a);
    store(subtract(r.on_b, scale(b->margin, r.normal)), separation->on_b);
    store(r.normal, separation->normal);
}

cdy_status cdy_distance_convex(const cdy_convex *a, const double Ta[16], const cdy_convex *b, const double Tb[16],
                               cdy_separation *separation, cdy_error *error)
{
    core cores[2];
    if (!a || !Ta || !b || !Tb || !separation) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "a distance needs two shapes, their transforms and a pointer for the result");
    }
    cdy_status status = cdy_core_make(a, &cores[0], error);
    status = status ? status : cdy_core_make(b, &cores[1], error);
    status = status ? status : cdy_check_rigid(Ta, error);
    status = status ? status : cdy_check_rigid(Tb, error);
    for (int i = 0; i < 2 && !status; i++) {
        cdy_core_place(&cores[i], i ? Tb : Ta);
        status = is_measurable(&cores[i], core_middle(&cores[i])) ? CDY_OK : cdy_fail_separation(error);
    }
    if (!status) {
        cdy_separation s;
        cdy_separate(&cores[0], &cores[1], &s);
        status = isfinite(s.distance) ? CDY_OK : cdy_fail_separation(error);
        *separation = status ? *separation : s;
    }
    return status;
}
