/* Wrenches that bodies are given in frames of their own. */
#ifndef CDY_DYNAMICS_EXTERNAL_FORCE_H
#define CDY_DYNAMICS_EXTERNAL_FORCE_H

#include "spatial/motion.h"

/* Turns a wrench in a frame, about its origin, into the base frame; T is the frame's placement there. */
force cdy_wrench_in_base(const double T[16], force wrench);

#endif
