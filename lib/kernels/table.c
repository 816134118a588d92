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
