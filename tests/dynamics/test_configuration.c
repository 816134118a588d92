/* Configurations: home and random. */
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
static const double inf = (double)INFINITY;

static void add_limited(cdy_tree *tree, const char *name, cdy_joint_type type, double lower, double upper)
{
    cdy_body body = make_body(name, name, type);
    body.joint.limit = (cdy_limit){true, lower, upper, 0, 0};
    add_body(tree, &body, "base");
}

/* One joint of each kind of range, in the order of their names. */
static robot make_sample(void)
{
    cdy_tree *tree = make_tree("base", 0);
    add_limited(tree, "a_about_zero", CDY_JOINT_REVOLUTE, -1, 2);
    add_limited(tree, "b_above", CDY_JOINT_REVOLUTE, 0.5, 2);
    add_limited(tree, "c_below", CDY_JOINT_PRISMATIC, -3, -0.25);
    add_limited(tree, "d_reversed", CDY_JOINT_REVOLUTE, 4, 3);
    add_limited(tree, "e_point", CDY_JOINT_PRISMATIC, 0.125, 0.125);
    add_limited(tree, "f_continuous", CDY_JOINT_CONTINUOUS, 1, 2);
    cdy_body body = make_body("g_unlimited", "g_unlimited", CDY_JOINT_REVOLUTE);
    add_body(tree, &body, "base");
    body = make_body("h_planar", "h_planar", CDY_JOINT_PLANAR);
    add_body(tree, &body, "base");
    body = make_body("i_floating", "i_floating", CDY_JOINT_FLOATING);
    add_body(tree, &body, "base");
    body = make_body("j_follower", "j_follower", CDY_JOINT_REVOLUTE);
    body.joint.mimic = (cdy_mimic){"a_about_zero", 1, 0};
    add_body(tree, &body, "base");
    add_limited(tree, "k_last", CDY_JOINT_PRISMATIC, 7, 8);
    return make_robot(tree);
}

START_TEST(home_is_zero_or_the_nearest_limit)
{
    const double expected[18] = {0, 0.5, -0.25, 3, 0.125, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 7};
    double q[18];
    robot r = make_sample();
    ck_assert_int_eq(r.nq, 18);
    memset(q, 0x55, sizeof q);
    cdy_home_configuration(r.model, q);
    ck_assert_near(q, expected, 18, 0);
    free_robot(&r);
}
END_TEST

START_TEST(random_configurations_keep_the_limits)
{
    enum { COUNT = 3000 };
    const double lower[18] = {-1, 0.5, -3, 3, 0.125, -pi, -pi, -pi, -pi, -pi, -1, -1, -1, -1, -pi, -pi, -pi, 7};
    const double upper[18] = {2, 2, -0.25, 4, 0.125, pi, pi, pi, pi, pi, 1, 1, 1, 1, pi, pi, pi, 8};
    double least[18], most[18], q[18];
    uint64_t seed = 11;
    int outside = 0;
    robot r = make_sample();
    memcpy(least, upper, sizeof least);
    memcpy(most, lower, sizeof most);
    for (int i = 0; i < COUNT; i++) {
        cdy_random_configuration(r.model, &seed, q);
        for (int k = 0; k < 18; k++) {
            outside += !(q[k] >= lower[k] && q[k] <= upper[k]);
            least[k] = fmin(least[k], q[k]);
            most[k] = fmax(most[k], q[k]);
        }
        double norm = q[10] * q[10] + q[11] * q[11] + q[12] * q[12] + q[13] * q[13];
        outside += !(fabs(norm - 1) < 1e-14);
    }
    ck_assert_int_eq(outside, 0);
    for (int k = 0; k < 18; k++) { /* random configurations use the whole range */
        double range = upper[k] - lower[k];
        ck_assert(least[k] <= lower[k] + 0.03 * range && most[k] >= upper[k] - 0.03 * range);
    }
    free_robot(&r);
}
END_TEST

/* ---- limits of followers ---- */

static void add_follower(cdy_tree *tree, const char *name, const char *leader, double multiplier, double offset,
                         double lower, double upper)
{
    cdy_body body = make_body(name, name, CDY_JOINT_REVOLUTE);
    body.joint.limit = (cdy_limit){true, lower, upper, 0, 0};
    body.joint.mimic = (cdy_mimic){leader, multiplier, offset};
    add_body(tree, &body, "base");
}

/* a: [-1, 1], and 2 a + 0.5 in [0, 1.5], so that a is in [-0.25, 0.5]; -a in [-0.4, 5], so that a <= 0.4. b: without
 * limits, and -b/2 in [-2, 1], so that b is in [-2, 4].  c: the limits of its followers exclude its own, so that c
 * keeps its own. */
static const double led_lower[3] = {-0.25, -2, 3}, led_upper[3] = {0.4, 4, 4};

