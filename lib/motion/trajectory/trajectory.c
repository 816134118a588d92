#include "trajectory/trajectory.h"

#include "base/error.h"
#include "base/finite.h"
#include "base/memory.h"
#include "base/reserve.h"
#include "dynamics/arguments.h"
#include "ik/pose.h"
#include "model/range.h"

#include <math.h>
#include <string.h>

cdy_trajectory_options cdy_trajectory_options_default(void)
{
    return (cdy_trajectory_options){.profile = CDY_PROFILE_TRAPEZOID, .scale = 1};
}

/* Limits and scales beyond these are mistakes, and make durations that no double holds. */
static const double least_limit = 1e-50, most_limit = 1e50, least_scale = 1e-9, most_scale = 1e9, least_blend = 1e-9,
                    most_blend = 1e9;

static cdy_status check_limit(const cdy_model *model, const double *limit, const char *name, cdy_error *error)
{
    for (int i = 0; limit && i < model->nv; i++) {
        if (!(limit[i] >= least_limit && (limit[i] <= most_limit || limit[i] >= HUGE_VAL))) {
            cdy_coordinate c = {.joint = "?"};
            cdy_model_velocity(model, i, &c);
            return cdy_fail(
                error, CDY_ERROR_ARGUMENT,
                "the limit of %s of joint '%.80s' is %g; expected a number above 0, %g to %g, or infinity for none",
                name, c.joint, limit[i], least_limit, most_limit);
        }
    }
    return CDY_OK;
}

static cdy_status check_options(const cdy_model *model, const cdy_trajectory_options *options, cdy_error *error)
{
    if (cdy_check_reserve(&options->reserve, error)) {
        return CDY_ERROR_ARGUMENT;
    }
    if ((int)options->profile < CDY_PROFILE_TRAPEZOID || options->profile > CDY_PROFILE_TIME_OPTIMAL) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there is no profile %d", (int)options->profile);
    }
    if (!(options->scale >= least_scale && options->scale <= most_scale)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the scale is %g; expected a number above 0, %g to %g",
                        options->scale, least_scale, most_scale);
    }
    cdy_status status = check_limit(model, options->velocity, "velocity", error);
    status = status ? status : check_limit(model, options->acceleration, "acceleration", error);
    status = status ? status : check_limit(model, options->effort, "effort", error);
    return status ? status : check_limit(model, options->jerk, "jerk", error);
}

/* Limits of jerk are those of straight lines in joint space, and blends join these. */
static cdy_status check_jerk(const cdy_trajectory_options *options, bool lines, cdy_error *error)
{
    const bool blends = options->blend > 0 || options->blend < 0 || isnan(options->blend);
    if (blends && !(options->blend >= least_blend && options->blend <= most_blend)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the blend is %g; expected 0, or %g to %g rad or m", options->blend,
                        least_blend, most_blend);
    }
    if (blends && !options->jerk) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a blend needs limits of jerk; expected some, or a blend of 0");
    }
    if (blends && options->profile != CDY_PROFILE_TRAPEZOID) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "blends join straight lines; expected the trapezoid, or a blend of 0");
    }
    if (options->jerk && options->profile != CDY_PROFILE_TIME_OPTIMAL &&
        (lines || options->profile != CDY_PROFILE_TRAPEZOID)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "limits of jerk are kept by the trapezoid on straight lines in joint space, and by "
                        "time-optimal motions; expected one of both, or no limits of jerk");
    }
    return CDY_OK;
}

