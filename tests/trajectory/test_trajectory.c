/* Trajectories: closed forms, way points, rest, derivatives, limits, straight lines, errors. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 128, PROFILES = CDY_PROFILE_TIME_OPTIMAL };

/* Limits of all degrees of freedom alike. */
typedef struct limits {
    double velocity[MOST], acceleration[MOST];
} limits;

static limits even_limits(double velocity, double acceleration)
{
    limits l;
    for (int i = 0; i < MOST; i++) {
        l.velocity[i] = velocity;
        l.acceleration[i] = acceleration;
    }
    return l;
}

static cdy_trajectory *make_trajectory(const robot *r, size_t count, const double *q, cdy_profile profile,
                                       const limits *l)
{
    cdy_error error = {0};
    cdy_trajectory_options options = cdy_trajectory_options_default();
    cdy_trajectory *trajectory = NULL;
    options.profile = profile;
    options.velocity = l->velocity;
    options.acceleration = l->acceleration;
    ck_assert_ok(cdy_trajectory_create(r->model, count, q, &options, &trajectory, &error), error);
    return trajectory;
}

static void state_at(const cdy_trajectory *trajectory, double t, double *q, double *qd, double *qdd)
{
    cdy_error error = {0};
    ck_assert_ok(cdy_trajectory_evaluate(trajectory, t, q, qd, qdd, &error), error);
}

static robot make_slider(double lower, double upper)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("cart", "rail", CDY_JOINT_PRISMATIC);
    set_inertial(&body, 2, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    body.joint.limit = (cdy_limit){.given = true, .lower = lower, .upper = upper};
    add_body(tree, &body, "base");
    return make_robot(tree);
}

/* A distance d at speed v with acceleration a: d / v + v / a where it cruises, else 2 sqrt(d / a). */
START_TEST(trapezoids_take_the_time_of_the_closed_form)
{
    robot r = make_slider(-10, 10);
    const limits l = even_limits(0.5, 2);
    const double q[4] = {0, 1, 1, 0.99};
    cdy_trajectory *trajectory = make_trajectory(&r, 4, q, CDY_PROFILE_TRAPEZOID, &l);
    const double long_way = 1 / 0.5 + 0.5 / 2, short_way = 2 * sqrt(0.01 / 2);
    ck_assert_double_eq_tol(cdy_trajectory_duration(trajectory), long_way + short_way, 1e-12);
    ck_assert_double_eq_tol(cdy_trajectory_waypoint_time(trajectory, 1), long_way, 1e-9);
    ck_assert_double_eq_tol(cdy_trajectory_waypoint_time(trajectory, 2), long_way, 1e-9);
    double x, v, a;
    state_at(trajectory, 0.1, &x, &v, &a);
    ck_assert_double_eq_tol(x, 0.5 * 2 * 0.01, 1e-12);
    ck_assert_double_eq_tol(v, 0.2, 1e-12);
    ck_assert_double_eq_tol(a, 2, 1e-9);
    state_at(trajectory, 1, &x, &v, &a);
    ck_assert_double_eq_tol(x, 0.5 * 0.5 * 0.25 + 0.5 * 0.75, 1e-12);
    ck_assert_double_eq_tol(v, 0.5, 1e-12);
    ck_assert_double_eq_tol(a, 0, 1e-9);
    cdy_trajectory_destroy(trajectory);
    free_robot(&r);
}
END_TEST

/* From rest to rest the cubic is 3 u^2 - 2 u^3, the others are 10 u^3 - 15 u^4 + 6 u^5; the peaks tell the times. */
START_TEST(polynomials_from_rest_to_rest_are_those_of_the_books)
{
    robot r = make_slider(-10, 10);
    const limits fast = even_limits(1e9, 3);
    const double q[2] = {1, 3};
    double x, v, a;
    cdy_trajectory *cubic = make_trajectory(&r, 2, q, CDY_PROFILE_CUBIC, &fast);
    double T = sqrt(6 * 2 / 3.0);
    ck_assert_double_eq_tol(cdy_trajectory_duration(cubic), T, 1e-6);
    state_at(cubic, T / 4, &x, &v, &a);
    ck_assert_double_eq_tol(x, 1 + 2 * (3.0 / 16 - 2.0 / 64), 1e-6);
    cdy_trajectory_destroy(cubic);
    for (int profile = CDY_PROFILE_QUINTIC; profile <= CDY_PROFILE_MINIMUM_JERK; profile++) {
        cdy_trajectory *quintic = make_trajectory(&r, 2, q, (cdy_profile)profile, &fast);
        T = sqrt(10 / sqrt(3) * 2 / 3.0);
        ck_assert_double_eq_tol(cdy_trajectory_duration(quintic), T, 1e-6);
        state_at(quintic, T / 4, &x, &v, &a);
        ck_assert_double_eq_tol(x, 1 + 2 * (10.0 / 64 - 15.0 / 256 + 6.0 / 1024), 1e-6);
        ck_assert_double_eq_tol(v, 2 / T * (30.0 / 16 - 60.0 / 64 + 30.0 / 256), 1e-5);
        cdy_trajectory_destroy(quintic);
    }
    free_robot(&r);
}
END_TEST

/* The B-spline's acceleration is a broken line, 0 at both ends. */
START_TEST(b_splines_have_accelerations_that_are_broken_lines)
{
    robot r = make_slider(-10, 10);
    const limits l = even_limits(10, 1);
    const double q[2] = {0, 1};
    double x, v, a[3];
    cdy_trajectory *trajectory = make_trajectory(&r, 2, q, CDY_PROFILE_B_SPLINE, &l);
    const double T = cdy_trajectory_duration(trajectory);
    for (int i = 0; i < 3; i++) {
        state_at(trajectory, (0.05 + 0.1 * i) * T, &x, &v, &a[i]);
    }
    ck_assert_double_eq_tol(a[2] - a[1], a[1] - a[0], 1e-9);
    ck_assert_double_eq_tol(a[1], 3 * a[0], 1e-9);
    state_at(trajectory, T / 3, &x, &v, a);
    ck_assert_double_eq_tol(a[0], 1, 1e-6); /* the peak */
    state_at(trajectory, T / 2, &x, &v, a);
    ck_assert_double_eq_tol(x, 0.5, 1e-12);
    ck_assert_double_eq_tol(a[0], 0, 1e-9);
    cdy_trajectory_destroy(trajectory);
    free_robot(&r);
}
END_TEST

/* Splines through uneven way points are cubics between their knots, so that accelerations are broken lines: the cubic
 * profile's knots are the way points; the B-spline has further ones in the middle of the first and the last segment. */
