/* Online trajectories: from any state to any state within limits of velocity, acceleration and jerk, as fast as they
 * let it, fast enough to be planned again in every cycle of a controller.
 *
 * Each coordinate moves with pieces of constant jerk, all arrive at the same time: the least duration for which every
 * coordinate has a motion.  That is found exactly: for a given duration the positions that a coordinate reaches are an
 * interval, whose ends are profiles of seven pieces (Kroeger 2010; Berscheid and Kroeger 2021), and the goal lies in it
 * or does not.  The coordinate with the longest way to go moves by one of both profiles, the others by a weighted mean.
 * Coordinates are plain numbers: of revolute and prismatic joints, or of a tool in space.  Making a planner allocates
 * (and fails with CDY_ERROR_MEMORY); planning and evaluating do not.  Any number of threads may evaluate one motion. */
#ifndef CONDYLE_ONLINE_TRAJECTORY_H
#define CONDYLE_ONLINE_TRAJECTORY_H

#include <condyle/status.h>

/* A planner of n coordinates, and the motion that it has planned last. */
typedef struct cdy_online_trajectory cdy_online_trajectory;

/* A motion wanted, n numbers each.  A NULL velocity or acceleration means none; magnitudes are at most 1e12.  States
 * within 1e-13 of each other, relative to positions, count as one. */
typedef struct cdy_online_motion {
    const double *q;            /* start: rad or m */
    const double *qd;           /* start: rad/s or m/s */
    const double *qdd;          /* start: rad/s2 or m/s2 */
    const double *goal_q;       /* rad or m */
    const double *goal_qd;      /* within the limits */
    const double *goal_qdd;     /* within the limits, and such that the velocity kept them before */
    const double *velocity;     /* limit, rad/s or m/s: 1e-12 to 1e12, or infinite; NULL: none */
    const double *acceleration; /* limit, rad/s2 or m/s2: 1e-12 to 1e12, or infinite; NULL: none */
    const double *jerk;         /* limit, rad/s3 or m/s3: 1e-12 to 1e12 */
    double least_duration;      /* s, 0 to 1e12: the motion takes as long at least */
} cdy_online_motion;

/* Makes a planner of n (1 to 10,000) coordinates, which stays at 0 until a motion is planned. */
CDY_API cdy_status cdy_online_trajectory_create(int n, cdy_online_trajectory **trajectory, cdy_error *error);

/* Frees a planner; takes NULL. */
CDY_API void cdy_online_trajectory_destroy(cdy_online_trajectory *trajectory);

/* Plans the motion of least duration, without allocating.  A start outside of the limits, or which cannot keep them, is
 * first led back as fast as the jerk lets it; from then on no limit is exceeded but by rounding.  Fails with
 * CDY_ERROR_ARGUMENT where a number is not finite or outside of its range, or the goal's velocity or acceleration is
 * outside of the limits or cannot be reached within them; the motion planned before is kept then. */
CDY_API cdy_status cdy_online_trajectory_plan(cdy_online_trajectory *trajectory, const cdy_online_motion *motion,
                                              cdy_error *error);

/* Returns the duration of the motion planned last, s: 0 where there is none. */
CDY_API double cdy_online_trajectory_duration(const cdy_online_trajectory *trajectory);

/* Returns the least duration that coordinate `index` alone would need, s; NaN where there is no such coordinate. */
CDY_API double cdy_online_trajectory_least_duration(const cdy_online_trajectory *trajectory, int index);

/* Gives q, qd, qdd and the jerk qddd (n each; NULL: not wanted) at time t: before 0 the start's, from the end on those
 * of a motion that goes on with the goal's acceleration.  Where the jerk jumps, qddd is that after the jump.  Fails
 * with CDY_ERROR_ARGUMENT where t is not finite. */
CDY_API cdy_status cdy_online_trajectory_evaluate(const cdy_online_trajectory *trajectory, double t, double *q,
                                                  double *qd, double *qdd, double *qddd, cdy_error *error);

#endif
