/* The table of kernels (kernels.def), compiled once for each width, one table a width. */
#ifndef CDY_KERNELS_KERNELS_H
#define CDY_KERNELS_KERNELS_H

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

typedef struct cdy_kernels {
    int lanes;
#define KERNEL(result, name, ...) result (*name)(__VA_ARGS__);
#define PACKING                   KERNEL
#include "kernels/kernels.def"
#undef KERNEL
#undef PACKING
} cdy_kernels;

#ifdef CDY_FLOAT
extern const cdy_kernels cdy_kernels_f4;  /* any machine */
extern const cdy_kernels cdy_kernels_f8;  /* x86-64 with AVX2 and FMA */
extern const cdy_kernels cdy_kernels_f16; /* x86-64 with AVX-512 F, DQ, VL and FMA */
#else
extern const cdy_kernels cdy_kernels_x1;        /* any machine */
extern const cdy_kernels cdy_kernels_x1_fma;    /* x86-64 with AVX2 and FMA */
extern const cdy_kernels cdy_kernels_x1_avx512; /* as x8 */
extern const cdy_kernels cdy_kernels_x2;        /* any x86-64, any 64-bit Arm */
extern const cdy_kernels cdy_kernels_x4;        /* as x1_fma */
extern const cdy_kernels cdy_kernels_x8;        /* x86-64 with AVX-512 F, DQ, VL and FMA */
#endif

#endif