START_TEST(splines_are_cubics_between_their_knots)
{
    enum { POINTS = 6 };
    const cdy_profile profiles[] = {CDY_PROFILE_CUBIC, CDY_PROFILE_B_SPLINE};
    static const double way[POINTS] = {0, 1, 1.3, 3, 2.5, -2};
    robot r = make_slider(-10, 10);
    const limits l = even_limits(2, 3);
    for (int number = 0; number < 2; number++) {
        double knots[POINTS + 2];
        int count = 0;
        cdy_trajectory *trajectory = make_trajectory(&r, POINTS, way, profiles[number], &l);
        for (size_t k = 0; k < POINTS; k++) {
            const double t = cdy_trajectory_waypoint_time(trajectory, k);
            if (number == 1 && (k == 1 || k + 1 == POINTS)) {
                knots[count] = (knots[count - 1] + t) / 2;
                count++;
            }
            knots[count++] = t;
        }
        for (int k = 0; k + 1 < count; k++) {
            const double h = knots[k + 1] - knots[k];
            double x, v, a[3];
            for (int i = 0; i < 3; i++) {
                state_at(trajectory, knots[k] + (0.1 + 0.4 * i) * h, &x, &v, &a[i]);
            }
            ck_assert_double_eq_tol((a[0] + a[2]) / 2, a[1], 1e-7);
        }
        double x, v, a;
        state_at(trajectory, 0, &x, &v, &a);
        ck_assert_double_eq_tol(v, 0, 1e-12);
        ck_assert(number == 0 || fabs(a) < 1e-9);
        cdy_trajectory_destroy(trajectory);
    }
    free_robot(&r);
}
END_TEST

/* Recorded durations through uneven way points: how segments share their times decides them. Where velocities have no
 * limit, the first durations are several times too short. */
START_TEST(durations_are_the_recorded_ones)
{
    static const struct {
        cdy_profile profile;
        double duration, without_velocities;
    } cases[] = {
        {CDY_PROFILE_CUBIC, 6.033835187, 6.59669221},
        {CDY_PROFILE_QUINTIC, 6.561517413, 6.651035185},
        {CDY_PROFILE_MINIMUM_JERK, 7.131806728, 6.633319878},
        {CDY_PROFILE_B_SPLINE, 8.35946088, 7.781693408},
    };
    static const double way[6] = {0, 1, 1.3, 3, 2.5, -2}, steps[6] = {0, 1e-3, 1, 1.001, 3, -2};
    robot r = make_slider(-10, 10);
    for (int without = 0; without < 2; without++) {
        const limits l = even_limits(without ? 1e9 : 2, 3);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            const double expected = without ? cases[i].without_velocities : cases[i].duration;
            cdy_trajectory *trajectory = make_trajectory(&r, 6, without ? steps : way, cases[i].profile, &l);
            const double duration = cdy_trajectory_duration(trajectory);
            ck_assert_msg(fabs(duration / expected - 1) < 1e-7, "%.10g s, not %.10g", duration, expected);
            cdy_trajectory_destroy(trajectory);
        }
    }
    free_robot(&r);
}
END_TEST

/* Through more way points the minimum-jerk curve has a continuous fourth derivative: its jerk has no kink. */
START_TEST(minimum_jerk_is_smooth_to_the_fourth_derivative)
{
    robot r = make_slider(-10, 10);
    const limits l = even_limits(1, 2);
    const double q[5] = {0, 1, -0.5, 0.2, 2}, h = 1e-3;
    cdy_trajectory *trajectory = make_trajectory(&r, 5, q, CDY_PROFILE_MINIMUM_JERK, &l);
    for (size_t k = 1; k < 4; k++) {
        const double t = cdy_trajectory_waypoint_time(trajectory, k);
        double a[5], x, v;
        for (int i = 0; i < 5; i++) {
            state_at(trajectory, t + h * (i - 2), &x, &v, &a[i]);
        }
        const double jerk_before = (a[2] - a[1]) / h, jerk_after = (a[3] - a[2]) / h;
        const double snap_before = (a[2] - 2 * a[1] + a[0]) / (h * h), snap_after = (a[4] - 2 * a[3] + a[2]) / (h * h);
        const double size = fabs(jerk_before) + fabs(snap_before) + 1;
        ck_assert_double_eq_tol(jerk_before, jerk_after, 0.02 * size);
        ck_assert_double_eq_tol(snap_before, snap_after, 0.05 * size);
    }
    cdy_trajectory_destroy(trajectory);
    free_robot(&r);
}
END_TEST

/* Random robots of all joint types, and way points not far from one another. */
static size_t draw_way_points(const robot *r, uint64_t *seed, size_t count, double *q)
{
    cdy_error error = {0};
    double step[MOST];
    cdy_random_configuration(r->model, seed, q);
    cdy_configuration_integrate(r->model, q, (double[MOST]){0}, q, &error); /* quaternions of unit length */
    for (size_t k = 1; k < count; k++) {
        double *next = q + k * (size_t)r->nq;
        draw_array(seed, 1, step, r->nv);
        ck_assert_ok(cdy_configuration_integrate(r->model, next - r->nq, step, next, &error), error);
        cdy_configuration_clamp(r->model, next);
    }
    return count;
}

/* Velocity and acceleration by differences of the configurations at t - h, t and t + h on the manifold. */
static void check_derivatives(const robot *r, const cdy_trajectory *trajectory, double t, double h)
{
    double q[3][MOST], qd[3][MOST], qdd[3][MOST], before[MOST], after[MOST];
    cdy_error error = {0};
    for (int i = 0; i < 3; i++) {
        state_at(trajectory, t + h * (i - 1), q[i], qd[i], qdd[i]);
    }
    ck_assert_ok(cdy_configuration_difference(r->model, q[1], q[0], before, &error), error);
    ck_assert_ok(cdy_configuration_difference(r->model, q[1], q[2], after, &error), error);
    for (int i = 0; i < r->nv; i++) {
        const double size = 1 + fabs(qd[1][i]) + fabs(qdd[1][i]);
        ck_assert_double_eq_tol((after[i] - before[i]) / (2 * h), qd[1][i], 2e-4 * size);
        ck_assert_double_eq_tol((qd[2][i] - qd[0][i]) / (2 * h), qdd[1][i], 2e-3 * size);
    }
}

