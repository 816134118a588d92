/* Timings with limits of jerk: from one speed to another over a stretch of the path. */
#ifndef CDY_TRAJECTORY_JERK_TIMING_H
#define CDY_TRAJECTORY_JERK_TIMING_H

#include "trajectory/jerk_profile.h"
#include "trajectory/trajectory.h"

/* The lesser of a bound of s and limit / |value|, by which a coordinate bounds s; one that does not change bounds
 * nothing. */
static inline double least_ratio(double least, double limit, double value)
{
    return fabs(value) > 0 ? fmin(least, limit / fabs(value)) : least;
}

/* Adds the fastest timing in which s rises by `rise` > 0 and its speed goes from `begin` to `end`, both without
 * acceleration, within limits of s; the rise is at least cdy_jerk_speed_distance().  False where memory runs out. */
bool cdy_timing_add_jerk(path_timing *timing, double rise, double begin, double end, const jerk_limits *limits);

/* Returns the duration of that timing. */
double cdy_jerk_timing_duration(double rise, double begin, double end, const jerk_limits *limits);

/* Returns the distance that a change of speed takes, without acceleration at its begin and end. */
double cdy_jerk_speed_distance(double begin, double end, const jerk_limits *limits);

/* Returns the largest speed that a change from `begin` reaches within a distance; the limit of velocity plays no part.
 */
double cdy_jerk_reached_speed(double begin, double distance, const jerk_limits *limits);

#endif
