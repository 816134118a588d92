/* Time-optimal timing of a path with limits of jerk besides those of velocity, acceleration and effort.
 *
 * The square of the speed relative to a pace is a quadratic spline.  Its least duration within the limits at its knots
 * and between them is found by a sequential convex program (speed_program.c); intervals in which a limit is exceeded,
 * or none is used as the binding one changes there, are divided, and the program is solved again.  The motion is made
 * of polynomials of fifth degree from knot to knot, and checked by samples and parabolas through them; what these
 * exceed, slightly longer durations mend. */
#include "base/error.h"
#include "base/memory.h"
#include "trajectory/motion_use.h"
#include "trajectory/path_program.h"
#include "trajectory/reachability.h"

#include <math.h>
#include <string.h>

enum {
    LEAST_INTERVALS = 100,
    A_SEGMENT = 16,
    LEAST_A_SEGMENT = 4,
    GROWTH = 6,
    ROUNDS = 3,
    MOST_ROUNDS = 6,
    FRICTION_ROUNDS = 8,
    MOST_STRETCHES = 20,
    MOST_STEADY_STRETCHES = 200,
    MOST_PARTS = 4,
    MOST_RESTARTS = 2
};

/* Bound on the memory of a program, so that too many way points fail with their number. */
static const double most_bytes = 0x1p30;

/* The factor of the squares of speeds that makes room to all limits, in which the next solution begins. */
static const double room = 0.95;

/* Where samples exceed a limit, all durations are multiplied until none does. A motion whose factor is below the first
 * number needs no further round; beside one of a factor above the second, the motion at the pace may be faster. */
static const double small_stretch = 1.003, large_stretch = 1.05;

/* The motion at the pace, and the best round's after a series of the smallest factors, become slower by these factors
 * at least: of efforts that hold the robot, the part that moves it falls with the square. */
static const double steady_stretch = 1.05, heavy_stretch = 1.01;

/* The share of limits that the samples and the parabolas between them may use in the end: the rest is for what these
 * leave out, so that no row exceeds a limit. */
static const double most_usage = 0.9999;

/* How often the limits of jerk let the largest acceleration of a motion rise in its duration, at most. */
static const double least_rises = 3000;

/* A timing in the making. */
typedef struct jerk_timing {
    const stage_source *source;
    path_pace pace;
    size_t first;      /* piece of the timing */
    size_t most;       /* of intervals */
    bool smooth;       /* the segments of the path are points of one smooth curve */
    size_t begin, end; /* segments of the path */
    speed_spline x;    /* of the next round */
    double *jerk;      /* limits of jerk, n, none larger than the knots can resolve */
    double *share;     /* of the limits, by interval */
    piece_use *use;    /* by piece of the last round */
    path_timing best;  /* pieces of the round whose motion takes the least time once it is stretched */
    double least;      /* that time */
    bool is_best;      /* the last round's are these */
} jerk_timing;

static cdy_status check_joints(const request *r, cdy_error *error)
{
    for (int i = 0; i < r->made->path.joint_count; i++) {
        const path_joint *j = &r->made->path.joints[i];
        for (int v = j->v; v < j->v + j->nv; v++) {
            if (j->nv > 1 && r->limits.jerk[v] < HUGE_VAL) {
                cdy_coordinate c = {.joint = "?"};
                cdy_model_velocity(r->model, v, &c);
                return cdy_fail(error, CDY_ERROR_ARGUMENT,
                                "joint '%.80s' has several degrees of freedom, whose accelerations have no one rate; "
                                "expected infinite limits of jerk for them",
                                c.joint);
            }
        }
    }
    return CDY_OK;
}

/* Adds knots evenly up to time `to`, `count` in the whole time, and at least `least`. */
static void add_knots(speed_spline *x, double to, double time, double count, double least)
{
    const double from = x->at[x->count];
    const size_t parts = (size_t)fmax(ceil((to - from) / time * count), least);
    if (!(to - from > 1e-6 * time)) {
        return;
    }
    for (size_t i = 1; i <= parts; i++) {
        x->at[++x->count] = i < parts ? from + (to - from) * (double)i / (double)parts : to;
    }
}

