/* Straight lines of a frame: configurations by inverse kinematics at points so dense that the spline through them stays
 * on the line. */
#include "base/error.h"
#include "base/format.h"
#include "base/memory.h"
#include "ik/pose.h"
#include "spatial/exponential.h"
#include "trajectory/spline.h"
#include "trajectory/trajectory.h"

#include <condyle/inverse_kinematics.h>
#include <condyle/manipulability.h>
#include <math.h>
#include <string.h>

/* Points on a line, and how far from it the path may be (m and rad); a tenth is left for what the samples miss. */
enum { LEAST_POINTS = 8, MOST_POINTS = 4096 };
static const double line_tolerance = 0.9e-5;

/* Largest step of a joint from point to point, rad or m: further apart they are of different solutions. */
static const double largest_turn = 0.5;

/* A line of the frame: translation and rotation vector, in the axes of the base. */
typedef struct line {
    double from[16];
    vec3 displacement, turn;
    size_t number; /* from 1 */
} line;

/* The largest step of a joint between two points of a line, and the fraction of the line in the middle of them. */
typedef struct joint_step {
    double size, at;
    int joint;
} joint_step;

/* The largest deviation from a line, and the fraction of the line where it is. */
typedef struct deviation {
    double size, at;
} deviation;

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

/* Computes the configuration at a fraction of the line by inverse kinematics from `start`; *reached is whether one was
 * found. */
static cdy_status solve_configuration(line_search *s, const line *l, double fraction, const double *start, double *q,
                                      bool *reached, cdy_error *error)
{
    double T[16];
    cdy_ik_report report = {.converged = false};
    point_on_line(l, fraction, T);
    const cdy_ik_problem problem = {.frame = s->frame, .target = T, .start = start, .options = &s->options};
    const cdy_status status = cdy_inverse_kinematics(s->r->model, s->workspace, &problem, q, &report, error);
    *reached = report.converged;
    return status;
}

/* Goes from fraction `from` of the line, in configuration q, on to `to` by smaller steps where one step did not lead
 * there. Fails with the place where no step leads on: there the line leaves the reach of the robot. */
static cdy_status step_along(line_search *s, const line *l, double from, double to, double *q, double *next,
                             cdy_error *error)
{
    cdy_status status = CDY_OK;
    double step = (to - from) / 2;
    while (from < to && step * (double)MOST_POINTS > 0.1 && !status) {
        bool reached;
        status = solve_configuration(s, l, fmin(from + step, to), q, next, &reached, error);
        if (!status && reached) {
            memcpy(q, next, (size_t)s->r->model->nq * sizeof *q);
            from += step;
        } else {
            step /= 2;
        }
    }
    if (!status && from < to) {
        status = fail_line(s, l, from, "leaves the reach of the robot", error);
    }
    return status;
}

/* Keeps the largest turn or translation of a joint from one configuration to the next. */
static void keep_larger_step(line_search *s, const double *from, const double *to, double at, joint_step *largest)
{
    cdy_path_difference(&s->r->made->path, from, to, s->r->scratch);
    for (int i = 0; i < s->r->model->nv; i++) {
        if (fabs(s->r->scratch[i]) > largest->size) {
            *largest = (joint_step){.size = fabs(s->r->scratch[i]), .at = at, .joint = i};
        }
    }
}

/* Computes the configurations at points of the line. Where they are too far apart for inverse kinematics, the largest
 * step is infinite. */
