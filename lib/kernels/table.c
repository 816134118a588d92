#include "kernels/width.h"

extern const cdy_kernels KERNEL(kernels);
const cdy_kernels KERNEL(kernels) = {
    .lanes = CDY_LANES,
    .state_size = state_size,
    .rnea = KERNEL(rnea),
    .aba = KERNEL(aba),
    .crba = KERNEL(crba),
    .placement = KERNEL(placement),
    .placements = KERNEL(placements),
    .jacobian = KERNEL(jacobian),
    .frame_motion = KERNEL(frame_motion),
    .center_of_mass = KERNEL(center_of_mass),
    .energy = KERNEL(energy),
    .momentum = KERNEL(momentum),
    .momentum_matrix = KERNEL(momentum_matrix),
    .coriolis = KERNEL(coriolis),
    .kinetic_gradient = KERNEL(kinetic_gradient),
};
