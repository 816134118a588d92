/* Kernels: factors, projections, and packing. */
#define KERNEL_HEADERS
#include "kernels/kernels_algebra.def"
#undef KERNEL_HEADERS

#include "kernels/kernel_unit.h"

#include "kernels/kernels_algebra.def"
