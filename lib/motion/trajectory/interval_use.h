/* Use of the limits between stages: bounds of the shares of the limits that a motion uses in each interval. */
#ifndef CDY_TRAJECTORY_INTERVAL_USE_H
#define CDY_TRAJECTORY_INTERVAL_USE_H

#include "trajectory/reachability.h"

/* Shares of limits in an interval; 1: all of it. */
typedef struct interval_use {
    double most;  /* at least as large as the largest share of any limit */
    double least; /* at most as large as the share of the limit that is used most, wherever that is least */
} interval_use;

/* Bounds the use of the limits in all intervals of a solution (count - 1). The friction in st->f must be that of the
 * speeds st->x. */
cdy_status cdy_stages_use(const stages *st, const reachable *K, interval_use *use, cdy_error *error);

#endif
