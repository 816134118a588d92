/* The control law of a simulation: gains and reference from the options. */
#ifndef CONDYLE_TOOLS_SIM_LAW_H
#define CONDYLE_TOOLS_SIM_LAW_H

#include "compute/calculation.h"

/* Makes the law of --control, NULL for none; its reference is --goal, or the computation's state. */
exit_code sim_law_make(computation *t, cdy_motion_model **law);

#endif