/* Only the optimal timing has a speed that depends on the place along the path. */
static cdy_status check_contacts(const cdy_model *model, const cdy_trajectory_options *options, cdy_error *error)
{
    if (options->contact_count == 0) {
        return CDY_OK;
    }
    if (!options->contacts) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "%zu contacts were announced, but none given",
                        options->contact_count);
    }
    if (options->profile != CDY_PROFILE_TIME_OPTIMAL) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "limits of contact are kept by time-optimal motions; expected that profile, or no contacts");
    }
    cdy_status status = CDY_OK;
    for (size_t i = 0; i < options->contact_count && !status; i++) {
        const cdy_contact_point *c = &options->contacts[i];
        double speed;
        status = cdy_check_frame(model, c->frame, error);
        status = status ? status : cdy_contact_speed(&c->limit, 1, &speed, error);
        if (!status && !cdy_all_finite(c->point, 3)) {
            status = cdy_fail(error, CDY_ERROR_ARGUMENT, "the point of contact %zu is not finite", i + 1);
        }
    }
    return status;
}

static const double least_deviation = 1e-5;

static bool is_deviation(double deviation)
{
    return fabs(deviation) <= 0 || (deviation >= least_deviation && deviation <= LARGEST_DEVIATION);
}

/* Deviations are those of straight lines of a frame. */
static cdy_status check_deviation(const cdy_trajectory_options *options, bool lines, cdy_error *error)
{
    const double linear = options->linear_deviation, angular = options->angular_deviation;
    if (!is_deviation(linear) || !is_deviation(angular)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the deviation from lines is %g m and %g rad; expected 0, or %g to %g each", linear, angular,
                        least_deviation, LARGEST_DEVIATION);
    }
    if (!lines && fmax(linear, angular) > 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "a deviation is one from straight lines of a frame; expected such lines, or 0");
    }
    return CDY_OK;
}

/* A deviation of which only one number is given has the least one as its other. */
static line_tolerances stated_deviation(const cdy_trajectory_options *options)
{
    const double linear = options->linear_deviation, angular = options->angular_deviation;
    const bool stated = fmax(linear, angular) > 0;
    return stated
               ? (line_tolerances){.angular = fmax(angular, least_deviation), .linear = fmax(linear, least_deviation)}
               : (line_tolerances){.angular = 0};
}

static void copy_limit(int n, const double *limit, double factor, double *copy)
{
    for (int i = 0; i < n; i++) {
        copy[i] = limit ? factor * limit[i] : HUGE_VAL;
    }
}

/* Allocates the trajectory with limits and path; the path has room for `segments`. */
static cdy_status begin_request(request *r, const cdy_trajectory_options *options, size_t segments, size_t waypoints,
                                cdy_error *error)
{
    const size_t n = (size_t)r->model->nv;
    r->profile = options->profile;
    r->made = cdy_allocate(1, sizeof *r->made);
    r->blend = options->blend;
    r->contacts = options->contacts;
    r->contact_count = options->contact_count;
    r->deviation = stated_deviation(options);
    r->scratch = cdy_allocate(5 * n + 1, sizeof *r->scratch);
    r->limits.velocity = cdy_allocate(4 * n + 1, sizeof(double));
    if (!r->made || !r->scratch || !r->limits.velocity || !cdy_path_create(&r->made->path, r->model, segments)) {
        return cdy_fail_memory(error);
    }
    r->limits.acceleration = r->limits.velocity + n;
    r->limits.effort = r->limits.acceleration + n;
    r->limits.jerk = r->limits.effort + n;
    copy_limit((int)n, options->velocity, options->scale, r->limits.velocity);
    copy_limit((int)n, options->acceleration, options->scale, r->limits.acceleration);
    copy_limit((int)n, options->effort, 1, r->limits.effort);
    copy_limit((int)n, options->jerk, options->scale, r->limits.jerk);
    r->made->waypoint_count = waypoints;
    r->made->waypoint_s = cdy_allocate(waypoints, sizeof *r->made->waypoint_s);
    return r->made->waypoint_s ? CDY_OK : cdy_fail_memory(error);
}

/* Checks what no timing can change, and hands the trajectory over. */
static cdy_status end_request(request *r, cdy_status status, cdy_trajectory **trajectory, cdy_error *error)
{
    if (!status && r->profile == CDY_PROFILE_TIME_OPTIMAL) {
        status = cdy_check_holding(r, error);
    }
    cdy_release(r->scratch);
    cdy_release(r->limits.velocity);
    cdy_closed_loops_clear(&r->loops);
    if (status) {
        cdy_trajectory_destroy(r->made);
    } else {
        *trajectory = r->made;
    }
    return status;
}

