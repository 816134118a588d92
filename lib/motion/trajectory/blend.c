/* Blends: straight lines between way points whose corners are rounded, within limits of velocity, acceleration and
 * jerk.
 *
 * The path parameter is the distance in the largest coordinate.  A blend leaves the line before the way point at a
 * distance r from it, with the speed c, and enters the next line at the distance r with the same speed, in the time
 * T = 2 r / c: dq/ds goes from u to u' by a share that rises from 0 to 1 with a slope that is a trapezoid (ramps of the
 * time ramp).  All coordinates keep the triangle of both points and the way point; the middle passes the latter by
 * |u' - u| r / 4 at most, which is the deviation that is asked for. */
#include "base/error.h"
#include "base/memory.h"
#include "trajectory/jerk_timing.h"

#include <math.h>
#include <string.h>

/* A line from way point k to the next. */
typedef struct line {
    double length;      /* in the largest coordinate */
    jerk_limits limits; /* of s */
} line;

/* The corner at a way point; the first and the last are at rest and have no blend. */
typedef struct corner {
    double radius, speed, ramp;
    double turn, by_acceleration, by_jerk; /* largest |u' - u|, and that by the limits */
} corner;

typedef struct blending {
    request *r;
    size_t count;
    const double *q; /* count x nq */
    double *steps;   /* (count - 1) x n */
    double *point;   /* nq */
    line *lines;     /* count - 1 */
    corner *corners; /* count */
} blending;

static void measure_line(const blending *b, size_t k)
{
    const path *p = &b->r->made->path;
    const motion_limits *l = &b->r->limits;
    double *step = b->steps + k * (size_t)p->nv;
    line *made = &b->lines[k];
    cdy_path_difference(p, b->q + k * (size_t)p->nq, b->q + (k + 1) * (size_t)p->nq, step);
    made->length = 0;
    for (int i = 0; i < p->nv; i++) {
        made->length = fmax(made->length, fabs(step[i]));
    }
    made->limits = (jerk_limits){HUGE_VAL, HUGE_VAL, HUGE_VAL};
    for (int i = 0; i < p->nv; i++) {
        const double u = step[i] / made->length;
        made->limits.velocity = least_ratio(made->limits.velocity, l->velocity[i], u);
        made->limits.acceleration = least_ratio(made->limits.acceleration, l->acceleration[i], u);
        made->limits.jerk = least_ratio(made->limits.jerk, l->jerk[i], u);
    }
}

/* The ramp of a blend at a speed: as long as the acceleration leaves it; not above 0: the speed is too high. */
static double find_ramp(const corner *c, double speed)
{
    const double T = 2 * c->radius / speed, ramp = fmin(T / 2, T - speed * c->by_acceleration);
    return ramp > 0 && ramp * (T - ramp) >= speed * c->by_jerk ? ramp : 0;
}

