/* Kernels: matrices of the joint space, and results that share one sweep. */
#include "kernels/kernels.h"

#define KERNEL_UNIT 2
#include "kernels/kernel_unit.h"
