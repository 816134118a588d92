/* Choice of the kernels by the vector instructions of this machine. */
#ifndef CDY_DYNAMICS_WIDTHS_H
#define CDY_DYNAMICS_WIDTHS_H

#ifdef CDY_FLOAT
#include "dynamics_float_names.h"
#endif
#include "kernels/kernels.h"

/* Returns the kernels with this number of lanes (0: the most), NULL if this build or this machine has none, or
 * they need more than the instructions of dynamics/instruction_set.h. */
const cdy_kernels *cdy_choose_kernels(int lanes);

#endif
