/* The kernels of one width: every algorithm in one translation unit, so that all of them are static functions under
 * their own names, and the table that exports them. */
#include "kernels/kernels.h"

#define KERNEL_HEADERS
#include "kernels/kernels.def"
#undef KERNEL_HEADERS

#define CDY_PASTE(a, b) a##b
#define CDY_NAME(a, b)  CDY_PASTE(a, b)
/* cdy_kernels_x4 for the width x4. */
#define KERNELS CDY_NAME(cdy_kernels_, CDY_SUFFIX)

extern const cdy_kernels KERNELS;
const cdy_kernels KERNELS = {
    .lanes = CDY_LANES,
#define KERNEL(result, name, ...) .name = name,
#ifdef CDY_REAL
#define PACKING(result, name, ...)
#else
#define PACKING KERNEL
#endif
#include "kernels/kernels.def"
#undef KERNEL
#undef PACKING
};
