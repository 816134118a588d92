/* Steps between configurations: turns and screws, differences, limits. */
#include "support/compare.h"
#include "support/naive.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TREES = 60, MOST = 400 };

static const double pi = 3.14159265358979323846;
static const double inf = (double)INFINITY;

static robot make_one(cdy_joint_type type)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("body", "joint", type);
    add_body(tree, &body, "base");
    return make_robot(tree);
}

static void integrate(const robot *r, const double *q, const double *step, double *next)
{
    cdy_error error = {0};
    ck_assert_ok(cdy_configuration_integrate(r->model, q, step, next, &error), error);
}

static void subtract(const robot *r, const double *q0, const double *q1, double *step)
{
    cdy_error error = {0};
    ck_assert_ok(cdy_configuration_difference(r->model, q0, q1, step, &error), error);
}

/* Checks that all placements at two configurations differ by at most `tolerance` of the largest number. */
static void check_same_pose(robot *r, const double *q0, const double *q1, double tolerance)
{
    cdy_error error = {0};
    size_t count = 16 * (size_t)cdy_model_frame_count(r->model);
    double *T0 = calloc(2 * count, sizeof *T0), *T1 = T0 + count;
    ck_assert_ok(cdy_forward_kinematics(r->model, r->work, q0, T0, &error), error);
    ck_assert_ok(cdy_forward_kinematics(r->model, r->work, q1, T1, &error), error);
    ck_assert_relative(T0, T1, count, tolerance);
    free(T0);
}

/* ---- random robots ---- */

START_TEST(a_difference_leads_from_one_to_the_other)
{
    robot r = make_robot(random_tree((uint64_t)_i + 7000, _i + 1, RANDOM_JOINTS_ALL));
    double q0[MOST], q1[MOST], next[MOST], step[MOST], again[MOST];
    uint64_t state = (uint64_t)_i;
    random_state(&state, r.tree, q0);
    random_state(&state, r.tree, q1);
    subtract(&r, q0, q1, step);
    integrate(&r, q0, step, next);
    check_same_pose(&r, next, q1, 1e-12);
    subtract(&r, q0, next, again); /* and in the other direction */
    ck_assert_near(again, step, (size_t)r.nv, 1e-12 * (1 + largest(step, (size_t)r.nv)));
    free_robot(&r);
}
END_TEST

START_TEST(steps_along_one_twist_add_up)
{
    robot r = make_robot(random_tree((uint64_t)_i + 7100, _i + 1, RANDOM_JOINTS_ALL));
    double q[MOST], whole[MOST], parts[MOST], step[MOST], part[MOST], zero[MOST] = {0};
    uint64_t state = (uint64_t)_i;
    random_state(&state, r.tree, q);
    draw_array(&state, 2, step, r.nv);
    integrate(&r, q, step, whole);
    memcpy(parts, q, sizeof parts);
    const double shares[3] = {0.5, 0.75, -0.25};
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < r.nv; i++) {
            part[i] = shares[k] * step[i];
        }
        integrate(&r, parts, part, parts); /* in place */
    }
    check_same_pose(&r, parts, whole, 1e-13);
    for (int i = 0; i < r.nv; i++) {
        part[i] = -step[i];
    }
    integrate(&r, whole, part, parts); /* back again */
    check_same_pose(&r, parts, q, 1e-13);
    integrate(&r, q, zero, parts);
    check_same_pose(&r, parts, q, 1e-14);
    subtract(&r, q, q, part);
    ck_assert_near(part, zero, (size_t)r.nv, 1e-15);
    free_robot(&r);
}
END_TEST

