/* Straight lines of a frame: configurations by inverse kinematics at points so dense that the spline through them stays
 * on the line. */
#include "base/error.h"
#include "base/memory.h"
#include "ik/pose.h"
#include "spatial/exponential.h"
#include "trajectory/spline.h"
#include "trajectory/trajectory.h"

#include <condyle/inverse_kinematics.h>
#include <math.h>
#include <string.h>

/* Points on a line, and how far from it the path may be (m and rad). */
enum { LEAST_POINTS = 8, MOST_POINTS = 4096 };
static const double line_tolerance = 1e-5;

/* A line of the frame: translation and rotation vector, in the axes of the base. */
typedef struct line {
    double from[16];
    vec3 displacement, turn;
    size_t number; /* from 1 */
} line;

typedef struct line_search {
    request *r;
    int frame;
    cdy_workspace *workspace;
    cdy_ik_options options;
    double *q; /* (MOST_POINTS + 1) x nq */
    knots knots;
    double *ends; /* nq: configuration at the line's begin */
} line_search;

static rotation rotation_of(const double T[16])
{
    return (rotation){{T[0], T[1], T[2]}, {T[4], T[5], T[6]}, {T[8], T[9], T[10]}};
}

static line line_between(const double *from, const double *to, size_t number)
{
    const quaternion a = rotation_quaternion(rotation_of(from)), b = rotation_quaternion(rotation_of(to));
    line l = {.number = number,
              .displacement = {to[3] - from[3], to[7] - from[7], to[11] - from[11]},
              .turn = quaternion_logarithm(quaternion_multiply(b, quaternion_conjugate(a)))};
    memcpy(l.from, from, sizeof l.from);
    return l;
}

/* The placement at a fraction of the line. */
static void point_on_line(const line *l, double fraction, double T[16])
{
    const quaternion turned = quaternion_exponential(scale(fraction, l->turn));
    memcpy(T, l->from, sizeof l->from);
    for (int column = 0; column < 3; column++) {
        const vec3 axis = {l->from[column], l->from[4 + column], l->from[8 + column]};
        const vec3 next = quaternion_turn(turned, axis);
        T[column] = next.x;
        T[4 + column] = next.y;
        T[8 + column] = next.z;
    }
    T[3] += fraction * l->displacement.x;
    T[7] += fraction * l->displacement.y;
    T[11] += fraction * l->displacement.z;
}

static cdy_status fail_line(const line_search *s, const line *l, double fraction, const char *fault, cdy_error *error)
{
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "line %zu of '%.80s' %s at %.3g %% of its length; expected a line within the reach of the frame",
                    l->number, cdy_model_frame_name(s->r->model, s->frame), fault, 100 * fraction);
}

/* Computes the configuration at a fraction of the line by inverse kinematics from `start`. */
static cdy_status solve_configuration(line_search *s, const line *l, double fraction, const double *start, double *q,
                                      cdy_error *error)
{
    double T[16];
    cdy_ik_report report;
    point_on_line(l, fraction, T);
    const cdy_ik_problem problem = {.frame = s->frame, .target = T, .start = start, .options = &s->options};
    cdy_status status = cdy_inverse_kinematics(s->r->model, s->workspace, &problem, q, &report, error);
    if (status || report.converged) {
        return status;
    }
    return fail_line(s, l, fraction, "leaves the reach of the robot", error);
}

/* Largest turn or translation of a joint from one configuration to the next. */
static double largest_step(line_search *s, const double *from, const double *to)
{
    double largest = 0;
    cdy_path_difference(&s->r->made->path, from, to, s->r->scratch);
    for (int i = 0; i < s->r->model->nv; i++) {
        largest = fmax(largest, fabs(s->r->scratch[i]));
    }
    return largest;
}

