/* What ends searches of inverse kinematics before their iterations are used up, and the damping of their steps. */
#include "support/compare.h"
#include "support/gik_case.h"
#include "support/ik_case.h"
#include "support/suite.h"

#include <condyle/batch.h>
#include <math.h>
#include <string.h>

/* Options of a search for the position alone, from one start. */
static cdy_ik_options alone(void)
{
    cdy_ik_options o = position_only();
    o.restarts = 0;
    o.iterations = 1000;
    return o;
}

/* A target of 3 m, which the arm of 1.5 m does not reach: whatever ends the search has brought it to the least error of
 * 1.5 m, near the bound that it has. */
START_TEST(a_bound_ends_a_search_that_finds_nothing)
{
    static const cdy_ik_end ends[] = {CDY_IK_STEP, CDY_IK_SLOPE, CDY_IK_ERROR_CHANGE};
    robot r = make_arm(0, 0);
    double T[16], q[2];
    at(3, 0.5, 0, T);
    const double least = hypot(3, 0.5) - 1.5;
    int last = 0;
    for (int digits = 2; digits <= 6; digits++) {
        cdy_ik_options o = alone();
        const double bound = pow(10, -digits);
        o.stop.step = _i == 0 ? bound : 0;
        o.stop.slope = _i == 1 ? bound : 0;
        o.stop.error_change = _i == 2 ? bound : 0;
        const cdy_ik_report report = solve(&r, 3, T, (double[2]){0.8, 1.1}, &o, q);
        ck_assert(!report.converged);
        ck_assert_int_eq(report.end, ends[_i]);
        ck_assert_int_eq(report.iterations % 5, 0);
        ck_assert_int_ge(report.iterations, last);
        ck_assert_double_ge(report.linear_error, least - 1e-12);
        if (_i == 1) { /* the error is 1.5 m + a square of the angles, whose derivative is the slope */
            const double x = cos(q[0]) + 0.5 * cos(q[0] + q[1]), y = sin(q[0]) + 0.5 * sin(q[0] + q[1]);
            const double by_second = (3 - x) * -0.5 * sin(q[0] + q[1]) + (0.5 - y) * 0.5 * cos(q[0] + q[1]);
            const double by_first = (3 - x) * -y + (0.5 - y) * x;
            ck_assert_double_le(fmax(fabs(by_first), fabs(by_second)), bound * (1 + 1e-9));
        }
        last = report.iterations;
    }
    ck_assert_int_gt(last, 5);
    free_robot(&r);
}
END_TEST

/* Searches from a start; returns the steps that it took, less than 0 where the bound of steps did not end it. */
typedef int search_call(robot *r, const double start[2], int iterations, double step, double q[2]);

static int search_pose(robot *r, const double start[2], int iterations, double step, double q[2])
{
    double T[16];
    at(3, 0.5, 0, T);
    cdy_ik_options o = alone();
    o.iterations = iterations;
    o.stop.step = step;
    const cdy_ik_report report = solve(r, 3, T, start, &o, q);
    return report.end == CDY_IK_STEP ? report.iterations : -1;
}

static int search_constraints(robot *r, const double start[2], int iterations, double step, double q[2])
{
    cdy_ik_constraint c = cdy_ik_constraint_default(CDY_IK_POSITION);
    c.frame = 3;
    c.in_reference[3] = 3;
    c.in_reference[7] = 0.5;
    cdy_gik_options o = cdy_gik_options_default();
    o.restarts = 0;
    o.iterations = iterations;
    o.stop.step = step;
    const cdy_gik_report report = solve_constraints(r, &c, 1, start, &o, q, NULL);
    return report.end == CDY_IK_STEP ? report.iterations : -1;
}

/* The way of the first five steps, from searches of one to five of them; *rejected tells whether one did not move. */
static double way_of_steps(search_call *search, robot *r, const double start[2], bool *rejected)
{
    double way = 0, before[2] = {start[0], start[1]}, q[2];
    *rejected = false;
    for (int steps = 1; steps <= 5; steps++) {
        search(r, start, steps, 0, q);
        const double length = hypot(q[0] - before[0], q[1] - before[1]);
        *rejected = *rejected || length < 1e-15;
        way += length;
        memcpy(before, q, sizeof before);
    }
    return way;
}

