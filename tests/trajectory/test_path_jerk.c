/* Time-optimal timing with limits of jerk: closed forms, limits in samples beside an independent inverse dynamics, and
 * what larger limits of jerk tend to. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"
#include "trajectory/speed_spline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16 };
static const double none = HUGE_VAL;

typedef struct problem {
    robot r;
    double velocity[MOST], acceleration[MOST], effort[MOST], jerk[MOST];
} problem;

static void fill(double *limits, int n, double value)
{
    for (int i = 0; i < n; i++) {
        limits[i] = value;
    }
}

static cdy_trajectory_options options_of(const problem *p)
{
    cdy_trajectory_options options = cdy_trajectory_options_default();
    options.profile = CDY_PROFILE_TIME_OPTIMAL;
    options.velocity = p->velocity;
    options.acceleration = p->acceleration;
    options.effort = p->effort;
    options.jerk = p->jerk;
    return options;
}

static cdy_trajectory *make_with(const problem *p, size_t count, const double *q, const cdy_trajectory_options *options)
{
    cdy_trajectory *trajectory;
    cdy_error error = {0};
    ck_assert_ok(cdy_trajectory_create(p->r.model, count, q, options, &trajectory, &error), error);
    return trajectory;
}

static cdy_trajectory *make(const problem *p, size_t count, const double *q)
{
    const cdy_trajectory_options options = options_of(p);
    return make_with(p, count, q, &options);
}

static double duration_of(const problem *p, size_t count, const double *q)
{
    cdy_trajectory *trajectory = make(p, count, q);
    const double T = cdy_trajectory_duration(trajectory);
    cdy_trajectory_destroy(trajectory);
    return T;
}

/* A cart of 2 kg on a vertical rail, without limits. */
static problem make_cart(double g)
{
    cdy_tree *tree = make_tree("base", g);
    cdy_body body = make_body("cart", "rail", CDY_JOINT_PRISMATIC);
    set_inertial(&body, 2, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "base");
    problem p = {.r = make_robot(tree)};
    fill(p.velocity, MOST, none);
    fill(p.acceleration, MOST, none);
    fill(p.effort, MOST, none);
    fill(p.jerk, MOST, none);
    return p;
}

/* Time of a change of speed by v, from no acceleration to none. */
static double change_time(double v, double a, double j)
{
    return v > a * a / j ? v / a + a / j : 2 * sqrt(v / j);
}

/* The least time over a distance with accelerations up to `up` and decelerations up to `down`. */
static double rest_to_rest(double distance, double v, double up, double down, double j)
{
    double low = 0, high = v;
    for (int i = 0; i < 200; i++) {
        const double middle = (low + high) / 2;
        const double way = middle / 2 * (change_time(middle, up, j) + change_time(middle, down, j));
        low = way < distance ? middle : low;
        high = way < distance ? high : middle;
    }
    const double times = change_time(low, up, j) + change_time(low, down, j);
    return times + (distance - low / 2 * times) / low;
}

/* Seven pieces, six or four, by which limits bind; whatever the units. */
START_TEST(one_joint_takes_the_time_of_the_formula)
{
    static const double cases[][4] = {{2, 1e6, 3, 20},    {2, 0.8, 2, 15},     {1, 1e6, 1e6, 10},
                                      {3, 1e6, 5, 1e4},   {2, 0.5, 1e3, 7},    {1e-6, 1, 1e-3, 1e-2},
                                      {5e3, 20, 9, 0.25}, {1, 1e9, 1e20, 1e30}};
    problem p = make_cart(0);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const double *c = cases[k], q[2] = {0.5, 0.5 + c[0]};
        p.velocity[0] = c[1], p.acceleration[0] = c[2], p.jerk[0] = c[3];
        const double T = rest_to_rest(c[0], c[1], c[2], c[2], c[3]), made = duration_of(&p, 2, q);
        ck_assert_double_le(made, 1.004 * T);
        ck_assert_double_ge(made, T);
    }
    free_robot(&p.r);
}
END_TEST

/* Against gravity a force of 30 N leaves 15 - 9.81 m/s2 to rise, and 15 + 9.81 to brake. */
START_TEST(gravity_is_paid_for)
{
    problem p = make_cart(9.81);
    const double q[2] = {0, 1};
    p.effort[0] = 30;
    p.jerk[0] = 60;
    const double T = rest_to_rest(1, 1e3, 15 - 9.81, 15 + 9.81, 60), made = duration_of(&p, 2, q);
    ck_assert_double_le(made, 1.004 * T);
    ck_assert_double_ge(made, T);
    free_robot(&p.r);
}
END_TEST