/* Knots at the ends of the ramps and of the path's segments, and evenly between. */
static bool place_knots(jerk_timing *j)
{
    const path *p = &j->source->r->made->path;
    const path_pace *pace = &j->pace;
    const size_t segments = j->smooth ? 1 : j->end - j->begin;
    const double count = fmax((double)A_SEGMENT * (double)segments, LEAST_INTERVALS);
    const double ramps[2] = {pace->ramp, pace->time - pace->ramp};
    if (!cdy_speed_spline_create(&j->x, (size_t)count + (LEAST_A_SEGMENT + 1) * (segments + 3))) {
        return false;
    }
    j->x.count = 0;
    for (size_t k = 0, ramp = 0; k < segments; k++) {
        const double end = k + 1 == segments ? pace->time : cdy_pace_time(pace, p->s[j->begin + k + 1]);
        for (; ramp < 2 && ramps[ramp] < end; ramp++) {
            add_knots(&j->x, ramps[ramp], pace->time, count, 2);
        }
        add_knots(&j->x, end, pace->time, count, LEAST_A_SEGMENT);
    }
    j->x.at[j->x.count] = pace->time;
    return true;
}

/* How many intervals a program can have within the bound on its memory. */
static double affordable_intervals(const stage_source *source)
{
    const double rows = 2 * ((double)source->row_count + 1) + 2 * (double)source->r->model->nv;
    return most_bytes / (2 * (double)cdy_stage_bytes(source) + rows * (double)sizeof(program_row) + 1000);
}

/* A spline of one value everywhere on the first knots, and the shares of limits that its intervals may use. */
static cdy_status begin_spline(jerk_timing *j, cdy_error *error)
{
    if (!place_knots(j)) {
        return cdy_fail_memory(error);
    }
    if ((double)j->x.count > affordable_intervals(j->source)) {
        return cdy_fail(error, CDY_ERROR_MEMORY,
                        "a time-optimal motion with limits of jerk along %zu segments takes more than 1024 MiB of "
                        "memory; expected motions of fewer way points",
                        j->end - j->begin);
    }
    j->share = cdy_allocate(j->x.count, sizeof *j->share);
    if (!j->share) {
        return cdy_fail_memory(error);
    }
    for (size_t i = 0; i < j->x.count; i++) {
        j->share[i] = 1 - solved_margin;
    }
    for (size_t i = 0; i < j->x.count + 2; i++) {
        j->x.c[i] = 1;
    }
    return CDY_OK;
}

/* Lowers limits of jerk by which the accelerations of the motion without any would rise in less than a small part of
 * its duration: they cost no time, but knots as dense as that. */
static void lower_jerks(jerk_timing *j, const stages *st, const reachable *K)
{
    const size_t n = (size_t)j->source->r->model->nv;
    double T = 0;
    for (size_t i = 0; i + 1 < st->count; i++) {
        T += 2 * (st->s[i + 1] - st->s[i]) / (sqrt(st->x[i]) + sqrt(st->x[i + 1]));
    }
    for (size_t k = 0; k < n; k++) {
        double most = 0;
        for (size_t i = 0; i + 1 < st->count; i++) {
            most = fmax(most, fabs(st->first[i * n + k] * K->u[i] + st->second[i * n + k] * st->x[i]));
        }
        const double limit = j->source->r->limits.jerk[k], enough = least_rises * most / T;
        j->jerk[k] = limit < HUGE_VAL && most > 0 ? fmin(limit, enough) : limit;
    }
}