static robot make_led(void)
{
    cdy_tree *tree = make_tree("base", 0);
    add_limited(tree, "a", CDY_JOINT_REVOLUTE, -1, 1);
    cdy_body body = make_body("b", "b", CDY_JOINT_REVOLUTE);
    add_body(tree, &body, "base");
    add_limited(tree, "c", CDY_JOINT_PRISMATIC, 3, 4);
    add_follower(tree, "f1", "a", 2, 0.5, 0, 1.5);
    add_follower(tree, "f2", "a", -1, 0, -0.4, 5);
    add_follower(tree, "f3", "b", -0.5, 0, -2, 1);
    add_follower(tree, "f4", "c", 1, 0, 7, 8);
    add_follower(tree, "f5", "c", 1, 0, 4, 8); /* a common range of one point is no range either */
    return make_robot(tree);
}

START_TEST(followers_keep_their_limits)
{
    const double *lower = led_lower, *upper = led_upper;
    double least[3] = {9, 9, 9}, most[3] = {-9, -9, -9}, q[3];
    uint64_t seed = 11;
    robot r = make_led();
    ck_assert_int_eq(r.nq, 3);
    for (int i = 0; i < 3000; i++) {
        cdy_random_configuration(r.model, &seed, q);
        for (int k = 0; k < 3; k++) {
            least[k] = fmin(least[k], q[k]);
            most[k] = fmax(most[k], q[k]);
        }
    }
    for (int k = 0; k < 3; k++) {
        const double range = upper[k] - lower[k];
        ck_assert(least[k] >= lower[k] && least[k] <= lower[k] + 0.01 * range);
        ck_assert(most[k] <= upper[k] && most[k] >= upper[k] - 0.01 * range);
    }
    free_robot(&r);
}
END_TEST

/* Positions of the leaders, the number of coordinates outside their limits, their indices, and the clamped positions.
 */
static const struct {
    double q[3];
    int count, outside[3];
    double moved[3];
} clamped[] = {
    {{0.4, 4, 4}, 0, {0}, {0.4, 4, 4}},           {{-0.25, -2, 3}, 0, {0}, {-0.25, -2, 3}},
    {{0.45, 4.1, 3.5}, 2, {0, 1}, {0.4, 4, 3.5}}, {{-0.3, -3, 3.5}, 2, {0, 1}, {-0.25, -2, 3.5}},
    {{0.9, 0, 7.5}, 2, {0, 2}, {0.4, 0, 4}},      {{5, 9, 2}, 3, {0, 1, 2}, {0.4, 4, 3}},
    {{-5, -9, 9}, 3, {0, 1, 2}, {-0.25, -2, 4}},
};

START_TEST(leaders_are_clamped_for_their_followers)
{
    int outside[3] = {-1, -1, -1};
    double q[3];
    robot r = make_led();
    memcpy(q, clamped[_i].q, sizeof q);
    ck_assert_int_eq(cdy_configuration_limit_violations(r.model, q, 0, outside), clamped[_i].count);
    for (int k = 0; k < clamped[_i].count; k++) {
        ck_assert_int_eq(outside[k], clamped[_i].outside[k]);
    }
    ck_assert_int_eq(cdy_configuration_clamp(r.model, q), clamped[_i].count);
    for (int k = 0; k < 3; k++) {
        ck_assert_double_eq_tol(q[k], clamped[_i].moved[k], 1e-15);
    }
    ck_assert_int_eq(cdy_configuration_clamp(r.model, q), 0);
    ck_assert_int_eq(cdy_configuration_limit_violations(r.model, q, 0, NULL), 0);
    free_robot(&r);
}
END_TEST

/* The follower whose limits matter may be the last body. */
START_TEST(the_last_follower_counts)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        cdy_tree *tree = make_tree("base", 0);
        add_limited(tree, "a", CDY_JOINT_REVOLUTE, -1, 1);
        add_follower(tree, "z", "a", 2, 0, -1, 1);
        robot r = make_robot(tree);
        double q = 0.9 * sign;
        ck_assert_int_eq(cdy_configuration_clamp(r.model, &q), 1);
        ck_assert_double_eq(q, 0.5 * sign);
        free_robot(&r);
    }
}
END_TEST

START_TEST(random_configurations_follow_from_their_seed)
{
    double a[18], b[18], c[18];
    uint64_t seed = 5, same = 5, other = 6;
    robot r = make_sample();
    cdy_random_configuration(r.model, &seed, a);
    cdy_random_configuration(r.model, &same, b);
    ck_assert_mem_eq(a, b, sizeof a);
    ck_assert_uint_eq(seed, same);
    cdy_random_configuration(r.model, &other, c);
    ck_assert(memcmp(a, c, sizeof a) != 0);
    cdy_random_configuration(r.model, &seed, b); /* the next of the sequence is another */
    ck_assert(memcmp(a, b, sizeof a) != 0);
    free_robot(&r);
}
END_TEST

