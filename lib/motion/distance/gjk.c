/* The algorithm of Gilbert, Johnson and Keerthi, 1988. */
#include "distance/gjk.h"

#include <float.h>

static bool same_vector(vec3 a, vec3 b)
{
    return a.x <= b.x && a.x >= b.x && a.y <= b.y && a.y >= b.y && a.z <= b.z && a.z >= b.z;
}

static bool has_corner(const simplex *s, vec3 w)
{
    for (int i = 0; i < s->count; i++) {
        if (same_vector(s->corners[i].w, w)) {
            return true;
        }
    }
    return false;
}

static simplex first_simplex(const core *a, const core *b)
{
    vec3 between = subtract(core_middle(b), core_middle(a));
    if (!(dot(between, between) > 0)) {
        between = (vec3){1, 0, 0};
    }
    simplex s = {.count = 1, .weights = {1}};
    s.corners[0] = farthest_corner(a, b, between);
    s.nearest = s.corners[0].w;
    return s;
}

core_distance cdy_cores_distance(const core *a, const core *b)
{
    enum { MOST_STEPS = 128 }; /* plane faces take some ten, round ones some twenty */
    simplex s = first_simplex(a, b);
    const double size = length_of(subtract(core_middle(a), core_middle(b))) + a->reach + b->reach;
    for (int step = 0; step < MOST_STEPS; step++) {
        const double square = dot(s.nearest, s.nearest), length = sqrt(square);
        if (s.count == 4 || length <= 1e-9 * size) {
            return cdy_cores_depth(a, b, &s, size);
        }
        const corner next = farthest_corner(a, b, scale(-1 / length, s.nearest));
        const double gap = square - dot(s.nearest, next.w);
        if (gap <= 1e-15 * (square + length * size) || has_corner(&s, next.w)) {
            break;
        }
        simplex wider = s;
        wider.corners[wider.count++] = next;
        cdy_simplex_reduce(&wider);
        if (!(dot(wider.nearest, wider.nearest) < square)) {
            break; /* rounding: no step goes further */
        }
        s = wider;
    }
    const double length = length_of(s.nearest);
    return cdy_simplex_distance(a, &s, length, scale(-1 / length, s.nearest));
}
