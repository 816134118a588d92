/* Timings: profiles of the path parameter that are at rest at both ends of a stretch. */
#include "base/error.h"
#include "trajectory/jerk_timing.h"
#include "trajectory/spline.h"
#include "trajectory/trajectory.h"

#include <math.h>

/* Stands for an infinite acceleration; a timing with it is recognised by its duration. */
static const double most_acceleration = 1e100, least_duration = 1e-40;

/* Least v_i / |q'_i|, a_i / |q'_i| and j_i / |q'_i|, and least a_i / |q''_i|, over samples of the path from s0 to s1.
 */
typedef struct stretch_bounds {
    double velocity, acceleration, jerk, curvature;
} stretch_bounds;

static stretch_bounds find_bounds(const request *r, double s0, double s1)
{
    enum { SAMPLES = 8 };
    const path *p = &r->made->path;
    double *first = r->scratch, *second = first + p->nv;
    stretch_bounds b = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
    for (size_t k = cdy_path_segment(p, s0); k < p->segment_count && p->s[k] < s1; k++) {
        for (int i = 0; i <= SAMPLES; i++) {
            cdy_path_evaluate(p, k, p->s[k] + i * (p->s[k + 1] - p->s[k]) / (double)SAMPLES, NULL, first, second);
            for (int j = 0; j < p->nv; j++) {
                b.velocity = least_ratio(b.velocity, r->limits.velocity[j], first[j]);
                b.acceleration = least_ratio(b.acceleration, r->limits.acceleration[j], first[j]);
                b.jerk = least_ratio(b.jerk, r->limits.jerk[j], first[j]);
                b.curvature = least_ratio(b.curvature, r->limits.acceleration[j], second[j]);
            }
        }
    }
    return b;
}

/* Speeds up by a to v, cruises and slows down; where v is high, it does not cruise. A ramp takes a billionth of the
 * cruise at least: sums of times would lose a shorter one. */
static bool add_trapezoid(path_timing *timing, double rise, double v, double a)
{
    a = a < most_acceleration ? fmin(a, 1e9 * v * (v / rise)) : a;
    const double speed = fmin(v, sqrt(rise * a)), ramp = speed / a, way = speed * ramp / 2;
    const double up_begin[2] = {0, a}, up_end[2] = {speed, a}, cruise[2] = {speed, 0};
    const double down_begin[2] = {speed, -a}, down_end[2] = {0, -a};
    const double cruising = rise - 2 * way;
    bool added = cdy_timing_add(timing, ramp, way, up_begin, up_end);
    if (cruising > 1e-12 * rise) {
        added = added && cdy_timing_add(timing, cruising / speed, cruising, cruise, cruise);
    }
    return added && cdy_timing_add(timing, ramp, way, down_begin, down_end);
}

/* The cubic B-spline of three pieces from rest to rest in unit time. */
static bool add_b_spline(path_timing *timing, double rise)
{
    double h[3] = {1.0 / 3, 1.0 / 3, 1.0 / 3}, y[4] = {0, 0, 0, rise}, first[4], second[4], scratch[32];
    const knots k = {.count = 4, .n = 1, .h = h, .y = y, .first = first, .second = second, .scratch = scratch};
    bool added = true;
    cdy_spline_at_rest(&k);
    for (int i = 0; i < 3; i++) {
        added = added && cdy_timing_add(timing, h[i], y[i + 1] - y[i], (double[]){first[i], second[i]},
                                        (double[]){first[i + 1], second[i + 1]});
    }
    return added;
}

/* The profile from rest to rest over a rise of s; but for the trapezoid in unit time. */
static bool add_profile(const request *r, double s0, double s1)
{
    path_timing *timing = &r->made->timing;
    const double rise = s1 - s0, rest[2] = {0, 0}, begin[2] = {0, 6 * rise}, end[2] = {0, -6 * rise};
    switch (r->profile) {
    case CDY_PROFILE_TRAPEZOID: {
        const stretch_bounds b = find_bounds(r, s0, s1);
        const double share =
            r->straight ? 1 : 0.5; /* of the acceleration limit for s''; the speed along curves uses the rest */
        const double speed = r->straight ? b.velocity : fmin(b.velocity, sqrt((1 - share) * b.curvature));
        return add_trapezoid(timing, rise, speed, fmin(share * b.acceleration, most_acceleration));
    }
    case CDY_PROFILE_CUBIC: return cdy_timing_add(timing, 1, rise, begin, end);
    case CDY_PROFILE_B_SPLINE: return add_b_spline(timing, rise);
    case CDY_PROFILE_QUINTIC:
    case CDY_PROFILE_MINIMUM_JERK:
    case CDY_PROFILE_TIME_OPTIMAL: break;
    }
    return cdy_timing_add(timing, 1, rise, rest, rest);
}

cdy_status cdy_time_profile(request *r, double s0, double s1, cdy_error *error)
{
    path_timing *timing = &r->made->timing;
    const size_t first = timing->count;
    if (r->straight) {
        const stretch_bounds b = find_bounds(r, s0, s1);
        if (b.jerk < HUGE_VAL) {
            const jerk_limits limits = {b.velocity, b.acceleration, b.jerk};
            return cdy_timing_add_jerk(timing, s1 - s0, 0, 0, &limits) ? CDY_OK : cdy_fail_memory(error);
        }
    }
    if (!add_profile(r, s0, s1)) {
        return cdy_fail_memory(error);
    }
    const double factor = cdy_trajectory_excess(r, first);
    if (!isfinite(factor) || !(factor > 0) || !(timing->t[timing->count] - timing->t[first] > least_duration)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "nothing bounds the acceleration of the joints that move; expected limits of acceleration");
    }
    cdy_timing_stretch(timing, first, factor);
    timing->s[timing->count] = s1; /* exactly equal, so that the next stretch begins there */
    return CDY_OK;
}
