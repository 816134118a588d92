/* Motion use: the shares of limits of velocity, acceleration, effort, jerk and contact that a timed path uses, from
 * samples and the parabolas between them. */
#ifndef CDY_TRAJECTORY_MOTION_USE_H
#define CDY_TRAJECTORY_MOTION_USE_H

#include "trajectory/stages.h"

/* The shares of limits that the samples of one piece of the timing use. */
typedef struct piece_use {
    double most;   /* the largest share of any limit in a sample */
    double least;  /* the share of the limit that is used most, in the sample where that is least */
    double factor; /* by which longer durations would keep the limits, also between samples, were there no gravity */
} piece_use;

/* Samples the pieces from `first` on; both ends of each are samples. */
cdy_status cdy_motion_use(const stage_source *source, size_t first, piece_use *use, cdy_error *error);

#endif
