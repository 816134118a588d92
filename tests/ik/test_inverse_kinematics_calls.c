/* Calls of inverse kinematics: equal results for equal seeds, joints that keep their positions, the end of the search,
 * and refused arguments. */
#include "support/compare.h"
#include "support/ik_case.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

START_TEST(the_same_arguments_give_the_same_result)
{
    robot r = load_bundled_robot("universalUR5e");
    int frame = cdy_model_find_frame(r.model, "tool0"), different = 0;
    uint64_t seed = 6;
    for (int i = 0; i < 50; i++) {
        double q[6], a[6], b[6], T[16];
        cdy_random_configuration(r.model, &seed, q);
        place(&r, frame, q, T);
        cdy_ik_options options = cdy_ik_options_default();
        solve(&r, frame, T, NULL, &options, a);
        cdy_ik_report report = solve(&r, frame, T, NULL, &options, b);
        ck_assert_mem_eq(a, b, sizeof a);
        options.seed = 77;
        solve(&r, frame, T, NULL, &options, b);
        different += report.restarts > 0 && memcmp(a, b, sizeof a) != 0;
    }
    ck_assert_int_gt(different, 0);
    free_robot(&r);
}
END_TEST

/* Only the ratios of the weights matter. */
START_TEST(weights_of_any_size_are_weights)
{
    robot r = load_bundled_robot("universalUR5e");
    int frame = cdy_model_find_frame(r.model, "tool0");
    uint64_t seed = 8;
    for (int exponent = -300; exponent <= 300; exponent += 60) {
        double q[6], result[6], T[16];
        cdy_random_configuration(r.model, &seed, q);
        place(&r, frame, q, T);
        cdy_ik_options options = cdy_ik_options_default();
        for (int i = 0; i < 6; i++) {
            options.weights[i] = pow(10, exponent);
        }
        cdy_ik_report report = solve(&r, frame, T, NULL, &options, result);
        ck_assert_msg(report.converged, "not with weights of 1e%d", exponent);
    }
    free_robot(&r);
}
END_TEST

/* Two arms on one stand: a target for one arm does not move the other arm. */
START_TEST(joints_that_do_not_carry_the_frame_keep_their_place)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("ball", "ball", CDY_JOINT_FLOATING);
    add_body(tree, &body, "base");
    const char *const sides[2] = {"left", "right"};
    for (int side = 0; side < 2; side++) {
        char name[4][16];
        for (int i = 0; i < 4; i++) {
            snprintf(name[i], sizeof name[i], "%s%d", sides[side], i);
            body = make_body(name[i], name[i], CDY_JOINT_REVOLUTE);
            set_axis(&body, i % 2, 0, 1 - i % 2);
            set_origin(&body, 0.1, 0.3, 0.2, 0, 0, 0);
            add_body(tree, &body, i ? name[i - 1] : "base");
        }
    }
    robot r = make_robot(tree);
    ck_assert_int_eq(r.nq, 15);
    int frame = cdy_model_find_frame(r.model, "left3"), restarts = 0;
    uint64_t seed = 7;
    for (int i = 0; i < 50; i++) {
        double goal[15], start[15], q[15], T[16];
        cdy_random_configuration(r.model, &seed, goal);
        cdy_random_configuration(r.model, &seed, start);
        place(&r, frame, goal, T);
        cdy_ik_report report = solve(&r, frame, T, start, NULL, q);
        restarts += report.restarts;
        ck_assert_near(q, start, 4, 1e-15); /* the result has normalized quaternions */
        ck_assert_near(q + 4, start + 4, 3, 0);
        ck_assert_near(q + 11, start + 11, 4, 0);
        ck_assert(largest_difference(q + 7, start + 7, 4) > 1e-3);
    }
    ck_assert_int_gt(restarts, 0);
    free_robot(&r);
}
END_TEST

START_TEST(frames_of_the_base_are_judged_only)
{
    robot r = make_arm(0, 0);
    double T[16], q[2] = {9, 9}, start[2] = {0.5, 0.25};
    at(0, 0, 0, T);
    cdy_ik_report report = solve(&r, 0, T, start, NULL, q);
    ck_assert(report.converged && report.iterations == 0 && report.restarts == 0);
    ck_assert_near(q, start, 2, 0);
    at(0, 3, 4, T);
    report = solve(&r, 0, T, start, NULL, q);
    ck_assert(!report.converged && report.restarts == 0);
    ck_assert_double_eq_tol(report.linear_error, 5, 1e-15);
    ck_assert_near(q, start, 2, 0);
    free_robot(&r);
}
END_TEST

