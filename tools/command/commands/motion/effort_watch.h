/* Watches whether efforts look like those of another kind: whether they go along with the torques that gravity needs.
 */
#ifndef CONDYLE_TOOLS_EFFORT_WATCH_H
#define CONDYLE_TOOLS_EFFORT_WATCH_H

#include "commands/motion/efforts.h"

enum { WATCH_COLUMNS = 6 };

/* Products of the columns of a degree of freedom: 1, velocity, its sign, acceleration, gravity torque, effort. */
typedef struct watched_joint {
    double products[WATCH_COLUMNS][WATCH_COLUMNS];
} watched_joint;

/* The rows so far. */
typedef struct effort_watch {
    int count;             /* nv */
    watched_joint *joints; /* NULL: nothing is watched */
} effort_watch;

/* Begins; returns false where memory runs out. */
bool effort_watch_open(effort_watch *w, int velocity_count);

/* Adds a row: efforts times their factors, NaN where there is none, and the torques that gravity needs; qd and qdd may
 * be NULL, or NaN where they are not known. */
void effort_watch_row(effort_watch *w, const double *qd, const double *qdd, const double *gravity, const double *tau);

/* Notes what the efforts look like where this is another kind than `kind`, with the option that takes it. */
void effort_watch_tell(const effort_watch *w, effort_kind kind);

/* Frees what is watched. */
void effort_watch_close(effort_watch *w);

#endif
