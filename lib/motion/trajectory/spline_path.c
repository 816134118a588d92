/* Splines through way points: durations of their segments, position limits, and the path on the manifolds.
 *
 * The spline is computed in coordinates that add up the steps between way points. Its derivatives at the knots are the
 * twists and their rates there, and each segment is the polynomial of fifth degree that has them at its ends. Where all
 * joints have one degree of freedom, that is the spline itself. */
#include "base/error.h"
#include "base/memory.h"
#include "trajectory/spline.h"
#include "trajectory/trajectory.h"

#include <math.h>
#include <string.h>

/* A spline in the making. Way point i is knot i + shift, but for the first and the last. */
typedef struct spline {
    request *r;
    size_t count; /* way points */
    const double *q;
    double *steps;      /* count x n: from way point to way point */
    double *durations;  /* count - 1: of the segments between way points */
    double *best;       /* the same, of the shortest spline so far */
    double best_total;  /* its duration after stretching to the limits */
    double best_factor; /* the stretch */
    double *excess;     /* count - 1 */
    double *q_knot;     /* nq: configuration at a free knot */
    knots knots;
    bool extra; /* a free knot in the first and the last segment */
} spline;

static bool spline_create(spline *s)
{
    const size_t n = (size_t)s->r->model->nv, count = s->count, capacity = count + 2;
    s->steps = cdy_allocate(count, (n + 1) * sizeof(double));
    s->durations = cdy_allocate(3 * count, sizeof(double));
    s->q_knot = cdy_allocate((size_t)s->r->model->nq + 1, sizeof(double));
    s->knots = (knots){.count = s->extra ? capacity : count, .n = (int)n};
    s->knots.h = cdy_allocate(capacity, sizeof(double));
    s->knots.y = cdy_allocate(3 * capacity, (n + 1) * sizeof(double));
    s->knots.scratch = cdy_allocate(8, capacity * sizeof(double));
    if (!s->steps || !s->durations || !s->q_knot || !s->knots.h || !s->knots.y || !s->knots.scratch) {
        return false;
    }
    s->best = s->durations + count;
    s->excess = s->best + count;
    s->knots.first = s->knots.y + capacity * n;
    s->knots.second = s->knots.first + capacity * n;
    return true;
}

static void spline_clear(spline *s)
{
    cdy_release(s->steps);
    cdy_release(s->durations);
    cdy_release(s->q_knot);
    cdy_release(s->knots.h);
    cdy_release(s->knots.y);
    cdy_release(s->knots.scratch);
}

/* First guess of a duration: the longest over the joints of |step| / v and sqrt(|step| / a); 0 where no acceleration of
 * a moving joint is bounded. */
static double guess_duration(const request *r, const double *step)
{
    double duration = 0;
    bool bounded = false;
    for (int i = 0; i < r->model->nv; i++) {
        const double distance = fabs(step[i]);
        duration = fmax(duration, fmax(distance / r->limits.velocity[i], sqrt(distance / r->limits.acceleration[i])));
        bounded = bounded || (distance > 0 && r->limits.acceleration[i] < HUGE_VAL);
    }
    return bounded ? duration : 0;
}

/* Length of a segment of the path whose timing follows later: in units of the velocity limits where there are any. */
static double chord_length(const request *r, const double *step)
{
    double length = 0;
    for (int i = 0; i < r->model->nv; i++) {
        const double v = r->limits.velocity[i];
        length = fmax(length, fabs(step[i]) / (v < HUGE_VAL ? v : 1));
    }
    return length;
}

static void measure_steps(spline *s)
{
    const path *p = &s->r->made->path;
    for (size_t k = 0; k + 1 < s->count; k++) {
        double *step = s->steps + k * (size_t)p->nv;
        cdy_path_difference(p, s->q + k * (size_t)p->nq, s->q + (k + 1) * (size_t)p->nq, step);
        s->durations[k] =
            s->r->profile == CDY_PROFILE_TIME_OPTIMAL ? chord_length(s->r, step) : guess_duration(s->r, step);
    }
}

