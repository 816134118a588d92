/* Limit watch: positions and velocities that the robot's joints cannot have, said once a run. */
#ifndef CONDYLE_TOOLS_LIMIT_WATCH_H
#define CONDYLE_TOOLS_LIMIT_WATCH_H

#include "run/progress.h"
#include "run/robot.h"

/* Bounds of the values, and which warnings are still to come: one
 * about positions, one about velocities. */
typedef struct limit_watch {
    const robot *robot;
    bool degrees;          /* angles are typed and shown in degrees */
    size_t positions;      /* nq */
    size_t velocities;     /* nv */
    size_t tile;           /* rows that are compared at once: so many times the bounds stand behind each other */
    double *lower, *upper; /* nq: the limits and a margin for rounding; of an angle without limits a turn each way */
    double *slowest;       /* nv: -fastest */
    double *fastest;       /* nv: the velocity limits; a limit of 0 or none is not known: infinite */
    bool position_said, velocity_said;
} limit_watch;

/* Makes the bounds of a robot, none for velocities where it is a compiled model; false where memory runs out. */
bool limit_watch_open(limit_watch *w, const robot *r, bool degrees);

/* Warns of what lies beyond its limits in the state of the command line, or looks like degrees: positions (nq) that an
 * option gives, "--q" for example, and velocities (nv) of --qd; NULL: none. */
void limit_watch_state(limit_watch *w, const char *option, const double *q, const double *qd);

/* The same for `count` rows, of which lines[i] is the line in the file.  What is at fault in one call shares a warning;
 * what was said of positions, or of velocities, is not said again.  `shown` is the bar that the warning replaces. */
void limit_watch_rows(limit_watch *w, const char *file, size_t count, const long long *lines, const double *q,
                      const double *qd, progress *shown);

/* Warns where the angles of a pose (rad, fixed axes) were typed in degrees. */
void limit_watch_pose(const double angles[3]);

/* Frees the bounds. */
void limit_watch_close(limit_watch *w);

#endif
