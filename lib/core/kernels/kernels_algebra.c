/* Kernels: factors, projections, and packing. */
#include "kernels/kernels.h"

#define KERNEL_UNIT 4
#include "kernels/kernel_unit.h"