/* Sets the knots' distances and values from the durations of the segments. */
static void place_knots(spline *s)
{
    const size_t n = (size_t)s->knots.n, segments = s->count - 1;
    double *h = s->knots.h, *y = s->knots.y;
    size_t k = 0;
    memset(y, 0, n * sizeof *y);
    for (size_t i = 0; i < segments; i++) {
        const bool split_begin = s->extra && i == 0, split_end = s->extra && i + 1 == segments;
        const int parts = 1 + split_begin + split_end;
        for (int part = 0; part < parts; part++, k++) {
            h[k] = s->durations[i] / parts;
            for (size_t j = 0; j < n; j++) { /* free knots get their values with the spline */
                y[(k + 1) * n + j] = y[k * n + j] + (part == parts - 1 ? s->steps[i * n + j] : 0);
            }
        }
    }
}

static void compute_derivatives(const spline *s)
{
    const knots *k = &s->knots;
    const size_t n = (size_t)k->n, last = k->count - 1;
    const cdy_profile profile = s->r->profile;
    memset(k->first, 0, n * sizeof *k->first);
    memset(k->first + last * n, 0, n * sizeof *k->first);
    if (profile == CDY_PROFILE_TIME_OPTIMAL) {
        cdy_spline_natural(k);
    } else if (profile == CDY_PROFILE_MINIMUM_JERK) {
        cdy_spline_minimum_jerk(k);
    } else if (profile == CDY_PROFILE_B_SPLINE) {
        cdy_spline_at_rest(k);
    } else {
        cdy_spline_clamped(k);
    }
    if (profile == CDY_PROFILE_QUINTIC) {
        memset(k->second, 0, n * sizeof *k->second);
        memset(k->second + last * n, 0, n * sizeof *k->second);
    }
}

/* Whether a knot is no way point. */
static bool is_free(const spline *s, size_t knot)
{
    return s->extra && (knot == 1 || knot == s->knots.count - 2);
}

static void rebuild_path(spline *s)
{
    path *p = &s->r->made->path;
    const knots *k = &s->knots;
    const size_t n = (size_t)k->n, nq = (size_t)p->nq, last = k->count - 1;
    p->segment_count = 0;
    cdy_path_begin(p, s->q);
    for (size_t i = 0; i < last; i++) {
        const size_t next = i + 1;
        const double *q = s->q + (next - (s->extra && next > 1) - (s->extra && next == last)) * nq;
        if (is_free(s, next)) { /* beside the first, or the last way point */
            const size_t beside = next == 1 ? 0 : last;
            for (size_t j = 0; j < n; j++) {
                s->r->scratch[j] = k->y[next * n + j] - k->y[beside * n + j];
            }
            cdy_path_integrate(p, next == 1 ? s->q : s->q + (s->count - 1) * nq, s->r->scratch, s->q_knot);
            q = s->q_knot;
        }
        cdy_path_add(p, k->h[i], q, (path_end){k->first + i * n, k->second + i * n},
                     (path_end){k->first + next * n, k->second + next * n});
    }
}

/* Mean velocity of a coordinate between a knot and the next. */
static double mean_velocity(const knots *k, size_t knot, size_t coordinate)
{
    const double *y = k->y + knot * (size_t)k->n + coordinate;
    return (y[k->n] - y[0]) / k->h[knot];
}

/* Derivatives at a knot that make the polynomials on both sides monotone. Where the mean velocities on both sides have
 * one sign: the smaller mean velocity, and no acceleration. Where the coordinate turns: no velocity, and the smaller of
 * the accelerations of the cubics. */
static void monotone_derivatives(const spline *s, size_t knot, size_t coordinate, double *first, double *second)
{
    const knots *k = &s->knots;
    const size_t last = k->count - 1;
    const bool at_end = knot == 0 || knot == last, free_ends = s->r->profile == CDY_PROFILE_TIME_OPTIMAL;
    const double left = mean_velocity(k, knot > 0 ? knot - 1 : 0, coordinate);
    const double right = mean_velocity(k, knot < last ? knot : last - 1, coordinate);
    *first = *second = 0;
    if (at_end) {
        *first = free_ends ? left : 0;
    } else if (left * right > 0) {
        *first = fabs(left) < fabs(right) ? left : right;
    } else {
        const double turn_left = 6 * fabs(left) / k->h[knot - 1], turn_right = 6 * fabs(right) / k->h[knot];
        *second = copysign(fmin(turn_left, turn_right), right);
    }
}

