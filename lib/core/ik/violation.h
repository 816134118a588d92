/* How far a configuration is beyond a constraint of generalized inverse kinematics, and the derivative. */
#ifndef CDY_IK_VIOLATION_H
#define CDY_IK_VIOLATION_H

#include "spatial/exponential.h"

#include <condyle/generalized_inverse_kinematics.h>

enum { VIOLATION_PARTS = 7 }; /* angular 3, linear 3, bound */

/* The errors of a constraint beyond its tolerances, and their derivatives by the twist [angular; linear] of the frame's
 * place relative to the reference's, in the axes of the latter. */
typedef struct violation_parts {
    double e[VIOLATION_PARTS];
    double rows[VIOLATION_PARTS][6];
} violation_parts;

/* Compares the frame's place, of orientation R and origin p in the reference's place, as the constraint asks; not for
 * bounds of joints. */
void cdy_compare_places(const cdy_ik_constraint *c, rotation R, vec3 p, violation_parts *parts);

/* How far a number is outside of bounds, with sign. */
double cdy_outside_bounds(double number, const double bounds[2]);

#endif
