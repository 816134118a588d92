/* The kernels of one width: every algorithm in one translation unit, so that all of them are static functions under
 * their own names, and the table that exports them. */
#include "kernels/aba.h"
#include "kernels/center_of_mass.h"
#include "kernels/coriolis.h"
#include "kernels/crba.h"
#include "kernels/drnea.h"
#include "kernels/energy.h"
#include "kernels/find_nonfinite.h"
#include "kernels/frame_derivative.h"
#include "kernels/frame_motion.h"
#include "kernels/jacobian.h"
#include "kernels/kinetic_gradient.h"
#include "kernels/ldl.h"
#include "kernels/ltdl.h"
#include "kernels/ltdl_products.h"
#include "kernels/mimic.h"
#include "kernels/momentum.h"
#ifdef CDY_FLOAT
#include "kernels/packing_float.h"
#else
#include "kernels/packing.h"
#endif
#include "kernels/placement.h"
#include "kernels/regressor.h"
#include "kernels/relative_placement.h"
#include "kernels/rnea.h"

#define CDY_PASTE(a, b) a##b
#define CDY_NAME(a, b)  CDY_PASTE(a, b)
/* cdy_kernels_x4 for the width x4. */
#define KERNELS CDY_NAME(cdy_kernels_, CDY_SUFFIX)

extern const cdy_kernels KERNELS;
const cdy_kernels KERNELS = {
    .lanes = CDY_LANES,
    .state_size = state_size,
    .rnea = rnea,
    .aba = aba,
    .crba = crba,
    .drnea = drnea,
    .bias_and_mass = bias_and_mass,
    .drnea_finish = drnea_finish,
    .ltdl_factor = ltdl_factor,
    .ltdl_solve = ltdl_solve,
    .ltdl_solve_with_inverse = ltdl_solve_with_inverse,
    .placement = placement,
    .placements = placements,
    .jacobian = jacobian,
    .frame_motion = frame_motion,
    .center_of_mass = center_of_mass,
    .energy = energy,
    .momentum = momentum,
    .momentum_matrix = momentum_matrix,
    .coriolis = coriolis,
    .regressor_motion = regressor_motion,
    .regressor_block = regressor_block,
    .kinetic_gradient = kinetic_gradient,
    .jacobian_dot = jacobian_dot,
    .jacobian_derivative = jacobian_derivative,
    .placement_derivative = placement_derivative,
    .relative_placement = relative_placement,
    .expand_positions = expand_positions,
    .expand_velocities = expand_velocities,
    .project_columns = project_columns,
    .project_square = project_square,
    .project_matrix = project_matrix,
    .ldl_factor = ldl_factor,
    .ldl_solve = ldl_solve,
    .solve = solve,
#ifndef CDY_REAL
    .pack = pack,
    .unpack = unpack,
    .find_nonfinite = find_nonfinite,
    .all_above = all_above,
#endif
};