/* Gives a coordinate monotone_derivatives() at a knot; a free knot stays within the limits. Returns whether anything
 * changed. */
static bool make_monotone_at(const spline *s, size_t knot, const path_joint *joint)
{
    const size_t at = knot * (size_t)s->knots.n + (size_t)joint->v;
    double first, second;
    if (is_free(s, knot)) {
        const double offset = s->q[joint->q] - s->knots.y[joint->v];
        s->knots.y[at] = fmin(fmax(s->knots.y[at], joint->lower - offset), joint->upper - offset);
    }
    monotone_derivatives(s, knot, (size_t)joint->v, &first, &second);
    const bool changed = fabs(first - s->knots.first[at]) > 0 || fabs(second - s->knots.second[at]) > 0;
    s->knots.first[at] = first;
    s->knots.second[at] = second;
    return changed;
}

/* Makes the motion of a joint monotone beside each segment in which the joint would leave its position limits, so that
 * the joint stays between the way points there. Returns whether anything changed. */
static bool keep_limits(const spline *s)
{
    const path *p = &s->r->made->path;
    const double tolerance = 1e-6; /* as of way points */
    bool changed = false;
    for (size_t k = 0; k < p->segment_count; k++) {
        for (int i = 0; i < p->joint_count; i++) {
            const path_joint *joint = &p->joints[i];
            if (!(joint->lower > -HUGE_VAL || joint->upper < HUGE_VAL)) {
                continue;
            }
            const double q = p->q[k * (size_t)p->nq + (size_t)joint->q];
            const polynomial_range range =
                cdy_polynomial_measure(p->coef + (k * (size_t)p->nv + (size_t)joint->v) * PATH_COEFFICIENTS);
            if (q + range.lower < joint->lower - tolerance || q + range.upper > joint->upper + tolerance) {
                const bool at_begin = make_monotone_at(s, k, joint), at_end = make_monotone_at(s, k + 1, joint);
                changed = changed || at_begin || at_end;
            }
        }
    }
    return changed;
}

static void compute_spline(spline *s)
{
    place_knots(s);
    compute_derivatives(s);
    rebuild_path(s);
    while (keep_limits(s)) {
        rebuild_path(s);
    }
}

/* The excess of a segment of the path traversed at unit speed: exactly for joints of one degree of freedom, from
 * samples for others. */
static double segment_excess(const request *r, size_t k)
{
    enum { SAMPLES = 48 };
    const double sample_margin = 1.002;
    const path *p = &r->made->path;
    const double h = p->s[k + 1] - p->s[k];
    double excess = 0, *first = r->scratch, *second = first + p->nv;
    bool all_exact = true;
    for (int i = 0; i < p->joint_count; i++) {
        const int v = p->joints[i].v;
        all_exact = all_exact && p->joints[i].nv == 1;
        if (p->joints[i].nv == 1) {
            const polynomial_range m =
                cdy_polynomial_measure(p->coef + (k * (size_t)p->nv + (size_t)v) * PATH_COEFFICIENTS);
            excess = fmax(excess, fmax(m.first / (h * r->limits.velocity[v]),
                                       sqrt(m.second / (h * h * r->limits.acceleration[v]))));
        }
    }
    for (int i = 0; i <= SAMPLES && !all_exact; i++) {
        cdy_path_evaluate(p, k, p->s[k] + h * i / (double)SAMPLES, NULL, first, second);
        for (int v = 0; v < p->nv; v++) {
            excess = fmax(excess, sample_margin * fmax(fabs(first[v]) / r->limits.velocity[v],
                                                       sqrt(fabs(second[v]) / r->limits.acceleration[v])));
        }
    }
    return excess;
}

/* Measures the excess in each segment between way points, and keeps the durations where they are the best so far. */
static void measure_spline(spline *s)
{
    const size_t segments = s->count - 1, pieces = s->knots.count - 1;
    double most = 0, total = 0;
    size_t k = 0;
    for (size_t i = 0; i < segments; i++) {
        const size_t parts = s->extra ? (size_t)(1 + (i == 0) + (i + 1 == segments)) : 1;
        s->excess[i] = 0;
        for (size_t part = 0; part < parts && k < pieces; part++, k++) {
            s->excess[i] = fmax(s->excess[i], segment_excess(s->r, k));
        }
        most = fmax(most, s->excess[i]);
        total += s->durations[i];
    }
    if (most * total < s->best_total) {
        s->best_total = most * total;
        s->best_factor = most;
        memcpy(s->best, s->durations, segments * sizeof *s->best);
    }
}

