/* The motion of one frame relative to another. */
#ifndef CDY_SPATIAL_RELATIVE_MOTION_H
#define CDY_SPATIAL_RELATIVE_MOTION_H

#include "spatial/motion.h"

/* A frame that moves; all vectors in the base axes, all motions relative to the base. */
typedef struct placed_frame {
    rotation R;    /* orientation: columns are the frame's axes */
    vec3 p;        /* origin */
    vec3 w, v;     /* angular velocity, and velocity of the origin */
    vec3 alpha, a; /* angular acceleration, and acceleration of the origin, for qdd = 0 */
} placed_frame;

/* Velocity of `b` relative to `o`, in the axes of `o`: J qd of a constraint's six rows. */
static inline motion relative_velocity(const placed_frame *b, const placed_frame *o)
{
    const vec3 v = subtract(subtract(b->v, o->v), cross(o->w, subtract(b->p, o->p)));
    return (motion){rotate_back(o->R, subtract(b->w, o->w)), rotate_back(o->R, v)};
}

/* Acceleration of `b` relative to `o` for qdd = 0, in the axes of `o`: Jdot qd of the same rows. */
static inline motion relative_acceleration(const placed_frame *b, const placed_frame *o)
{
    const vec3 d = subtract(b->p, o->p), relative_w = subtract(b->w, o->w), relative_v = subtract(b->v, o->v);
    const vec3 apparent_v = subtract(relative_v, cross(o->w, d));
    const vec3 angular = subtract(subtract(b->alpha, o->alpha), cross(o->w, relative_w));
    const vec3 linear =
        subtract(subtract(subtract(b->a, o->a), cross(o->alpha, d)), cross(o->w, add(relative_v, apparent_v)));
    return (motion){rotate_back(o->R, angular), rotate_back(o->R, linear)};
}

#endif
