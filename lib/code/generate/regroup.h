/* Models made simpler for generated code, with the same dynamics. */
#ifndef CDY_GENERATE_REGROUP_H
#define CDY_GENERATE_REGROUP_H

#include "model/model.h"

/* Replaces sines and cosines of constant angles by 0, 1 or -1 where they are closer than `tolerance` (4e-16 at least),
 * and translations shorter than 4e-16 of the longest by 0; of frames the rotations. */
void cdy_round_transforms(cdy_model *model, double tolerance);

/* Moves inertial parameters that a joint does not feel to its parent (base parameters: Khalil and Dombre 2002, section
 * 9.4.2.4): of a revolute joint about z the mass, h_z and I_yy, of a prismatic joint the moments of inertia. Torques,
 * accelerations and the mass matrix stay the same; energies, momenta and the center of mass do not. */
void cdy_regroup_inertias(cdy_model *model);

#endif