/* Many small steps of the first order, each with an error of h^2: the error of their sum is of the order of h. */
START_TEST(steps_are_integrals_of_velocities)
{
    enum { STEPS = 20000 };
    robot r = make_robot(random_tree((uint64_t)_i + 7200, 6, RANDOM_JOINTS_ALL));
    naive_robot naive = naive_create(r.tree);
    double q[MOST], next[MOST], step[MOST];
    uint64_t state = (uint64_t)_i;
    random_state(&state, r.tree, q);
    draw_array(&state, 1, step, r.nv);
    integrate(&r, q, step, next);
    for (int k = 0; k < STEPS; k++) {
        naive_integrate(&naive, q, step, 1.0 / (double)STEPS, q);
    }
    check_same_pose(&r, q, next, 10.0 / (double)STEPS);
    naive_free(&naive);
    free_robot(&r);
}
END_TEST

/* ---- one floating body ---- */

/* A step of a floating body from the origin: the quaternion and displacement of a screw, by series of its own. */
static void screw(const double step[6], double q[7])
{
    /* x' = w x x + v from x = 0, summed as a Taylor series; the quaternion by its exponential series. */
    double term[3] = {step[3], step[4], step[5]}, w[4] = {1, 0, 0, 0};
    memset(q, 0, 7 * sizeof *q);
    for (int k = 1; k < 60; k++) {
        double next[4];
        for (int i = 0; i < 3; i++) {
            q[4 + i] += term[i];
        }
        for (int i = 0; i < 4; i++) {
            q[i] += w[i];
        }
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3, l = (i + 2) % 3;
            next[i] = (step[j] * term[l] - step[l] * term[j]) / (k + 1);
        }
        memcpy(term, next, sizeof term);
        const double h[3] = {step[0] / 2 / k, step[1] / 2 / k, step[2] / 2 / k};
        next[0] = -w[1] * h[0] - w[2] * h[1] - w[3] * h[2];
        next[1] = w[0] * h[0] + w[2] * h[2] - w[3] * h[1];
        next[2] = w[0] * h[1] + w[3] * h[0] - w[1] * h[2];
        next[3] = w[0] * h[2] + w[1] * h[1] - w[2] * h[0];
        memcpy(w, next, sizeof w);
    }
}

static const double angles[] = {0,    1e-300,    1e-160, 1e-30, 1e-12,  1e-8,         9.9e-9,
                                1e-5, 9.9e-5,    1.1e-4, 1e-3,  0.049,  0.051,        0.3,
                                1,    1.5707963, 2.9,    3,     3.1415, 3.1415926535, 3.14159265358979};
enum { ANGLES = sizeof angles / sizeof angles[0] };

START_TEST(turns_of_every_size_are_screws)
{
    robot r = make_one(CDY_JOINT_FLOATING);
    const double home[7] = {1}, axes[3][3] = {{1, 0, 0}, {0.6, 0, -0.8}, {2.0 / 3, -1.0 / 3, 2.0 / 3}};
    for (int i = 0; i < 3 * ANGLES; i++) {
        double angle = angles[i / 3], step[6] = {0, 0, 0, 0.3, -2, 1.5}, q[7], expected[7], back[6];
        for (int k = 0; k < 3; k++) {
            step[k] = angle * axes[i % 3][k];
        }
        integrate(&r, home, step, q);
        screw(step, expected);
        ck_assert_near(q, expected, 7, 5e-15);
        subtract(&r, home, q, back);
        ck_assert_near(back, step, 6, 1e-14); /* the rotational part, too, to full precision near 0 and pi */
        for (int k = 0; k < 3; k++) {
            ck_assert(fabs(back[k] - step[k]) <= 1e-15 * angle * 8);
        }
    }
    free_robot(&r);
}
END_TEST

START_TEST(large_turns_come_out_as_the_short_way)
{
    robot r = make_one(CDY_JOINT_FLOATING);
    const double home[7] = {1};
    for (double angle = 3.2; angle < 40; angle += 0.7) {
        double step[6] = {0, 0.6 * angle, 0.8 * angle, 0.3, -2, 1.5}, q[7], back[6], again[7];
        integrate(&r, home, step, q);
        if (angle < 12) {
            double expected[7];
            screw(step, expected);
            ck_assert_near(q, expected, 7, 1e-11); /* the truncation error of the series */
        }
        subtract(&r, home, q, back);
        double turn = sqrt(back[0] * back[0] + back[1] * back[1] + back[2] * back[2]);
        ck_assert_double_eq_tol(turn, fabs(remainder(angle, 2 * pi)), 1e-13);
        integrate(&r, home, back, again);
        check_same_pose(&r, again, q, 1e-13);
    }
    free_robot(&r);
}
END_TEST

