/* Placements (xyz and rpy of a file) as transforms. Plain double, one lane. */
#ifndef CDY_SPATIAL_PLACEMENT_H
#define CDY_SPATIAL_PLACEMENT_H

#include "spatial/motion.h"

/* Transform from the parent's frame to the frame at xyz with fixed-axis angles rpy: R = Rz(y) Ry(p) Rx(r), E = R^T. */
static inline transform transform_from_placement(const double xyz[3], const double rpy[3])
{
    double sr = sin(rpy[0]), cr = cos(rpy[0]);
    double sp = sin(rpy[1]), cp = cos(rpy[1]);
    double sy = sin(rpy[2]), cy = cos(rpy[2]);
    rotation E = {{cy * cp, sy * cp, -sp},
                  {cy * sp * sr - sy * cr, sy * sp * sr + cy * cr, cp * sr},
                  {cy * sp * cr + sy * sr, sy * sp * cr - cy * sr, cp * cr}};
    return (transform){E, vec3_from(xyz)};
}

/* Shortest rotation from z to the unit vector `axis`; for -z, half a turn about x. */
static inline rotation rotation_z_to(vec3 axis)
{
    if (axis.z < 0) { /* the shorter formula loses digits near -z */
        double norm = hypot(axis.x, axis.y);
        vec3 n = norm > 1e-300 ? (vec3){-axis.y / norm, axis.x / norm, 0} : (vec3){1, 0, 0}; /* axis of the rotation */
        vec3 x = subtract(scale(n.x, n), scale(n.y, cross(axis, n)));
        return (rotation){x, cross(axis, x), axis};
    }
    double k = 1 / (1 + axis.z);
    return (rotation){{1 - k * axis.x * axis.x, -k * axis.x * axis.y, -axis.x},
                      {-k * axis.x * axis.y, 1 - k * axis.y * axis.y, -axis.y},
                      {axis.x, axis.y, axis.z}};
}

#endif
