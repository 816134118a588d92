/* Marks: joints, frames, inertias and forces drawn over a robot. */
#ifndef CONDYLE_TOOLS_MARKS_H
#define CONDYLE_TOOLS_MARKS_H

#include "draw/scene.h"

#include <condyle/tree.h>

/* Adds the axes of a frame T (4 x 4, row-major): x red, y green, z blue. */
void marks_add_frame(scene *s, const double T[16], double size);

/* Adds a joint as part of a skeleton: its axis at the frame of its body. */
void marks_add_joint(scene *s, const cdy_joint *joint, const double T[16], double size);

/* Adds the axis of a joint that moves as a center line of twice this size through the frame of its body, and the
 * joint's name at its end. */
void marks_add_axis(scene *s, const cdy_joint *joint, const double T[16], double size);

/* Adds the center of mass and the ellipsoid of uniform density with the same mass and inertia, by its three principal
 * ellipses. */
void marks_add_inertia(scene *s, const cdy_inertial *inertial, const double T[16], double size);

/* Adds an arrow from a point along a vector of this length. */
void marks_add_arrow(scene *s, const double from[3], const double along[3], double width, color paint);

/* Adds an arc with a head and this radius about an axis through a point, from 0 to `angle` (rad, below 2 pi). */
void marks_add_arc(scene *s, const double center[3], const double axis[3], double radius, double angle, double width,
                   color paint);

#endif
