/* Trajectories: a path and its timing, the path parameter s as piecewise polynomials of time. */
#ifndef CDY_TRAJECTORY_TRAJECTORY_H
#define CDY_TRAJECTORY_TRAJECTORY_H

#include "trajectory/closed_loops.h"

#include <condyle/trajectory.h>
#include <math.h>

/* The path parameter by time: in piece k it is s_k + p(u), u = (t - t_k) / (t_{k+1} - t_k). */
typedef struct path_timing {
    size_t count, capacity;
    double *t;    /* count + 1 */
    double *s;    /* count + 1 */
    double *coef; /* count x PATH_COEFFICIENTS */
} path_timing;

struct cdy_trajectory {
    path path;
    path_timing timing;
    size_t waypoint_count;
    double *waypoint_s; /* path parameter of each way point */
};

/* Limits by degree of freedom, n each; infinite where there is none. */
typedef struct motion_limits {
    double *velocity, *acceleration, *effort, *jerk;
} motion_limits;

/* Deviations from lines that a caller may state end here, rad or m. */
#define LARGEST_DEVIATION 1e3

/* How far a frame may be from its place on a line, rad and m. */
typedef struct line_tolerances {
    double angular, linear;
} line_tolerances;

/* The arguments from which a trajectory is made. */
typedef struct request {
    const cdy_model *model;
    cdy_profile profile;
    motion_limits limits;
    cdy_trajectory *made;
    double blend;                      /* 0: stops at way points */
    const cdy_contact_point *contacts; /* contact_count */
    size_t contact_count;
    line_tolerances deviation; /* of lines; 0: none is stated */
    closed_loops loops;
    double *scratch; /* 5 n */
    bool straight;   /* the path has no curvature between stops */
} request;

/* Adds a piece of duration T > 0 in which s rises by `rise`, with these first and second derivatives with respect to
 * time at its begin and end; false where memory runs out. */
bool cdy_timing_add(path_timing *timing, double T, double rise, const double begin[2], const double end[2]);

/* Adds a piece of this acceleration, in which s rises by `rise` and its first derivative goes from `begin` to `end`. */
bool cdy_timing_add_steady(path_timing *timing, double rise, double begin, double end, double acceleration);

/* Adds a piece of duration T in which s rises by `rise`, as the cubic c[0] u + c[1] u^2 + c[2] u^3 does. */
bool cdy_timing_add_cubic(path_timing *timing, double T, double rise, const double c[3]);
void cdy_timing_clear(path_timing *timing);

/* Computes s and its first and second derivative at t; returns the piece. */
size_t cdy_timing_evaluate(const path_timing *timing, double t, double s[3]);

/* Returns the segment of the path at s within a piece of the timing: of two that meet at the piece's end, the former.
 */
static inline size_t trajectory_segment(const cdy_trajectory *trajectory, size_t piece, double s)
{
    const path *p = &trajectory->path;
    const size_t k = cdy_path_segment(p, s);
    return k > 0 && p->s[k] >= trajectory->timing.s[piece + 1] ? k - 1 : k;
}

/* Multiplies every duration from piece `first` on. */
void cdy_timing_stretch(path_timing *timing, size_t first, double factor);

/* How many times the limits of velocity, and by the root of how many times those of acceleration, are exceeded by the
 * motion from piece `first` of the timing on: the factor by which its durations keep them. */
double cdy_trajectory_excess(const request *r, size_t first);

/* Builds the spline of a profile through `count` way points q (count x nq), no two alike, and its timing. */
cdy_status cdy_build_spline(request *r, size_t count, const double *q, cdy_error *error);

/* Builds straight lines between `count` way points (2 at least, no two alike), blends at those between others, and the
 * timing of both. */
cdy_status cdy_build_blends(request *r, size_t count, const double *q, cdy_error *error);

/* Builds the path on which a frame follows straight lines through `count` placements T (4 x 4), from configuration
 * `start` (nq) on; line k leads from s = k to k + 1. */
cdy_status cdy_build_lines(request *r, int frame, size_t count, const double *T, const double *start, cdy_error *error);

/* Adds the timing of the path from s0 to s1, at rest at both. */
cdy_status cdy_time_profile(request *r, double s0, double s1, cdy_error *error);

/* Fails with CDY_ERROR_NUMERIC where the efforts cannot hold the robot at rest at an end of the path. */
cdy_status cdy_check_holding(const request *r, cdy_error *error);

/* Adds the optimal timing of the path from s0 to s1, at rest at both. */
cdy_status cdy_time_optimally(request *r, double s0, double s1, cdy_error *error);

/* The same with limits of jerk; the segments of a smooth path are points of one smooth curve. */
cdy_status cdy_time_with_jerk(request *r, double s0, double s1, bool smooth, cdy_error *error);

/* Whether a degree of freedom has a limit of jerk. */
static inline bool request_limits_jerk(const request *r)
{
    bool limited = false;
    for (int i = 0; i < r->model->nv; i++) {
        limited = limited || r->limits.jerk[i] < HUGE_VAL;
    }
    return limited;
}

#endif