static cdy_status find_points(line_search *s, const line *l, size_t points, joint_step *largest, cdy_error *error)
{
    const size_t nq = (size_t)s->r->model->nq;
    cdy_status status = CDY_OK;
    memcpy(s->q, s->ends, nq * sizeof *s->q);
    *largest = (joint_step){.size = 0};
    for (size_t i = 1; i <= points && largest->size < HUGE_VAL && !status; i++) {
        double *before = s->q + (i - 1) * nq;
        const double from = (double)(i - 1) / (double)points, to = (double)i / (double)points;
        bool reached;
        status = solve_configuration(s, l, to, before, before + nq, &reached, error);
        if (!status && reached) {
            keep_larger_step(s, before, before + nq, (from + to) / 2, largest);
        } else if (!status) {
            status = step_along(s, l, from, to, before, before + nq, error);
            *largest = (joint_step){.size = HUGE_VAL, .at = from};
        }
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

/* Raises the deviation by that of the path at u of its segment k, where the line has come to `fraction`. */
static cdy_status measure_at(line_search *s, const line *l, size_t k, double u, double fraction, deviation *largest,
                             cdy_error *error)
{
    const path *p = &s->r->made->path;
    double T[16], target[16], difference[6];
    cdy_path_evaluate(p, k, p->s[k] + u * (p->s[k + 1] - p->s[k]), s->q, NULL, NULL);
    cdy_status status = cdy_get_transform(s->r->model, s->workspace, s->frame, 0, s->q, T, error);
    if (!status) {
        point_on_line(l, fraction, target);
        cdy_pose_error(T, target, difference);
        const double angle = hypot(hypot(difference[0], difference[1]), difference[2]);
        const double distance = hypot(hypot(difference[3], difference[4]), difference[5]);
        if (fmax(angle, distance) > largest->size) {
            *largest = (deviation){.size = fmax(angle, distance), .at = fraction};
        }
    }
    return status;
}

/* Largest deviation of the path's last `points` segments from the line, at the quarters of each. */
static cdy_status measure_deviation(line_search *s, const line *l, size_t points, deviation *largest, cdy_error *error)
{
    enum { QUARTERS = 4 };
    const size_t begin = s->r->made->path.segment_count - points;
    cdy_status status = CDY_OK;
    *largest = (deviation){.size = 0};
    for (size_t i = 0; i < points && !status; i++) {
        for (int k = 1; k < QUARTERS && !status; k++) {
            const double u = (double)k / (double)QUARTERS;
            status = measure_at(s, l, begin + i, u, ((double)i + u) / (double)points, largest, error);
        }
    }
    return status;
}

/* The fraction of the line, from the largest step on in a direction, beyond which the joints of the densest points move
 * calmly: by less than 0.01 rad or m from point to point. */
static double find_calm(line_search *s, double at, int direction)
{
    const double calm = 0.01;
    const ptrdiff_t nq = s->r->model->nq;
    ptrdiff_t i = (ptrdiff_t)(at * (double)MOST_POINTS); /* the step from point i to the next */
    joint_step step = {.size = HUGE_VAL};
    while (i > 0 && i < MOST_POINTS - 1 && step.size > calm) {
        i += direction;
        step.size = 0;
        keep_larger_step(s, s->q + i * nq, s->q + (i + 1) * nq, 0, &step);
    }
    return (double)(direction > 0 ? i : i + 1) / (double)MOST_POINTS;
}

/* The smallest singular value of the frame's Jacobian at the two densest points beside a fraction of the line. */
static double least_singular_value(line_search *s, double at)
{
    const int n = s->r->model->nv, last = (n < 6 ? n : 6) - 1;
    const size_t i = (size_t)(at * (double)MOST_POINTS), nq = (size_t)s->r->model->nq;
    double least = HUGE_VAL;
    for (size_t k = i; k <= i + 1 && k <= MOST_POINTS; k++) {
        cdy_manipulability_measures measures;
        if (!cdy_manipulability(s->r->model, s->workspace, s->frame, CDY_AXES_BASE, CDY_ROWS_ALL, s->q + k * nq,
                                &measures, NULL)) {
            least = fmin(least, measures.singular_values[last]);
        }
    }
    return least;
}

static cdy_status fail_turn(line_search *s, const line *l, const joint_step *step, cdy_error *error)
{
    cdy_coordinate c = {.joint = "?"};
    cdy_model_velocity(s->r->model, step->joint, &c);
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "line %zu of '%.80s' comes too near a singularity at %.4g %% of its length, where joint '%.80s' "
                    "would move by %.3g %s at once and the smallest singular value of the Jacobian is %.2g; expected a "
                    "line that keeps away from there, or one that ends at %.4g %%, a motion of the joints, and a line "
                    "from %.4g %% on",
                    l->number, cdy_model_frame_name(s->r->model, s->frame), 100 * step->at, c.joint, step->size,
                    c.angular ? "rad" : "m", least_singular_value(s, step->at), 100 * find_calm(s, step->at, -1),
                    100 * find_calm(s, step->at, 1));
}

/* Tells where the densest points do not follow the line: where a joint turns at once, else where the path through them
 * leaves the line. */
static cdy_status fail_singular(line_search *s, const line *l, const joint_step *step, const deviation *largest,
                                cdy_error *error)
{
    if (step->size >= largest_turn && step->size < HUGE_VAL) {
        return fail_turn(s, l, step, error);
    }
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "line %zu of '%.80s' comes too near a singularity at %.4g %% of its length, where the joints do "
                    "not follow it within 1e-5 m and rad; expected a line that keeps away from there",
                    l->number, cdy_model_frame_name(s->r->model, s->frame),
                    100 * (step->size < HUGE_VAL ? largest->at : step->at));
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
    joint_step step = {.size = 0};
    deviation largest = {.size = HUGE_VAL};
    cdy_status status = CDY_OK;
    for (size_t points = LEAST_POINTS; points <= MOST_POINTS && largest.size > line_tolerance && !status; points *= 2) {
        p->segment_count = begin;
        status = grow_path(p, points) ? find_points(s, l, points, &step, error) : cdy_fail_memory(error);
        if (!status && step.size < largest_turn) {
            add_points(s, points);
            status = measure_deviation(s, l, points, &largest, error);
        }
    }
    if (!status && largest.size > line_tolerance) {
        status = fail_singular(s, l, &step, &largest, error);
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
    bool reached;
    cdy_status status = solve_configuration(s, &first, 0, start, s->ends, &reached, error);
    if (!status && !reached) {
        status = fail_line(s, &first, 0, "leaves the reach of the robot", error);
    }
    s->options.restarts = 0;
    cdy_path_begin(&s->r->made->path, s->ends);
    for (size_t k = 0; k + 1 < count && !status; k++) {
        const line l = line_between(T + 16 * k, T + 16 * (k + 1), k + 1);
        status = add_line(s, &l, error);
        if (!status && s->r->profile == CDY_PROFILE_TIME_OPTIMAL) {
            status = request_limits_jerk(s->r) ? cdy_time_with_jerk(s->r, (double)k, (double)(k + 1), true, error)
                                               : cdy_time_optimally(s->r, (double)k, (double)(k + 1), error);
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