/* The bound of a step is one of the way that the joints go: a step that is tried and not taken adds nothing. */
START_TEST(steps_that_are_not_taken_have_no_length)
{
    robot r = make_arm(0, 0);
    search_call *search = _i ? search_constraints : search_pose;
    int rejecting = 0;
    for (int k = 0; k < 144; k++) {
        const double start[2] = {-3 + 0.5 * (k % 12), -3 + 0.5 * (k / 12)};
        bool rejected;
        double q[2];
        const double way = way_of_steps(search, &r, start, &rejected);
        if (rejected && way > 0.1) {
            rejecting++;
            ck_assert_int_eq(search(&r, start, 1000, way * (1 + 1e-6), q), 5);
            ck_assert_int_ne(search(&r, start, 1000, way * (1 - 1e-6), q), 5);
        }
    }
    ck_assert_int_gt(rejecting, 5);
    free_robot(&r);
}
END_TEST

/* Bounds end starts, and the search goes on from others; a search that converges is not ended. */
START_TEST(starts_end_and_the_search_goes_on)
{
    robot r = load_bundled_robot("universalUR5e");
    const int frame = cdy_model_find_frame(r.model, "tool0");
    uint64_t seed = 5;
    for (int i = 0; i < 20; i++) {
        double q[6], T[16];
        cdy_ik_options o = cdy_ik_options_default();
        cdy_random_configuration(r.model, &seed, q);
        place(&r, frame, q, T);
        o.stop = (cdy_ik_stop){.step = 1e-3, .slope = 1e-6, .error_change = 1e-4};
        const cdy_ik_report report = solve(&r, frame, T, NULL, &o, q);
        ck_assert(report.converged);
        ck_assert_int_eq(report.end, CDY_IK_CONVERGED);
    }
    free_robot(&r);
    r = make_arm(0, 0);
    double T[16], q[2];
    cdy_ik_options o = position_only();
    at(9, 0, 0, T);
    o.restarts = 7;
    o.iterations = 1000;
    o.stop.step = 1e-3;
    const cdy_ik_report report = solve(&r, 3, T, NULL, &o, q);
    ck_assert_int_eq(report.end, CDY_IK_STEP);
    ck_assert_int_eq(report.restarts, 7);
    free_robot(&r);
}
END_TEST

/* The derivative by a coordinate that stands at its limit, and that the error pushes over it, is no slope. */
START_TEST(a_limit_leaves_no_slope)
{
    robot r = make_arm(-0.25, 0.25);
    double T[16], q[2];
    at(0, 1.5, 0, T);
    cdy_ik_options o = alone();
    o.stop.slope = 1e-9;
    const cdy_ik_report report = solve(&r, 3, T, (double[2]){0, 0}, &o, q);
    ck_assert_int_eq(report.at_limit, 2);
    ck_assert(report.end == CDY_IK_SLOPE || report.end == CDY_IK_MINIMUM);
    ck_assert_int_le(report.iterations, 10);
    free_robot(&r);
}
END_TEST

/* A clock that counts how often it is asked, and ends the search then. */
typedef struct asked {
    int times, most;
} asked;

static bool count_down(void *context)
{
    asked *a = context;
    a->times += a->times < a->most;
    return a->times >= a->most;
}

START_TEST(callers_interrupt_a_search)
{
    robot r = load_bundled_robot("universalUR5e");
    const int frame = cdy_model_find_frame(r.model, "tool0");
    double T[16], q[6], all[5 * 6];
    at(9, 0, 0, T);
    for (int most = 1; most < 300; most += 17) {
        asked a = {.most = most};
        cdy_ik_options o = position_only();
        o.restarts = 1000000;
        o.stop = (cdy_ik_stop){.interrupt = count_down, .context = &a};
        const cdy_ik_report report = solve(&r, frame, T, NULL, &o, q);
        ck_assert_int_eq(report.end, CDY_IK_INTERRUPTED);
        ck_assert(!report.converged);
        ck_assert_int_le(report.iterations, most);
        ck_assert(isfinite(report.linear_error));
        const cdy_ik_problem problem = {.frame = frame, .target = T, .options = &o};
        int count = 9;
        cdy_error error = {0};
        a.times = 0;
        ck_assert_int_eq(cdy_inverse_kinematics_all(r.model, r.work, &problem, 5, all, &count, &error), CDY_OK);
        ck_assert_int_eq(count, 0);
    }
    double start[6] = {0.3, -1, 1, 0.2, 0.5, 0};
    asked a = {.most = 1};
    cdy_ik_options o = cdy_ik_options_default();
    o.stop = (cdy_ik_stop){.interrupt = count_down, .context = &a};
    place(&r, frame, start, T);
    const cdy_ik_report report = solve(&r, frame, T, start, &o, q); /* is there already */
    ck_assert_int_eq(report.end, CDY_IK_CONVERGED);
    free_robot(&r);
}
END_TEST

static bool at_once(void *context)
{
    (void)context;
    return true;
}

