/* Torques of a unit mass at a point of a body, and the largest mass within effort limits. */
#ifndef CDY_CAPACITY_LOAD_H
#define CDY_CAPACITY_LOAD_H

#include "model/model.h"

#include <condyle/capacity.h>

/* Returns the effort limit of a degree of freedom of the caller's, infinite where it is not known. */
double cdy_effort_limit(const cdy_model *model, int velocity);

/* Fails with CDY_ERROR_ROBOT where no effort limit is known. */
cdy_status cdy_check_effort_limits(const cdy_model *model, cdy_error *error);

/* Writes d (n), the torques that a unit mass needs whose center is at `arm` (3) from the frame's origin and accelerates
 * by `a` - g (3), both in the base's axes; J (6 x n) is the frame's Jacobian in the base's axes. Torques that are
 * rounding errors of 0 become 0. */
void cdy_unit_load(int n, const double *J, const double arm[3], const double a[3], double *d);

/* Returns the largest mass for which |tau + mass d| is within the effort limits. */
cdy_capacity cdy_bound_mass(const cdy_model *model, const double *tau, const double *d);

#endif