/* Twists from another start are the same twists: (g q0)^-1 (g q1) = q0^-1 q1 for every g. */
START_TEST(differences_do_not_see_where_the_robot_stands)
{
    robot r = make_one(CDY_JOINT_FLOATING);
    uint64_t state = 5;
    for (int i = 0; i < 200; i++) {
        double g[6], to[6], step[6], g0[7], q0[7], q1[7], expected[6], back[6];
        const double home[7] = {1};
        draw_array(&state, 1.5, g, 6);
        draw_array(&state, 1.5, to, 6);
        draw_array(&state, 1.5, step, 6);
        /* q0 and g0 are two configurations; the same step starts from both. */
        integrate(&r, home, to, q0);
        integrate(&r, home, g, g0);
        integrate(&r, q0, step, q1);
        subtract(&r, q0, q1, expected);
        integrate(&r, g0, step, q1);
        subtract(&r, g0, q1, back);
        ck_assert_near(back, expected, 6, 1e-13);
        ck_assert_near(back, step, 6, 1e-13);
        double sign[7], length[7];
        for (int k = 0; k < 7; k++) { /* quaternions of either sign and any length */
            sign[k] = k < 4 ? -q1[k] : q1[k];
            length[k] = k < 4 ? 1e3 * g0[k] : g0[k];
        }
        subtract(&r, length, sign, back);
        ck_assert_near(back, step, 6, 1e-13);
    }
    free_robot(&r);
}
END_TEST

START_TEST(quaternions_keep_unit_length)
{
    robot r = make_one(CDY_JOINT_FLOATING);
    double q[7] = {0.1, 0.2, 0.3, -0.4, 1, 2, 3}, step[6] = {0.3, 0.2, -0.1, 0.01, 0.02, 0.03};
    for (int i = 0; i < 100000; i++) {
        integrate(&r, q, step, q);
    }
    ck_assert_double_eq_tol(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-15);
    free_robot(&r);
}
END_TEST

/* ---- one planar body, and joints of one degree ---- */

/* A wheel that drives a quarter of a circle of radius 2 comes out at (2, 2), from (1, 1) heading along y at (-1, 3). */
START_TEST(a_planar_body_moves_on_circles)
{
    robot r = make_one(CDY_JOINT_PLANAR);
    const double step[3] = {pi, 0, pi / 2}, start[3] = {1, 1, pi / 2}, end[3] = {-1, 3, pi};
    double q[3], back[3];
    integrate(&r, start, step, q);
    ck_assert_near(q, end, 3, 1e-15);
    subtract(&r, start, q, back);
    ck_assert_near(back, step, 3, 1e-15);
    const double wound[3] = {-1, 3, pi - 6 * pi}; /* whole turns make no difference */
    subtract(&r, start, wound, back);
    ck_assert_near(back, step, 3, 1e-14);
    free_robot(&r);
}
END_TEST

START_TEST(angles_are_subtracted_as_they_are)
{
    for (int i = 0; i < 3; i++) {
        static const cdy_joint_type types[3] = {CDY_JOINT_REVOLUTE, CDY_JOINT_CONTINUOUS, CDY_JOINT_PRISMATIC};
        robot r = make_one(types[i]);
        const double q0 = 1, q1 = 21;
        double step, next;
        subtract(&r, &q0, &q1, &step);
        ck_assert_double_eq(step, 20);
        integrate(&r, &q0, &step, &next);
        ck_assert_double_eq(next, 21);
        free_robot(&r);
    }
}
END_TEST

/* ---- limits ---- */

