/* Types and constants that kernels share with their callers. */
#ifndef CDY_KERNELS_KERNEL_TYPES_H
#define CDY_KERNELS_KERNEL_TYPES_H

#include "model/model.h"

#include <stddef.h>

/* Passes of the kernel `sweep` besides the transforms (kernels/sweep.h). SWEEP_COLUMNS and SWEEP_TREES need
 * SWEEP_MASSES, SWEEP_DERIVATIVES needs both SWEEP_MASSES and SWEEP_MOTION. */
enum sweep_pass { SWEEP_MASSES = 1, SWEEP_MOTION = 2, SWEEP_COLUMNS = 4, SWEEP_TREES = 8, SWEEP_DERIVATIVES = 16 };

/* Numbers of a degree of freedom in the factors of M^-1 by articulated bodies (kernels/articulated_factors.h). */
enum { ARTICULATED_FACTOR = 13 };

/* Numbers start <= i < end of a result, one run of several in order.  Runs begin at multiples of RUN_UNIT; they and
 * what is between them have as many numbers at least. */
enum { RUN_UNIT = 4 };
typedef struct number_run {
    uint32_t start, end;
} number_run;

#endif
