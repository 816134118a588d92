/* Rigid-body inertia about a frame's origin (Featherstone 2008, section 2.13 and appendix A.4). */
#ifndef CDY_SPATIAL_INERTIA_H
#define CDY_SPATIAL_INERTIA_H

#include "spatial/motion.h"

typedef struct inertia {
    real mass;
    vec3 h; /* mass times center of mass */
    sym3 I; /* about the origin */
} inertia;

/* Mass and first moment: the part of an inertia that the center of mass depends on. */
typedef struct mass_moment {
    real mass;
    vec3 h; /* mass times center of mass */
} mass_moment;

static inline inertia inertia_add(inertia a, inertia b)
{
    return (inertia){a.mass + b.mass, add(a.h, b.h), sym3_add(a.I, b.I)};
}

/* I m: momentum for a velocity m, force for an acceleration m. */
static inline force inertia_apply(inertia I, motion m)
{
    return (force){add_cross(sym3_apply(I.I, m.angular), I.h, m.linear),
                   add_cross(scale(I.mass, m.linear), m.angular, I.h)};
}

/* E^T I E: an inertia in the parent's axes about the same point. */
static inline inertia inertia_rotate_back(rotation E, inertia I)
{
    return (inertia){I.mass, rotate_back(E, I.h), rotate_tensor_back(E, I.I)};
}

/* Parallel-axis theorem: the inertia about a point from which the origin is at r. */
static inline inertia inertia_shift_back(vec3 r, inertia I)
{
    const vec3 h = add(I.h, scale(I.mass, r));
    const vec3 k = add(I.h, h), half = scale(real_from(0.5), r); /* k: the two mixed terms and the mass term together */
    const real xx = k.x * r.x, yy = k.y * r.y, zz = k.z * r.z;
    return (inertia){I.mass,
                     h,
                     {I.I.xx + yy + zz, I.I.xy - k.x * half.y - k.y * half.x, I.I.xz - k.x * half.z - k.z * half.x,
                      I.I.yy + xx + zz, I.I.yz - k.y * half.z - k.z * half.y, I.I.zz + xx + yy}};
}

/* X^T I X: an inertia back in the parent's frame. */
static inline inertia transform_inertia_back(transform X, inertia I)
{
    return inertia_shift_back(X.r, inertia_rotate_back(X.E, I));
}

/* a + X^T m: add the mass and first moment of a child, whose transform from the parent is X, to the parent's. */
static inline mass_moment add_mass_moment_back(mass_moment a, transform X, mass_moment m)
{
    return (mass_moment){a.mass + m.mass, add(a.h, add(rotate_back(X.E, m.h), scale(m.mass, X.r)))};
}

#endif
