/* Names of the kernels of one width, and of their table. */
#ifndef CDY_KERNELS_KERNEL_NAMES_H
#define CDY_KERNELS_KERNEL_NAMES_H

#define CDY_PASTE(a, b) a##b
#define CDY_NAME(a, b)  CDY_PASTE(a, b)
/* cdy_kernels_x4 for the width x4. */
#define KERNELS CDY_NAME(cdy_kernels_, CDY_SUFFIX)
/* cdy_rnea_x4 for the kernel rnea: its name outside of its unit. */
#define EXPORTED(name) CDY_NAME(cdy_##name##_, CDY_SUFFIX)

/* Packing is for doubles and floats only. */
#ifdef CDY_REAL
#define PACKING(result, name, ...)
#else
#define PACKING KERNEL
#endif

#endif
