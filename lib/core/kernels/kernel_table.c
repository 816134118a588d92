/* The table of the kernels of one width, which are in several units (kernel_unit.h). */
#include "kernels/kernels.h"

#include "kernels/kernel_names.h"

#define KERNEL(result, name, ...) extern result EXPORTED(name)(__VA_ARGS__);
#include "kernels/kernels.def"
#undef KERNEL

extern const cdy_kernels KERNELS;
const cdy_kernels KERNELS = {
    .lanes = CDY_LANES,
#define KERNEL(result, name, ...) .name = EXPORTED(name),
#include "kernels/kernels.def"
#undef KERNEL
};
