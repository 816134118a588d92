/* Spatial vectors and transforms, [angular; linear] (Featherstone 2008, chapter 2).
 *
 * Motions (velocities, accelerations) and forces are different types, so that mixing them does not compile. */
#ifndef CDY_SPATIAL_MOTION_H
#define CDY_SPATIAL_MOTION_H

#include "spatial/rotation.h"

typedef struct motion {
    vec3 angular, linear;
} motion;

typedef struct force {
    vec3 moment, linear;
} force;

/* Transform from a parent frame to a child frame: E rotates coordinates, r is the child's origin in the parent's
 * coordinates. */
typedef struct transform {
    rotation E;
    vec3 r;
} transform;

static inline motion motion_add(motion a, motion b)
{
    return (motion){add(a.angular, b.angular), add(a.linear, b.linear)};
}

static inline force force_add(force a, force b)
{
    return (force){add(a.moment, b.moment), add(a.linear, b.linear)};
}

static inline force force_subtract(force a, force b)
{
    return (force){subtract(a.moment, b.moment), subtract(a.linear, b.linear)};
}

static inline motion motion_scale(real s, motion m)
{
    return (motion){scale(s, m.angular), scale(s, m.linear)};
}

static inline force force_scale(real s, force f)
{
    return (force){scale(s, f.moment), scale(s, f.linear)};
}

/* m . f: the power of a force on a velocity. */
static inline real motion_dot_force(motion m, force f)
{
    return dot(m.angular, f.moment) + dot(m.linear, f.linear);
}

/* s - m . f */
static inline real subtract_power(real s, motion m, force f)
{
    return subtract_dot(s, m.angular, f.moment) - dot(m.linear, f.linear);
}

/* Component `row` of a force or a motion: 0 to 2 angular, 3 to 5 linear. */
static inline real force_row(force f, int row)
{
    const vec3 v = row < 3 ? f.moment : f.linear;
    return row % 3 == 0 ? v.x : row % 3 == 1 ? v.y : v.z;
}

static inline real *motion_row(motion *m, int row)
{
    vec3 *v = row < 3 ? &m->angular : &m->linear;
    return row % 3 == 0 ? &v->x : row % 3 == 1 ? &v->y : &v->z;
}

/* v x m */
static inline motion cross_motion(motion v, motion m)
{
    return (motion){cross(v.angular, m.angular), add(cross(v.angular, m.linear), cross(v.linear, m.angular))};
}

/* v x* f */
static inline force cross_force(motion v, force f)
{
    return (force){add(cross(v.angular, f.moment), cross(v.linear, f.linear)), cross(v.angular, f.linear)};
}

/* X m: a motion in the child's frame. */
static inline motion transform_motion(transform X, motion m)
{
    return (motion){rotate(X.E, m.angular), rotate(X.E, subtract(m.linear, cross(X.r, m.angular)))};
}

/* X* f: a force in the child's frame. */
static inline force transform_force(transform X, force f)
{
    return (force){rotate(X.E, subtract(f.moment, cross(X.r, f.linear))), rotate(X.E, f.linear)};
}

/* X^T f: a force back in the parent's frame. */
static inline force transform_force_back(transform X, force f)
{
    vec3 linear = rotate_back(X.E, f.linear);
    return (force){add(rotate_back(X.E, f.moment), cross(X.r, linear)), linear};
}

/* X2 X1: X1 is applied first. */
static inline transform transform_multiply(transform X2, transform X1)
{
    return (transform){rotation_multiply(X2.E, X1.E), add(X1.r, rotate_back(X1.E, X2.r))};
}

#endif
