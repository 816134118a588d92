/* Physical consistency of rotational inertia. */
#ifndef CDY_DESCRIPTION_INERTIA_H
#define CDY_DESCRIPTION_INERTIA_H

#include <stdbool.h>

/* Computes the principal moments, in ascending order, of an inertia [ixx ixy ixz iyy iyz izz] about the center of mass
 * (kg m^2). Returns whether they are physical: none negative, and the largest at most the sum of the others, with a
 * tolerance for flat or thin bodies whose moments are rounded to three digits. */
bool cdy_is_physical_inertia(const double inertia[6], double moments[3]);

/* Computes the nearest physical inertia: its second moments of mass, the upper block of the pseudo-inertia matrix, are
 * the positive semidefinite matrix nearest in the Frobenius norm (Wensing, Kim and Slotine, Linear matrix inequalities
 * for physically consistent inertial parameter identification, 2018). */
void cdy_nearest_inertia(const double inertia[6], double nearest[6]);

#endif
