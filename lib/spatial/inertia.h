/* Rigid-body inertia about a frame's origin (Featherstone 2008, section 2.13 and appendix A.4). */
#ifndef CDY_SPATIAL_INERTIA_H
#define CDY_SPATIAL_INERTIA_H

#include "spatial/motion.h"

typedef struct inertia {
    real mass;
    vec3 h; /* mass times centre of mass */
    sym3 I; /* rotational inertia about the origin */
} inertia;

static inline inertia inertia_add(inertia a, inertia b)
{
    return (inertia){a.mass + b.mass, add(a.h, b.h), sym3_add(a.I, b.I)};
}

/* I m: the momentum of a velocity, the force of an acceleration. */
static inline force inertia_apply(inertia I, motion m)
{
    return (force){add(sym3_apply(I.I, m.angular), cross(I.h, m.linear)),
                   subtract(scale(I.mass, m.linear), cross(I.h, m.angular))};
}

/* X^T I X: an inertia back in the parent's frame. */
static inline inertia transform_inertia_back(transform X, inertia I)
{
    vec3 h = rotate_back(X.E, I.h);
    vec3 mr = scale(I.mass, X.r);
    vec3 h2_mr = add(add(h, h), mr); /* both mixed terms and the mass term of Steiner's theorem at once */
    return (inertia){I.mass, add(h, mr), sym3_add(rotate_tensor_back(X.E, I.I), sym3_steiner(h2_mr, X.r))};
}

#endif