/* ---- arms ---- */

static const char *const arms[] = {"universalUR5e", "kukaIiwa14", "omronEcobra600"};
enum { ARMS = sizeof arms / sizeof arms[0], MOST_POINTS = 6 };

/* An arm with the limits of its file and, where `drives`, damping and friction; way points in the middle of its range,
 * where the efforts hold its weight. */
static problem make_arm(int number, bool drives, uint64_t seed, size_t points, double *q)
{
    problem p = {.r = load_bundled_robot(arms[number])};
    cdy_error error = {0};
    double drawn[MOST];
    ck_assert_int_le(p.r.nv, MOST);
    ck_assert_ok(cdy_tree_motion_limits(p.r.tree, p.r.model, p.velocity, p.acceleration, p.effort, &error), error);
    fill(p.acceleration, p.r.nv, 15);
    fill(p.jerk, p.r.nv, 100);
    for (size_t k = 0; k < points; k++) {
        draw_array(&seed, 1, drawn, p.r.nq);
        for (int i = 0; i < p.r.nq; i++) {
            cdy_coordinate c;
            cdy_model_position(p.r.model, i, &c);
            const bool limited = isfinite(c.lower) && isfinite(c.upper);
            const double center = limited ? (c.lower + c.upper) / 2 : 0, half = limited ? (c.upper - c.lower) / 2 : 2;
            q[k * (size_t)p.r.nq + (size_t)i] = center + 0.35 * half * drawn[i];
        }
    }
    if (drives) {
        cdy_drive_options options = cdy_drive_options_default();
        options.damping = options.friction = true;
        ck_assert_ok(cdy_model_set_drives(p.r.model, &options, &error), error);
    }
    return p;
}

/* The largest share of a limit of velocity, acceleration or effort. */
static double usage(const problem *p, const double *q, const double *qd, const double *qdd)
{
    double tau[MOST], most = 0;
    cdy_error error = {0};
    ck_assert_ok(cdy_inverse_dynamics(p->r.model, p->r.work, q, qd, qdd, NULL, tau, &error), error);
    for (int i = 0; i < p->r.nv; i++) {
        most = fmax(most, fmax(fabs(qd[i]) / p->velocity[i],
                               fmax(fabs(qdd[i]) / p->acceleration[i], fabs(tau[i]) / p->effort[i])));
    }
    return most;
}

/* The largest share of a limit in evenly spaced samples; jerks are differences of accelerations, which are 0 before the
 * begin and behind the end. */
static double most_usage(const problem *p, const cdy_trajectory *trajectory, int samples)
{
    double q[MOST], qd[MOST], qdd[MOST], before[MOST] = {0}, most = 0;
    const double h = cdy_trajectory_duration(trajectory) / samples;
    for (int k = 0; k <= samples; k++) {
        cdy_error error = {0};
        ck_assert_ok(cdy_trajectory_evaluate(trajectory, k * h, q, qd, qdd, &error), error);
        most = fmax(most, usage(p, q, qd, qdd));
        for (int i = 0; i < p->r.nv; i++) {
            most = fmax(most, fabs(qdd[i] - before[i]) / (h * p->jerk[i]));
            before[i] = qdd[i];
        }
    }
    return most;
}

/* Whatever the limit of jerk, no sample exceeds a limit, and some limit is used nearly up. */
START_TEST(random_motions_keep_all_limits)
{
    const bool drives = _i >= ARMS;
    for (int trial = 0; trial < UNLESS_WATCHED(12, 2); trial++) {
        double q[MOST_POINTS * MOST];
        const size_t points = 2 + (size_t)trial % (MOST_POINTS - 1);
        problem p = make_arm(_i % ARMS, drives, (uint64_t)(7 + trial), points, q);
        fill(p.jerk, p.r.nv, 20 * pow(4, trial % 5));
        if (trial % 2 && p.effort[0] < HUGE_VAL) {
            fill(p.acceleration, p.r.nv, none);
        }
        cdy_trajectory *trajectory = make(&p, points, q);
        const double most = most_usage(&p, trajectory, 20000);
        ck_assert_double_le(most, 1);
        ck_assert_double_ge(most, 0.99);
        cdy_trajectory_destroy(trajectory);
        free_robot(&p.r);
    }
}
END_TEST

