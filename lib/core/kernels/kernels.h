/* The table of kernels (kernels.def), compiled once for each width, one table a width. */
#ifndef CDY_KERNELS_KERNELS_H
#define CDY_KERNELS_KERNELS_H

#include "kernels/kernel_types.h"

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