/* A joint with one limit has a range of 2 pi beside it, and at least from -pi or to pi. With the same seed every range
 * is divided alike: that of the first joint from 0 to 1 tells how. */
START_TEST(open_ranges_end_a_turn_beyond_the_limit)
{
    const double turn = 2 * pi;
    const struct {
        double given[2], meant[2];
    } ranges[] = {{{-inf, inf}, {-pi, pi}},      {{-inf, 5}, {-pi, 5}},     {{-inf, 1}, {1 - turn, 1}},
                  {{-inf, -4}, {-4 - turn, -4}}, {{2, inf}, {2, 2 + turn}}, {{-4, inf}, {-4, pi}},
                  {{4, inf}, {4, 4 + turn}},     {{-0.5, 3}, {-0.5, 3}}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        double shares[2], q[2];
        for (int open = 0; open < 2; open++) {
            cdy_tree *tree = make_tree("base", 0);
            add_limited(tree, "a", CDY_JOINT_PRISMATIC, open ? ranges[i].given[0] : 0, open ? ranges[i].given[1] : 1);
            robot r = make_robot(tree);
            uint64_t seed = 9;
            for (int k = 0; k < 2; k++) {
                cdy_random_configuration(r.model, &seed, open ? &q[k] : &shares[k]);
            }
            free_robot(&r);
        }
        for (int k = 0; k < 2; k++) {
            const double *meant = ranges[i].meant;
            ck_assert_double_eq_tol(q[k], meant[0] + shares[k] * (meant[1] - meant[0]), 1e-13);
        }
    }
}
END_TEST

/* Uniform rotations have elements of R with mean 0 and mean square 1/3, and |w| of the quaternion with mean 4 / (3 pi);
 * each estimate is tested within five standard deviations. */
START_TEST(random_rotations_are_uniform)
{
    enum { COUNT = 20000 };
    double q[18], mean[9] = {0}, square[9] = {0}, w_mean = 0;
    uint64_t seed = 12;
    robot r = make_sample();
    for (int i = 0; i < COUNT; i++) {
        cdy_random_configuration(r.model, &seed, q);
        double w = q[10], x = q[11], y = q[12], z = q[13];
        const double R[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                             2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                             2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
        for (int k = 0; k < 9; k++) {
            mean[k] += R[k] / (double)COUNT;
            square[k] += R[k] * R[k] / (double)COUNT;
        }
        w_mean += fabs(w) / (double)COUNT;
    }
    for (int k = 0; k < 9; k++) {
        ck_assert_double_eq_tol(mean[k], 0, 5 * sqrt(1.0 / 3 / (double)COUNT));
        ck_assert_double_eq_tol(square[k], 1.0 / 3, 5 * sqrt((1.0 / 5 - 1.0 / 9) / (double)COUNT));
    }
    ck_assert_double_eq_tol(w_mean, 4 / (3 * pi), 5 * sqrt((0.25 - 16 / (9 * pi * pi)) / (double)COUNT));
    free_robot(&r);
}
END_TEST

/* Limits that a program may set: infinite on one side, or a range wider than the largest double. */
START_TEST(wide_limits_are_kept)
{
    static const double ranges[][2] = {{-inf, inf}, {-inf, -10}, {10, inf}, {-1e308, 1e308}, {1e300, 1e308}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        cdy_tree *tree = make_tree("base", 0);
        add_limited(tree, "slide", CDY_JOINT_PRISMATIC, ranges[i][0], ranges[i][1]);
        robot r = make_robot(tree);
        uint64_t seed = 4;
        double q = (double)NAN, home = (double)NAN;
        cdy_home_configuration(r.model, &home);
        ck_assert(isfinite(home) && home >= ranges[i][0] && home <= ranges[i][1]);
        for (int k = 0; k < 100; k++) {
            cdy_random_configuration(r.model, &seed, &q);
            ck_assert_msg(isfinite(q) && q >= ranges[i][0] && q <= ranges[i][1], "%g is not within %g to %g", q,
                          ranges[i][0], ranges[i][1]);
        }
        free_robot(&r);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("configuration");
    add_case(suite, "home", home_is_zero_or_the_nearest_limit);
    TCase *tests = add_case(suite, "random", random_configurations_keep_the_limits);
    tcase_add_test(tests, followers_keep_their_limits);
    tcase_add_loop_test(tests, leaders_are_clamped_for_their_followers, 0, sizeof clamped / sizeof *clamped);
    tcase_add_test(tests, the_last_follower_counts);
    tcase_add_test(tests, random_configurations_follow_from_their_seed);
    tcase_add_test(tests, open_ranges_end_a_turn_beyond_the_limit);
    tcase_add_test(tests, random_rotations_are_uniform);
    tcase_add_test(tests, wide_limits_are_kept);
    return run_suites(suite, NULL);
}