static cdy_status find_points(line_search *s, const line *l, size_t points, double *worst, cdy_error *error)
{
    const size_t nq = (size_t)s->r->model->nq;
    cdy_status status = CDY_OK;
    memcpy(s->q, s->ends, nq * sizeof *s->q);
    *worst = 0;
    for (size_t i = 1; i <= points && !status; i++) {
        double *before = s->q + (i - 1) * nq;
        status = solve_configuration(s, l, (double)i / (double)points, before, before + nq, error);
        *worst = status ? 0 : fmax(*worst, largest_step(s, before, before + nq));
    }
    return status;
}

/* Velocity at an end from the values at it and three further knots, h apart: exact for cubics. */
static double end_slope(const double *y, ptrdiff_t stride, double h)
{
    return (-11 * y[0] + 18 * y[stride] - 9 * y[2 * stride] + 2 * y[3 * stride]) / (6 * h);
}

/* Adds the spline through the points to the path. */
static void add_points(line_search *s, size_t points)
{
    path *p = &s->r->made->path;
    knots *k = &s->knots;
    const size_t n = (size_t)k->n, nq = (size_t)p->nq;
    k->count = points + 1;
    memset(k->y, 0, n * sizeof *k->y);
    for (size_t i = 0; i < points; i++) {
        cdy_path_difference(p, s->q + i * nq, s->q + (i + 1) * nq, k->y + (i + 1) * n);
        k->h[i] = 1 / (double)points;
        for (size_t j = 0; j < n; j++) {
            k->y[(i + 1) * n + j] += k->y[i * n + j];
        }
    }
    for (size_t j = 0; j < n; j++) {
        k->first[j] = end_slope(k->y + j, (ptrdiff_t)n, k->h[0]);
        k->first[points * n + j] = -end_slope(k->y + points * n + j, -(ptrdiff_t)n, k->h[0]);
    }
    cdy_spline_clamped(k);
    for (size_t i = 0; i < points; i++) {
        cdy_path_add(p, k->h[i], s->q + (i + 1) * nq, (path_end){k->first + i * n, k->second + i * n},
                     (path_end){k->first + (i + 1) * n, k->second + (i + 1) * n});
    }
    p->s[p->segment_count] = (double)(size_t)(p->s[p->segment_count] + 0.5); /* lines end at whole numbers */
}

/* Largest deviation of the path's last `points` segments from the line, at their middles. */
static cdy_status measure_deviation(line_search *s, const line *l, size_t points, double *deviation, cdy_error *error)
{
    const path *p = &s->r->made->path;
    cdy_status status = CDY_OK;
    *deviation = 0;
    for (size_t i = 0; i < points && !status; i++) {
        const size_t k = p->segment_count - points + i;
        double T[16], target[16], difference[6];
        cdy_path_evaluate(p, k, (p->s[k] + p->s[k + 1]) / 2, s->q, NULL, NULL);
        status = cdy_get_transform(s->r->model, s->workspace, s->frame, 0, s->q, T, error);
        if (!status) {
            point_on_line(l, ((double)i + 0.5) / (double)points, target);
            cdy_pose_error(T, target, difference);
            for (int j = 0; j < 6; j++) {
                *deviation = fmax(*deviation, fabs(difference[j]));
            }
        }
    }
    return status;
}

/* Makes room for more segments of the path. */
static bool grow_path(path *p, size_t more)
{
    const size_t needed = p->segment_count + more;
    if (needed <= p->capacity) {
        return true;
    }
    const size_t capacity = 2 * needed, n = (size_t)p->nv, nq = (size_t)p->nq;
    double *s = cdy_reallocate(p->s, capacity + 1, sizeof *s);
    p->s = s ? s : p->s;
    double *q = cdy_reallocate(p->q, capacity + 1, (nq + 1) * sizeof *q);
    p->q = q ? q : p->q;
    double *coef = cdy_reallocate(p->coef, capacity + 1, (n + 1) * PATH_COEFFICIENTS * sizeof *coef);
    p->coef = coef ? coef : p->coef;
    p->capacity = s && q && coef ? capacity : p->capacity;
    return s && q && coef;
}

