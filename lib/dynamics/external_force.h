/* Transformation of a wrench from the frame of a body to the base. */
#ifndef CDY_DYNAMICS_EXTERNAL_FORCE_H
#define CDY_DYNAMICS_EXTERNAL_FORCE_H

#include "spatial/motion.h"

#include <stdbool.h>

/* Transforms a wrench about a frame's origin, in the frame's axes or in the base's, to the base frame; T places the
 * frame in the base. */
force cdy_wrench_in_base(const double T[16], bool base_axes, force wrench);

#endif