/* The way points are passed as without limits of jerk, at the times that are told. */
START_TEST(way_points_are_passed)
{
    double q[MOST_POINTS * MOST], there[MOST];
    problem p = make_arm(0, false, 3, MOST_POINTS, q);
    cdy_trajectory *trajectory = make(&p, MOST_POINTS, q);
    for (size_t k = 0; k < MOST_POINTS; k++) {
        cdy_error error = {0};
        const double t = cdy_trajectory_waypoint_time(trajectory, k);
        ck_assert_ok(cdy_trajectory_evaluate(trajectory, t, there, NULL, NULL, &error), error);
        ck_assert_near(there, q + k * (size_t)p.r.nq, (size_t)p.r.nq, 1e-8);
    }
    cdy_trajectory_destroy(trajectory);
    free_robot(&p.r);
}
END_TEST

/* With growing limits of jerk durations fall, to that without them. */
START_TEST(larger_jerks_tend_to_no_limit)
{
    double q[4 * MOST], before = HUGE_VAL;
    problem p = make_arm(_i, false, 5, 4, q);
    cdy_trajectory_options options = options_of(&p);
    options.jerk = NULL;
    cdy_trajectory *fastest = make_with(&p, 4, q, &options);
    const double T = cdy_trajectory_duration(fastest);
    cdy_trajectory_destroy(fastest);
    for (double jerk = 30; jerk < 1e7; jerk *= 10) {
        fill(p.jerk, p.r.nv, jerk);
        const double made = duration_of(&p, 4, q);
        ck_assert_double_ge(made, T * (1 - 1e-3));
        ck_assert_double_le(made, before * (1 + 2e-3));
        before = made;
    }
    ck_assert_double_le(before, 1.01 * T);
    free_robot(&p.r);
}
END_TEST

/* Between two way points the path is straight, and without efforts the fastest motion is that of seven pieces. */
START_TEST(straight_lines_are_as_fast_as_seven_pieces)
{
    for (uint64_t seed = 1; seed <= 5; seed++) {
        double q[2 * MOST];
        problem p = make_arm(_i, false, seed, 2, q);
        fill(p.effort, p.r.nv, none);
        const double made = duration_of(&p, 2, q);
        cdy_trajectory_options options = options_of(&p);
        options.profile = CDY_PROFILE_TRAPEZOID;
        cdy_trajectory *pieces = make_with(&p, 2, q, &options);
        ck_assert_double_ge(made, cdy_trajectory_duration(pieces) * (1 - 1e-9));
        ck_assert_double_le(made, cdy_trajectory_duration(pieces) * 1.004);
        cdy_trajectory_destroy(pieces);
        free_robot(&p.r);
    }
}
END_TEST

/* ---- friction ---- */

/* Two links in a plane, whose damping and friction take much of their efforts. */
static problem make_rubbing_arm(void)
{
    static const double inertia[6] = {0.1, 0, 0, 0.2, 0, 0.2}, mass[2] = {5, 3}, effort[2] = {40, 15},
                        damping[2] = {3, 1.5}, friction[2] = {12, 5};
    static const char *const names[3] = {"base", "upper", "lower"};
    cdy_tree *tree = make_tree("base", 9.81);
    for (int i = 0; i < 2; i++) {
        cdy_body body = make_body(names[i + 1], names[i + 1], CDY_JOINT_CONTINUOUS);
        set_origin(&body, i * 0.6, 0, 0, 0, 0, 0);
        set_inertial(&body, mass[i], 0.3, 0, 0, inertia);
        body.joint.dynamics = (cdy_joint_dynamics){.given = true, .damping = damping[i], .friction = friction[i]};
        add_body(tree, &body, names[i]);
    }
    problem p = {.r = make_robot(tree)};
    cdy_error error = {0};
    cdy_drive_options options = cdy_drive_options_default();
    options.damping = options.friction = true;
    ck_assert_ok(cdy_model_set_drives(p.r.model, &options, &error), error);
    fill(p.velocity, 2, 20);
    fill(p.acceleration, 2, none);
    memcpy(p.effort, effort, sizeof effort);
    return p;
}

/* The duration without damping, friction and limits of jerk; damping and friction act again then. */
static double time_without_drives(const problem *p, size_t count, const double *q)
{
    const cdy_drive_options off = cdy_drive_options_default();
    cdy_drive_options before;
    cdy_error error = {0};
    cdy_trajectory_options options = options_of(p);
    options.jerk = NULL;
    cdy_model_get_drives(p->r.model, &before);
    ck_assert_ok(cdy_model_set_drives(p->r.model, &off, &error), error);
    cdy_trajectory *trajectory = make_with(p, count, q, &options);
    ck_assert_ok(cdy_model_set_drives(p->r.model, &before, &error), error);
    const double T = cdy_trajectory_duration(trajectory);
    cdy_trajectory_destroy(trajectory);
    return T;
}

