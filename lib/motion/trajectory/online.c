/* Online trajectories: the least duration that all coordinates share, and the motion of each. */
#include "base/error.h"
#include "base/memory.h"
#include "trajectory/jerk_profile.h"

#include <condyle/online_trajectory.h>
#include <math.h>
#include <stddef.h>

enum { MOST_COORDINATES = 10000, BRAKE_PIECES = 2 };
static const double most = 1e12, least_limit = 1e-12, most_time = 1e100;

/* The motion of a coordinate: a brake, then the weighted mean of the profiles of greatest and of least displacement. */
typedef struct coordinate_motion {
    motion_state start, entered, goal; /* `entered`: behind the brake */
    double brake_t[BRAKE_PIECES], brake_jerk[BRAKE_PIECES];
    double braking; /* s */
    jerk_profile greatest, least;
    double share; /* of the greatest */
    jerk_limits limits;
    feasible_durations durations; /* behind the brake */
} coordinate_motion;

struct cdy_online_trajectory {
    int n;
    double duration;
    coordinate_motion *motions; /* n */
};

cdy_status cdy_online_trajectory_create(int n, cdy_online_trajectory **trajectory, cdy_error *error)
{
    if (!trajectory) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "trajectory is NULL");
    }
    *trajectory = NULL;
    if (n < 1 || n > MOST_COORDINATES) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "n is %d; expected 1 to %d coordinates", n, MOST_COORDINATES);
    }
    cdy_online_trajectory *made = cdy_allocate(1, sizeof *made);
    coordinate_motion *motions = cdy_allocate((size_t)n, sizeof *motions);
    if (!made || !motions) {
        cdy_release(made);
        cdy_release(motions);
        return cdy_fail_memory(error);
    }
    made->n = n;
    made->motions = motions;
    *trajectory = made;
    return CDY_OK;
}

void cdy_online_trajectory_destroy(cdy_online_trajectory *trajectory)
{
    if (trajectory) {
        cdy_release(trajectory->motions);
        cdy_release(trajectory);
    }
}

double cdy_online_trajectory_duration(const cdy_online_trajectory *trajectory)
{
    return trajectory ? trajectory->duration : 0;
}

double cdy_online_trajectory_least_duration(const cdy_online_trajectory *trajectory, int index)
{
    if (!trajectory || index < 0 || index >= trajectory->n) {
        return (double)NAN;
    }
    const coordinate_motion *m = &trajectory->motions[index];
    return m->durations.count > 0 ? m->braking + m->durations.begin[0] : 0;
}

/* ---- arguments ---- */

static cdy_status check_limit(const char *name, const double *limit, int i, bool may_be_infinite, cdy_error *error)
{
    if (limit && !(limit[i] >= least_limit && (limit[i] <= most || (may_be_infinite && limit[i] == HUGE_VAL)))) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "%s[%d], a limit, is %g; expected %g to %g%s", name, i, limit[i],
                        least_limit, most, may_be_infinite ? ", or infinite" : "");
    }
    return CDY_OK;
}

static cdy_status check_numbers(const cdy_online_motion *m, int i, cdy_error *error)
{
    const struct {
        const char *name;
        const double *values;
    } given[] = {{"q", m->q},           {"qd", m->qd},           {"qdd", m->qdd},
                 {"goal_q", m->goal_q}, {"goal_qd", m->goal_qd}, {"goal_qdd", m->goal_qdd}};
    for (size_t k = 0; k < sizeof given / sizeof *given; k++) {
        if (!(fabs(given[k].values[i]) <= most)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "%s[%d] is %g; expected a finite number of %g at most",
                            given[k].name, i, given[k].values[i], most);
        }
    }
    cdy_status status = check_limit("velocity", m->velocity, i, true, error);
    status = status ? status : check_limit("acceleration", m->acceleration, i, true, error);
    return status ? status : check_limit("jerk", m->jerk, i, false, error);
}

