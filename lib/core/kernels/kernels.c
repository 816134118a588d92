/* The kernels of one width in one translation unit, which has every algorithm as a static function under its own name,
 * and the table that exports the functions. Where a compiler knows aliases, kernel_table.c and the units do the same.
 */
#include "kernels/kernels.h"

#define KERNEL_HEADERS
#include "kernels/kernels.def"
#undef KERNEL_HEADERS

#include "kernels/kernel_names.h"

extern const cdy_kernels KERNELS;
const cdy_kernels KERNELS = {
    .lanes = CDY_LANES,
#define KERNEL(result, name, ...) .name = name,
#include "kernels/kernels.def"
#undef KERNEL
};
