/* The kernels of one unit, whose list follows, as static functions under their own names, with aliases that
 * kernel_table.c makes a table of. A unit sees no other list, so that a change of one algorithm, or of its row,
 * compiles its unit alone; units compile side by side. */
#ifndef CDY_KERNELS_KERNEL_UNIT_H
#define CDY_KERNELS_KERNEL_UNIT_H

#include "kernels/kernel_names.h"

#define KERNEL(result, name, ...) extern __typeof__(name) EXPORTED(name) __attribute__((alias(#name)));

#endif
