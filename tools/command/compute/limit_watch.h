/* Limit watch: warns once a run of positions and velocities beyond the limits of the joints. */
#ifndef CONDYLE_TOOLS_LIMIT_WATCH_H
#define CONDYLE_TOOLS_LIMIT_WATCH_H

#include "run/progress.h"
#include "values/robot.h"

/* Bounds of the values, and the warnings already printed: one for positions, one for velocities. */
typedef struct limit_watch {
    const robot *robot;
    bool degrees;      /* angles are in degrees in input and output */
    size_t positions;  /* nq */
    size_t velocities; /* nv */
    size_t tile;       /* number of rows compared at once, and copies of the bounds */
    double *lower,
        *upper; /* nq: limits, widened by a margin for rounding; one turn each way for an angle without limits */
    double *velocity_lower; /* nv: -velocity_upper */
    double *velocity_upper; /* nv: velocity limits; infinite where the limit is 0 or missing */
    bool position_warned, velocity_warned;
} limit_watch;

/* Sets the bounds of a robot; a compiled model has none for velocities. Returns false where memory runs out. */
bool limit_watch_open(limit_watch *w, const robot *r, bool degrees);

/* Warns of values in the state of the command line that exceed their limits or look like degrees: positions (nq) of an
 * option such as "--q", and velocities (nv) of --qd; NULL: none. */
void limit_watch_state(limit_watch *w, const char *option, const double *q, const double *qd);

/* Checks `count` rows; lines[i] is the line of row i in the file. One call prints at most one warning, and a run at
 * most one for positions and one for velocities. `shown` is the progress bar that the warning replaces. */
void limit_watch_rows(limit_watch *w, const char *file, size_t count, const long long *lines, const double *q,
                      const double *qd, progress *shown);

/* Warns of angles of a pose (rad, fixed axes) that look like degrees. */
void limit_watch_pose(const double angles[3]);

/* Frees the bounds. */
void limit_watch_close(limit_watch *w);

#endif
