/* Which of the kernels' widths this machine can run. */
#ifndef CDY_DYNAMICS_WIDTHS_H
#define CDY_DYNAMICS_WIDTHS_H

#include "dynamics/single.h"
#include "kernels/kernels.h"

/* Returns the kernels of so many lanes (0: the most), NULL where this build or this machine has none. */
const cdy_kernels *cdy_choose_kernels(int lanes);

#endif