/* Whether memory could hold so many rows of `width` numbers and the path that is made from them. */
static bool is_countable(size_t count, int width)
{
    return count > 0 && count < SIZE_MAX / 1024 / ((size_t)width + 1);
}

/* How far beyond the position limits a way point may be. */
static const double position_tolerance = 1e-6;

static bool is_outside(double position, double lower, double upper)
{
    return !(position >= lower - position_tolerance && position <= upper + position_tolerance);
}

static cdy_status check_way_points(const cdy_model *model, size_t count, const double *q, cdy_error *error)
{
    for (size_t k = 0; k < count; k++) {
        const double *point = q + k * (size_t)model->nq;
        if (!cdy_all_finite(point, (size_t)model->nq)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "way point %zu has a number that is not finite", k + 1);
        }
        cdy_status status = cdy_check_quaternions(model, point, error);
        if (status) {
            return status;
        }
        for (int i = 0; i < model->nq; i++) {
            cdy_coordinate c;
            if (!cdy_model_position(model, i, &c) && is_outside(point[i], c.lower, c.upper)) {
                return cdy_fail(error, CDY_ERROR_ARGUMENT,
                                "way point %zu has joint '%.80s' at %g %s, outside of its limits; expected %g to %g",
                                k + 1, c.joint, point[i], c.angular ? "rad" : "m", c.lower, c.upper);
            }
        }
    }
    return CDY_OK;
}

/* Fails for a joint within its own limits but outside of its range: a follower is beyond its limits. */
static cdy_status fail_follower(const cdy_model *model, size_t number, const path_joint *leader, double position,
                                cdy_error *error)
{
    cdy_moving_joint j = {.name = "?"};
    cdy_coordinate c = {.joint = "?"};
    for (int i = 0; i < cdy_model_joint_count(model); i++) {
        const position_range range = cdy_follower_range(model, i + 1);
        if (!cdy_model_joint(model, i, &j) && j.is_follower && j.position == leader->q &&
            is_outside(position, range.lower, range.upper)) {
            break;
        }
    }
    cdy_model_position(model, leader->q, &c);
    return cdy_fail(error, CDY_ERROR_ARGUMENT,
                    "way point %zu has joint '%.80s' at %g %s, where joint '%.80s', which follows it, is at %g and "
                    "outside of its limits; expected %g to %g",
                    number, c.joint, position, c.angular ? "rad" : "m", j.name, j.multiplier * position + j.offset,
                    leader->lower, leader->upper);
}

/* Checks that way points keep the limits of followers. */
static cdy_status check_followers(const request *r, size_t count, const double *q, cdy_error *error)
{
    const path *p = &r->made->path;
    for (size_t k = 0; k < count && r->model->has_followers; k++) {
        for (int i = 0; i < p->joint_count; i++) {
            const double position = q[k * (size_t)p->nq + (size_t)p->joints[i].q];
            if (p->joints[i].nv == 1 && is_outside(position, p->joints[i].lower, p->joints[i].upper)) {
                return fail_follower(r->model, k + 1, &p->joints[i], position, error);
            }
        }
    }
    return CDY_OK;
}

/* Copies the way points that differ from the one before, and notes the number of each in `numbers`; returns how many
 * there are. */
static size_t copy_distinct(request *r, size_t count, const double *q, double *copy, double *numbers)
{
    const path *p = &r->made->path;
    const size_t nq = (size_t)p->nq;
    size_t distinct = 0;
    for (size_t k = 0; k < count; k++) {
        bool moves = k == 0;
        if (k > 0) {
            cdy_path_difference(p, copy + (distinct - 1) * nq, q + k * nq, r->scratch);
        }
        for (int i = 0; i < p->nv && k > 0; i++) {
            moves = moves || fabs(r->scratch[i]) > 1e-12;
        }
        if (moves) {
            memcpy(copy + distinct * nq, q + k * nq, nq * sizeof *q);
            distinct++;
        }
        numbers[k] = (double)(distinct - 1);
    }
    return distinct;
}

