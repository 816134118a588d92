/* The kernels of the page of condyle view: those of kernels.c without the large ones that no call of the page leads to.
 * The sources whose calls lead to those (further_dynamics_sources) are not part of the page, so that the linker tells
 * where a new call of the page needs one. */
#include "kernels/kernels.h"

#define KERNEL_HEADERS
#include "kernels/kernels.def"
#undef KERNEL_HEADERS

#include "kernels/kernel_names.h"

#pragma clang diagnostic ignored "-Winitializer-overrides"
extern const cdy_kernels KERNELS;
const cdy_kernels KERNELS = {
    .lanes = CDY_LANES,
#define KERNEL(result, name, ...) .name = name,
#include "kernels/kernels.def"
#undef KERNEL
    .articulated_factors = NULL,
    .articulated_products = NULL,
    .bias_and_mass = NULL,
    .drnea_finish = NULL,
    .regressor_block = NULL,
    .regressor_blocks = NULL,
    .regressor_forces = NULL,
    .regressor_product = NULL,
    .second_derivatives = NULL,
    .sweep = NULL,
    .swept_center_of_mass = NULL,
    .swept_center_of_mass_jacobian = NULL,
    .swept_coriolis = NULL,
    .swept_derivatives = NULL,
    .swept_frame_motion = NULL,
    .swept_jacobian = NULL,
    .swept_jacobian_dot = NULL,
    .swept_kinetic_energy = NULL,
    .swept_mass_matrix = NULL,
    .swept_momentum = NULL,
    .swept_momentum_matrix = NULL,
    .swept_momentum_rate = NULL,
    .swept_placement = NULL,
    .swept_placements = NULL,
    .swept_potential_energy = NULL,
    .swept_torques = NULL,
};
