/* Loop points: way points of a robot with closed loops, of which the first one is assembled; the others give the
 * positions of independent joints. */
#ifndef CONDYLE_TOOLS_LOOP_POINTS_H
#define CONDYLE_TOOLS_LOOP_POINTS_H

#include "commands/state/closure.h"
#include "compute/calculation.h"

#include <condyle/trajectory.h>

typedef struct loop_points {
    closure closure;
    double *given; /* count x nq: the way points as rows give them, NaN where they do not */
    size_t count;
} loop_points;

/* Makes the mechanism of a robot's loops for `command`; without loops, the closure has no mechanism.
 * loop_points_clear() frees it, also after a failure. */
exit_code loop_points_open(loop_points *l, const robot *r, const closure_options *o, const char *command);
void loop_points_clear(loop_points *l);

/* Assembles the first of `count` way points q (count x nq), and fills what rows leave out: with `start` (nq). Fails
 * where a way point has only positions that depend on others. */
exit_code loop_points_close(loop_points *l, cdy_workspace *workspace, size_t count, double *q, const double *start);

/* Notes which position that the rows give the loops moved most, and by how much, at the way points of the motion. */
exit_code loop_points_tell(const loop_points *l, const cdy_trajectory *trajectory, bool degrees);

#endif
