/* Kernels: forces, accelerations and energies of the bodies. */
#define KERNEL_HEADERS
#include "kernels/kernels_dynamics.def"
#undef KERNEL_HEADERS

#include "kernels/kernel_unit.h"

#include "kernels/kernels_dynamics.def"
