/* Straight lines of a frame: configurations by inverse kinematics at points so dense that the spline through them stays
 * on the line. */
#include "base/error.h"
#include "base/format.h"
#include "trajectory/line.h"

#include <condyle/manipulability.h>
#include <math.h>
#include <string.h>

/* How far from a line the path may be (m and rad); a tenth is left for what the samples miss. */
static const double line_tolerance = 0.9e-5;

/* A line is damped where its pace is then shorter than this part of that of the exact line. */
static const double worthwhile = 0.9;

/* Largest step of a joint from point to point, rad or m: further apart they are of different solutions. */
static const double largest_turn = 0.5;

/* The largest step of a joint between two points of a line, and the fraction of the line in the middle of them. */
typedef struct joint_step {
    double size, at;
    int joint;
} joint_step;

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
    cdy_line_place(l, fraction, T);
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
                    "from %.4g %% on, or a stated deviation",
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
    return cdy_fail(
        error, CDY_ERROR_NUMERIC,
        "line %zu of '%.80s' comes too near a singularity at %.4g %% of its length, where the joints do "
        "not follow it within 1e-5 m and rad; expected a line that keeps away from there, or a stated deviation",
        l->number, cdy_model_frame_name(s->r->model, s->frame), 100 * (step->size < HUGE_VAL ? largest->at : step->at));
}

/* Adds a line that is followed exactly, with as many points as it takes. */
static cdy_status add_exact_line(line_search *s, const line *l, cdy_error *error)
{
    enum { QUARTERS = 4 };
    path *p = &s->r->made->path;
    const line_tolerances tolerances = {line_tolerance, line_tolerance};
    const size_t begin = p->segment_count;
    joint_step step = {.size = 0};
    deviation largest = {.size = HUGE_VAL};
    cdy_status status = CDY_OK;
    for (size_t points = LEAST_POINTS; points <= MOST_POINTS && largest.size > 1 && !status; points *= 2) {
        p->segment_count = begin;
        status = find_points(s, l, points, &step, error);
        if (!status && step.size < largest_turn) {
            status = cdy_line_add_points(s, points)
                         ? cdy_line_measure(s, l, points, QUARTERS, tolerances, &largest, error)
                         : cdy_fail_memory(error);
        }
    }
    return !status && largest.size > 1 ? fail_singular(s, l, &step, &largest, error) : status;
}

/* The line from the placement of s->ends to the end of another one. */
static cdy_status begin_at_ends(line_search *s, const line *l, line *begun, cdy_error *error)
{
    double from[16], to[16];
    const cdy_status status = cdy_get_transform(s->r->model, s->workspace, s->frame, 0, s->ends, from, error);
    if (!status) {
        cdy_line_place(l, 1, to);
        *begun = cdy_line_between(from, to, l->number);
    }
    return status;
}

/* Adds a line that is followed exactly behind a damped one: straight from where that has ended, within the deviation of
 * the line itself. */
static cdy_status add_line_from_ends(line_search *s, const line *l, cdy_error *error)
{
    enum { QUARTERS = 4 };
    const size_t begin = s->r->made->path.segment_count;
    line begun;
    deviation largest = {.size = 0};
    cdy_status status = begin_at_ends(s, l, &begun, error);
    status = status ? status : add_exact_line(s, &begun, error);
    status = status ? status
                    : cdy_line_measure(s, l, s->r->made->path.segment_count - begin, QUARTERS, s->r->deviation,
                                       &largest, error);
    return !status && largest.size > 1 ? fail_line(s, l, largest.at, "leaves the stated deviation", error) : status;
}

static cdy_status add_undamped_line(line_search *s, const line *l, cdy_error *error)
{
    return s->off_line ? add_line_from_ends(s, l, error) : add_exact_line(s, l, error);
}

/* Adds a line: within the deviation that the request allows where it allows one, and the path is shorter for that. */
static cdy_status add_line(line_search *s, const line *l, cdy_error *error)
{
    path *p = &s->r->made->path;
    const size_t begin = p->segment_count, nq = (size_t)p->nq;
    const line_tolerances allowed = s->r->deviation;
    bool added = false;
    cdy_status status = add_undamped_line(s, l, error);
    if (allowed.angular > 0 && (!status || status == CDY_ERROR_NUMERIC)) {
        const double pace = status ? HUGE_VAL : cdy_line_pace(s->r, begin);
        p->segment_count = begin;
        status = cdy_add_damped_line(s, l, allowed, worthwhile * pace, &added, error);
        if (!status && !added) {
            p->segment_count = begin;
            status = add_undamped_line(s, l, error);
        }
    }
    if (!status) {
        s->off_line = added;
        memcpy(s->ends, p->q + p->segment_count * nq, nq * sizeof *s->ends);
    }
    return status;
}

/* The first placement is looked for in the whole space; later ones near the one before. */
static cdy_status add_lines(line_search *s, size_t count, const double *T, const double *start, cdy_error *error)
{
    const line first = cdy_line_between(T, T, 1);
    s->options.restarts = cdy_ik_options_default().restarts;
    bool reached;
    cdy_status status = solve_configuration(s, &first, 0, start, s->ends, &reached, error);
    if (!status && !reached) {
        status = fail_line(s, &first, 0, "leaves the reach of the robot", error);
    }
    s->options.restarts = 0;
    cdy_path_begin(&s->r->made->path, s->ends);
    for (size_t k = 0; k + 1 < count && !status; k++) {
        const line l = cdy_line_between(T + 16 * k, T + 16 * (k + 1), k + 1);
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
    if (!status && !cdy_line_search_create(&s)) {
        status = cdy_fail_memory(error);
    }
    status = status ? status : add_lines(&s, count, T, start, error);
    cdy_line_search_clear(&s);
    return status;
}