/* Shifts time from segments that use less of their limits than others to those others, for some rounds: the limits then
 * bind in most segments rather than in one. */
static void balance_durations(spline *s)
{
    enum { ROUNDS = 15 };
    s->best_total = HUGE_VAL;
    for (int round = 0; round < ROUNDS; round++) {
        compute_spline(s);
        measure_spline(s);
        for (size_t i = 0; i + 1 < s->count; i++) {
            s->durations[i] *= fmin(fmax(sqrt(s->excess[i]), 0.7), 1.5);
        }
    }
    memcpy(s->durations, s->best, (s->count - 1) * sizeof *s->durations);
    compute_spline(s);
}

static cdy_status check_durations(const spline *s, cdy_error *error)
{
    for (size_t k = 0; k + 1 < s->count; k++) {
        if (!(s->durations[k] > 0)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT,
                            "nothing bounds the motion from way point %zu to the next; expected limits of acceleration",
                            k + 1);
        }
    }
    return CDY_OK;
}

/* Lets the dependent joints of a mechanism follow the spline. */
static cdy_status close_loops(const spline *s, cdy_error *error)
{
    path *p = &s->r->made->path;
    const size_t segments = p->segment_count;
    loop_path l = {.memory = NULL};
    cdy_status status = CDY_OK;
    if (s->r->loops.mechanism) {
        status = cdy_loop_path_create(&l, &s->r->loops, s->r->model, p, error);
        for (size_t k = 0; k < segments && !status; k++) {
            status = cdy_loop_path_add(&l, k, error);
        }
    }
    cdy_loop_path_clear(&l);
    return status;
}

/* Stretches the timing to the limits of the joints that follow, where these need it. */
static void stretch_for_loops(const spline *s)
{
    if (s->r->loops.mechanism) {
        cdy_timing_stretch(&s->r->made->timing, 0, fmax(cdy_trajectory_excess(s->r, 0), 1));
    }
}

static void place_waypoints(const spline *s)
{
    const path *p = &s->r->made->path;
    for (size_t i = 0; i < s->count; i++) {
        const size_t shift = s->extra ? (size_t)((i > 0) + (i + 1 == s->count)) : 0;
        s->r->made->waypoint_s[i] = p->s[i + shift];
    }
}

static cdy_status time_spline(spline *s, cdy_error *error)
{
    const path *p = &s->r->made->path;
    if (s->r->profile == CDY_PROFILE_TIME_OPTIMAL) {
        compute_spline(s);
        place_waypoints(s);
        const cdy_status status = close_loops(s, error);
        if (status) {
            return status;
        }
        const double length = p->s[p->segment_count];
        return request_limits_jerk(s->r) ? cdy_time_with_jerk(s->r, 0, length, false, error)
                                         : cdy_time_optimally(s->r, 0, length, error);
    }
    balance_durations(s);
    place_waypoints(s);
    const double T = p->s[p->segment_count], steady[2] = {1, 0};
    const cdy_status status = close_loops(s, error);
    if (status) {
        return status;
    }
    if (!isfinite(s->best_factor) || !(s->best_factor > 0)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC, "the spline through the way points is not finite");
    }
    if (!cdy_timing_add(&s->r->made->timing, T, T, steady, steady)) {
        return cdy_fail_memory(error);
    }
    cdy_timing_stretch(&s->r->made->timing, 0, s->best_factor * (1 + 1e-9));
    stretch_for_loops(s);
    return CDY_OK;
}

cdy_status cdy_build_spline(request *r, size_t count, const double *q, cdy_error *error)
{
    spline s = {.r = r, .count = count, .q = q, .extra = r->profile == CDY_PROFILE_B_SPLINE};
    cdy_status status = CDY_OK;
    if (!spline_create(&s)) {
        status = cdy_fail_memory(error);
    } else {
        measure_steps(&s);
        status = check_durations(&s, error);
        status = status ? status : time_spline(&s, error);
    }
    spline_clear(&s);
    return status;
}
