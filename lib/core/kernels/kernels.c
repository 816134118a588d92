/* The kernels of one width: one translation unit has every algorithm as a static function under its own name, and the
 * table that exports the functions. */
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