static void add_limited(cdy_tree *tree, const char *name, cdy_joint_type type, double lower, double upper)
{
    cdy_body body = make_body(name, name, type);
    body.joint.limit = (cdy_limit){true, lower, upper, 0, 0};
    add_body(tree, &body, "base");
}

/* q = [fly (7), narrow, open, point, zip (3), spin]. */
static robot make_limited(void)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("a", "a_fly", CDY_JOINT_FLOATING);
    add_body(tree, &body, "base");
    add_limited(tree, "b_narrow", CDY_JOINT_REVOLUTE, -1, 2);
    add_limited(tree, "c_open", CDY_JOINT_PRISMATIC, -3, inf);
    add_limited(tree, "d_point", CDY_JOINT_PRISMATIC, 0.5, 0.5);
    body = make_body("e", "e_zip", CDY_JOINT_PLANAR);
    add_body(tree, &body, "base");
    add_limited(tree, "f_spin", CDY_JOINT_CONTINUOUS, -1, 1);
    body = make_body("g", "g_follower", CDY_JOINT_REVOLUTE);
    body.joint.mimic = (cdy_mimic){"b_narrow", 5, 0};
    add_body(tree, &body, "base");
    return make_robot(tree);
}

START_TEST(clamping_moves_to_the_nearest_limit)
{
    robot r = make_limited();
    ck_assert_int_eq(r.nq, 14);
    double q[14] = {9, 9, 9, 9, 99, 99, 99, 2.5, -3.25, 0.25, 99, 99, 99, 99}, before[14];
    const double expected[14] = {9, 9, 9, 9, 99, 99, 99, 2, -3, 0.5, 99, 99, 99, 99};
    int outside[14];
    ck_assert_int_eq(cdy_configuration_limit_violations(r.model, q, 0, NULL), 3);
    ck_assert_int_eq(cdy_configuration_limit_violations(r.model, q, 0, outside), 3);
    ck_assert(outside[0] == 7 && outside[1] == 8 && outside[2] == 9);
    ck_assert_int_eq(cdy_configuration_limit_violations(r.model, q, 0.3, outside), 1);
    ck_assert_int_eq(outside[0], 7);
    ck_assert_int_eq(cdy_configuration_limit_violations(r.model, q, 0.5, outside), 0);
    ck_assert_int_eq(cdy_configuration_clamp(r.model, q), 3);
    ck_assert_near(q, expected, 14, 0);
    ck_assert_int_eq(cdy_configuration_limit_violations(r.model, q, 0, NULL), 0);
    ck_assert_int_eq(cdy_configuration_clamp(r.model, q), 0);
    ck_assert_near(q, expected, 14, 0);
    q[7] = -1e9;
    q[8] = 1e9;
    memcpy(before, q, sizeof q);
    ck_assert_int_eq(cdy_configuration_clamp(r.model, q), 1);
    ck_assert_double_eq(q[7], -1);
    ck_assert_near(q + 8, before + 8, 6, 0);
    free_robot(&r);
}
END_TEST

/* ---- arguments ---- */

static void check_refused(const robot *r, const double *a, const double *b, bool integrating, cdy_status expected)
{
    cdy_error error = {0};
    double out[14], before[14];
    memset(out, 0x44, sizeof out);
    memcpy(before, out, sizeof out);
    if (integrating) {
        ck_assert_fails(cdy_configuration_integrate(r->model, a, b, out, &error), expected, error);
        ck_assert_int_eq(cdy_configuration_integrate(r->model, a, b, out, NULL), expected);
    } else {
        ck_assert_fails(cdy_configuration_difference(r->model, a, b, out, &error), expected, error);
        ck_assert_int_eq(cdy_configuration_difference(r->model, a, b, out, NULL), expected);
    }
    ck_assert_mem_eq(out, before, sizeof out);
}