START_TEST(iterations_and_restarts_are_limited)
{
    robot r = make_arm(0, 0);
    cdy_ik_options options = position_only();
    double T[16], q[2];
    at(3, 1, 0, T);
    for (int iterations = 1; iterations < 5; iterations++) {
        for (int restarts = 0; restarts < 4; restarts++) {
            options.iterations = iterations;
            options.restarts = restarts;
            cdy_ik_report report = solve(&r, 3, T, (double[2]){0.5, 2}, &options, q);
            ck_assert(!report.converged);
            ck_assert_int_eq(report.restarts, restarts);
            ck_assert_int_le(report.iterations, iterations * (restarts + 1 + (restarts > 0)));
            ck_assert_int_ge(report.iterations, 1);
        }
    }
    free_robot(&r);
}
END_TEST

/* Without restarts a search ends at a minimum, even after slow progress: a second search from there finds no better
 * one. */
START_TEST(a_single_search_ends_at_a_minimum)
{
    robot r = load_bundled_robot("kukaIiwa14");
    const int frame = cdy_model_find_frame(r.model, "iiwa_link_ee_kuka");
    uint64_t seed = 4;
    cdy_ik_options options = cdy_ik_options_default();
    options.restarts = 0;
    options.iterations = 2000;
    for (int i = 0; i < 12; i++) {
        double q[7], start[7], T[16];
        cdy_random_configuration(r.model, &seed, q);
        place(&r, frame, q, T);
        for (int k = 0; k < 3; k++) {
            T[4 * k + 3] *= 1.5;
        }
        cdy_random_configuration(r.model, &seed, start);
        const cdy_ik_report report = solve(&r, frame, T, start, &options, q);
        memcpy(start, q, sizeof start);
        const cdy_ik_report again = solve(&r, frame, T, start, &options, q);
        ck_assert_msg(hypot(report.linear_error, report.angular_error) <=
                          (1 + 1e-6) * hypot(again.linear_error, again.angular_error),
                      "target %d: %.12g and %.12g", i, report.linear_error, again.linear_error);
    }
    free_robot(&r);
}
END_TEST

/* A target whose rotation is rounded to three decimals means the nearest rotation. */
START_TEST(rounded_rotations_are_understood)
{
    robot r = load_bundled_robot("kukaIiwa14");
    int frame = cdy_model_find_frame(r.model, "iiwa_link_ee_kuka"), reached = 0;
    uint64_t seed = 8;
    for (int i = 0; i < 100; i++) {
        double q[7], T[16], rounded[16], there[16], distance, half_sine;
        cdy_random_configuration(r.model, &seed, q);
        place(&r, frame, q, T);
        for (int k = 0; k < 16; k++) {
            rounded[k] = k % 4 < 3 && k < 12 ? round(T[k] * 1e3) / 1e3 : T[k];
        }
        cdy_ik_report report = solve(&r, frame, rounded, NULL, NULL, q);
        place(&r, frame, q, there);
        compare_placements(there, T, &distance, &half_sine);
        ck_assert(!report.converged || (distance < 1.1e-8 && half_sine < 1e-3));
        reached += report.converged;
    }
    ck_assert_int_ge(reached, 98);
    free_robot(&r);
}
END_TEST

/* ---- arguments ---- */

static void check_refused(robot *r, int frame, const double *T, const double *start, const cdy_ik_options *options,
                          cdy_status expected)
{
    cdy_error error = {0};
    double q[2] = {7, 8};
    cdy_ik_report report = {.iterations = 99};
    ck_assert_fails(
        cdy_inverse_kinematics(r->model, r->work,
                               &(cdy_ik_problem){.frame = frame, .target = T, .start = start, .options = options}, q,
                               &report, &error),
        expected, error);
    ck_assert(q[0] >= 7 && q[0] <= 7 && q[1] >= 8 && q[1] <= 8 && report.iterations == 99);
}

START_TEST(wrong_targets_are_refused)
{
    robot r = make_arm(0, 0);
    double good[16];
    at(1, 0, 0, good);
    for (int i = 0; i < 16; i++) {
        double T[16];
        memcpy(T, good, sizeof T);
        T[i] = (double)NAN;
        check_refused(&r, 3, T, NULL, NULL, CDY_ERROR_ARGUMENT);
        T[i] = (double)INFINITY;
        check_refused(&r, 3, T, NULL, NULL, CDY_ERROR_ARGUMENT);
        if (i % 4 < 3 || i == 15) { /* every element but the position */
            T[i] = good[i] + 0.01;
            check_refused(&r, 3, T, NULL, NULL, CDY_ERROR_ARGUMENT);
        }
    }
    double mirror[16], none[16] = {0};
    memcpy(mirror, good, sizeof mirror);
    mirror[0] = -1;
    check_refused(&r, 3, mirror, NULL, NULL, CDY_ERROR_ARGUMENT);
    check_refused(&r, 3, none, NULL, NULL, CDY_ERROR_ARGUMENT);
    check_refused(&r, 3, NULL, NULL, NULL, CDY_ERROR_ARGUMENT);
    double far[16];
    at(1e300, 0, 0, far);
    check_refused(&r, 3, far, NULL, NULL, CDY_ERROR_NUMERIC);
    free_robot(&r);
}
END_TEST