/* A base that moves in this way, with an arm of one link of 1 m whose frame `hand` is number 3. */
static robot make_mobile_arm(cdy_joint_type base)
{
    cdy_tree *tree = make_tree("world", 0);
    cdy_body body = make_body("cart", "cart", base);
    add_body(tree, &body, "world");
    body = make_body("arm", "arm", CDY_JOINT_REVOLUTE);
    set_axis(&body, 0, 0, 1);
    add_body(tree, &body, "cart");
    body = make_body("hand", "weld", CDY_JOINT_FIXED);
    set_origin(&body, 1, 0, 0, 0, 0, 0);
    add_body(tree, &body, "arm");
    return make_robot(tree);
}

/* A search that is ended at once gives its start, also where a base is far from its target, from where it is translated
 * before any other step. */
START_TEST(callers_interrupt_moves_from_afar)
{
    static const cdy_joint_type types[] = {CDY_JOINT_PLANAR, CDY_JOINT_FLOATING, CDY_JOINT_PRISMATIC};
    robot r = make_mobile_arm(types[_i]);
    const int frame = cdy_model_find_frame(r.model, "hand");
    const size_t n = (size_t)r.nq;
    double T[16], q[8], start[8];
    uint64_t seed = 7;
    for (int k = 0; k < 20; k++) {
        cdy_random_configuration(r.model, &seed, start);
        at(k % 2 ? 50 : 3000, -20, k % 3 ? 0 : 40, T);
        cdy_ik_options o = cdy_ik_options_default();
        o.stop.interrupt = at_once;
        cdy_ik_report report = solve(&r, frame, T, start, &o, q);
        ck_assert_int_eq(report.end, CDY_IK_INTERRUPTED);
        ck_assert_int_eq(report.iterations, 0);
        ck_assert_near(q, start, n, 1e-15);
        for (int most = 2; most < 6; most++) { /* each look but the last one allows a step */
            asked a = {.most = most};
            o.stop = (cdy_ik_stop){.interrupt = count_down, .context = &a};
            report = solve(&r, frame, T, start, &o, q);
            ck_assert(report.end == CDY_IK_INTERRUPTED || report.converged);
            ck_assert_int_lt(report.iterations, most);
        }
    }
    free_robot(&r);
}
END_TEST

/* Every target of a batch is looked at once, and its start is its result. */
START_TEST(callers_interrupt_a_batch)
{
    enum { COUNT = 37 };
    robot r = load_bundled_robot("universalUR5e");
    const int frame = cdy_model_find_frame(r.model, "tool0");
    double T[16 * COUNT], starts[6 * COUNT], q[6 * COUNT];
    cdy_ik_report reports[COUNT];
    cdy_status statuses[COUNT];
    cdy_batch *batch = NULL;
    cdy_error error = {0};
    uint64_t seed = 3;
    for (size_t b = 0; b < COUNT; b++) {
        cdy_random_configuration(r.model, &seed, starts + 6 * b);
        at(9, 0, 0, T + 16 * b);
    }
    cdy_ik_options o = cdy_ik_options_default();
    o.stop.interrupt = at_once;
    ck_assert_int_eq(cdy_batch_create(r.model, NULL, &batch, &error), CDY_OK);
    const cdy_ik_problem problems = {.frame = frame, .target = T, .start = starts, .options = &o};
    ck_assert_int_eq(cdy_batch_inverse_kinematics(r.model, batch, COUNT, &problems, q, reports, statuses, &error),
                     CDY_OK);
    for (size_t b = 0; b < COUNT; b++) {
        ck_assert_int_eq(reports[b].end, CDY_IK_INTERRUPTED);
    }
    ck_assert_mem_eq(q, starts, sizeof q);
    cdy_batch_destroy(batch);
    free_robot(&r);
}
END_TEST

/* The error of the arm's hand from the target (0.9, 0.8), in the axes of the hand, as the search has it. */
static void residual(const double q[2], double r[2])
{
    const double turn = q[0] + q[1];
    const double x = 0.9 - cos(q[0]) - 0.5 * cos(turn), y = 0.8 - sin(q[0]) - 0.5 * sin(turn);
    r[0] = cos(turn) * x + sin(turn) * y;
    r[1] = cos(turn) * y - sin(turn) * x;
}

