/* Kernels: forces, accelerations and energies of the bodies. */
#include "kernels/kernels.h"

#define KERNEL_UNIT 1
#include "kernels/kernel_unit.h"