static void check_motion(const robot *r, const cdy_trajectory *trajectory, size_t count, const double *points,
                         const limits *l)
{
    enum { SAMPLES = 150 };
    const double T = cdy_trajectory_duration(trajectory);
    double q[MOST], qd[MOST], qdd[MOST], step[MOST];
    cdy_error error = {0};
    ck_assert_double_gt(T, 0);
    double most = 0;
    for (int i = 0; i <= SAMPLES; i++) {
        state_at(trajectory, T * i / (double)SAMPLES, q, qd, qdd);
        ck_assert_int_eq(cdy_configuration_limit_violations(r->model, q, 2e-6, NULL), 0);
        for (int j = 0; j < r->nv; j++) {
            most = fmax(most, fmax(fabs(qd[j]) / l->velocity[j], fabs(qdd[j]) / l->acceleration[j]));
        }
    }
    ck_assert_double_le(most, 1 + 1e-6);
    ck_assert_double_ge(most, 0.7); /* and the limits are used, between the samples at least */
    for (int end = 0; end < 2; end++) {
        state_at(trajectory, end ? T : 0, q, qd, qdd);
        ck_assert_double_le(largest(qd, (size_t)r->nv), 1e-9);
    }
    for (size_t k = 0; k < count; k++) {
        state_at(trajectory, cdy_trajectory_waypoint_time(trajectory, k), q, qd, qdd);
        ck_assert_ok(cdy_configuration_difference(r->model, points + k * (size_t)r->nq, q, step, &error), error);
        ck_assert_double_le(largest(step, (size_t)r->nv), 1e-7);
    }
}

/* The velocities on both sides of a way point are equal, of joints of several degrees of freedom too; so are
 * accelerations, except for trapezoids, which begin and end there. */
static void check_joins(const robot *r, const cdy_trajectory *trajectory, size_t count, cdy_profile profile)
{
    const double h = 1e-8 * cdy_trajectory_duration(trajectory);
    for (size_t k = 1; k + 1 < count; k++) {
        const double t = cdy_trajectory_waypoint_time(trajectory, k);
        double q[MOST], before[2][MOST], after[2][MOST];
        state_at(trajectory, t - h, q, before[0], before[1]);
        state_at(trajectory, t + h, q, after[0], after[1]);
        ck_assert_near(after[0], before[0], (size_t)r->nv, 1e-5);
        if (profile != CDY_PROFILE_TRAPEZOID) {
            ck_assert_near(after[1], before[1], (size_t)r->nv, 1e-3);
        }
    }
}

START_TEST(every_profile_keeps_way_points_limits_and_derivatives)
{
    enum { POINTS = 5 };
    const cdy_profile profile = (cdy_profile)(_i % PROFILES);
    uint64_t seed = (uint64_t)_i + 100;
    robot r = make_robot(random_tree(seed, 3 + _i / PROFILES, RANDOM_JOINTS_ALL));
    double q[POINTS * MOST];
    limits l = even_limits(1.5, 4);
    draw_way_points(&r, &seed, POINTS, q);
    cdy_trajectory *trajectory = make_trajectory(&r, POINTS, q, profile, &l);
    check_motion(&r, trajectory, POINTS, q, &l);
    check_joins(&r, trajectory, POINTS, profile);
    const double T = cdy_trajectory_duration(trajectory);
    for (int i = 0; i < 20; i++) {
        const double t = T * (i + 0.317) / 20, h = 1e-6 * T;
        if (profile != CDY_PROFILE_TRAPEZOID) {
            check_derivatives(&r, trajectory, t, h);
        }
    }
    cdy_trajectory_destroy(trajectory);
    free_robot(&r);
}
END_TEST

/* A spline would overshoot the way point at the limit. */
START_TEST(splines_stay_within_position_limits)
{
    robot r = make_slider(0, 1);
    const limits l = even_limits(1, 1);
    const double q[5] = {0.5, 1, 1 - 1e-3, 0.2, 0};
    for (int profile = 0; profile <= PROFILES; profile++) {
        cdy_trajectory *trajectory = make_trajectory(&r, 5, q, (cdy_profile)profile, &l);
        double x, v, a;
        for (int i = 0; i <= 1000; i++) {
            state_at(trajectory, cdy_trajectory_duration(trajectory) * i / 1000, &x, &v, &a);
            ck_assert_double_le(x, 1 + 2e-6);
            ck_assert_double_ge(x, -2e-6);
        }
        cdy_trajectory_destroy(trajectory);
    }
    free_robot(&r);
}
END_TEST

/* A joint with a limit on one side alone keeps that one. */
START_TEST(splines_stay_within_a_limit_on_one_side)
{
    const limits l = even_limits(1, 1);
    for (int side = -1; side <= 1; side += 2) {
        robot r = make_slider(side < 0 ? -1 : -HUGE_VAL, side < 0 ? HUGE_VAL : 1);
        const double q[4] = {0, side, side * (1 - 1e-3), 0};
        for (int profile = 0; profile < PROFILES; profile++) {
            cdy_trajectory *trajectory = make_trajectory(&r, 4, q, (cdy_profile)profile, &l);
            double x, v, a;
            for (int i = 0; i <= 1000; i++) {
                state_at(trajectory, cdy_trajectory_duration(trajectory) * i / 1000, &x, &v, &a);
                ck_assert_double_le(side * x, 1 + 2e-6);
            }
            cdy_trajectory_destroy(trajectory);
        }
        free_robot(&r);
    }
}
END_TEST

START_TEST(scale_is_a_factor_of_velocities_and_accelerations)
{
    robot r = make_slider(-10, 10);
    const limits l = even_limits(0.5, 2), half = even_limits(0.25, 1);
    const double q[3] = {0, 1, 3};
    cdy_error error = {0};
    cdy_trajectory_options options = cdy_trajectory_options_default();
    options.velocity = l.velocity;
    options.acceleration = l.acceleration;
    options.scale = 0.5;
    for (int profile = 0; profile <= PROFILES; profile++) {
        cdy_trajectory *scaled, *slow = make_trajectory(&r, 3, q, (cdy_profile)profile, &half);
        options.profile = (cdy_profile)profile;
        ck_assert_ok(cdy_trajectory_create(r.model, 3, q, &options, &scaled, &error), error);
        ck_assert_double_eq_tol(cdy_trajectory_duration(scaled), cdy_trajectory_duration(slow), 1e-9);
        cdy_trajectory_destroy(scaled);
        cdy_trajectory_destroy(slow);
    }
    free_robot(&r);
}
END_TEST

/* One way point, or equal way points: a trajectory without motion and of duration 0. */
START_TEST(one_place_takes_no_time)
{
    robot r = make_slider(-10, 10);
    const limits l = even_limits(1, 1);
    const double q[3] = {0.25, 0.25, 0.25};
    for (int profile = 0; profile <= PROFILES; profile++) {
        cdy_trajectory *trajectory = make_trajectory(&r, 3, q, (cdy_profile)profile, &l);
        double x, v, a;
        ck_assert_double_eq(cdy_trajectory_duration(trajectory), 0);
        ck_assert_double_eq(cdy_trajectory_waypoint_time(trajectory, 2), 0);
        ck_assert(isnan(cdy_trajectory_waypoint_time(trajectory, 3)));
        state_at(trajectory, 0.1, &x, &v, &a);
        ck_assert_double_eq(x, 0.25);
        ck_assert_double_eq(v, 0);
        ck_assert_double_eq(a, 0);
        cdy_trajectory_destroy(trajectory);
    }
    ck_assert_double_eq(cdy_trajectory_duration(NULL), 0);
    cdy_trajectory_destroy(NULL);
    free_robot(&r);
}
END_TEST