/* The friction is that of the motion's own speeds: no effort is exceeded, and with growing limits of jerk durations
 * fall to that without them. */
START_TEST(friction_is_that_of_the_speeds)
{
    static const double q[4 * 2] = {-1.5, -1, 0.2, 1.5, 1.4, -0.5, 0, 0.3};
    double before = HUGE_VAL;
    problem p = make_rubbing_arm();
    cdy_trajectory_options options = options_of(&p);
    options.jerk = NULL;
    cdy_trajectory *fastest = make_with(&p, 4, q, &options);
    const double T = cdy_trajectory_duration(fastest);
    cdy_trajectory_destroy(fastest);
    ck_assert_double_ge(T, 1.2 * time_without_drives(&p, 4, q));
    for (double jerk = 30; jerk < 2e6; jerk *= sqrt(10)) {
        fill(p.jerk, 2, jerk);
        cdy_trajectory *trajectory = make(&p, 4, q);
        const double made = cdy_trajectory_duration(trajectory);
        ck_assert_double_ge(made, T * (1 - 1e-3));
        ck_assert_double_le(made, before * (1 + 3e-3));
        ck_assert_double_le(most_usage(&p, trajectory, 20000), 1);
        cdy_trajectory_destroy(trajectory);
        before = made;
    }
    ck_assert_double_le(before, 1.01 * T);
    free_robot(&p.r);
}
END_TEST

/* ---- lines ---- */

/* A tool on straight lines, which stops where two meet. */
START_TEST(lines_keep_all_limits)
{
    const double q[3 * 6] = {0.2,  -1.4, 1.3, -1.2, -1.5, 0.3, 0.9,  -1.2, 1.5,
                             -1.7, -1.4, 0.1, -0.4, -1,   1.1, -1.3, -1.6, 0.6};
    double unused[6 * 2], T[3 * 16];
    problem p = make_arm(0, false, 1, 2, unused);
    cdy_error error = {0};
    cdy_trajectory *trajectory;
    const int tool = cdy_model_find_frame(p.r.model, "tool0");
    const cdy_trajectory_options options = options_of(&p);
    for (size_t k = 0; k < 3; k++) {
        ck_assert_ok(cdy_get_transform(p.r.model, p.r.work, tool, 0, q + 6 * k, T + 16 * k, &error), error);
    }
    ck_assert_ok(cdy_trajectory_create_lines(p.r.model, tool, 3, T, q, &options, &trajectory, &error), error);
    ck_assert_double_le(most_usage(&p, trajectory, 20000), 1);
    cdy_trajectory_destroy(trajectory);
    free_robot(&p.r);
}
END_TEST

/* ---- calls ---- */

START_TEST(faults_are_named)
{
    problem p = make_cart(9.81);
    const double q[2] = {0, 1};
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    p.jerk[0] = 50;
    cdy_trajectory_options options = options_of(&p);
    ck_assert_fails(cdy_trajectory_create(p.r.model, 2, q, &options, &trajectory, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "nothing bounds accelerations or efforts"));
    p.effort[0] = 19;
    ck_assert_fails(cdy_trajectory_create(p.r.model, 2, q, &options, &trajectory, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, "no speed keeps the joints within their limits"));
    p.effort[0] = 30;
    options.blend = 0.1;
    ck_assert_fails(cdy_trajectory_create(p.r.model, 2, q, &options, &trajectory, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "blends join straight lines"));
    ck_assert_ptr_null(trajectory);
    free_robot(&p.r);
}
END_TEST

/* A body that floats has accelerations of which no one rate is bounded. */
START_TEST(joints_of_several_degrees_of_freedom_are_refused)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("float", "free", CDY_JOINT_FLOATING);
    set_inertial(&body, 2, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "base");
    problem p = {.r = make_robot(tree)};
    const double q[14] = {1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0};
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    fill(p.velocity, MOST, none);
    fill(p.acceleration, MOST, 2);
    fill(p.effort, MOST, none);
    fill(p.jerk, MOST, none);
    cdy_trajectory_destroy(make(&p, 2, q)); /* without limits of jerk it is as ever */
    p.jerk[3] = 5;
    const cdy_trajectory_options options = options_of(&p);
    ck_assert_fails(cdy_trajectory_create(p.r.model, 2, q, &options, &trajectory, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "joint 'free' has several degrees of freedom"));
    free_robot(&p.r);
}
END_TEST