/* Adds a line with as many points as it takes. */
static cdy_status add_line(line_search *s, const line *l, cdy_error *error)
{
    path *p = &s->r->made->path;
    const size_t begin = p->segment_count, nq = (size_t)p->nq;
    const double largest_turn = 0.5; /* rad or m from point to point: further apart they are of different solutions */
    double worst = 0, deviation = HUGE_VAL;
    cdy_status status = CDY_OK;
    for (size_t points = LEAST_POINTS; points <= MOST_POINTS && deviation > line_tolerance && !status; points *= 2) {
        p->segment_count = begin;
        status = grow_path(p, points) ? find_points(s, l, points, &worst, error) : cdy_fail_memory(error);
        if (!status && worst < largest_turn) {
            add_points(s, points);
            status = measure_deviation(s, l, points, &deviation, error);
        }
    }
    if (!status && deviation > line_tolerance) {
        status = cdy_fail(error, CDY_ERROR_NUMERIC,
                          "line %zu of '%.80s' comes too near a singularity: its joints would turn at once; expected a "
                          "line that keeps away from it",
                          l->number, cdy_model_frame_name(s->r->model, s->frame));
    }
    if (!status) {
        memcpy(s->ends, p->q + p->segment_count * nq, nq * sizeof *s->ends);
    }
    return status;
}

static bool search_create(line_search *s)
{
    const size_t n = (size_t)s->r->model->nv, nq = (size_t)s->r->model->nq, capacity = MOST_POINTS + 1;
    s->knots = (knots){.n = (int)n};
    s->q = cdy_allocate(capacity, nq * sizeof *s->q);
    s->ends = cdy_allocate(nq, sizeof *s->ends);
    s->knots.h = cdy_allocate(capacity, sizeof(double));
    s->knots.y = cdy_allocate(3 * capacity, n * sizeof(double));
    s->knots.scratch = cdy_allocate(8, capacity * sizeof(double));
    s->knots.first = s->knots.y ? s->knots.y + capacity * n : NULL;
    s->knots.second = s->knots.y ? s->knots.first + capacity * n : NULL;
    return s->q && s->ends && s->knots.h && s->knots.y && s->knots.scratch;
}

static void search_clear(line_search *s)
{
    cdy_workspace_destroy(s->workspace);
    cdy_release(s->q);
    cdy_release(s->ends);
    cdy_release(s->knots.h);
    cdy_release(s->knots.y);
    cdy_release(s->knots.scratch);
}

/* The first placement is looked for in the whole space; later ones near the one before. */
static cdy_status add_lines(line_search *s, size_t count, const double *T, const double *start, cdy_error *error)
{
    const line first = line_between(T, T, 1);
    s->options.restarts = cdy_ik_options_default().restarts;
    cdy_status status = solve_configuration(s, &first, 0, start, s->ends, error);
    s->options.restarts = 0;
    cdy_path_begin(&s->r->made->path, s->ends);
    for (size_t k = 0; k + 1 < count && !status; k++) {
        const line l = line_between(T + 16 * k, T + 16 * (k + 1), k + 1);
        status = add_line(s, &l, error);
        if (!status && s->r->profile == CDY_PROFILE_TIME_OPTIMAL) {
            status = cdy_time_optimally(s->r, (double)k, (double)(k + 1), error);
        } else if (!status) {
            status = cdy_time_profile(s->r, (double)k, (double)(k + 1), error);
        }
    }
    return status;
}

cdy_status cdy_build_lines(request *r, int frame, size_t count, const double *T, const double *start, cdy_error *error)
{
    line_search s = {.r = r, .frame = frame, .options = cdy_ik_options_default()};
    s.options.angular_tolerance = s.options.linear_tolerance = 1e-11;
    cdy_status status = cdy_workspace_create(r->model, &s.workspace, error);
    if (!status && !search_create(&s)) {
        status = cdy_fail_memory(error);
    }
    status = status ? status : add_lines(&s, count, T, start, error);
    search_clear(&s);
    return status;
}
