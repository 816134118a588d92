/* Derivatives of forward dynamics where friction by the load acts.
 *
 * tau = (1 + K) changes with the torques of the bodies, where K (diagonal) is how fast friction grows with the load, so
 * that d tau / d qdd = (1 + K) M + R = (1 + K) (M + R / (1 + K)), with M of the bodies and the inertias R of the
 * rotors. The sum in the brackets is as definite as M + R. */
#ifndef CDY_DYNAMICS_LOADED_MASS_H
#define CDY_DYNAMICS_LOADED_MASS_H

#include "dynamics/drives.h"
#include "dynamics/mass_factor.h"

/* Finds the loads of the drives at a state in `memory` (2 x tree_nv); fext may be NULL. Overwrites the scratch memory
 * of the kernels. Fails with CDY_ERROR_UNSUPPORTED where joints mimic others. */
cdy_status cdy_find_loads(const cdy_model *model, cdy_workspace *workspace, const double *const state[4],
                          double *memory, drive_load *load, cdy_error *error);

/* Factors M + R / (1 + K) as cdy_factor_mass() does. */
cdy_status cdy_factor_loaded_mass(const cdy_model *model, cdy_workspace *workspace, const double *tree_q,
                                  const drive_load *load, mass_factor *factor, cdy_error *error);

/* x := x / (1 + K) (nv). */
void cdy_divide_by_load(const cdy_model *model, const drive_load *load, double *x);

#endif