START_TEST(wrong_options_are_refused)
{
    robot r = make_arm(0, 0);
    double T[16];
    at(1, 0, 0, T);
    cdy_ik_options options[16];
    for (int i = 0; i < 16; i++) {
        options[i] = cdy_ik_options_default();
    }
    options[0].weights[0] = -1;
    options[1].weights[5] = (double)NAN;
    options[2].weights[3] = (double)INFINITY;
    memset(options[3].weights, 0, sizeof options[3].weights);
    options[4].angular_tolerance = 0;
    options[5].linear_tolerance = -1e-3;
    options[6].angular_tolerance = (double)NAN;
    options[7].linear_tolerance = (double)NAN;
    options[8].iterations = 0;
    options[9].iterations = -5;
    options[10].restarts = -1;
    options[11].damping_bias = -1;
    options[12].damping_bias = (double)INFINITY;
    options[13].stop.step = (double)NAN;
    options[14].stop.slope = -1e-9;
    options[15].stop.error_change = (double)INFINITY;
    for (int i = 0; i < 16; i++) {
        check_refused(&r, 3, T, NULL, &options[i], CDY_ERROR_ARGUMENT);
    }
    free_robot(&r);
}
END_TEST

START_TEST(wrong_arguments_are_refused)
{
    cdy_error error = {0};
    robot r = make_arm(0, 0), other = make_robot(make_tree("rock", 0));
    double T[16], q[2];
    at(1, 0, 0, T);
    check_refused(&r, -1, T, NULL, NULL, CDY_ERROR_ARGUMENT);
    check_refused(&r, 4, T, NULL, NULL, CDY_ERROR_ARGUMENT);
    check_refused(&r, 3, T, (double[2]){0, (double)NAN}, NULL, CDY_ERROR_ARGUMENT);
    check_refused(&r, 3, T, (double[2]){-(double)INFINITY, 0}, NULL, CDY_ERROR_ARGUMENT);
    check_refused(&(robot){.work = r.work}, 3, T, NULL, NULL, CDY_ERROR_ARGUMENT);
    check_refused(&(robot){.model = r.model}, 3, T, NULL, NULL, CDY_ERROR_ARGUMENT);
    check_refused(&(robot){.model = r.model, .work = other.work}, 3, T, NULL, NULL, CDY_ERROR_ARGUMENT);
    ck_assert_fails(
        cdy_inverse_kinematics(r.model, r.work, &(cdy_ik_problem){.frame = 3, .target = T}, NULL, NULL, &error),
        CDY_ERROR_ARGUMENT, error);
    ck_assert_ok(cdy_inverse_kinematics(r.model, r.work, &(cdy_ik_problem){.frame = 3, .target = T}, q, NULL, &error),
                 error);
    free_robot(&other);
    free_robot(&r);
}
END_TEST

START_TEST(the_result_may_take_the_place_of_the_start)
{
    robot r = make_arm(0, 0);
    double T[16], q[2] = {0.5, 1}, result[2];
    const double goal[2] = {0.7, 0.8};
    place(&r, 3, goal, T);
    solve(&r, 3, T, q, NULL, result);
    solve(&r, 3, T, q, NULL, q);
    ck_assert_near(q, result, 2, 0);
    ck_assert_near(q, goal, 2, 1e-7);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("inverse kinematics calls");
    TCase *tests = add_case(suite, "promises", the_same_arguments_give_the_same_result);
    tcase_add_test(tests, joints_that_do_not_carry_the_frame_keep_their_place);
    tcase_add_test(tests, weights_of_any_size_are_weights);
    tcase_add_test(tests, frames_of_the_base_are_judged_only);
    tcase_add_test(tests, iterations_and_restarts_are_limited);
    tcase_add_test(tests, a_single_search_ends_at_a_minimum);
    tcase_add_test(tests, rounded_rotations_are_understood);
    tests = add_case(suite, "arguments", wrong_targets_are_refused);
    tcase_add_test(tests, wrong_options_are_refused);
    tcase_add_test(tests, wrong_arguments_are_refused);
    tcase_add_test(tests, the_result_may_take_the_place_of_the_start);
    return run_suites(suite, NULL);
}