/* Damping slows a search down; without the part that the cost has, and without any, the first step is Newton's. */
START_TEST(damping_shortens_steps)
{
    robot r = make_arm(0, 0);
    double T[16], q[2], last = 0;
    at(0.9, 0.8, 0, T);
    const double start[2] = {0.4, 0.9};
    cdy_ik_options o = alone();
    o.iterations = 1;
    o.constant_damping = true;
    solve(&r, 3, T, start, &o, q);
    double r0[2], above[2], below[2], J[4];
    residual(start, r0);
    for (int k = 0; k < 2; k++) {
        const double h = 1e-6, ahead[2] = {start[0] + (k == 0) * h, start[1] + (k == 1) * h},
                     behind[2] = {start[0] - (k == 0) * h, start[1] - (k == 1) * h};
        residual(ahead, above);
        residual(behind, below);
        J[k] = (above[0] - below[0]) / (2 * h);
        J[2 + k] = (above[1] - below[1]) / (2 * h);
    }
    const double d = J[0] * J[3] - J[1] * J[2];
    ck_assert_double_eq_tol(q[0], start[0] - (J[3] * r0[0] - J[1] * r0[1]) / d, 1e-7);
    ck_assert_double_eq_tol(q[1], start[1] - (J[0] * r0[1] - J[2] * r0[0]) / d, 1e-7);
    for (int digits = -3; digits < 5; digits++) {
        o.damping_bias = pow(10, -digits);
        solve(&r, 3, T, start, &o, q);
        const double length = hypot(q[0] - start[0], q[1] - start[1]);
        ck_assert_double_gt(length, last);
        last = length;
    }
    o.iterations = 1000;
    for (int constant = 0; constant < 2; constant++) {
        o.constant_damping = constant;
        for (int k = 0; k < 2; k++) {
            o.damping_bias = k ? 0.0025 : 0;
            const cdy_ik_report report = solve(&r, 3, T, start, &o, q);
            ck_assert_msg(report.converged, "constant %d, bias %g", constant, o.damping_bias);
        }
    }
    free_robot(&r);
}
END_TEST

/* The same bounds for lists of constraints. */
START_TEST(bounds_end_generalized_searches)
{
    robot r = make_arm(0, 0);
    cdy_ik_constraint c = cdy_ik_constraint_default(CDY_IK_POSITION);
    double q[2];
    c.frame = 3;
    c.in_reference[3] = 3;
    const double start[2] = {0.8, 1.1};
    static const cdy_ik_end ends[] = {CDY_IK_STEP, CDY_IK_SLOPE, CDY_IK_ERROR_CHANGE};
    for (int i = 0; i < 3; i++) {
        cdy_gik_options o = cdy_gik_options_default();
        o.restarts = 0;
        o.stop =
            (cdy_ik_stop){.step = i == 0 ? 1e-3 : 0, .slope = i == 1 ? 1e-3 : 0, .error_change = i == 2 ? 1e-3 : 0};
        const cdy_gik_report report = solve_constraints(&r, &c, 1, start, &o, q, NULL);
        ck_assert_int_eq(report.end, ends[i]);
        ck_assert_double_eq_tol(report.violation, 1.5, 1e-2);
        o.restarts = 20;
        o.iterations = 100;
        ck_assert_int_eq(solve_constraints(&r, &c, 1, start, &o, q, NULL).end, CDY_IK_ITERATIONS);
    }
    for (int most = 1; most < 60; most += 7) {
        asked a = {.most = most};
        cdy_gik_options o = cdy_gik_options_default();
        o.stop = (cdy_ik_stop){.interrupt = count_down, .context = &a};
        const cdy_gik_report report = solve_constraints(&r, &c, 1, start, &o, q, NULL);
        ck_assert_int_eq(report.end, CDY_IK_INTERRUPTED);
        ck_assert_int_lt(report.iterations, most);
    }
    c.in_reference[3] = 1.2;
    cdy_gik_options o = cdy_gik_options_default();
    o.stop = (cdy_ik_stop){.step = 1e-6, .slope = 1e-9, .error_change = 1e-9};
    ck_assert_int_eq(solve_constraints(&r, &c, 1, start, &o, q, NULL).end, CDY_IK_CONVERGED);
    const cdy_gik_problem problem = {.constraints = &c, .count = 1, .options = &o};
    cdy_error error = {0};
    o.stop.slope = (double)NAN;
    ck_assert_fails(cdy_generalized_inverse_kinematics(r.model, r.work, &problem, q, NULL, NULL, &error),
                    CDY_ERROR_ARGUMENT, error);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ik_stop");
    TCase *tests = tcase_create("ik_stop");
    tcase_add_loop_test(tests, a_bound_ends_a_search_that_finds_nothing, 0, 3);
    tcase_add_loop_test(tests, steps_that_are_not_taken_have_no_length, 0, 2);
    tcase_add_test(tests, starts_end_and_the_search_goes_on);
    tcase_add_test(tests, a_limit_leaves_no_slope);
    tcase_add_test(tests, callers_interrupt_a_search);
    tcase_add_loop_test(tests, callers_interrupt_moves_from_afar, 0, 3);
    tcase_add_test(tests, callers_interrupt_a_batch);
    tcase_add_test(tests, damping_shortens_steps);
    tcase_add_test(tests, bounds_end_generalized_searches);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
