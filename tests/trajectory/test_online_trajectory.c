/* Online trajectories against physics: random motions that keep all limits are found again and none is slower; limits,
 * ends and continuity of every piece; brakes; synchrony. */
#include "support/online_motion.h"
#include "support/suite.h"

#include <math.h>

enum { PIECES = 9, SAMPLES = 200 };

typedef struct state {
    double q, qd, qdd;
} state;

static state advance(state s, double jerk, double t)
{
    return (state){s.q + t * (s.qd + t * (s.qdd / 2 + t * jerk / 6)), s.qd + t * (s.qdd + t * jerk / 2),
                   s.qdd + t * jerk};
}

/* Whether a piece keeps the limits: the acceleration at its ends, the velocity there and where the acceleration is 0.
 */
static bool keeps(state s, double jerk, double t, double velocity, double acceleration, double slack)
{
    const state end = advance(s, jerk, t);
    const double turn = fabs(jerk) > 0 ? -s.qdd / jerk : -1;
    const double v = velocity * (1 + slack), a = acceleration * (1 + slack);
    return fabs(s.qdd) <= a && fabs(end.qdd) <= a && fabs(s.qd) <= v && fabs(end.qd) <= v &&
           (turn <= 0 || turn >= t || fabs(advance(s, jerk, turn).qd) <= v);
}

/* The evaluated state at t of coordinate i, and its jerk. */
static state evaluate(const cdy_online_trajectory *trajectory, double t, int i, double *jerk)
{
    double q[MOST], qd[MOST], qdd[MOST], qddd[MOST];
    cdy_error error = {0};
    ck_assert_ok(cdy_online_trajectory_evaluate(trajectory, t, q, qd, qdd, qddd, &error), error);
    *jerk = qddd[i];
    return (state){q[i], qd[i], qdd[i]};
}

/* Whether the motion at t is no longer on the piece of constant jerk that began with state `s` at `begin`. */
static bool has_left(const cdy_online_trajectory *trajectory, const wanted *w, int i, state s, double jerk,
                     double begin, double t)
{
    double now;
    const state got = evaluate(trajectory, t, i, &now), expected = advance(s, jerk, t - begin);
    const double a = fmin(w->acceleration[i], 1e3) + fabs(s.qdd);
    return fabs(now - jerk) > 1e-9 * w->jerk[i] || fabs(got.qdd - expected.qdd) > 1e-12 * a;
}

static void check_piece(const wanted *w, int i, state s, double jerk, double t)
{
    const double slack = 1e-9;
    ck_assert(keeps(s, jerk, t, w->velocity[i], w->acceleration[i], slack));
    ck_assert_double_le(fabs(jerk), w->jerk[i] * (1 + slack));
}

/* Checks coordinate i from `begin` (a time at which a brake is over) to the end, piece by piece: where a sample is no
 * longer on the piece before, the time at which that ended is found, so that every piece is followed to its end. */
