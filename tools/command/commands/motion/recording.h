/* Recording: the rows of a motion, t, q, qd, qdd and tau of --input, with the torques that it needs. */
#ifndef CONDYLE_TOOLS_RECORDING_H
#define CONDYLE_TOOLS_RECORDING_H

#include "commands/motion/effort_watch.h"
#include "commands/state/closure.h"
#include "options/row_options.h"
#include "rows/row_pass.h"
#include "values/drives.h"
#include "values/robot.h"
#include "values/wrench.h"

/* Options of a motion and of the robot that makes it. */
typedef struct recording_options {
    row_options rows;
    text_list wrenches;
    text_list payloads;
    drive_options drives;
    robot_options robot;
    bool degrees;
    closure_options closure;
    int effort; /* --effort, an effort_kind, where effort_given */
    bool effort_given;
} recording_options;

/* The options of rows (--input ...), --wrench, --payload, --drives, the robot's options, --deg. */
extern const option_table recording_table;

/* Takes a row by its number in the input, from 1: NULL, and NaN for a single number, where the row does not tell. tau
 * is the row's, else the torques that its motion needs where it has qdd. Numbers are in rad, m, s, N m and N. */
typedef cdy_status (*recording_add)(void *to, uint64_t row, const double *t, const double *q, const double *qd,
                                    const double *tau, cdy_error *error);

/* Rows that follow each other in the input: the first of them, counted among the rows taken, from 0, and the number of
 * rows that were skipped before. */
typedef struct row_run {
    uint64_t taken, skipped;
} row_run;

/* --effort of a recording: torques of the joints as they are where it is not given. */
extern const option_table recorded_effort_table;

/* A motion that is being read. */
typedef struct recording {
    const recording_options *options;
    robot robot;
    elements elements;
    row_pass pass;
    double *values[VARIABLE_COUNT];
    double *filled[VECTOR_COUNT]; /* arguments of inverse dynamics: values, with home and 0 for unknown ones */
    double *home, *tau, *fext;
    wrench_list wrenches;
    cdy_workspace *workspace;
    uint64_t taken;
    row_run *runs; /* in the order of the input */
    size_t run_count, run_capacity;
    double *factors, *gravity, *efforts; /* nv: of --effort; torques that gravity needs; those of the row */
    effort_watch watch;
    closure closure;            /* mechanism NULL: loops stay open */
    double moved[VECTOR_COUNT]; /* by how much the loops moved a number of a row at most */
    double dropped;             /* the largest torque of a row at a joint without a drive */
    int dropped_degree;         /* its degree of freedom */
    recording_add add;          /* takes the rows */
    void *to;
    bool torques_given, torques_computed; /* torques of a row: its own tau, or the torques for its qdd */
    bool any_number;                      /* a row gives a position, velocity, acceleration or torque */
} recording;

/* Loads the robot with its payloads. recording_close() frees the recording, also after a failure. */
exit_code recording_open(recording *r, const recording_options *o, const char *source);
void recording_close(recording *r);

/* Has the rows of a robot with loops close them: a row's motion is then that of its independent coordinates, and
 * torques that it does not give are those of the drives. Fails where the robot has loops and no drives are named, or is
 * asked for what it does not have. */
exit_code recording_close_loops(recording *r, const char *command);

/* Returns whether a degree of freedom has no drive, as those of a mechanism that are not named. */
bool recording_is_passive(const recording *r, int degree);

/* Gives every row to `add`; fails at a row that it does not take, and where there is no row or no number. */
exit_code recording_read(recording *r, recording_add add, void *to);

/* Returns the number in the input, from 1, of a row by its place among the rows taken, from 0. */
uint64_t recording_row(const recording *r, uint64_t taken);

#endif
