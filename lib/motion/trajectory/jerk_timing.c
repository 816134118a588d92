/* Timings with limits of jerk: from one speed to another over a stretch of the path, as fast as the limits let it. */
#include "trajectory/jerk_timing.h"

#include <math.h>

/* Limits in units of the distance and of the time that the jerk needs for it; beyond `most` one plays no part. */
static jerk_problem normalize(double rise, double begin, double end, const jerk_limits *limits, double *unit)
{
    const double most = 1e9;
    const double T = cbrt(rise / limits->jerk), velocity = limits->velocity * (T / rise),
                 acceleration = limits->acceleration * T * (T / rise);
    *unit = T;
    return (jerk_problem){.start.qd = begin * (T / rise),
                          .end = {.q = 1, .qd = end * (T / rise)},
                          .limits = {.velocity = velocity < most ? velocity : HUGE_VAL,
                                     .acceleration = acceleration < most ? acceleration : HUGE_VAL,
                                     .jerk = 1}};
}

double cdy_jerk_timing_duration(double rise, double begin, double end, const jerk_limits *limits)
{
    double unit;
    const jerk_problem p = normalize(rise, begin, end, limits, &unit);
    feasible_durations durations;
    cdy_jerk_durations(&p, &durations);
    return durations.begin[0] * unit;
}

bool cdy_timing_add_jerk(path_timing *timing, double rise, double begin, double end, const jerk_limits *limits)
{
    double unit;
    const jerk_problem p = normalize(rise, begin, end, limits, &unit);
    feasible_durations durations;
    jerk_profile profile;
    cdy_jerk_durations(&p, &durations);
    cdy_jerk_greatest(&p, durations.begin[0], &profile);
    motion_state s = p.start;
    const double goal = timing->count > 0 ? timing->s[timing->count] + rise : rise;
    for (int k = 0; k < JERK_PIECES; k++) {
        const double T = profile.t[k] * unit;
        if (!(profile.t[k] > 1e-14 * durations.begin[0])) { /* sums of times would lose it */
            continue;
        }
        const motion_state next = motion_advance(s, profile.jerk[k], profile.t[k]);
        if (!cdy_timing_add_cubic(timing, T, rise * (next.q - s.q),
                                  (double[3]){rise * s.qd * profile.t[k],
                                              rise * s.qdd / 2 * profile.t[k] * profile.t[k],
                                              rise * profile.jerk[k] / 6 * pow(profile.t[k], 3)})) {
            return false;
        }
        s = next;
    }
    timing->s[timing->count] = goal; /* exactly, so that the next stretch begins there */
    return true;
}

double cdy_jerk_speed_distance(double begin, double end, const jerk_limits *limits)
{
    const double change = fabs(end - begin), A = limits->acceleration, J = limits->jerk;
    const double T = change > A * (A / J) ? change / A + A / J : 2 * sqrt(change / J);
    return (begin + end) / 2 * T;
}

double cdy_jerk_reached_speed(double begin, double distance, const jerk_limits *limits)
{
    enum { STEPS = 2000 };
    double low = begin, high = begin > 0 ? 2 * begin : cbrt(distance * distance * limits->jerk);
    if (!(distance > 0)) {
        return begin;
    }
    for (int i = 0; i < STEPS && cdy_jerk_speed_distance(begin, high, limits) <= distance; i++) {
        low = high;
        high *= 2;
    }
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        if (cdy_jerk_speed_distance(begin, middle, limits) <= distance) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}
