/* Closed loops of the robot that a trajectory moves: the path is that of the independent joints of a mechanism, and the
 * others follow so that the loops stay closed. */
#ifndef CDY_TRAJECTORY_CLOSED_LOOPS_H
#define CDY_TRAJECTORY_CLOSED_LOOPS_H

#include "trajectory/path.h"

#include <condyle/mechanism.h>

/* A mechanism whose coordinates are chosen, and memory to work in. */
typedef struct closed_loops {
    cdy_mechanism *mechanism; /* NULL: the robot has no loops, or they stay open */
    cdy_workspace *workspace;
    double *u, *du;    /* n + 1: of the independent coordinates */
    bool *independent; /* n: degrees of freedom */
    bool *own;         /* nq: positions of joints with independent degrees of freedom */
} closed_loops;

/* Prepares the loops of a mechanism with chosen coordinates. Fails with CDY_ERROR_UNSUPPORTED where only some degrees
 * of freedom of a joint are independent. cdy_closed_loops_clear() frees them, also after a failure. */
cdy_status cdy_closed_loops_create(closed_loops *loops, cdy_mechanism *mechanism, const cdy_model *model,
                                   cdy_error *error);
void cdy_closed_loops_clear(closed_loops *loops);

/* Copies way points q (count x nq) with the dependent positions of the first one in all of them. Fails where the loops
 * are open there. */
cdy_status cdy_closed_loops_take(const closed_loops *loops, const cdy_model *model, size_t count, const double *q,
                                 double *copy, cdy_error *error);

/* Gives the efforts tau (n) of the drives in a motion of which the independent joints' qd and qdd count (n; NULL: 0).
 */
cdy_status cdy_closed_loops_efforts(const closed_loops *loops, const cdy_model *model, const double *q,
                                    const double *qd, const double *qdd, double *tau, cdy_error *error);

/* Returns whether a degree of freedom has a drive: all have one where there are no loops. */
bool cdy_closed_loops_drive(const closed_loops *loops, int degree);

/* Makes the velocities and accelerations of all joints (n) of the independent ones in them. */
cdy_status cdy_closed_loops_motion(const closed_loops *loops, const cdy_model *model, const double *q, double *qd,
                                   double *qdd, cdy_error *error);

/* A path on which the dependent joints follow, made segment by segment of one on which they stand. */
typedef struct loop_path {
    const closed_loops *loops;
    const cdy_model *model;
    path open, *closed;
    double *memory;
    double *begin[3], *end[3]; /* configuration (nq), first and second derivative (n) where a piece begins
                                * and ends */
    double *guess, *q, *step;  /* nq, nq, n */
    cdy_error cause;           /* why the last piece that was tried does not close */
} loop_path;

/* Takes over the path `closed`, which becomes one without segments. cdy_loop_path_clear() frees what the loop path has,
 * also after a failure. */
cdy_status cdy_loop_path_create(loop_path *l, const closed_loops *loops, const cdy_model *model, path *closed,
                                cdy_error *error);
void cdy_loop_path_clear(loop_path *l);

/* Adds segment k of the path that was taken over, as many pieces of fifth degree as keep the loops closed. Fails with
 * CDY_ERROR_NUMERIC where they do not close, where the mechanism is singular, or where a dependent joint comes beyond
 * its limits. */
cdy_status cdy_loop_path_add(loop_path *l, size_t k, cdy_error *error);

#endif