/* Fails where even without limits of jerk no speed keeps the limits, or nothing bounds the speed. */
static cdy_status check_reachable(jerk_timing *j, const path_program *p, cdy_error *error)
{
    stages st = {.count = 0};
    reachable K = {.lower = NULL};
    cdy_status status = cdy_stages_create(&st, p->source, p->st.count, p->s, error);
    if (!status && !cdy_reachable_create(&K, st.count)) {
        status = cdy_fail_memory(error);
    }
    status = status ? status : cdy_solve_stages(&st, &K, error);
    if (!status) {
        lower_jerks(j, &st, &K);
    }
    cdy_reachable_clear(&K);
    cdy_stages_clear(&st);
    return status;
}

/* Finds the pace that keeps the limits by its speed alone, unless the efforts do not hold the robot where it is. */
static cdy_status find_pace(jerk_timing *j, double s0, double s1, cdy_error *error)
{
    const double part = j->smooth || j->end - j->begin == 1 ? 0.5 : 1 / (double)(j->end - j->begin);
    path_program p = {.source = NULL};
    j->pace = cdy_pace_make(s0, s1, part, 1);
    cdy_status status = begin_spline(j, error);
    status = status ? status : cdy_path_program_create(&p, j->source, j->jerk, &j->pace, &j->x, &j->share, error);
    status = status ? status : check_reachable(j, &p, error);
    status = status ? status : cdy_path_program_rub(&p, 1, 1, error);
    if (!status) {
        cdy_path_program_fill(&p, 0);
        j->pace = cdy_pace_make(s0, s1, part, 0.95 * sqrt(cdy_path_program_steady(&p)));
    }
    cdy_path_program_clear(&p);
    return status;
}

/* Scales all squares of speeds. */
static void slow_down(speed_spline *x, double factor)
{
    for (size_t i = 0; i < x->count + 2; i++) {
        x->c[i] *= factor;
    }
}

/* Solves once; where that is stuck, again from slower speeds, far from the limits and from 0. */
static program_outcome solve_once(path_program *p, double barrier, double tolerance)
{
    const size_t bytes = (p->x.count + 2) * sizeof *p->start;
    memcpy(p->start, p->x.c, bytes);
    p->program.signs = false;
    program_outcome made = cdy_speed_program_solve(&p->program, barrier, tolerance);
    for (int k = 0; k < MOST_RESTARTS && !made.converged; k++) {
        memcpy(p->x.c, p->start, bytes);
        slow_down(&p->x, pow(0.7, k));
        p->program.signs = true;
        made = cdy_speed_program_solve(&p->program, 1, tolerance);
    }
    return made;
}

/* The friction of a round: first that of the speeds to begin with, without the room that is made for them; then, where
 * speeds are those of a solution, from the friction before half the way, as solutions alternate with the whole. */
static cdy_status set_friction(path_program *p, int number, int round, cdy_error *error)
{
    const bool solution = number > 0 || round > 1;
    return round == 0 ? cdy_path_program_rub(p, number > 0 ? 1 / room : 1, 1, error)
                      : cdy_path_program_rub(p, 1, solution ? 0.5 : 1, error);
}

/* Solves until the friction is that of the speeds; false where there is no solution. */
static cdy_status solve(path_program *p, int number, bool *solved, cdy_error *error)
{
    static const double tolerances[ROUNDS] = {1e-2, 1e-3, 3e-4};
    const double tolerance = tolerances[number < ROUNDS ? number : ROUNDS - 1];
    const int rounds = p->source->rubs ? FRICTION_ROUNDS : 1;
    program_outcome made = {.duration = HUGE_VAL};
    bool settled = false;
    cdy_status status = CDY_OK;
    for (int round = 0; round < rounds && !settled && !status; round++) {
        const double before = made.duration;
        status = set_friction(p, number, round, error);
        if (!status) {
            cdy_path_program_fill(p, number > 0 ? 0.3 : 0);
            made = solve_once(p, round > 0 ? 1e-2 : number > 0 ? 0.1 : 1, tolerance);
            settled = isfinite(before) && fabs(made.duration - before) <= 0.1 * tolerance * before;
        }
    }
    *solved = made.converged;
    return status;
}