/* Builds the path in joint space with the shortest step from way point to way point. */
static cdy_status build_straight(request *r, size_t count, const double *q, cdy_error *error)
{
    path *p = &r->made->path;
    cdy_status status = CDY_OK;
    r->straight = true;
    cdy_path_begin(p, q);
    for (size_t k = 0; k + 1 < count && !status; k++) {
        const double *from = q + k * (size_t)p->nq, *to = from + p->nq;
        cdy_path_difference(p, from, to, r->scratch);
        cdy_path_add_straight(p, 1, to, r->scratch);
        status = cdy_time_profile(r, (double)k, (double)(k + 1), error);
    }
    return status;
}

/* Builds the same path of a mechanism's independent joints, and lets the others follow. */
static cdy_status build_straight_loops(request *r, size_t count, const double *q, cdy_error *error)
{
    path *p = &r->made->path;
    loop_path l;
    cdy_path_begin(p, q);
    for (size_t k = 0; k + 1 < count; k++) {
        const double *from = q + k * (size_t)p->nq, *to = from + p->nq;
        cdy_path_difference(p, from, to, r->scratch);
        cdy_path_add_straight(p, 1, to, r->scratch);
    }
    cdy_status status = cdy_loop_path_create(&l, &r->loops, r->model, p, error);
    for (size_t k = 0; k + 1 < count && !status; k++) {
        status = cdy_loop_path_add(&l, k, error);
        status = status ? status : cdy_time_profile(r, (double)k, (double)(k + 1), error);
    }
    cdy_loop_path_clear(&l);
    return status;
}

static cdy_status build_lines(request *r, size_t count, const double *q, cdy_error *error)
{
    return r->loops.mechanism ? build_straight_loops(r, count, q, error) : build_straight(r, count, q, error);
}

static cdy_status build(request *r, size_t count, const double *q, cdy_error *error)
{
    const size_t nq = (size_t)r->model->nq;
    double *copy = cdy_allocate(count, (nq + 1) * sizeof *copy), *numbers = cdy_allocate(count, sizeof *numbers);
    cdy_status status = copy && numbers ? CDY_OK : cdy_fail_memory(error);
    if (!status) {
        const size_t distinct = copy_distinct(r, count, q, copy, numbers);
        double *s = r->made->waypoint_s;
        cdy_path_begin(&r->made->path, copy);
        for (size_t k = 0; k < distinct; k++) {
            s[k] = (double)k;
        }
        if (distinct > 1) {
            status = r->blend > 0                          ? cdy_build_blends(r, distinct, copy, error)
                     : r->profile == CDY_PROFILE_TRAPEZOID ? build_lines(r, distinct, copy, error)
                                                           : cdy_build_spline(r, distinct, copy, error);
        }
        for (size_t k = count; k-- > 0;) { /* backwards: a number is at most its own index */
            s[k] = s[(size_t)numbers[k]];
        }
    }
    cdy_release(copy);
    cdy_release(numbers);
    return status;
}

cdy_status cdy_trajectory_create(const cdy_model *model, size_t count, const double *q,
                                 const cdy_trajectory_options *options, cdy_trajectory **trajectory, cdy_error *error)
{
    const cdy_trajectory_options defaults = cdy_trajectory_options_default();
    if (trajectory) {
        *trajectory = NULL;
    }
    if (!model || !q || !trajectory || !is_countable(count, model->nq)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "a trajectory needs a model, way points and a pointer for the trajectory");
    }
    options = options ? options : &defaults;
    request r = {.model = model};
    cdy_status status = check_options(model, options, error);
    status = status ? status : check_jerk(options, false, error);
    status = status ? status : check_contacts(model, options, error);
    status = status ? status : check_deviation(options, false, error);
    status = status ? status : check_way_points(model, count, q, error);
    if (status) {
        return status;
    }
    status = begin_request(&r, options, options->blend > 0 ? 4 * count : count + 2, count, error);
    status = status ? status : check_followers(&r, count, q, error);
    status = status ? status : build(&r, count, q, error);
    return end_request(&r, status, trajectory, error);
}