static jerk_limits limits_of(const cdy_online_motion *m, int i)
{
    return (jerk_limits){.velocity = m->velocity ? m->velocity[i] : HUGE_VAL,
                         .acceleration = m->acceleration ? m->acceleration[i] : HUGE_VAL,
                         .jerk = m->jerk[i]};
}

/* The goal, seen backwards in time, is a start that must keep its limits. */
static cdy_status check_goal(const cdy_online_motion *m, int i, cdy_error *error)
{
    const jerk_limits limits = limits_of(m, i);
    if (!(fabs(m->goal_qdd[i]) <= limits.acceleration)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "goal_qdd[%d] is %g; expected it within the limit %g", i,
                        m->goal_qdd[i], limits.acceleration);
    }
    if (!(fabs(m->goal_qd[i]) <= limits.velocity)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "goal_qd[%d] is %g; expected it within the limit %g", i,
                        m->goal_qd[i], limits.velocity);
    }
    if (!cdy_jerk_keeps((motion_state){.qd = -m->goal_qd[i], .qdd = m->goal_qdd[i]}, &limits)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "goal_qd[%d] is %g and goal_qdd[%d] is %g: no motion within the limit of velocity, %g, and of "
                        "jerk, %g, ends so; expected a smaller goal_qdd",
                        i, m->goal_qd[i], i, m->goal_qdd[i], limits.velocity, limits.jerk);
    }
    return CDY_OK;
}

/* The first argument, or array of the motion, that is NULL and must not be; NULL: none. */
static const char *missing_part(const cdy_online_trajectory *trajectory, const cdy_online_motion *m)
{
    if (!trajectory || !m) {
        return trajectory ? "motion" : "trajectory";
    }
    return !m->q          ? "q"
           : !m->qd       ? "qd"
           : !m->qdd      ? "qdd"
           : !m->goal_q   ? "goal_q"
           : !m->goal_qd  ? "goal_qd"
           : !m->goal_qdd ? "goal_qdd"
           : !m->jerk     ? "jerk"
                          : NULL;
}

static cdy_status check(const cdy_online_trajectory *trajectory, const cdy_online_motion *m, cdy_error *error)
{
    const char *missing = missing_part(trajectory, m);
    if (missing) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "%s is NULL", missing);
    }
    if (!(m->least_duration >= 0 && m->least_duration <= most)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "least_duration is %g; expected 0 to %g", m->least_duration, most);
    }
    for (int i = 0; i < trajectory->n; i++) {
        cdy_status status = check_numbers(m, i, error);
        status = status ? status : check_goal(m, i, error);
        if (status) {
            return status;
        }
    }
    return CDY_OK;
}

/* ---- planning ---- */

static jerk_problem problem_of(const coordinate_motion *m)
{
    return (jerk_problem){.start = m->entered, .end = m->goal, .limits = m->limits};
}

static void prepare(coordinate_motion *made, const cdy_online_motion *m, int i)
{
    made->start = (motion_state){m->q[i], m->qd[i], m->qdd[i]};
    made->goal = (motion_state){m->goal_q[i], m->goal_qd[i], m->goal_qdd[i]};
    made->limits = limits_of(m, i);
    cdy_jerk_brake(made->start, &made->limits, made->brake_t, made->brake_jerk);
    made->entered = made->start;
    made->braking = 0;
    for (int k = 0; k < BRAKE_PIECES; k++) {
        made->entered = motion_advance(made->entered, made->brake_jerk[k], made->brake_t[k]);
        made->braking += made->brake_t[k];
    }
    const jerk_problem p = problem_of(made);
    cdy_jerk_durations(&p, &made->durations);
}

/* The least duration from T on that a coordinate has. */
static double next_duration(const coordinate_motion *m, double T)
{
    for (int k = 0; k < m->durations.count; k++) {
        if (T <= m->braking + m->durations.end[k]) {
            return fmax(T, m->braking + m->durations.begin[k]);
        }
    }
    return T;
}

