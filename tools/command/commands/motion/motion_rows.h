/* Motion rows: a motion that is known at every time, written as rows t, q, qd, qdd at an even rate. */
#ifndef CONDYLE_TOOLS_MOTION_ROWS_H
#define CONDYLE_TOOLS_MOTION_ROWS_H

#include "commands/motion/clearance.h"
#include "compute/calculation.h"

/* Options of the limits that a motion keeps. */
typedef struct motion_limit_options {
    double rate;                         /* --rate, Hz */
    double scale;                        /* --scale */
    const char *velocity, *acceleration; /* --velocity, --acceleration; NULL: the robot's */
    const char *jerk;                    /* --jerk, of commands that have it; NULL: none */
} motion_limit_options;

/* --rate, --velocity, --acceleration. */
extern const option_table motion_limit_table;

/* Limits of a robot, n each, infinite where there is none. */
typedef struct motion_limits {
    double *velocity, *acceleration, *effort, *jerk;
} motion_limits;

/* Reads the limits of the options, or of the robot's file where the options give none. motion_limits_clear() frees
 * them, also after a failure. */
exit_code motion_limits_read(const computation *t, const motion_limit_options *o, motion_limits *limits);
void motion_limits_clear(motion_limits *limits);

/* Gives the state at a time. */
typedef cdy_status (*motion_evaluate)(const void *motion, double t, double *q, double *qd, double *qdd,
                                      cdy_error *error);

/* A motion that is known at every time. */
typedef struct known_motion {
    const void *motion;
    motion_evaluate evaluate;
    double duration; /* s */
    double rate;     /* of the rows, Hz */
    const clearance_options *clearance;
} known_motion;

/* Writes the rows of a motion, the last at its end or, where that is no multiple of the period, behind it at rest.
 * Where a clearance is asked for, notes the least distance between bodies, and fails behind the rows where it is not
 * kept. */
exit_code motion_rows_write(computation *t, output *out, const known_motion *m);

#endif