/* Refuses the options that motions over closed loops do not have. */
static cdy_status check_loops(const cdy_trajectory_options *options, cdy_error *error)
{
    const char *asked = options->blend > 0           ? "blends at way points"
                        : options->jerk              ? "limits of jerk"
                        : options->contact_count > 0 ? "limits of contact"
                                                     : NULL;
    return asked ? cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                            "motions of robots with closed loops have no %s; expected none", asked)
                 : CDY_OK;
}

static cdy_status build_loops(request *r, const cdy_trajectory_options *options, size_t count, const double *q,
                              double *copy, cdy_error *error)
{
    cdy_status status = cdy_closed_loops_take(&r->loops, r->model, count, q, copy, error);
    status = status ? status : check_way_points(r->model, count, copy, error);
    status = status ? status : begin_request(r, options, count + 2, count, error);
    status = status ? status : check_followers(r, count, copy, error);
    return status ? status : build(r, count, copy, error);
}

cdy_status cdy_trajectory_create_loops(cdy_mechanism *mechanism, const cdy_model *model, size_t count, const double *q,
                                       const cdy_trajectory_options *options, cdy_trajectory **trajectory,
                                       cdy_error *error)
{
    const cdy_trajectory_options defaults = cdy_trajectory_options_default();
    if (trajectory) {
        *trajectory = NULL;
    }
    if (!mechanism || !model || !q || !trajectory || !is_countable(count, model->nq)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "a trajectory with closed loops needs a mechanism, its model, way points and a pointer for the "
                        "trajectory");
    }
    options = options ? options : &defaults;
    request r = {.model = model};
    cdy_status status = check_options(model, options, error);
    status = status ? status : check_jerk(options, false, error);
    status = status ? status : check_deviation(options, false, error);
    status = status ? status : check_loops(options, error);
    if (status) {
        return status;
    }
    double *copy = cdy_allocate(count, ((size_t)model->nq + 1) * sizeof *copy);
    status = copy ? cdy_closed_loops_create(&r.loops, mechanism, model, error) : cdy_fail_memory(error);
    status = status ? status : build_loops(&r, options, count, q, copy, error);
    cdy_release(copy);
    return end_request(&r, status, trajectory, error);
}

/* Copies the placements that differ from the one before, with their rotations made exact. Nearer ones, in m or rad,
 * than ten times the tolerance of the joints' solutions count as equal: the joints would not move. */
static cdy_status copy_placements(request *r, size_t count, const double *T, double *copy, size_t *distinct,
                                  cdy_error *error)
{
    *distinct = 0;
    for (size_t k = 0; k < count; k++) {
        double *next = copy + 16 * *distinct, difference[6] = {1};
        memcpy(next, T + 16 * k, 16 * sizeof *T);
        if (!cdy_make_placement(next)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "placement %zu is no rotation and translation", k + 1);
        }
        if (*distinct > 0) {
            cdy_pose_error(next - 16, next, difference);
        }
        double size = 0;
        for (int i = 0; i < 6; i++) {
            size = fmax(size, fabs(difference[i]));
        }
        *distinct += size > 1e-10;
        r->made->waypoint_s[k] = (double)(*distinct - 1);
    }
    return CDY_OK;
}

