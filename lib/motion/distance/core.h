/* Cores of convex shapes, placed: a shape is all that is within a margin of its core. A sphere is a point with a
 * margin, a capsule a segment with one, so that both cost what points and segments do, and overlap deeply without their
 * cores doing so. */
#ifndef CDY_DISTANCE_CORE_H
#define CDY_DISTANCE_CORE_H

#include "spatial/vector.h"

#include <condyle/distance.h>

typedef enum core_kind { CORE_POINT, CORE_SEGMENT, CORE_BOX, CORE_DRUM, CORE_HULL } core_kind;

typedef struct core {
    core_kind kind;
    vec3 half;            /* box: half edges; segment and drum: z is half the length; drum: x is the radius */
    double margin;        /* m */
    const double *points; /* hull: count x 3 */
    size_t count;
    vec3 x, y, z; /* axes of the shape's frame */
    vec3 p;       /* origin of the shape's frame */
    vec3 middle;  /* of a bounding sphere, in the shape's frame */
    double reach; /* radius of the bounding sphere, margin included */
} core;

static inline double length_of(vec3 v)
{
    return sqrt(dot(v, v));
}

static inline vec3 to_world(const core *c, vec3 v)
{
    return add(add(scale(v.x, c->x), scale(v.y, c->y)), scale(v.z, c->z));
}

static inline vec3 to_shape(const core *c, vec3 v)
{
    return (vec3){dot(c->x, v), dot(c->y, v), dot(c->z, v)};
}

static inline vec3 core_middle(const core *c)
{
    return add(c->p, to_world(c, c->middle));
}

/* A unit vector normal to v; of a zero vector, x. */
vec3 cdy_normal_to(vec3 v);

/* Makes the core of a shape at the identity. Fails as cdy_distance_convex() does for a shape. */
cdy_status cdy_core_make(const cdy_convex *shape, core *c, cdy_error *error);

/* Checks a transform as cdy_distance_convex() does. */
cdy_status cdy_check_rigid(const double T[16], cdy_error *error);

/* Places a core: its frame stands at T. */
void cdy_core_place(core *c, const double T[16]);

/* The point of a core, relative to the origin of its frame, that is farthest in a direction. */
vec3 cdy_core_support(const core *c, vec3 direction);

#endif
