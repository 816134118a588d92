#include "kernels/width.h"

extern const cdy_kernels KERNEL(kernels);
const cdy_kernels KERNEL(kernels) = {
    .lanes = CDY_LANES,
    .state_size = state_size,
    .rnea = KERNEL(rnea),
    .aba = KERNEL(aba),
    .crba = KERNEL(crba),
    .drnea = KERNEL(drnea),
    .bias_and_mass = KERNEL(bias_and_mass),
    .drnea_after = KERNEL(drnea_after),
    .factor = KERNEL(factor),
    .factor_solve = KERNEL(factor_solve),
    .factor_turn_over = KERNEL(factor_turn_over),
    .placement = KERNEL(placement),
    .placements = KERNEL(placements),
    .jacobian = KERNEL(jacobian),
    .frame_motion = KERNEL(frame_motion),
    .center_of_mass = KERNEL(center_of_mass),
    .energy = KERNEL(energy),
    .momentum = KERNEL(momentum),
    .momentum_matrix = KERNEL(momentum_matrix),
    .coriolis = KERNEL(coriolis),
    .regressor_motion = KERNEL(regressor_motion),
    .regressor_block = KERNEL(regressor_block),
    .kinetic_gradient = KERNEL(kinetic_gradient),
    .relative_placement = KERNEL(relative_placement),
    .expand_positions = KERNEL(expand_positions),
    .expand_velocities = KERNEL(expand_velocities),
    .project_columns = KERNEL(project_columns),
    .project_matrix = KERNEL(project_matrix),
    .solve = KERNEL(solve),
#ifndef CDY_REAL
    .pack = KERNEL(pack),
    .unpack = KERNEL(unpack),
    .inspect = KERNEL(inspect),
#endif
};