/* Before its begin and after its end a trajectory is at rest; outputs that are NULL do not affect the others. */
/* Way points that are nearer than 1e-12 rad or m are one. */
START_TEST(near_way_points_are_one)
{
    robot r = make_slider(-10, 10);
    const limits l = even_limits(1, 1);
    for (int apart = 0; apart < 2; apart++) {
        const double q[3] = {0, apart ? 1.004e-12 : 0.996e-12, 0.5};
        cdy_trajectory *trajectory = make_trajectory(&r, 3, q, CDY_PROFILE_TRAPEZOID, &l);
        ck_assert_int_eq(cdy_trajectory_waypoint_time(trajectory, 1) > 0, apart);
        cdy_trajectory_destroy(trajectory);
    }
    free_robot(&r);
}
END_TEST

START_TEST(evaluation_rests_beyond_the_ends)
{
    robot r = make_slider(-10, 10);
    const limits l = even_limits(1, 1);
    const double q[2] = {1, 2};
    cdy_trajectory *trajectory = make_trajectory(&r, 2, q, CDY_PROFILE_CUBIC, &l);
    double x, v, a, only;
    cdy_error error = {0};
    state_at(trajectory, -1, &x, &v, &a);
    ck_assert_double_eq(x, 1);
    ck_assert_double_eq(a, 0);
    state_at(trajectory, 1e9, &x, &v, &a);
    ck_assert_double_eq(x, 2);
    ck_assert_double_eq(v, 0);
    const double t = cdy_trajectory_duration(trajectory) / 3;
    state_at(trajectory, t, &x, &v, &a);
    state_at(trajectory, t, &only, NULL, NULL);
    ck_assert_double_eq(only, x);
    state_at(trajectory, t, NULL, &only, NULL);
    ck_assert_double_eq(only, v);
    state_at(trajectory, t, NULL, NULL, &only);
    ck_assert_double_eq(only, a);
    ck_assert_int_eq(cdy_trajectory_evaluate(trajectory, (double)NAN, &x, &v, &a, &error), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_trajectory_evaluate(NULL, 0, &x, &v, &a, &error), CDY_ERROR_ARGUMENT);
    cdy_trajectory_destroy(trajectory);
    free_robot(&r);
}
END_TEST

START_TEST(evaluation_does_not_allocate)
{
    uint64_t seed = 3;
    robot r = make_robot(random_tree(5, 6, RANDOM_JOINTS_ALL));
    const limits l = even_limits(1, 1);
    double q[4 * MOST], state[3][MOST];
    draw_way_points(&r, &seed, 4, q);
    for (int profile = 0; profile < PROFILES; profile++) {
        cdy_trajectory *trajectory = make_trajectory(&r, 4, q, (cdy_profile)profile, &l);
        const size_t calls = heap_count().calls;
        for (int i = 0; i < 100; i++) {
            cdy_trajectory_evaluate(trajectory, 0.01 * i, state[0], state[1], state[2], NULL);
        }
        ck_assert_uint_eq(heap_count().calls, calls);
        cdy_trajectory_destroy(trajectory);
    }
    free_robot(&r);
}
END_TEST

/* ---- straight lines ---- */

static const double line_q[6] = {0.3, -1.2, 1.5, -1.8, -1.5, 0.2};

/* Placements of the UR5e's tool: three corners of a square, and a turn on the spot. */
static size_t square(const robot *r, int frame, double *T)
{
    cdy_error error = {0};
    ck_assert_ok(cdy_get_transform(r->model, r->work, frame, 0, line_q, T, &error), error);
    for (int k = 1; k < 4; k++) {
        memcpy(T + 16 * k, T + 16 * (k - 1), 16 * sizeof *T);
    }
    T[16 + 3] += 0.1;
    T[32 + 3] += 0.1;
    T[32 + 7] += 0.15;
    memcpy(T + 48, T + 32, 16 * sizeof *T);
    for (int i = 0; i < 3; i++) { /* a right angle about the tool's z */
        T[48 + 4 * i] = T[32 + 4 * i + 1];
        T[48 + 4 * i + 1] = -T[32 + 4 * i];
    }
    return 4;
}

/* The distance between a point and the line through a and b. */
static double distance_from_line(const double *T, const double *a, const double *b)
{
    double along[3], off[3], dot = 0, length = 0, distance = 0;
    for (int i = 0; i < 3; i++) {
        along[i] = b[4 * i + 3] - a[4 * i + 3];
        off[i] = T[4 * i + 3] - a[4 * i + 3];
        dot += along[i] * off[i];
        length += along[i] * along[i];
    }
    for (int i = 0; i < 3; i++) {
        const double rest = off[i] - (length > 0 ? dot / length * along[i] : 0);
        distance = hypot(distance, rest);
    }
    return distance;
}

START_TEST(the_tool_follows_straight_lines_within_limits)
{
    robot r = load_bundled_robot("universalUR5e");
    const int frame = cdy_model_find_frame(r.model, "tool0");
    const limits l = even_limits(1, 3);
    double T[64], now[16], q[6], qd[6], qdd[6];
    cdy_error error = {0};
    const size_t count = square(&r, frame, T);
    cdy_trajectory_options options = cdy_trajectory_options_default();
    options.velocity = l.velocity;
    options.acceleration = l.acceleration;
    options.profile = (cdy_profile)_i;
    cdy_trajectory *trajectory;
    ck_assert_ok(cdy_trajectory_create_lines(r.model, frame, count, T, line_q, &options, &trajectory, &error), error);
    const double duration = cdy_trajectory_duration(trajectory);
    double most = 0;
    for (int i = 0; i <= 300; i++) {
        const double t = duration * i / 300;
        size_t line = 0;
        while (line < 2 && t > cdy_trajectory_waypoint_time(trajectory, line + 1)) {
            line++;
        }
        state_at(trajectory, t, q, qd, qdd);
        ck_assert_ok(cdy_get_transform(r.model, r.work, frame, 0, q, now, &error), error);
        ck_assert_double_le(distance_from_line(now, T + 16 * line, T + 16 * (line + 1)), 1e-5);
        for (int j = 0; j < 6; j++) {
            most = fmax(most, fmax(fabs(qd[j]), fabs(qdd[j]) / 3));
        }
    }
    ck_assert_double_le(most, 1.001);
    ck_assert_double_ge(most, 0.6);
    for (size_t k = 0; k < count; k++) {
        state_at(trajectory, cdy_trajectory_waypoint_time(trajectory, k), q, qd, qdd);
        ck_assert_ok(cdy_get_transform(r.model, r.work, frame, 0, q, now, &error), error);
        ck_assert_near(now, T + 16 * k, 16, 1e-6);
        ck_assert_double_le(largest(qd, 6), 1e-6);
    }
    cdy_trajectory_destroy(trajectory);
    free_robot(&r);
}
END_TEST

