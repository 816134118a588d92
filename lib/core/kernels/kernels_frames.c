/* Kernels: frames, regressors, and the search for positions. */
#include "kernels/kernels.h"

#define KERNEL_UNIT 3
#include "kernels/kernel_unit.h"