/* Parts of the intervals in the next round; returns how many intervals there are then. */
static size_t count_parts(const jerk_timing *j, int *parts)
{
    const path_timing *timing = &j->source->r->made->timing;
    const double T = timing->t[timing->count] - timing->t[j->first];
    size_t sum = 0;
    for (size_t i = j->first; i < timing->count; i++) {
        const piece_use *use = &j->use[i - j->first];
        const double duration = (timing->t[i + 1] - timing->t[i]) / T;
        const bool at_end = (i == j->first || i + 1 == timing->count) && duration > 1e-5; /* where friction sets in */
        const bool open = use->least < 0.98 || use->most > 1.005, wide = use->least < 0.9 && duration > 1e-3;
        parts[i - j->first] = at_end || (open && wide) ? MOST_PARTS : open && duration > 2e-4 ? 2 : 1;
        sum += (size_t)parts[i - j->first];
    }
    return sum;
}

/* Divides the intervals of a round; an interval that exceeds a limit may use less of it in the next. */
static cdy_status divide(jerk_timing *j, const path_program *p, const int *parts, size_t count, cdy_error *error)
{
    size_t k = 0;
    j->share = cdy_allocate(count, sizeof *j->share);
    if (!cdy_speed_spline_create(&j->x, count) || !j->share) {
        return cdy_fail_memory(error);
    }
    for (size_t i = 0; i < p->x.count; i++) {
        const double most = j->use[i].most, lower = most > 1 && parts[i] == 1 ? p->share[i] / most - 1e-5 : p->share[i];
        for (int part = 0; part < parts[i]; part++, k++) {
            j->x.at[k] = p->x.at[i] + (p->x.at[i + 1] - p->x.at[i]) * part / parts[i];
            j->share[k] = lower;
        }
    }
    j->x.at[k] = p->x.at[p->x.count];
    cdy_speed_spline_refine(&p->x, &j->x);
    slow_down(&j->x, room);
    return CDY_OK;
}

/* The factor by which longer durations would keep the limits, were there no gravity. */
static double find_factor(const jerk_timing *j)
{
    double factor = 0;
    for (size_t i = 0; i < j->source->r->made->timing.count - j->first; i++) {
        factor = fmax(factor, j->use[i].factor);
    }
    return factor;
}

/* Longer durations, each time by the factor `least` or more and `count` times at most, until all pieces keep the
 * limits; *kept: they do. No duration helps where the factor is not finite. */
static cdy_status stretch(jerk_timing *j, int count, double least, bool *kept, cdy_error *error)
{
    cdy_status status = CDY_OK;
    double factor = find_factor(j);
    for (int k = 0; k < count && factor > most_usage && !status && isfinite(factor); k++) {
        const double longer = factor / most_usage * (1 + 1e-6);
        cdy_timing_stretch(&j->source->r->made->timing, j->first, fmax(longer, least));
        status = cdy_motion_use(j->source, j->first, j->use, error);
        factor = find_factor(j);
    }
    *kept = !status && factor <= most_usage;
    return status;
}

/* Writes the motion of a round, and what it uses. */
static cdy_status write_motion(jerk_timing *j, const path_program *p, cdy_error *error)
{
    path_timing *timing = &j->source->r->made->timing;
    timing->count = j->first;
    cdy_release(j->use);
    j->use = cdy_allocate(p->x.count, sizeof *j->use);
    cdy_status status = j->use ? CDY_OK : cdy_fail_memory(error);
    status = status ? status : cdy_path_program_add(p, timing, error);
    return status ? status : cdy_motion_use(j->source, j->first, j->use, error);
}

static double duration(const jerk_timing *j)
{
    const path_timing *timing = &j->source->r->made->timing;
    return timing->t[timing->count] - timing->t[j->first];
}

