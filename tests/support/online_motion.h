/* Motions wanted of online trajectories, and the planners of tests. */
#ifndef CDY_TESTS_ONLINE_MOTION_H
#define CDY_TESTS_ONLINE_MOTION_H

#include "support/compare.h"

#include <condyle/online_trajectory.h>

enum { MOST = 6 };
static const double same = 1e-300; /* numbers differ by less where they are equal */

/* A motion wanted, with room for its numbers. */
typedef struct wanted {
    double q[MOST], qd[MOST], qdd[MOST], goal_q[MOST], goal_qd[MOST], goal_qdd[MOST];
    double velocity[MOST], acceleration[MOST], jerk[MOST];
} wanted;

static inline cdy_online_motion motion_of(const wanted *w)
{
    return (cdy_online_motion){.q = w->q,
                               .qd = w->qd,
                               .qdd = w->qdd,
                               .goal_q = w->goal_q,
                               .goal_qd = w->goal_qd,
                               .goal_qdd = w->goal_qdd,
                               .velocity = w->velocity,
                               .acceleration = w->acceleration,
                               .jerk = w->jerk};
}

static inline cdy_online_trajectory *make_planner(int n)
{
    cdy_online_trajectory *trajectory;
    cdy_error error = {0};
    ck_assert_ok(cdy_online_trajectory_create(n, &trajectory, &error), error);
    return trajectory;
}

static inline double plan(cdy_online_trajectory *trajectory, const cdy_online_motion *motion)
{
    cdy_error error = {0};
    ck_assert_ok(cdy_online_trajectory_plan(trajectory, motion, &error), error);
    return cdy_online_trajectory_duration(trajectory);
}

#endif
