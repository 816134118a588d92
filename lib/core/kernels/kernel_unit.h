/* The kernels of one unit, KERNEL_UNIT of kernels.def, as static functions under their own names, with aliases that
 * kernel_table.c makes a table of. A change of one algorithm compiles its unit alone, and units compile side by side.
 */
#ifndef CDY_KERNELS_KERNEL_UNIT_H
#define CDY_KERNELS_KERNEL_UNIT_H

#define KERNEL_HEADERS
#include "kernels/kernels.def"
#undef KERNEL_HEADERS

#include "kernels/kernel_names.h"

#define KERNEL(result, name, ...) extern __typeof__(name) EXPORTED(name) __attribute__((alias(#name)));
#include "kernels/kernels.def"
#undef KERNEL

#endif