/* The largest distance of the tool from the line through the first two placements. */
static double largest_distance(robot *r, int frame, const cdy_trajectory *trajectory, const double *T)
{
    double most = 0, q[6], now[16];
    cdy_error error = {0};
    for (int i = 0; i <= 500; i++) {
        state_at(trajectory, cdy_trajectory_duration(trajectory) * i / 500, q, NULL, NULL);
        ck_assert_ok(cdy_get_transform(r->model, r->work, frame, 0, q, now, &error), error);
        most = fmax(most, distance_from_line(now, T, T + 16));
    }
    return most;
}

/* Longer lines take more points: the fewest would be off by more than 1e-5 m. */
START_TEST(long_lines_are_as_straight)
{
    robot r = load_bundled_robot("universalUR5e");
    const int frame = cdy_model_find_frame(r.model, "tool0");
    double T[64];
    cdy_error error = {0};
    square(&r, frame, T);
    memcpy(T + 16, T, 16 * sizeof *T);
    T[16 + 7] += 0.35;
    const limits l = even_limits(1, 3);
    cdy_trajectory_options options = cdy_trajectory_options_default();
    options.velocity = l.velocity;
    options.acceleration = l.acceleration;
    cdy_trajectory *trajectory;
    ck_assert_ok(cdy_trajectory_create_lines(r.model, frame, 2, T, line_q, &options, &trajectory, &error), error);
    ck_assert_double_le(largest_distance(&r, frame, trajectory, T), 1e-5);
    cdy_trajectory_destroy(trajectory);
    free_robot(&r);
}
END_TEST

/* The placement of a cart at z on its rail. */
static void place_cart(double z, double T[16])
{
    const double placed[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, z, 0, 0, 0, 1};
    memcpy(T, placed, sizeof placed);
}

static cdy_status follow_rail(const robot *r, size_t count, const double *z, cdy_profile profile, const limits *l,
                              cdy_trajectory **trajectory, cdy_error *error)
{
    double T[4 * 16];
    cdy_trajectory_options options = cdy_trajectory_options_default();
    options.profile = profile;
    options.velocity = l->velocity;
    options.acceleration = l->acceleration;
    for (size_t i = 0; i < count; i++) {
        place_cart(z[i], T + 16 * i);
    }
    return cdy_trajectory_create_lines(r->model, 1, count, T, NULL, &options, trajectory, error);
}

/* A cart on a rail passes each line as the books say: from rest to rest over d = 2 m with 3 m/s2 at most. After a third
 * of the time the cubic is at 3/9 - 2/27 of the way; the quintic at 10/27 - 15/81 + 6/243; the B-spline, whose
 * acceleration rises to 9 d / T^2 there, at 9/54. */
START_TEST(carts_follow_lines_as_the_books_say)
{
    static const struct {
        cdy_profile profile;
        double peak, third; /* acceleration in d / T^2, way in d */
    } cases[] = {
        {CDY_PROFILE_CUBIC, 6, 3.0 / 9 - 2.0 / 27},
        {CDY_PROFILE_QUINTIC, 5.773502691896258, 10.0 / 27 - 15.0 / 81 + 6.0 / 243},
        {CDY_PROFILE_MINIMUM_JERK, 5.773502691896258, 10.0 / 27 - 15.0 / 81 + 6.0 / 243},
        {CDY_PROFILE_B_SPLINE, 9, 1.0 / 6},
    };
    robot r = make_slider(-10, 10);
    const limits l = even_limits(1e9, 3);
    const double z[3] = {1, 3, 1};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_error error = {0};
        cdy_trajectory *trajectory = NULL;
        ck_assert_ok(follow_rail(&r, 3, z, cases[i].profile, &l, &trajectory, &error), error);
        const double T = sqrt(cases[i].peak * 2 / 3);
        ck_assert_double_eq_tol(cdy_trajectory_duration(trajectory) / (2 * T), 1.001,
                                1.5e-3); /* peaks are of samples */
        const double line = cdy_trajectory_waypoint_time(trajectory, 1);
        for (int k = 0; k < 4; k++) {
            double x, v, a;
            const double way = k % 2 ? 1 - cases[i].third : cases[i].third;
            state_at(trajectory, (k + 1 + k / 2) * line / 3, &x, &v, &a);
            ck_assert_double_eq_tol(x, k < 2 ? 1 + 2 * way : 3 - 2 * way, 1e-8);
        }
        cdy_trajectory_destroy(trajectory);
    }
    free_robot(&r);
}
END_TEST

/* Placements that are nearer than 1e-10 to the one before are that one. */
START_TEST(equal_placements_are_one)
{
    robot r = make_slider(-10, 10);
    const limits l = even_limits(1, 1);
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    const double same[3] = {0, 0.996e-10, -0.996e-10}, apart[2] = {0, 1.004e-10};
    ck_assert_ok(follow_rail(&r, 3, same, CDY_PROFILE_CUBIC, &l, &trajectory, &error), error);
    ck_assert_double_eq(cdy_trajectory_duration(trajectory), 0);
    ck_assert_double_eq(cdy_trajectory_waypoint_time(trajectory, 2), 0);
    cdy_trajectory_destroy(trajectory);
    ck_assert_ok(follow_rail(&r, 2, apart, CDY_PROFILE_CUBIC, &l, &trajectory, &error), error);
    ck_assert_double_gt(cdy_trajectory_duration(trajectory), 0);
    cdy_trajectory_destroy(trajectory);
    free_robot(&r);
}
END_TEST

/* The joints' accelerations have no jumps along a line, however many knots it has: from one of many times to the next
 * they change by little. */
START_TEST(accelerations_along_lines_are_continuous)
{
    enum { TIMES = 4000 };
    robot r = load_bundled_robot("universalUR5e");
    const int frame = cdy_model_find_frame(r.model, "tool0");
    const limits l = even_limits(1, 3);
    double T[64], before[6] = {0}, qdd[6], step = 0, most = 0;
    cdy_error error = {0};
    square(&r, frame, T);
    cdy_trajectory_options options = cdy_trajectory_options_default();
    options.velocity = l.velocity;
    options.acceleration = l.acceleration;
    options.profile = CDY_PROFILE_QUINTIC;
    cdy_trajectory *trajectory;
    ck_assert_ok(cdy_trajectory_create_lines(r.model, frame, 4, T, line_q, &options, &trajectory, &error), error);
    for (int i = 0; i <= TIMES; i++) {
        state_at(trajectory, cdy_trajectory_duration(trajectory) * i / (double)TIMES, NULL, NULL, qdd);
        step = fmax(step, largest_difference(qdd, before, 6));
        most = fmax(most, largest(qdd, 6));
        memcpy(before, qdd, sizeof qdd);
    }
    ck_assert_msg(step < 0.02 * most, "a jump of %g in accelerations of up to %g", step, most);
    cdy_trajectory_destroy(trajectory);
    free_robot(&r);
}
END_TEST

