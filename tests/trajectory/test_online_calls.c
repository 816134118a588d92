/* Calls of online trajectories: faults are named, and nothing but making a planner allocates. */
#include "support/allocation.h"
#include "support/online_motion.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

static void check_refused(cdy_online_trajectory *trajectory, const wanted *w, const char *text)
{
    cdy_error error = {0};
    const cdy_online_motion motion = motion_of(w);
    const double T = cdy_online_trajectory_duration(trajectory);
    ck_assert_int_eq(cdy_online_trajectory_plan(trajectory, &motion, &error), CDY_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error.text, text) != NULL, "'%s' lacks '%s'", error.text, text);
    ck_assert_double_eq_tol(cdy_online_trajectory_duration(trajectory), T, same);
}

START_TEST(faults_are_named)
{
    const wanted good = {.goal_q = {1, 2}, .velocity = {1, 1}, .acceleration = {1, 1}, .jerk = {1, 1}};
    cdy_online_trajectory *trajectory = make_planner(2), *none;
    const cdy_online_motion motion = motion_of(&good);
    cdy_error error = {0};
    ck_assert_double_gt(plan(trajectory, &motion), 3);
    wanted w = good;
    w.qdd[1] = (double)NAN;
    check_refused(trajectory, &w, "qdd[1] is nan");
    w = good;
    w.goal_q[0] = HUGE_VAL;
    check_refused(trajectory, &w, "goal_q[0] is inf");
    w = good;
    w.jerk[1] = HUGE_VAL;
    check_refused(trajectory, &w, "jerk[1], a limit, is inf");
    w = good;
    w.acceleration[0] = 0;
    check_refused(trajectory, &w, "acceleration[0], a limit, is 0");
    w = good;
    w.goal_qd[1] = 1.5;
    check_refused(trajectory, &w, "goal_qd[1] is 1.5; expected it within the limit 1");
    w = good;
    w.goal_qdd[1] = -1.5;
    check_refused(trajectory, &w, "goal_qdd[1] is -1.5");
    w = good;
    w.goal_qd[0] = 0.9;
    w.goal_qdd[0] = -0.9;
    check_refused(trajectory, &w, "expected a smaller goal_qdd");
    ck_assert_int_eq(cdy_online_trajectory_plan(NULL, &motion, &error), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_online_trajectory_plan(trajectory, NULL, &error), CDY_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "motion is NULL");
    ck_assert_int_eq(cdy_online_trajectory_create(0, &none, &error), CDY_ERROR_ARGUMENT);
    ck_assert_ptr_null(none);
    ck_assert_int_eq(cdy_online_trajectory_evaluate(trajectory, HUGE_VAL, NULL, NULL, NULL, NULL, &error),
                     CDY_ERROR_ARGUMENT);
    ck_assert(isnan(cdy_online_trajectory_least_duration(trajectory, 2)));
    cdy_online_trajectory_destroy(trajectory);
    cdy_online_trajectory_destroy(NULL);
}
END_TEST

START_TEST(missing_arrays_are_named)
{
    const wanted good = {.goal_q = {1, 2}, .velocity = {1, 1}, .acceleration = {1, 1}, .jerk = {1, 1}};
    cdy_online_trajectory *trajectory = make_planner(2);
    cdy_online_motion motion = motion_of(&good);
    cdy_error error = {0};
    const double **const parts[] = {&motion.q,       &motion.qd,       &motion.qdd, &motion.goal_q,
                                    &motion.goal_qd, &motion.goal_qdd, &motion.jerk};
    static const char *const told[] = {"q is NULL",       "qd is NULL",       "qdd is NULL", "goal_q is NULL",
                                       "goal_qd is NULL", "goal_qdd is NULL", "jerk is NULL"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const double *given = *parts[i];
        *parts[i] = NULL;
        ck_assert_int_eq(cdy_online_trajectory_plan(trajectory, &motion, &error), CDY_ERROR_ARGUMENT);
        ck_assert_str_eq(error.text, told[i]);
        *parts[i] = given;
    }
    ck_assert_double_gt(plan(trajectory, &motion), 3);
    cdy_online_trajectory_destroy(trajectory);
}
END_TEST

/* Planning and evaluating allocate nothing; a planner that runs out of memory is none. */
START_TEST(only_making_a_planner_allocates)
{
    const wanted w = {.goal_q = {1, 2}, .velocity = {1, 1}, .acceleration = {1, 1}, .jerk = {1, 1}};
    const cdy_online_motion motion = motion_of(&w);
    cdy_online_trajectory *trajectory;
    cdy_error error = {0};
    double q[2];
    for (size_t k = 1; k <= 2 && heap_is_counted(); k++) {
        heap_fail_at(k);
        ck_assert_int_eq(cdy_online_trajectory_create(2, &trajectory, &error), CDY_ERROR_MEMORY);
        heap_fail_at(0);
        ck_assert_ptr_null(trajectory);
    }
    trajectory = make_planner(2);
    const size_t calls = heap_count().calls;
    const cdy_status planned = cdy_online_trajectory_plan(trajectory, &motion, &error);
    const cdy_status evaluated = cdy_online_trajectory_evaluate(trajectory, 1, q, NULL, NULL, NULL, &error);
    const size_t calls_then = heap_count().calls;
    ck_assert_int_eq(planned, CDY_OK);
    ck_assert_int_eq(evaluated, CDY_OK);
    ck_assert_uint_eq(calls_then, calls);
    cdy_online_trajectory_destroy(trajectory);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("online_calls");
    TCase *tests = add_case(suite, "calls", faults_are_named);
    tcase_add_test(tests, missing_arrays_are_named);
    tcase_add_test(tests, only_making_a_planner_allocates);
    return run_suites(suite, NULL);
}