cdy_status cdy_trajectory_create_lines(const cdy_model *model, int frame, size_t count, const double *T,
                                       const double *start, const cdy_trajectory_options *options,
                                       cdy_trajectory **trajectory, cdy_error *error)
{
    const cdy_trajectory_options defaults = cdy_trajectory_options_default();
    if (trajectory) {
        *trajectory = NULL;
    }
    if (!model || !T || !trajectory || !is_countable(count, model->nq)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "lines need a model, placements and a pointer for the trajectory");
    }
    options = options ? options : &defaults;
    request r = {.model = model};
    size_t distinct = 0;
    cdy_status status = cdy_check_frame(model, frame, error);
    status = status ? status : check_options(model, options, error);
    status = status ? status : check_jerk(options, true, error);
    status = status ? status : check_contacts(model, options, error);
    status = status ? status : check_deviation(options, true, error);
    if (status) {
        return status;
    }
    status = begin_request(&r, options, count, count, error);
    double *copy = cdy_allocate(count, 16 * sizeof *copy);
    if (!status && !copy) {
        status = cdy_fail_memory(error);
    }
    status = status ? status : copy_placements(&r, count, T, copy, &distinct, error);
    status = status ? status : cdy_build_lines(&r, frame, distinct, copy, start, error);
    cdy_release(copy);
    return end_request(&r, status, trajectory, error);
}

void cdy_trajectory_destroy(cdy_trajectory *trajectory)
{
    if (trajectory) {
        cdy_path_clear(&trajectory->path);
        cdy_timing_clear(&trajectory->timing);
        cdy_release(trajectory->waypoint_s);
        cdy_release(trajectory);
    }
}

double cdy_trajectory_duration(const cdy_trajectory *trajectory)
{
    return trajectory && trajectory->timing.count > 0 ? trajectory->timing.t[trajectory->timing.count] : 0;
}

/* The time at which s is reached: the begin of a piece where one begins there, which is exact also where the motion
 * stops; else by bisection, as s never falls. */
static double time_at(const path_timing *timing, double s)
{
    enum { STEPS = 80 };
    const double tolerance = 1e-12 * (1 + s);
    size_t low = 0, high = timing->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (timing->s[middle] < s - tolerance) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (fabs(timing->s[low] - s) <= tolerance) {
        return timing->t[low];
    }
    double before = timing->t[low - 1], after = timing->t[low];
    for (int i = 0; i < STEPS; i++) {
        double state[3];
        const double middle = (before + after) / 2;
        cdy_timing_evaluate(timing, middle, state);
        if (state[0] < s) {
            before = middle;
        } else {
            after = middle;
        }
    }
    return after;
}

double cdy_trajectory_waypoint_time(const cdy_trajectory *trajectory, size_t index)
{
    if (!trajectory || index >= trajectory->waypoint_count) {
        return (double)NAN;
    }
    const double s = trajectory->waypoint_s[index];
    const path_timing *timing = &trajectory->timing;
    if (timing->count == 0 || !(s > 0)) {
        return 0;
    }
    return s >= timing->s[timing->count] ? timing->t[timing->count] : time_at(timing, s);
}

static void set_zero(double *numbers, int count)
{
    if (numbers) {
        memset(numbers, 0, (size_t)count * sizeof *numbers);
    }
}

/* At rest in the configuration of an end. */
static void evaluate_end(const cdy_trajectory *trajectory, bool at_end, double *q, double *qd, double *qdd)
{
    const path *p = &trajectory->path;
    if (q) {
        memcpy(q, p->q + (at_end ? p->segment_count * (size_t)p->nq : 0), (size_t)p->nq * sizeof *q);
    }
    set_zero(qd, p->nv);
    set_zero(qdd, p->nv);
}

cdy_status cdy_trajectory_evaluate(const cdy_trajectory *trajectory, double t, double *q, double *qd, double *qdd,
                                   cdy_error *error)
{
    if (!trajectory || isnan(t)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "evaluating needs a trajectory and a time");
    }
    const path *p = &trajectory->path;
    if (!(t >= 0 && t < cdy_trajectory_duration(trajectory))) {
        evaluate_end(trajectory, t > 0, q, qd, qdd);
        return CDY_OK;
    }
    double s[3];
    const size_t piece = cdy_timing_evaluate(&trajectory->timing, t, s);
    cdy_path_motion(p, trajectory_segment(trajectory, piece, s[0]), s, q, qd, qdd);
    return CDY_OK;
}
