/* Motions of one coordinate with limits of velocity, acceleration and jerk, from any state to any state.
 *
 * For a given duration the positions that such motions reach are an interval, as limits and ends are convex in the
 * motion; its ends are the profiles of greatest and of least displacement, whose jerk is +J, 0, -J, 0, -J, 0, +J or the
 * negative of that. A duration is feasible where the goal lies within the interval, and then a weighted mean of the two
 * profiles reaches it. */
#ifndef CDY_TRAJECTORY_JERK_PROFILE_H
#define CDY_TRAJECTORY_JERK_PROFILE_H

#include <stdbool.h>

enum { JERK_PIECES = 7, MOST_DURATIONS = 8 };

typedef struct motion_state {
    double q, qd, qdd;
} motion_state;

/* Limits are symmetric; velocity and acceleration may be infinite. */
typedef struct jerk_limits {
    double velocity, acceleration, jerk;
} jerk_limits;

/* A motion wanted: both states are within the limits, and stay so if the jerk is as large as it may be. */
typedef struct jerk_problem {
    motion_state start, end;
    jerk_limits limits;
} jerk_problem;

/* Pieces of constant jerk, one behind another. */
typedef struct jerk_profile {
    double t[JERK_PIECES]; /* durations, 0 where there is no such piece */
    double jerk[JERK_PIECES];
} jerk_profile;

/* Durations that are feasible: `count` intervals, ascending, of which the last has no end. */
typedef struct feasible_durations {
    int count;
    double begin[MOST_DURATIONS], end[MOST_DURATIONS];
} feasible_durations;

/* Returns the state a time t after `s` under constant jerk. */
static inline motion_state motion_advance(motion_state s, double jerk, double t)
{
    return (motion_state){.q = s.q + t * (s.qd + t * (s.qdd / 2 + t * jerk / 6)),
                          .qd = s.qd + t * (s.qdd + t * jerk / 2),
                          .qdd = s.qdd + t * jerk};
}

/* Returns the problem with all signs changed: its greatest displacement is the least one of `p`. */
jerk_problem cdy_jerk_mirror(const jerk_problem *p);

/* Gives the profile of greatest displacement whose duration is T, which the velocities allow (cdy_jerk_misses). */
void cdy_jerk_greatest(const jerk_problem *p, double T, jerk_profile *profile);

/* Returns the position at the end of a profile. */
double cdy_jerk_final(const jerk_problem *p, const jerk_profile *profile);

/* Returns by how much the velocity at the end differs from the nearest velocity that the limits of acceleration and
 * jerk let the motion reach in the time T: 0 where the motion can reach it, infinite where it cannot reach the
 * acceleration at the end. */
double cdy_jerk_misses(const jerk_problem *p, double T);

/* Gives all durations for which a motion exists, the least one to rounding. */
void cdy_jerk_durations(const jerk_problem *p, feasible_durations *durations);

/* Whether a state is within the limits, and the velocity stays so if the jerk is as large as it may be. */
bool cdy_jerk_keeps(motion_state s, const jerk_limits *limits);

/* Gives the pieces that lead a state back within the limits of acceleration and velocity as fast as the jerk lets it,
 * and into a state from which it need not leave them again (two pieces at most, both of duration 0 where it is so). */
void cdy_jerk_brake(motion_state start, const jerk_limits *limits, double t[2], double jerk[2]);

#endif
