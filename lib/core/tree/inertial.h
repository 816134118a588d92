/* Spatial inertia of a link from the URDF convention. */
#ifndef CDY_TREE_INERTIAL_H
#define CDY_TREE_INERTIAL_H

#include "spatial/inertia.h"
#include "spatial/placement.h"

#include <condyle/tree.h>

/* Returns the inertia about the body's origin in the body's axes; URDF gives the tensor about the center of mass, in
 * the axes of the inertial frame. */
static inline inertia inertial_about_origin(const cdy_inertial *inertial)
{
    const double *I = inertial->inertia;
    const transform X = transform_from_placement(inertial->origin.xyz, inertial->origin.rpy);
    const vec3 h = scale(inertial->mass, X.r);
    const sym3 about_center = rotate_tensor_back(X.E, (sym3){I[0], I[1], I[2], I[3], I[4], I[5]});
    return (inertia){inertial->mass, h, sym3_add(about_center, sym3_steiner(h, X.r))};
}

#endif