START_TEST(failing_allocations_are_reported)
{
    problem p = make_cart(0);
    const double q[3] = {0, 1, 0.5};
    bool done = !heap_is_counted();
    p.acceleration[0] = 3;
    p.jerk[0] = 20;
    const cdy_trajectory_options options = options_of(&p);
    for (size_t k = 1; k < 2000 && !done; k += k < 80 ? 1 : 13) {
        cdy_trajectory *trajectory = NULL;
        cdy_error error = {0};
        heap_fail_at(k);
        const cdy_status status = cdy_trajectory_create(p.r.model, 3, q, &options, &trajectory, &error);
        done = !heap_has_failed();
        heap_fail_at(0);
        ck_assert_int_eq(status, done ? CDY_OK : CDY_ERROR_MEMORY);
        cdy_trajectory_destroy(trajectory);
    }
    ck_assert(done);
    free_robot(&p.r);
}
END_TEST

/* ---- speed splines ---- */

/* A spline on more knots is the same curve; its value and derivatives are those of one another. */
START_TEST(finer_splines_are_the_same_curve)
{
    enum { N = 5 };
    static const double at[N + 1] = {0, 0.3, 0.4, 1, 1.7, 2}, c[N + 2] = {1, 2, 0.5, 3, 1, 4, 2};
    speed_spline coarse, fine;
    ck_assert(cdy_speed_spline_create(&coarse, N) && cdy_speed_spline_create(&fine, 3 * N));
    memcpy(coarse.at, at, sizeof at);
    memcpy(coarse.c, c, sizeof c);
    for (size_t i = 0; i < 3 * N; i++) {
        fine.at[i] = at[i / 3] + (at[i / 3 + 1] - at[i / 3]) * (double)(i % 3) / 3.5;
    }
    fine.at[3 * N] = at[N];
    cdy_speed_spline_refine(&coarse, &fine);
    for (size_t i = 0; i < 3 * N; i++) {
        for (int k = 0; k <= 4; k++) {
            const double t = fine.at[i] + (fine.at[i + 1] - fine.at[i]) * k / 4, h = 1e-6;
            const double begin = at[i / 3], width = at[i / 3 + 1] - begin;
            double x[3], y[3], z[3];
            cdy_speed_spline_evaluate(&coarse, i / 3, (t - begin) / width, x);
            cdy_speed_spline_evaluate(&fine, i, k / 4., y);
            ck_assert_near(x, y, 3, 1e-11);
            cdy_speed_spline_evaluate(&coarse, i / 3, (t + h - begin) / width, z);
            ck_assert_double_eq_tol((z[0] - x[0]) / h, x[1], 1e-3);
            ck_assert_double_eq_tol((z[1] - x[1]) / h, x[2], 1e-3);
        }
    }
    cdy_speed_spline_clear(&coarse);
    cdy_speed_spline_clear(&fine);
}
END_TEST

/* A spline ends in its last coefficient, however small beside the others, and begins in its first. */
START_TEST(splines_end_in_their_coefficients)
{
    enum { N = 3 };
    static const double at[N + 1] = {0, 0.1, 0.37, 0.4003}, c[N + 2] = {1e-19, 240, 730, 28, 3e-17};
    speed_spline s;
    double x[3];
    ck_assert(cdy_speed_spline_create(&s, N));
    memcpy(s.at, at, sizeof at);
    memcpy(s.c, c, sizeof c);
    cdy_speed_spline_evaluate(&s, 0, 0, x);
    ck_assert_double_eq(x[0], c[0]);
    cdy_speed_spline_evaluate(&s, N - 1, 1, x);
    ck_assert_double_eq(x[0], c[N + 1]);
    cdy_speed_spline_clear(&s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("path_jerk");
    TCase *tests = add_case(suite, "formulas", one_joint_takes_the_time_of_the_formula);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, gravity_is_paid_for);
    tests = add_case(suite, "arms", way_points_are_passed);
    tcase_set_timeout(tests, 200);
    tcase_add_loop_test(tests, random_motions_keep_all_limits, 0, 2 * ARMS);
    tcase_add_loop_test(tests, larger_jerks_tend_to_no_limit, 0, ARMS);
    tcase_add_loop_test(tests, straight_lines_are_as_fast_as_seven_pieces, 0, ARMS);
    tcase_add_test(tests, friction_is_that_of_the_speeds);
    tcase_add_test(tests, lines_keep_all_limits);
    tests = add_case(suite, "calls", faults_are_named);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, joints_of_several_degrees_of_freedom_are_refused);
    tcase_add_test(tests, failing_allocations_are_reported);
    tests = add_case(suite, "splines", finer_splines_are_the_same_curve);
    tcase_add_test(tests, splines_end_in_their_coefficients);
    return run_suites(suite, NULL);
}