START_TEST(lines_that_cannot_be_followed_are_told)
{
    robot r = load_bundled_robot("universalUR5e");
    const int frame = cdy_model_find_frame(r.model, "tool0");
    const limits l = even_limits(1, 3);
    double T[64];
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    square(&r, frame, T);
    cdy_trajectory_options options = cdy_trajectory_options_default();
    options.velocity = l.velocity;
    options.acceleration = l.acceleration;
    T[16 + 3] += 5; /* out of reach */
    ck_assert_int_eq(cdy_trajectory_create_lines(r.model, frame, 2, T, line_q, &options, &trajectory, &error),
                     CDY_ERROR_NUMERIC);
    ck_assert_ptr_nonnull(strstr(error.text, "line 1 of 'tool0' leaves the reach of the robot"));
    ck_assert_ptr_null(trajectory);
    T[16 + 15] = 2; /* no placement */
    ck_assert_int_eq(cdy_trajectory_create_lines(r.model, frame, 2, T, line_q, &options, &trajectory, &error),
                     CDY_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "placement 2"));
    ck_assert_int_eq(cdy_trajectory_create_lines(r.model, 99, 2, T, line_q, &options, &trajectory, &error),
                     CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_trajectory_create_lines(r.model, frame, 0, T, line_q, &options, &trajectory, &error),
                     CDY_ERROR_ARGUMENT);
    free_robot(&r);
}
END_TEST

/* Two links of 1 m in the horizontal plane, and a line of their tip through y = 0 from x = 1.5 on. */
static robot make_planar_arm(double T[32], double y, double x_end)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body first = make_body("upper", "shoulder", CDY_JOINT_CONTINUOUS);
    cdy_body second = make_body("lower", "elbow", CDY_JOINT_CONTINUOUS),
             tip = make_body("tip", "weld", CDY_JOINT_FIXED);
    cdy_body turn = make_body("hand", "wrist", CDY_JOINT_CONTINUOUS);
    set_origin(&second, 1, 0, 0, 0, 0, 0);
    set_origin(&turn, 1, 0, 0, 0, 0, 0);
    add_body(tree, &first, "base");
    add_body(tree, &second, "upper");
    add_body(tree, &turn, "lower");
    add_body(tree, &tip, "hand");
    const double placed[32] = {1, 0, 0, 1.5,   0, 1, 0, y, 0, 0, 1, 0, 0, 0, 0, 1,
                               1, 0, 0, x_end, 0, 1, 0, y, 0, 0, 1, 0, 0, 0, 0, 1};
    memcpy(T, placed, sizeof placed);
    return make_robot(tree);
}

static cdy_status follow_line(const robot *r, const double *T, cdy_trajectory **trajectory, cdy_error *error)
{
    const double start[3] = {0.7, -1.4, 0.7};
    const limits l = even_limits(1, 3);
    cdy_trajectory_options options = cdy_trajectory_options_default();
    options.velocity = l.velocity;
    options.acceleration = l.acceleration;
    return cdy_trajectory_create_lines(r->model, cdy_model_find_frame(r->model, "tip"), 2, T, start, &options,
                                       trajectory, error);
}

