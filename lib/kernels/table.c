#include "kernels/width.h"

extern const cdy_kernels KERNEL(kernels);
const cdy_kernels KERNEL(kernels) = {CDY_LANES, state_size, KERNEL(rnea), KERNEL(crba), KERNEL(base_transform)};