static void check_limits(const cdy_online_trajectory *trajectory, const wanted *w, int i, double begin)
{
    const double T = cdy_online_trajectory_duration(trajectory) * (1 - 1e-15);
    double t = begin, jerk;
    state s = evaluate(trajectory, t, i, &jerk);
    for (int k = 1, jumps = 0; k <= SAMPLES && T > begin; k++) {
        const double end = k < SAMPLES ? begin + (T - begin) * k / (double)SAMPLES : T;
        while (jumps < 100 && has_left(trajectory, w, i, s, jerk, t, end)) {
            double low = t, high = end;
            for (int step = 0; step < 60; step++) {
                const double middle = (low + high) / 2;
                if (has_left(trajectory, w, i, s, jerk, t, middle)) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            check_piece(w, i, s, jerk, high - t);
            t = high;
            s = evaluate(trajectory, t, i, &jerk);
            jumps++;
        }
        ck_assert_int_lt(jumps, 100);
        check_piece(w, i, s, jerk, end - t);
        double next_jerk;
        const state expected = advance(s, jerk, end - t), got = evaluate(trajectory, end, i, &next_jerk);
        ck_assert_double_eq_tol(expected.q, got.q, 1e-9 * (1 + fabs(got.q)));
        ck_assert_double_eq_tol(expected.qd, got.qd, 1e-9 * (1 + w->velocity[i]));
        t = end;
        s = got;
        jerk = next_jerk;
    }
}

/* The state just before the end must be the goal's: the motion arrives by itself. */
static void check_ends(const cdy_online_trajectory *trajectory, const wanted *w, int i)
{
    const double T = cdy_online_trajectory_duration(trajectory);
    double jerk;
    const state begin = evaluate(trajectory, 0, i, &jerk);
    const double before = T * (1 - 1e-15);
    state end = evaluate(trajectory, before, i, &jerk);
    ck_assert_double_eq_tol(begin.q, w->q[i], same);
    ck_assert_double_eq_tol(begin.qd, w->qd[i], same);
    ck_assert_double_eq_tol(begin.qdd, w->qdd[i], same);
    end = advance(end, jerk, T - before);
    ck_assert_double_eq_tol(end.q, w->goal_q[i], 1e-9 * (1 + fabs(w->goal_q[i])));
    ck_assert_double_eq_tol(end.qd, w->goal_qd[i], 1e-9 * (1 + fabs(w->goal_qd[i])));
    ck_assert_double_eq_tol(end.qdd, w->goal_qdd[i], 1e-9 * (1 + fabs(w->goal_qdd[i])));
}

/* Whether a state in which the limits are kept, keeps them before and after at a jerk as large as they let it be. */
static bool is_inside(state s, double V, double J)
{
    return fabs(s.qd) + s.qdd * s.qdd / (2 * J) <= V;
}

/* Draws a motion of coordinate i that keeps limits which are drawn as well, and returns its duration: pieces of jerks
 * of at most the limit; `hard`: all as large as they may be, up, 0 and down in any order. */
static double try_motion(uint64_t *seed, bool hard, wanted *w, int i)
{
    const double J = w->jerk[i] = draw(seed, 0.5, 10), A = w->acceleration[i] = draw(seed, 0.3, 5),
                 V = w->velocity[i] = draw(seed, 0.2, 4);
    state s;
    do {
        s = (state){draw(seed, -2, 2), draw(seed, -V, V), draw(seed, -A, A)};
    } while (!is_inside(s, V, J));
    w->q[i] = s.q, w->qd[i] = s.qd, w->qdd[i] = s.qdd;
    double T = 0;
    const int pieces = 1 + (int)draw(seed, 0, PIECES);
    for (int k = 0; k < pieces; k++) {
        const double jerk = hard ? J * (double)((int)draw(seed, 0, 3) - 1) : draw(seed, -J, J);
        double t = draw(seed, 0, 1) * draw(seed, 0, 1);
        const state next = advance(s, jerk, t);
        if (keeps(s, jerk, t, V, A, 0)) {
            s = next;
            T += t;
        }
    }
    w->goal_q[i] = s.q, w->goal_qd[i] = s.qd, w->goal_qdd[i] = s.qdd;
    return is_inside(s, V, J) ? T : -1;
}

static double draw_motion(uint64_t *seed, bool hard, wanted *w, int i)
{
    double T;
    do {
        T = try_motion(seed, hard, w, i);
    } while (T < 0);
    return T;
}

/* No motion that keeps the limits is faster than what is planned, and each motion's duration is one that is possible.
 */
START_TEST(no_motion_is_faster_and_every_duration_is_found)
{
    enum { MOTIONS = UNLESS_WATCHED(20000, 1000) };
    cdy_online_trajectory *trajectory = make_planner(1);
    uint64_t seed = 11 + (uint64_t)_i;
    int equal = 0;
    for (int k = 0; k < MOTIONS; k++) {
        wanted w;
        const double T = draw_motion(&seed, _i == 1, &w, 0);
        cdy_online_motion motion = motion_of(&w);
        const double least = plan(trajectory, &motion);
        ck_assert_double_le(least, T * (1 + 1e-9) + 1e-9);
        equal += least > T * (1 - 1e-9);
        check_ends(trajectory, &w, 0);
        if (k % 40 == 0) {
            check_limits(trajectory, &w, 0, 0);
        }
        motion.least_duration = T;
        if (_i == 0 && k % 2) { /* a motion of exactly this duration exists, and is not on the verge of none */
            ck_assert_double_eq_tol(plan(trajectory, &motion), T, 1e-12 * T + same);
            check_ends(trajectory, &w, 0);
            if (k % 40 == 1) {
                check_limits(trajectory, &w, 0, 0);
            }
        }
    }
    ck_assert_int_ge(equal, _i == 1 ? MOTIONS / 20 : 0); /* many of full jerk are the fastest themselves */
    cdy_online_trajectory_destroy(trajectory);
}
END_TEST

/* A jerk that jumps twice at most between its limits is the fastest motion to rest (Pontryagin and others 1962, chapter
 * 3): its duration is found to rounding. */
START_TEST(motions_of_two_jumps_to_rest_are_the_fastest)
{
    enum { MOTIONS = UNLESS_WATCHED(5000, 300) };
    cdy_online_trajectory *trajectory = make_planner(1);
    uint64_t seed = 5;
    for (int k = 0; k < MOTIONS; k++) {
        wanted w = {.velocity = {HUGE_VAL}, .acceleration = {HUGE_VAL}, .jerk = {draw(&seed, 0.1, 20)}};
        state s = {draw(&seed, -2, 2), 0, 0};
        w.goal_q[0] = s.q;
        double T = 0, sign = draw(&seed, -1, 1) > 0 ? 1 : -1;
        for (int i = 0; i < 3; i++, sign = -sign) { /* backwards in time */
            const double t = draw(&seed, 0.05, 1);
            s = advance(s, sign * w.jerk[0], -t);
            T += t;
        }
        w.q[0] = s.q, w.qd[0] = s.qd, w.qdd[0] = s.qdd;
        const cdy_online_motion motion = motion_of(&w);
        ck_assert_double_eq_tol(plan(trajectory, &motion), T, 1e-9 * T);
        check_ends(trajectory, &w, 0);
    }
    cdy_online_trajectory_destroy(trajectory);
}
END_TEST

/* From rest to rest, by hand: seven pieces; without the limit of velocity; without that of acceleration. */
START_TEST(rest_to_rest_takes_the_times_of_the_formulas)
{
    static const struct {
        double way, V, A, J, T;
    } cases[] = {
        {10, 2, 1, 1, 10. / 2 + 2. / 1 + 1. / 1},            /* way / V + V / A + A / J */
        {2, HUGE_VAL, 1, 1, 4},                              /* A^3 / J^2 = 1: both ramps meet, 4 A / J */
        {12, HUGE_VAL, 1, 1, 1 + 7},                         /* A / J + sqrt((A / J)^2 + 4 way / A) */
        {32, HUGE_VAL, HUGE_VAL, 1, 4 * 2.5198420997897464}, /* 4 cbrt(way / (2 J)) */
        {5, 0.25, 1, 1, 5 / 0.25 + 2 * 0.5},                 /* way / V + 2 sqrt(V / J) */
        {-10, 2, 1, 1, 8},
        {0, 2, 1, 1, 0},
    };
    cdy_online_trajectory *trajectory = make_planner(1);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const wanted w = {.q = {3},
                          .goal_q = {3 + cases[k].way},
                          .velocity = {cases[k].V},
                          .acceleration = {cases[k].A},
                          .jerk = {cases[k].J}};
        const cdy_online_motion motion = motion_of(&w);
        ck_assert_double_eq_tol(plan(trajectory, &motion), cases[k].T, 1e-12 * cases[k].T + same);
        check_ends(trajectory, &w, 0);
    }
    cdy_online_trajectory_destroy(trajectory);
}
END_TEST