/* The tip passes the axis of the shoulder at 0.1 um, half way: the joints would have to turn there. */
START_TEST(a_line_through_a_singularity_is_told)
{
    double T[32];
    robot r = make_planar_arm(T, 1e-7, -1.5);
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    ck_assert_fails(follow_line(&r, T, &trajectory, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_msg(
        strstr(error.text, "line 1 of 'tip' comes too near a singularity at 50.01 % of its length, where joint '"),
        "%s", error.text);
    const char *fix = strstr(error.text, " rad at once and the smallest singular value of the Jacobian is ");
    double end = 0, begin = 0, least = 1;
    ck_assert_msg(fix != NULL, "%s", error.text);
    ck_assert_int_eq(sscanf(strstr(fix, "Jacobian is ") + 12, "%lf; expected a line that keeps away", &least), 1);
    ck_assert_double_le(least, 1e-3); /* about the tip's distance from the axis: a step of 3 m / 4096 at most */
    ck_assert_int_eq(
        sscanf(strstr(fix, "ends at ") + 8, "%lf %%, a motion of the joints, and a line from %lf", &end, &begin), 2);
    /* The tip at a distance of x from the axis turns the shoulder by y / (x^2 + y^2) dx, which y = 0.1 um does not do
     * from the next point on. */
    ck_assert_msg(end > 49.8 && end < 50 && begin > 50 && begin < 50.2, "from %g to %g %%", end, begin);
    ck_assert_ptr_null(trajectory);
    free_robot(&r);
}
END_TEST

/* A line to x = 2.5 leaves the disk of radius 2 after half of its length, whatever the points that were tried. */
START_TEST(where_a_line_leaves_the_reach_is_told)
{
    double T[32];
    robot r = make_planar_arm(T, 0, 2.5);
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    ck_assert_fails(follow_line(&r, T, &trajectory, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_msg(strstr(error.text, "line 1 of 'tip' leaves the reach of the robot at 50 % of its length"), "%s",
                  error.text);
    free_robot(&r);
}
END_TEST

/* 20 mm beside the axis the joints have time to turn. */
START_TEST(a_line_near_a_singularity_is_followed)
{
    double T[32], most = 0;
    robot r = make_planar_arm(T, 0.02, -1.5);
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    ck_assert_ok(follow_line(&r, T, &trajectory, &error), error);
    for (int i = 0; i <= 5000; i++) {
        double q[3], now[16];
        state_at(trajectory, cdy_trajectory_duration(trajectory) * i / 5000, q, NULL, NULL);
        ck_assert_ok(cdy_get_transform(r.model, r.work, 4, 0, q, now, &error), error);
        most = fmax(most, fabs(now[7] - 0.02));
    }
    ck_assert_double_le(most, 1e-5);
    cdy_trajectory_destroy(trajectory);
    free_robot(&r);
}
END_TEST

/* ---- arguments ---- */

static void expect_refusal(const robot *r, size_t count, const double *q, const cdy_trajectory_options *options,
                           const char *words)
{
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    ck_assert_int_eq(cdy_trajectory_create(r->model, count, q, options, &trajectory, &error), CDY_ERROR_ARGUMENT);
    ck_assert_ptr_null(trajectory);
    ck_assert_msg(strstr(error.text, words) != NULL, "'%s' lacks '%s'", error.text, words);
}

START_TEST(what_makes_no_trajectory_is_refused)
{
    robot r = make_slider(-1, 1);
    const limits l = even_limits(1, 1);
    double q[2] = {0, 1}, none[MOST] = {0};
    cdy_trajectory_options options = cdy_trajectory_options_default();
    options.velocity = l.velocity;
    expect_refusal(&r, 0, q, &options, "way points");
    for (int profile = 0; profile <= PROFILES; profile++) {
        options.profile = (cdy_profile)profile;
        expect_refusal(&r, 2, q, &options, "nothing bounds");
        expect_refusal(&r, 2, q, NULL, "nothing bounds");
    }
    options.acceleration = l.acceleration;
    q[1] = 1.5;
    expect_refusal(&r, 2, q, &options, "way point 2 has joint 'rail' at 1.5 m, outside of its limits");
    q[1] = (double)INFINITY;
    expect_refusal(&r, 2, q, &options, "way point 2 has a number that is not finite");
    q[1] = 1;
    options.scale = 0;
    expect_refusal(&r, 2, q, &options, "scale");
    options.scale = 1e-10;
    expect_refusal(&r, 2, q, &options, "the scale is 1e-10; expected a number above 0, 1e-09 to 1e+09");
    options.scale = 1e10;
    expect_refusal(&r, 2, q, &options, "scale");
    options.scale = 1;
    none[0] = 1e-60;
    options.acceleration = none;
    expect_refusal(&r, 2, q, &options, "limit of acceleration of joint 'rail' is 1e-60");
    options.acceleration = l.acceleration;
    none[0] = 0;
    options.velocity = none;
    expect_refusal(&r, 2, q, &options, "limit of velocity of joint 'rail' is 0");
    options.velocity = l.velocity;
    options.profile = (cdy_profile)9;
    expect_refusal(&r, 2, q, &options, "no profile 9");
    free_robot(&r);
}
END_TEST

/* Every allocation of making a trajectory fails once: an error, no leak, and no trajectory. */
START_TEST(running_out_of_memory_is_an_error)
{
    robot r = load_bundled_robot("universalUR5e");
    const int frame = cdy_model_find_frame(r.model, "tool0");
    const limits l = even_limits(1, 3);
    double T[64], q[12] = {0};
    cdy_error error = {0};
    square(&r, frame, T);
    memcpy(q + 6, line_q, sizeof line_q);
    cdy_trajectory_options options = cdy_trajectory_options_default();
    options.velocity = l.velocity;
    options.acceleration = l.acceleration;
    for (int profile = 0; profile <= PROFILES; profile++) {
        for (int lines = 0; lines < 2; lines++) {
            const size_t live = heap_count().live;
            bool failed = heap_is_counted();
            options.profile = (cdy_profile)profile;
            for (size_t number = 1; failed; number += 1 + number / 20) {
                cdy_trajectory *trajectory = NULL;
                heap_fail_at(number);
                const cdy_status status =
                    lines ? cdy_trajectory_create_lines(r.model, frame, 2, T, line_q, &options, &trajectory, &error)
                          : cdy_trajectory_create(r.model, 2, q, &options, &trajectory, &error);
                failed = heap_has_failed();
                heap_fail_at(0);
                ck_assert_int_eq(status, failed ? CDY_ERROR_MEMORY : CDY_OK);
                cdy_trajectory_destroy(trajectory);
                ck_assert_uint_eq(heap_count().live, live);
            }
        }
    }
    free_robot(&r);
}
END_TEST

/* ---- limits of a tree ---- */

START_TEST(limits_are_those_of_the_file)
{
    static const char urdf[] =
        "<robot name='r' version='1.2'><link name='a'/><link name='b'/><link name='c'/><link name='d'/>"
        "<joint name='j' type='revolute'><parent link='a'/><child link='b'/>"
        "<limit lower='-1' upper='1' effort='5' velocity='2' acceleration='3'/></joint>"
        "<joint name='k' type='revolute'><parent link='a'/><child link='c'/><mimic joint='j' multiplier='-4'/>"
        "<limit lower='-9' upper='9' effort='7' velocity='4'/></joint>"
        "<joint name='l' type='continuous'><parent link='a'/><child link='d'/></joint></robot>";
    cdy_error error = {0};
    robot r = {.tree = NULL};
    ck_assert_ok(cdy_load_text(urdf, strlen(urdf), "r", NULL, &r.tree, &error), error);
    ck_assert_ok(cdy_model_create(r.tree, &r.model, &error), error);
    double velocity[2], acceleration[2], effort[2];
    ck_assert_ok(cdy_tree_motion_limits(r.tree, r.model, velocity, acceleration, effort, &error), error);
    ck_assert_double_eq(velocity[0], 1); /* the follower turns four times as fast */
    ck_assert_double_eq(acceleration[0], 3);
    ck_assert_double_eq(effort[0], 5);
    ck_assert(isinf(velocity[1]) && isinf(acceleration[1]) && isinf(effort[1]));
    ck_assert_ok(cdy_tree_motion_limits(r.tree, r.model, NULL, NULL, NULL, &error), error);
    robot other = make_slider(0, 1);
    ck_assert_int_eq(cdy_tree_motion_limits(other.tree, r.model, velocity, NULL, NULL, &error), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_tree_motion_limits(NULL, r.model, velocity, NULL, NULL, &error), CDY_ERROR_ARGUMENT);
    free_robot(&other);
    free_robot(&r);
}
END_TEST

/* ---- limits of followers ---- */

/* Joint j from -3 to 3 with follower k = -2 j + 0.5 from -1.5 to 2.5, so that j must stay from -1 to 1, and l, which
 * contradicts j and has no part in it. */
static robot load_followers(void)
{
    static const char urdf[] =
        "<robot name='r'><link name='a'/><link name='b'/><link name='c'/><link name='d'/>"
        "<joint name='j' type='revolute'><parent link='a'/><child link='b'/>"
        "<limit lower='-3' upper='3' effort='5' velocity='2'/></joint>"
        "<joint name='k' type='revolute'><parent link='b'/><child link='c'/><axis xyz='0 1 0'/><mimic joint='j' "
        "multiplier='-2' offset='0.5'/><limit lower='-1.5' upper='2.5' effort='7' velocity='4'/></joint>"
        "<joint name='l' type='revolute'><parent link='a'/><child link='d'/><mimic joint='j' offset='9'/>"
        "<limit lower='-1' upper='1' effort='7' velocity='4'/></joint></robot>";
    cdy_error error = {0};
    robot r = {.tree = NULL};
    ck_assert_ok(cdy_load_text(urdf, strlen(urdf), "r", NULL, &r.tree, &error), error);
    ck_assert_ok(cdy_model_create(r.tree, &r.model, &error), error);
    return r;
}

/* Limits and scales at opposite ends of their ranges give a trajectory of finite numbers. */
START_TEST(extreme_limits_make_trajectories)
{
    static const double extremes[][3] = {{1e-50, 1e-50, 1e-9}, {1e50, 1e50, 1e9}, {1e-50, 1e50, 1},
                                         {1e50, 1e-50, 1},     {1, 1e50, 1e9},    {1, 1e-50, 1e-9}};
    robot r = make_slider(-10, 10);
    const double q[3] = {0, 1, 0.5};
    for (size_t i = 0; i < sizeof extremes / sizeof *extremes; i++) {
        const limits l = even_limits(extremes[i][0], extremes[i][1]);
        cdy_error error = {0};
        cdy_trajectory_options options = cdy_trajectory_options_default();
        cdy_trajectory *trajectory;
        options.profile = (cdy_profile)_i;
        options.velocity = l.velocity;
        options.acceleration = l.acceleration;
        options.scale = extremes[i][2];
        const cdy_status status = cdy_trajectory_create(r.model, 3, q, &options, &trajectory, &error);
        if (status && _i == CDY_PROFILE_TIME_OPTIMAL) { /* ramps may be too short for the stages */
            ck_assert_msg(strstr(error.text, "the fastest motion") != NULL, "%s", error.text);
            continue;
        }
        ck_assert_ok(status, error);
        const double T = cdy_trajectory_duration(trajectory);
        ck_assert(isfinite(T) && T > 0);
        for (int k = 0; k <= 20; k++) {
            double x, v, a;
            state_at(trajectory, T * k / 20, &x, &v, &a);
            ck_assert(isfinite(v) && isfinite(a));
            ck_assert_double_le(fabs(v), 1.001 * options.scale * l.velocity[0]);
            ck_assert_double_le(fabs(a), 1.001 * options.scale * l.acceleration[0]);
        }
        cdy_trajectory_destroy(trajectory);
    }
    free_robot(&r);
}
END_TEST

START_TEST(followers_keep_their_position_limits)
{
    enum { SAMPLES = 1000 };
    robot r = load_followers();
    const limits l = even_limits(2, 5);
    const double q[] = {-0.9, 0.99, 0.98, -1, 0};
    cdy_trajectory *trajectory = make_trajectory(&r, 5, q, (cdy_profile)_i, &l);
    double least = 0, most = 0;
    for (int i = 0; i <= SAMPLES; i++) {
        double x, v, a;
        state_at(trajectory, cdy_trajectory_duration(trajectory) * i / (double)SAMPLES, &x, &v, &a);
        least = fmin(least, x);
        most = fmax(most, x);
    }
    ck_assert_double_ge(least, -1 - 2e-6);
    ck_assert_double_le(most, 1 + 2e-6);
    cdy_trajectory_destroy(trajectory);
    free_robot(&r);
}
END_TEST

START_TEST(way_points_beyond_the_limits_of_followers_are_told)
{
    robot r = load_followers();
    const double q[] = {0, 1.5};
    cdy_error error = {0};
    cdy_trajectory *trajectory;
    ck_assert_int_eq(cdy_trajectory_create(r.model, 2, q, NULL, &trajectory, &error), CDY_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "way point 2 has joint 'j' at 1.5 rad, where joint 'k', which follows it, is at -2.5 "
                                 "and outside of its limits; expected -1 to 1");
    /* A line of the follower's link, whose frame turns with j and k: inverse kinematics respects the limits of both. */
    double T[32];
    const double ends[2] = {0, 1.2};
    cdy_workspace *workspace;
    const int frame = cdy_model_find_frame(r.model, "c");
    ck_assert_ok(cdy_workspace_create(r.model, &workspace, &error), error);
    for (int i = 0; i < 2; i++) {
        ck_assert_ok(cdy_get_transform(r.model, workspace, frame, 0, ends + i, T + (ptrdiff_t)16 * i, &error), error);
    }
    const limits l = even_limits(2, 5);
    cdy_trajectory_options options = cdy_trajectory_options_default();
    options.acceleration = l.acceleration;
    memcpy(T, T + 16, 16 * sizeof *T); /* the first placement is beyond the limits */
    ck_assert_int_eq(cdy_trajectory_create_lines(r.model, frame, 2, T, ends + 1, &options, &trajectory, &error),
                     CDY_ERROR_NUMERIC);
    ck_assert_msg(strstr(error.text, "leaves the reach of the robot"), "%s", error.text);
    cdy_workspace_destroy(workspace);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trajectory");
    TCase *forms = add_case(suite, "closed forms", trapezoids_take_the_time_of_the_closed_form);
    tcase_add_test(forms, polynomials_from_rest_to_rest_are_those_of_the_books);
    tcase_add_test(forms, b_splines_have_accelerations_that_are_broken_lines);
    tcase_add_test(forms, splines_are_cubics_between_their_knots);
    tcase_add_test(forms, durations_are_the_recorded_ones);
    tcase_add_test(forms, minimum_jerk_is_smooth_to_the_fourth_derivative);
    TCase *motions = tcase_create("motions");
    suite_add_tcase(suite, motions);
    tcase_add_loop_test(motions, every_profile_keeps_way_points_limits_and_derivatives, 0,
                        PROFILES * UNLESS_WATCHED(12, 3));
    tcase_add_test(motions, splines_stay_within_position_limits);
    tcase_add_test(motions, splines_stay_within_a_limit_on_one_side);
    tcase_add_loop_test(motions, followers_keep_their_position_limits, 0, PROFILES + 1);
    tcase_add_loop_test(motions, extreme_limits_make_trajectories, 0, PROFILES + 1);
    tcase_add_test(motions, scale_is_a_factor_of_velocities_and_accelerations);
    tcase_add_test(motions, one_place_takes_no_time);
    tcase_add_test(motions, near_way_points_are_one);
    tcase_add_test(motions, evaluation_rests_beyond_the_ends);
    tcase_add_test(motions, evaluation_does_not_allocate);
    TCase *lines = tcase_create("lines");
    suite_add_tcase(suite, lines);
    tcase_add_loop_test(lines, the_tool_follows_straight_lines_within_limits, 0, PROFILES + 1);
    tcase_add_test(lines, long_lines_are_as_straight);
    tcase_add_test(lines, carts_follow_lines_as_the_books_say);
    tcase_add_test(lines, equal_placements_are_one);
    tcase_add_test(lines, accelerations_along_lines_are_continuous);
    tcase_add_test(lines, lines_that_cannot_be_followed_are_told);
    tcase_add_test(lines, a_line_through_a_singularity_is_told);
    tcase_add_test(lines, where_a_line_leaves_the_reach_is_told);
    tcase_add_test(lines, a_line_near_a_singularity_is_followed);
    TCase *arguments = add_case(suite, "arguments", what_makes_no_trajectory_is_refused);
    tcase_add_test(arguments, running_out_of_memory_is_an_error);
    tcase_add_test(arguments, limits_are_those_of_the_file);
    tcase_add_test(arguments, way_points_beyond_the_limits_of_followers_are_told);
    return run_suites(suite, NULL);
}
