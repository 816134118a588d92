/* Way points of a trajectory. */
#ifndef CONDYLE_TOOLS_WAY_POINTS_H
#define CONDYLE_TOOLS_WAY_POINTS_H

#include "compute/calculation.h"

#include <condyle/trajectory.h>

/* Way points: configurations (nq each) or placements (16 each). */
typedef struct way_points {
    double *numbers;
    size_t count, capacity, width;
    bool placements;
} way_points;

/* Adds a way point. */
exit_code way_points_add(way_points *points, const double *numbers);

/* Notes the first way point of lines that is reached in another configuration than the one that was given for it: lines
 * have the placement alone. */
exit_code way_points_compare(const computation *t, const way_points *given, const cdy_trajectory *trajectory);

#endif