/* The motion of one coordinate of several. */
static wanted part_of(const wanted *w, int i)
{
    return (wanted){{w->q[i]},        {w->qd[i]},       {w->qdd[i]},          {w->goal_q[i]}, {w->goal_qd[i]},
                    {w->goal_qdd[i]}, {w->velocity[i]}, {w->acceleration[i]}, {w->jerk[i]}};
}

/* Motions of six coordinates arrive together, the slowest of them as fast as alone but where another cannot take just
 * that long. */
START_TEST(coordinates_arrive_together)
{
    enum { MOTIONS = UNLESS_WATCHED(1000, 60) };
    cdy_online_trajectory *all = make_planner(MOST), *one = make_planner(1);
    uint64_t seed = 3;
    for (int k = 0; k < MOTIONS; k++) {
        wanted w;
        double alone[MOST], slowest = 0;
        for (int i = 0; i < MOST; i++) {
            (void)draw_motion(&seed, false, &w, i);
            const wanted single = part_of(&w, i);
            const cdy_online_motion motion = motion_of(&single);
            alone[i] = plan(one, &motion);
            slowest = fmax(slowest, alone[i]);
        }
        const cdy_online_motion motion = motion_of(&w);
        const double T = plan(all, &motion);
        ck_assert_double_ge(T, slowest);
        for (int i = 0; i < MOST; i++) {
            ck_assert_double_eq_tol(cdy_online_trajectory_least_duration(all, i), alone[i], same);
            check_ends(all, &w, i);
            if (k % 40 == 0) {
                check_limits(all, &w, i, 0);
            }
        }
        if (T > slowest) { /* just before, some coordinate has no motion that takes so long */
            bool possible = true;
            for (int i = 0; i < MOST && possible; i++) {
                const wanted single = part_of(&w, i);
                cdy_online_motion part = motion_of(&single);
                part.least_duration = T * (1 - 1e-7);
                possible = plan(one, &part) < T * (1 - 5e-8);
            }
            ck_assert(!possible);
        }
    }
    cdy_online_trajectory_destroy(all);
    cdy_online_trajectory_destroy(one);
}
END_TEST