/* The least duration from `least` on that all coordinates have: each pushes it on until none does. */
static double share_duration(const cdy_online_trajectory *trajectory, double least)
{
    double T = least, before;
    do {
        before = T;
        for (int i = 0; i < trajectory->n; i++) {
            T = next_duration(&trajectory->motions[i], T);
        }
    } while (T > before);
    return T;
}

static void mix(coordinate_motion *m, double T)
{
    const jerk_problem p = problem_of(m), mirrored = cdy_jerk_mirror(&p);
    cdy_jerk_greatest(&p, T, &m->greatest);
    cdy_jerk_greatest(&mirrored, T, &m->least);
    const double upper = cdy_jerk_final(&p, &m->greatest), lower = -cdy_jerk_final(&mirrored, &m->least);
    m->share = upper > lower ? fmin(fmax((m->goal.q - lower) / (upper - lower), 0), 1) : 1;
    for (int k = 0; k < JERK_PIECES; k++) {
        m->least.jerk[k] = -m->least.jerk[k];
    }
}

cdy_status cdy_online_trajectory_plan(cdy_online_trajectory *trajectory, const cdy_online_motion *motion,
                                      cdy_error *error)
{
    const cdy_status status = check(trajectory, motion, error);
    if (status) {
        return status;
    }
    for (int i = 0; i < trajectory->n; i++) {
        prepare(&trajectory->motions[i], motion, i);
    }
    trajectory->duration = share_duration(trajectory, motion->least_duration);
    for (int i = 0; i < trajectory->n; i++) {
        coordinate_motion *m = &trajectory->motions[i];
        mix(m, fmax(trajectory->duration - m->braking, 0));
    }
    return CDY_OK;
}

/* ---- evaluation ---- */

/* State at t within pieces of constant jerk, and that jerk. */
static motion_state run(motion_state s, int count, const double *durations, const double *jerks, double t, double *jerk)
{
    for (int k = 0; k < count; k++) {
        if (t < durations[k]) {
            *jerk = jerks[k];
            return motion_advance(s, jerks[k], t);
        }
        s = motion_advance(s, jerks[k], durations[k]);
        t -= durations[k];
    }
    *jerk = 0;
    return motion_advance(s, 0, t);
}

static motion_state evaluate(const coordinate_motion *m, double t, double duration, double *jerk)
{
    if (t >= duration) {
        *jerk = 0;
        return motion_advance(m->goal, 0, t - duration);
    }
    if (t < m->braking) {
        return run(m->start, BRAKE_PIECES, m->brake_t, m->brake_jerk, t, jerk);
    }
    double upper_jerk, lower_jerk;
    const double within = t - m->braking, share = m->share;
    const motion_state upper = run(m->entered, JERK_PIECES, m->greatest.t, m->greatest.jerk, within, &upper_jerk);
    const motion_state lower = run(m->entered, JERK_PIECES, m->least.t, m->least.jerk, within, &lower_jerk);
    *jerk = lower_jerk + share * (upper_jerk - lower_jerk);
    return (motion_state){.q = lower.q + share * (upper.q - lower.q),
                          .qd = lower.qd + share * (upper.qd - lower.qd),
                          .qdd = lower.qdd + share * (upper.qdd - lower.qdd)};
}

cdy_status cdy_online_trajectory_evaluate(const cdy_online_trajectory *trajectory, double t, double *q, double *qd,
                                          double *qdd, double *qddd, cdy_error *error)
{
    if (!trajectory) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "trajectory is NULL");
    }
    if (!(fabs(t) <= most_time)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "t is %g; expected a finite number of %g at most", t, most_time);
    }
    for (int i = 0; i < trajectory->n; i++) {
        double jerk;
        const motion_state s = evaluate(&trajectory->motions[i], fmax(t, 0), trajectory->duration, &jerk);
        if (q) {
            q[i] = s.q;
        }
        if (qd) {
            qd[i] = s.qd;
        }
        if (qdd) {
            qdd[i] = s.qdd;
        }
        if (qddd) {
            qddd[i] = jerk;
        }
    }
    return CDY_OK;
}