/* Keeps the pieces as the best ones, whose motion takes T. */
static cdy_status keep(jerk_timing *j, double T, cdy_error *error)
{
    const path_timing *timing = &j->source->r->made->timing;
    const size_t first = j->first, count = timing->count - first;
    path_timing *best = &j->best;
    cdy_timing_clear(best);
    best->t = cdy_allocate(count + 1, sizeof *best->t);
    best->s = cdy_allocate(count + 1, sizeof *best->s);
    best->coef = cdy_allocate(count, PATH_COEFFICIENTS * sizeof *best->coef);
    if (!best->t || !best->s || !best->coef) {
        return cdy_fail_memory(error);
    }
    memcpy(best->t, timing->t + first, (count + 1) * sizeof *best->t);
    memcpy(best->s, timing->s + first, (count + 1) * sizeof *best->s);
    memcpy(best->coef, timing->coef + first * PATH_COEFFICIENTS, count * PATH_COEFFICIENTS * sizeof *best->coef);
    best->count = count;
    j->least = T;
    return CDY_OK;
}

/* Keeps the pieces of a round where they are the best so far: at the ends, where friction sets in, more intervals do
 * not always make a better motion. */
static cdy_status keep_best(jerk_timing *j, cdy_error *error)
{
    const double T = duration(j) * fmax(find_factor(j), 1);
    j->is_best = j->best.count == 0 || T < j->least;
    return j->is_best ? keep(j, T, error) : CDY_OK;
}

/* Writes the best pieces over those of the last motion, whose memory has room for them. */
static cdy_status take_best(jerk_timing *j, cdy_error *error)
{
    path_timing *timing = &j->source->r->made->timing;
    const path_timing *best = &j->best;
    const size_t first = j->first, count = best->count;
    if (j->is_best) {
        return CDY_OK;
    }
    memcpy(timing->t + first, best->t, (count + 1) * sizeof *best->t);
    memcpy(timing->s + first, best->s, (count + 1) * sizeof *best->s);
    memcpy(timing->coef + first * PATH_COEFFICIENTS, best->coef, count * PATH_COEFFICIENTS * sizeof *best->coef);
    timing->count = first + count;
    cdy_release(j->use);
    j->use = cdy_allocate(count, sizeof *j->use);
    return j->use ? cdy_motion_use(j->source, first, j->use, error) : cdy_fail_memory(error);
}

/* Runs one round. A round without a solution ends the rounds: the motion of the round before stays. */
static cdy_status run_round(jerk_timing *j, path_program *p, int number, bool *done, cdy_error *error)
{
    int *parts = cdy_allocate(p->x.count, sizeof *parts);
    bool solved = false;
    cdy_status status = parts ? solve(p, number, &solved, error) : cdy_fail_memory(error);
    *done = true;
    if (!status && solved) {
        status = write_motion(j, p, error);
        status = status ? status : keep_best(j, error);
    }
    if (!status && solved) {
        const bool last = number + 1 >= ROUNDS && find_factor(j) < small_stretch;
        const size_t count = count_parts(j, parts);
        *done = last || number + 1 == MOST_ROUNDS || count > j->most;
        status = *done ? CDY_OK : divide(j, p, parts, count, error);
    }
    cdy_release(parts);
    return status;
}

static cdy_status run_rounds(jerk_timing *j, cdy_error *error)
{
    bool done = false;
    cdy_status status = begin_spline(j, error);
    j->most = (size_t)fmin((double)GROWTH * (double)j->x.count, affordable_intervals(j->source));
    for (int number = 0; !done && !status; number++) {
        path_program p = {.source = NULL};
        status = cdy_path_program_create(&p, j->source, j->jerk, &j->pace, &j->x, &j->share, error);
        status = status ? status : run_round(j, &p, number, &done, error);
        cdy_path_program_clear(&p);
    }
    return status;
}

/* The motion at the pace, slowed down until it keeps the limits: there is one wherever the efforts hold the robot. */
static cdy_status move_steadily(jerk_timing *j, bool *kept, cdy_error *error)
{
    path_program p = {.source = NULL};
    cdy_speed_spline_clear(&j->x);
    cdy_release(j->share);
    j->share = NULL;
    cdy_status status = begin_spline(j, error);
    status = status ? status : cdy_path_program_create(&p, j->source, j->jerk, &j->pace, &j->x, &j->share, error);
    status = status ? status : write_motion(j, &p, error);
    cdy_path_program_clear(&p);
    return status ? status : stretch(j, MOST_STEADY_STRETCHES, steady_stretch, kept, error);
}