/* Planned again from a state on the way, the rest of the motion takes the rest of the time. */
START_TEST(planning_again_on_the_way_changes_nothing)
{
    enum { MOTIONS = UNLESS_WATCHED(3000, 200) };
    cdy_online_trajectory *trajectory = make_planner(1);
    uint64_t seed = 8;
    for (int k = 0; k < MOTIONS; k++) {
        wanted w;
        double jerk;
        (void)draw_motion(&seed, false, &w, 0);
        cdy_online_motion motion = motion_of(&w);
        const double T = plan(trajectory, &motion), t = T * draw(&seed, 0, 1);
        const state s = evaluate(trajectory, t, 0, &jerk);
        w.q[0] = s.q, w.qd[0] = s.qd, w.qdd[0] = s.qdd;
        ck_assert_double_eq_tol(plan(trajectory, &motion), T - t, 1e-4 * T + same);
    }
    cdy_online_trajectory_destroy(trajectory);
}
END_TEST

/* A start beyond the limits is led back at full jerk; behind the brake no limit is exceeded. */
START_TEST(brakes_lead_back_within_the_limits)
{
    enum { MOTIONS = UNLESS_WATCHED(3000, 200) };
    cdy_online_trajectory *trajectory = make_planner(1);
    uint64_t seed = 21;
    int braked = 0;
    for (int k = 0; k < MOTIONS; k++) {
        wanted w;
        (void)draw_motion(&seed, false, &w, 0);
        w.qd[0] = draw(&seed, -3, 3) * w.velocity[0];
        w.qdd[0] = draw(&seed, -3, 3) * w.acceleration[0];
        const cdy_online_motion motion = motion_of(&w);
        const double T = plan(trajectory, &motion), V = w.velocity[0], A = w.acceleration[0], J = w.jerk[0];
        /* at most: to an acceleration of 0, to A the other way, back below V at that, and to 0 again */
        const double v = fabs(w.qd[0]) + w.qdd[0] * w.qdd[0] / (2 * J);
        const double most = fmax(fabs(w.qdd[0]), A) / J + 2 * A / J + v / A + 2 * sqrt(v / J) + V / A;
        double begin = 0, jerk;
        const state first = evaluate(trajectory, 0, 0, &jerk);
        if (!(fabs(first.qd) <= V && fabs(first.qdd) <= A)) {
            braked++;
            ck_assert(fabs(jerk) >= J * (1 - 1e-12) || fabs(fabs(first.qdd) - A) < 1e-9);
        }
        while (begin < T) { /* the last time at which a limit is exceeded, by samples */
            begin += T / 1000;
            const state s = evaluate(trajectory, begin, 0, &jerk);
            if (fabs(s.qd) <= V * (1 + 1e-9) && fabs(s.qdd) <= A * (1 + 1e-9) &&
                fabs(s.qd + s.qdd * fabs(s.qdd) / (2 * J)) <= V * (1 + 1e-9)) {
                break;
            }
        }
        ck_assert_double_le(begin, most + T / 1000);
        check_limits(trajectory, &w, 0, begin);
        check_ends(trajectory, &w, 0);
    }
    ck_assert_int_ge(braked, MOTIONS / 3);
    cdy_online_trajectory_destroy(trajectory);
}
END_TEST