START_TEST(wrong_arguments_are_refused)
{
    cdy_error error = {0};
    const double bad[] = {(double)NAN, inf, -inf};
    robot r = make_limited();
    const double q[14] = {1}, zero[14] = {0};
    double out[14];
    for (int which = 0; which < 2; which++) {
        const double *other = which ? zero : q;
        check_refused(&r, NULL, other, which, CDY_ERROR_ARGUMENT);
        check_refused(&r, q, NULL, which, CDY_ERROR_ARGUMENT);
        check_refused(&r, zero, other, which, CDY_ERROR_ARGUMENT); /* a zero quaternion */
        check_refused(&(robot){.model = NULL}, q, other, which, CDY_ERROR_ARGUMENT);
        for (int i = 0; i < 13 * 3; i++) {
            double spoilt[14] = {1}, spoilt_other[14] = {which ? 0.0 : 1.0};
            spoilt[i / 3] = spoilt_other[i / 3] = bad[i % 3];
            check_refused(&r, spoilt, other, which, CDY_ERROR_ARGUMENT);
            check_refused(&r, q, spoilt_other, which, CDY_ERROR_ARGUMENT);
        }
    }
    check_refused(&r, q, zero, false, CDY_ERROR_ARGUMENT);
    ck_assert_fails(cdy_configuration_integrate(r.model, q, zero, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_configuration_difference(r.model, q, q, NULL, &error), CDY_ERROR_ARGUMENT, error);
    double far[14] = {1}, step[14] = {0};
    far[13] = step[12] = 1.7e308;
    check_refused(&r, far, step, true, CDY_ERROR_NUMERIC);
    step[12] = 0;
    step[0] = 1e200; /* the square overflows */
    check_refused(&r, q, step, true, CDY_ERROR_NUMERIC);
    double back[14] = {1};
    back[13] = -1.7e308;
    check_refused(&r, far, back, false, CDY_ERROR_NUMERIC);
    ck_assert_ok(cdy_configuration_integrate(r.model, q, zero, out, NULL), error);
    ck_assert_near(out, q, 14, 0);
    free_robot(&r);
}
END_TEST

START_TEST(results_may_take_the_place_of_configurations)
{
    robot r = make_limited();
    uint64_t seed = 9;
    double q0[14], q1[14], step[14], next[14], place[14];
    for (int i = 0; i < 20; i++) {
        cdy_random_configuration(r.model, &seed, q0);
        cdy_random_configuration(r.model, &seed, q1);
        subtract(&r, q0, q1, step);
        memcpy(place, q0, sizeof place);
        subtract(&r, place, q1, place);
        ck_assert_near(place, step, (size_t)r.nv, 0);
        memcpy(place, q1, sizeof place);
        subtract(&r, q0, place, place);
        ck_assert_near(place, step, (size_t)r.nv, 0);
        integrate(&r, q0, step, next);
        memcpy(place, q0, sizeof place);
        integrate(&r, place, step, place);
        ck_assert_near(place, next, (size_t)r.nq, 0);
    }
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("manifold");
    TCase *tests = tcase_create("random trees");
    tcase_add_loop_test(tests, a_difference_leads_from_one_to_the_other, 0, TREES);
    tcase_add_loop_test(tests, steps_along_one_twist_add_up, 0, TREES);
    tcase_add_loop_test(tests, steps_are_integrals_of_velocities, 0, 10);
    suite_add_tcase(suite, tests);
    tests = add_case(suite, "floating", turns_of_every_size_are_screws);
    tcase_add_test(tests, large_turns_come_out_as_the_short_way);
    tcase_add_test(tests, differences_do_not_see_where_the_robot_stands);
    tcase_add_test(tests, quaternions_keep_unit_length);
    tests = add_case(suite, "others", a_planar_body_moves_on_circles);
    tcase_add_test(tests, angles_are_subtracted_as_they_are);
    add_case(suite, "limits", clamping_moves_to_the_nearest_limit);
    tests = add_case(suite, "arguments", wrong_arguments_are_refused);
    tcase_add_test(tests, results_may_take_the_place_of_configurations);
    return run_suites(suite, NULL);
}
