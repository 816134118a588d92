/* Inertias: whether a body can have them. */
#ifndef CDY_URDF_INERTIA_H
#define CDY_URDF_INERTIA_H

#include <stdbool.h>

/* Gives the principal moments, smallest first, of an inertia [ixx ixy ixz iyy iyz izz] about the center of mass, kg
 * m^2. Returns whether they are those of a body: none is negative or larger than the other two together.  What
 * rounding to three digits does to a flat or thin body is forgiven. */
bool cdy_is_physical_inertia(const double inertia[6], double moments[3]);

/* Gives the inertia nearest to this one that a body can have: its second moments of mass, the upper part of the
 * pseudo-inertia matrix, are the positive semidefinite ones nearest in the Frobenius norm (Wensing, Kim and Slotine,
 * Linear matrix inequalities for physically consistent inertial parameter identification, 2018). */
void cdy_nearest_inertia(const double inertia[6], double nearest[6]);

#endif