/* The units of time and length change nothing, nor do the signs, nor the direction of time. */
START_TEST(durations_scale_with_the_units)
{
    enum { MOTIONS = UNLESS_WATCHED(2000, 200) };
    cdy_online_trajectory *trajectory = make_planner(1);
    uint64_t seed = 31;
    for (int k = 0; k < MOTIONS; k++) {
        wanted w;
        (void)draw_motion(&seed, false, &w, 0);
        const cdy_online_motion motion = motion_of(&w);
        const double T = plan(trajectory, &motion);
        const double t = pow(10, draw(&seed, -2, 2)), l = pow(10, draw(&seed, -3, 3)) * (k % 2 ? 1 : -1);
        const wanted scaled = {{w.q[0] * l},
                               {w.qd[0] * l / t},
                               {w.qdd[0] * l / t / t},
                               {w.goal_q[0] * l},
                               {w.goal_qd[0] * l / t},
                               {w.goal_qdd[0] * l / t / t},
                               {w.velocity[0] * fabs(l) / t},
                               {w.acceleration[0] * fabs(l) / t / t},
                               {w.jerk[0] * fabs(l) / t / t / t}};
        const wanted back = {{w.goal_q[0]}, {-w.goal_qd[0]}, {w.goal_qdd[0]},     {w.q[0]},   {-w.qd[0]},
                             {w.qdd[0]},    {w.velocity[0]}, {w.acceleration[0]}, {w.jerk[0]}};
        const cdy_online_motion other = motion_of(&scaled), reverse = motion_of(&back);
        ck_assert_double_eq_tol(plan(trajectory, &other), T * t, 1e-6 * T * t + 1e-12);
        ck_assert_double_eq_tol(plan(trajectory, &reverse), T, 1e-6 * T + same);
    }
    cdy_online_trajectory_destroy(trajectory);
}
END_TEST

/* Behind the end the motion goes on with the goal's acceleration; before 0 it has not begun. */
START_TEST(beyond_the_ends_motions_go_on)
{
    const wanted w = {.q = {1}, .goal_q = {2}, .goal_qd = {0.5}, .goal_qdd = {0.25}, .jerk = {1}};
    cdy_online_trajectory *trajectory = make_planner(1);
    cdy_online_motion motion = motion_of(&w);
    double jerk;
    motion.velocity = motion.acceleration = NULL;
    const double T = plan(trajectory, &motion);
    const state after = evaluate(trajectory, T + 2, 0, &jerk), before = evaluate(trajectory, -1, 0, &jerk);
    ck_assert_double_eq_tol(after.q, 2 + 2 * 0.5 + 2 * 0.25, 1e-12);
    ck_assert_double_eq_tol(after.qd, 1, 1e-12);
    ck_assert_double_eq_tol(before.q, 1, same);
    cdy_online_trajectory_destroy(trajectory);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("online_trajectory");
    TCase *tests = add_case(suite, "motions", rest_to_rest_takes_the_times_of_the_formulas);
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, no_motion_is_faster_and_every_duration_is_found, 0, 2);
    tcase_add_test(tests, motions_of_two_jumps_to_rest_are_the_fastest);
    tcase_add_test(tests, coordinates_arrive_together);
    tcase_add_test(tests, planning_again_on_the_way_changes_nothing);
    tcase_add_test(tests, brakes_lead_back_within_the_limits);
    tcase_add_test(tests, durations_scale_with_the_units);
    tcase_add_test(tests, beyond_the_ends_motions_go_on);
    return run_suites(suite, NULL);
}