/* The largest speed of a blend, `most` at most. */
static double find_speed(const corner *c, double most)
{
    enum { HALVINGS = 60, STEPS = 2000 };
    double low = 0, high = most < HUGE_VAL ? most : 1;
    for (int i = 0; i < STEPS && !(most < HUGE_VAL) && c->turn > 0 && find_ramp(c, high) > 0; i++) {
        high *= 2;
    }
    if (!(c->turn > 0) || find_ramp(c, most) > 0) {
        return most;
    }
    for (int i = 0; i < STEPS && !(find_ramp(c, high / 2) > 0); i++) {
        high /= 2;
    }
    low = high / 2;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = (low + high) / 2;
        if (find_ramp(c, middle) > 0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static double direction(const blending *b, size_t k, int i)
{
    return b->steps[k * (size_t)b->r->made->path.nv + (size_t)i] / b->lines[k].length;
}

static void measure_corner(const blending *b, size_t k)
{
    const motion_limits *l = &b->r->limits;
    corner *c = &b->corners[k];
    for (int i = 0; i < b->r->made->path.nv; i++) {
        const double turn = fabs(direction(b, k, i) - direction(b, k - 1, i));
        c->turn = fmax(c->turn, turn);
        c->by_acceleration = fmax(c->by_acceleration, turn / l->acceleration[i]);
        c->by_jerk = fmax(c->by_jerk, turn / l->jerk[i]);
    }
    const double reach = fmin(b->lines[k - 1].length, b->lines[k].length) / 2;
    if (!(c->turn > 1e-12)) { /* the line goes on */
        c->turn = c->by_acceleration = c->by_jerk = 0;
    }
    c->radius = c->turn > 0 ? fmin(reach, 4 * b->r->blend / c->turn) : reach;
    c->speed = find_speed(c, fmin(b->lines[k - 1].limits.velocity, b->lines[k].limits.velocity));
}

/* Returns the length that a line has between its blends; 0 where that length is no more than rounding. */
static double line_rest(const blending *b, size_t k)
{
    const double rest = b->lines[k].length - b->corners[k].radius - b->corners[k + 1].radius;
    return rest > 1e-12 * b->lines[k].length ? rest : 0;
}

/* Lowers speeds until each line is long enough for the change from one to the next. */
static void join_speeds(const blending *b)
{
    for (size_t k = 0; k + 1 < b->count; k++) {
        corner *next = &b->corners[k + 1];
        next->speed =
            fmin(next->speed, cdy_jerk_reached_speed(b->corners[k].speed, line_rest(b, k), &b->lines[k].limits));
    }
    for (size_t k = b->count - 1; k-- > 0;) {
        corner *before = &b->corners[k];
        before->speed =
            fmin(before->speed, cdy_jerk_reached_speed(b->corners[k + 1].speed, line_rest(b, k), &b->lines[k].limits));
    }
}

static double line_duration(const blending *b, size_t k)
{
    const double rest = line_rest(b, k);
    return rest > 0 ? cdy_jerk_timing_duration(rest, b->corners[k].speed, b->corners[k + 1].speed, &b->lines[k].limits)
                    : 0;
}

static double blend_duration(const corner *c)
{
    return c->radius > 0 ? 2 * c->radius / c->speed : 0;
}

/* Whether line k is long enough for its change of speed. */
static bool is_long_enough(const blending *b, size_t k)
{
    const double low = fmin(b->corners[k].speed, b->corners[k + 1].speed);
    const double high = fmax(b->corners[k].speed, b->corners[k + 1].speed);
    return cdy_jerk_speed_distance(low, high, &b->lines[k].limits) <= line_rest(b, k);
}

/* Stops at each way point where stopping takes less time than its blend, as at sharp corners: there a blend changes the
 * acceleration two times more than a stop does. Stops at all way points where that takes less time than the motion with
 * the blends that are left. */
static void prefer_stops(const blending *b)
{
    double blended = 0, stopped = 0;
    for (size_t k = 1; k + 1 < b->count; k++) {
        const corner kept = b->corners[k];
        const double before = line_duration(b, k - 1) + line_duration(b, k) + blend_duration(&kept);
        b->corners[k].radius = b->corners[k].speed = 0;
        if (!is_long_enough(b, k - 1) || !is_long_enough(b, k) ||
            line_duration(b, k - 1) + line_duration(b, k) >= before) {
            b->corners[k] = kept;
        }
    }
    for (size_t k = 0; k + 1 < b->count; k++) {
        blended += line_duration(b, k) + blend_duration(&b->corners[k]);
        stopped += cdy_jerk_timing_duration(b->lines[k].length, 0, 0, &b->lines[k].limits);
    }
    for (size_t k = 0; k < b->count && stopped < blended; k++) {
        b->corners[k].radius = b->corners[k].speed = 0;
    }
}

/* A point of line k at a distance from its begin. */
static void place(const blending *b, size_t k, double distance)
{
    const path *p = &b->r->made->path;
    for (int i = 0; i < p->nv; i++) {
        b->r->scratch[i] = distance * direction(b, k, i);
    }
    cdy_path_integrate(p, b->q + k * (size_t)p->nq, b->r->scratch, b->point);
}

static bool add_line(const blending *b, size_t k)
{
    path *p = &b->r->made->path;
    const double rest = line_rest(b, k);
    if (!(rest > 0)) {
        return true;
    }
    place(b, k, b->lines[k].length - b->corners[k + 1].radius);
    for (int i = 0; i < p->nv; i++) {
        b->r->scratch[i] = rest * direction(b, k, i);
    }
    cdy_path_add_straight(p, rest, b->point, b->r->scratch);
    return cdy_timing_add_jerk(&b->r->made->timing, rest, b->corners[k].speed, b->corners[k + 1].speed,
                               &b->lines[k].limits);
}

/* The share of the new direction at time t of a blend of duration T, its slope, and its integral. */
static void evaluate_share(double T, double ramp, double t, double share[3])
{
    const double slope = 1 / (T - ramp), left = T - t;
    if (t <= ramp) {
        share[0] = t * t / (2 * ramp) * slope;
        share[1] = t / ramp * slope;
        share[2] = t * t * t / (6 * ramp) * slope;
    } else if (t < T - ramp) {
        share[0] = (t - ramp / 2) * slope;
        share[1] = slope;
        share[2] = ((t - ramp / 2) * (t - ramp / 2) / 2 + ramp * ramp / 24) * slope;
    } else {
        share[0] = 1 - left * left / (2 * ramp) * slope;
        share[1] = left / ramp * slope;
        share[2] = t - T / 2 + left * left * left / (6 * ramp) * slope;
    }
}

/* Adds the blend at way point k: three cubics, at the speed of the corner. */
static bool add_blend(const blending *b, size_t k)
{
    path *p = &b->r->made->path;
    const corner *c = &b->corners[k];
    const int n = p->nv;
    double *step = b->r->scratch, *first = step + n, *second = first + 2 * n;
    const double begin_s = p->s[p->segment_count];
    if (!(c->radius > 0)) {
        b->r->made->waypoint_s[k] = begin_s;
        return true;
    }
    const double T = blend_duration(c), ramp = c->turn > 0 ? find_ramp(c, c->speed) : T / 2;
    const double times[4] = {0, ramp, T - ramp, T};
    b->r->made->waypoint_s[k] = begin_s + c->radius;
    for (int piece = 0; piece < 3; piece++) {
        double begin[3], end[3];
        const double h = c->speed * (times[piece + 1] - times[piece]);
        if (!(h > 1e-12 * c->radius)) {
            continue;
        }
        evaluate_share(T, ramp, times[piece], begin);
        evaluate_share(T, ramp, times[piece + 1], end);
        for (int i = 0; i < n; i++) {
            const double u = direction(b, k - 1, i), turn = direction(b, k, i) - u;
            step[i] = c->speed * times[piece + 1] * u - c->radius * u + c->speed * end[2] * turn;
            first[i] = u + begin[0] * turn;
            first[n + i] = u + end[0] * turn;
            second[i] = begin[1] / c->speed * turn;
            second[n + i] = end[1] / c->speed * turn;
        }
        cdy_path_integrate(p, b->q + k * (size_t)p->nq, step, b->point);
        cdy_path_add(p, h, b->point, (path_end){first, second}, (path_end){first + n, second + n});
    }
    path_timing *timing = &b->r->made->timing;
    if (!cdy_timing_add_steady(timing, p->s[p->segment_count] - begin_s, c->speed, c->speed, 0)) {
        return false;
    }
    timing->s[timing->count] = p->s[p->segment_count]; /* exactly */
    return true;
}

static cdy_status check(const blending *b, cdy_error *error)
{
    const path *p = &b->r->made->path;
    for (int i = 0; i < p->joint_count; i++) {
        if (p->joints[i].nv > 1) {
            return cdy_fail(
                error, CDY_ERROR_ARGUMENT,
                "a blend needs joints of one degree of freedom; expected a robot without floating, spherical "
                "and planar joints that move, or a blend of 0");
        }
    }
    for (size_t k = 0; k + 1 < b->count; k++) {
        measure_line(b, k);
        if (!(b->lines[k].limits.jerk < HUGE_VAL)) {
            return cdy_fail(
                error, CDY_ERROR_ARGUMENT,
                "nothing bounds the jerk from way point %zu to the next; expected limits of jerk with a blend", k + 1);
        }
    }
    return CDY_OK;
}

static cdy_status fill(const blending *b, cdy_error *error)
{
    path *p = &b->r->made->path;
    bool added = true;
    for (size_t k = 1; k + 1 < b->count; k++) {
        measure_corner(b, k);
    }
    join_speeds(b);
    prefer_stops(b);
    cdy_path_begin(p, b->q);
    b->r->made->waypoint_s[0] = 0;
    for (size_t k = 0; k + 1 < b->count && added; k++) {
        added = (k == 0 || add_blend(b, k)) && add_line(b, k);
    }
    b->r->made->waypoint_s[b->count - 1] = p->s[p->segment_count];
    return added ? CDY_OK : cdy_fail_memory(error);
}

cdy_status cdy_build_blends(request *r, size_t count, const double *q, cdy_error *error)
{
    const size_t n = (size_t)r->model->nv;
    blending b = {.r = r, .count = count, .q = q};
    b.steps = cdy_allocate(count, (n + 1) * sizeof *b.steps);
    b.point = cdy_allocate((size_t)r->model->nq + 1, sizeof *b.point);
    b.lines = cdy_allocate(count, sizeof *b.lines);
    b.corners = cdy_allocate(count, sizeof *b.corners);
    cdy_status status = b.steps && b.point && b.lines && b.corners ? CDY_OK : cdy_fail_memory(error);
    status = status ? status : check(&b, error);
    status = status ? status : fill(&b, error);
    cdy_release(b.steps);
    cdy_release(b.point);
    cdy_release(b.lines);
    cdy_release(b.corners);
    return status;
}