/* The best round's motion, slowed down until it keeps the limits: first by no more than that takes, then by larger
 * factors, as heavy loads need. */
static cdy_status stretch_best(jerk_timing *j, bool *kept, cdy_error *error)
{
    cdy_status status = take_best(j, error);
    status = status ? status : stretch(j, MOST_STRETCHES, 1, kept, error);
    if (!status && !*kept) {
        status = stretch(j, MOST_STEADY_STRETCHES, heavy_stretch, kept, error);
    }
    return status;
}

/* The motion at the pace, or that of the best round, which takes the time j->least where it keeps the limits: the
 * faster one. */
static cdy_status choose_motion(jerk_timing *j, bool *kept, cdy_error *error)
{
    bool steady = false;
    cdy_status status = *kept ? keep(j, duration(j), error) : CDY_OK;
    status = status ? status : move_steadily(j, &steady, error);
    if (*kept && status == CDY_ERROR_NUMERIC) { /* the best round's motion is there all the same */
        steady = false;
        status = CDY_OK;
    }
    if (!status && *kept && !(steady && duration(j) < j->least)) {
        j->is_best = false;
        status = take_best(j, error);
    }
    *kept = *kept || steady;
    return status;
}

/* The fastest motion; where none was found, or it had to be slowed down by much, also the one at the pace counts. */
static cdy_status find_motion(jerk_timing *j, cdy_error *error)
{
    bool kept = false;
    double slower = HUGE_VAL;
    cdy_status status = run_rounds(j, error);
    if (!status && j->use) {
        status = stretch_best(j, &kept, error);
        slower = duration(j) / (j->best.t[j->best.count] - j->best.t[0]);
    }
    if (!status && (!kept || slower > large_stretch)) {
        status = choose_motion(j, &kept, error);
    }
    if (!status && !kept) {
        status = cdy_fail(error, CDY_ERROR_NUMERIC,
                          "no motion within the limits of jerk was found, however slow; expected efforts that hold the "
                          "robot everywhere along the path");
    }
    return status;
}

/* The segments of the path from s0 to s1. */
static void find_segments(jerk_timing *j, double s0, double s1)
{
    const path *p = &j->source->r->made->path;
    j->begin = cdy_path_segment(p, s0);
    j->end = j->begin + 1;
    while (j->end < p->segment_count && p->s[j->end] < s1) {
        j->end++;
    }
}

cdy_status cdy_time_with_jerk(request *r, double s0, double s1, bool smooth, cdy_error *error)
{
    stage_source source = {.r = r};
    jerk_timing j = {.source = &source, .first = r->made->timing.count, .smooth = smooth};
    cdy_status status = check_joints(r, error);
    if (status) {
        return status;
    }
    status = cdy_stage_source_create(&source, r, error);
    if (!status && source.row_count == 0) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT,
                          "nothing bounds accelerations or efforts; expected limits of some for a time-optimal motion");
    }
    j.jerk = cdy_allocate((size_t)r->model->nv + 1, sizeof *j.jerk);
    if (!status && !j.jerk) {
        status = cdy_fail_memory(error);
    }
    if (!status) {
        memcpy(j.jerk, r->limits.jerk, (size_t)r->model->nv * sizeof *j.jerk);
        find_segments(&j, s0, s1);
        status = find_pace(&j, s0, s1, error);
    }
    status = status ? status : find_motion(&j, error);
    cdy_speed_spline_clear(&j.x);
    cdy_release(j.jerk);
    cdy_release(j.share);
    cdy_release(j.use);
    cdy_timing_clear(&j.best);
    cdy_stage_source_clear(&source);
    return status;
}
