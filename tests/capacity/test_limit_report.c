/* Limit reports: peaks with their rows, means, energies, exceeded limits, and no allocation. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>

/* A revolute joint with limits, a sliding one whose limits are not known, and a planar one. */
static robot make_subject(void)
{
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("arm", "a", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 1, 0.5, 0, 0, (double[6]){0});
    body.joint.limit = (cdy_limit){true, -1, 2, 10, 3};
    add_body(tree, &body, "base");
    body = make_body("slide", "b", CDY_JOINT_PRISMATIC);
    body.joint.limit = (cdy_limit){true, 0, 0.5, 0, 0};
    add_body(tree, &body, "arm");
    body = make_body("plate", "c", CDY_JOINT_PLANAR);
    add_body(tree, &body, "slide");
    return make_robot(tree);
}

static void add(cdy_limit_report *report, double t, double q, double qd, double tau)
{
    const double qs[5] = {q, 0.2, 0, 0, 0}, qds[5] = {qd, 0.1, 0, 0, 0}, taus[5] = {tau, -4, 0, 0, 0};
    cdy_error error = {0};
    ck_assert_ok(cdy_limit_report_add(report, isnan(t) ? NULL : &t, qs, qds, taus, &error), error);
}

static cdy_limit_use use_of(const cdy_limit_report *report, int velocity)
{
    cdy_error error = {0};
    cdy_limit_use use;
    ck_assert_ok(cdy_limit_report_use(report, velocity, &use, &error), error);
    return use;
}

START_TEST(peaks_stand_where_they_are)
{
    cdy_error error = {0};
    cdy_limit_report *report = NULL;
    robot r = make_subject();
    ck_assert_ok(cdy_limit_report_create(r.model, &report, &error), error);
    ck_assert_int_eq(cdy_limit_report_exceeded(report), 0);
    ck_assert(isnan(use_of(report, 0).torque.value) && isnan(use_of(report, 0).rms_torque));
    add(report, 0, 0, 1, 2);
    add(report, 1, 1.5, -2, 8);
    add(report, 3, 1, 1, -9);
    add(report, 4, 0.5, 0, -9);
    ck_assert_uint_eq(cdy_limit_report_rows(report), 4);
    const cdy_limit_use a = use_of(report, 0), b = use_of(report, 1), c = use_of(report, 3);
    ck_assert(a.torque.value <= -9 && a.torque.row == 2 && a.torque.time >= 3);
    ck_assert_near(&a.effort_used, &(double){0.9}, 1, 1e-15);
    ck_assert(a.speed.value <= -2 && a.speed.row == 1);
    ck_assert_near(&a.velocity_used, &(double){2.0 / 3}, 1, 1e-15);
    ck_assert_near(&a.margin.value, &(double){0.5}, 1, 1e-15);
    ck_assert_uint_eq(a.margin.row, 1);
    ck_assert(a.power.value <= -16 && a.power.row == 1);
    /* trapezoids of tau^2: 34, 145, 81; of the power above 0: 2 at first; below 0: 16 and 9 */
    ck_assert_near(&a.rms_torque, &(double){sqrt((34 + 145 + 81) / 4.0)}, 1, 1e-12);
    ck_assert_near(&a.energy_driven, &(double){1}, 1, 1e-12);
    ck_assert_near(&a.energy_braked, &(double){8 + 25 + 4.5}, 1, 1e-12);
    ck_assert(!a.effort_exceeded && !a.velocity_exceeded && !a.position_exceeded);
    ck_assert(isnan(b.effort_used) && isnan(b.velocity_used) && !b.effort_exceeded);
    ck_assert_near(&b.margin.value, &(double){0.2}, 1, 1e-15);
    ck_assert(isnan(c.margin.value) && isnan(c.effort_used));
    ck_assert_int_eq(cdy_limit_report_exceeded(report), 0);
    cdy_limit_report_destroy(report);
    free_robot(&r);
}
END_TEST

START_TEST(what_is_beyond_counts)
{
    cdy_error error = {0};
    cdy_limit_report *report = NULL;
    robot r = make_subject();
    ck_assert_ok(cdy_limit_report_create(r.model, &report, &error), error);
    add(report, (double)NAN, 2, 3, 10);
    ck_assert_int_eq(cdy_limit_report_exceeded(report), 0); /* at the limit, not beyond */
    add(report, (double)NAN, 2.001, 0, 0);
    ck_assert(use_of(report, 0).position_exceeded && !use_of(report, 0).effort_exceeded);
    add(report, (double)NAN, 0, -3.01, 0);
    ck_assert(use_of(report, 0).velocity_exceeded);
    add(report, (double)NAN, 0, 0, -10.1);
    ck_assert(use_of(report, 0).effort_exceeded);
    ck_assert_int_eq(cdy_limit_report_exceeded(report), 1);
    /* without times the mean is over rows, and there is no energy */
    const double rms = use_of(report, 0).rms_torque;
    ck_assert_near(&rms, &(double){sqrt((100 + 10.1 * 10.1) / 4)}, 1, 1e-12);
    ck_assert(isnan(use_of(report, 0).energy_driven) && isnan(use_of(report, 0).torque.time));
    cdy_limit_report_clear(report);
    ck_assert_int_eq(cdy_limit_report_exceeded(report), 0);
    ck_assert_uint_eq(cdy_limit_report_rows(report), 0);
    cdy_limit_report_destroy(report);
    free_robot(&r);
}
END_TEST

START_TEST(rows_may_give_a_part)
{
    cdy_error error = {0};
    cdy_limit_report *report = NULL;
    const double qd[5] = {1, 0, 0, 0, 0}, tau[5] = {4, 0, 0, 0, 0};
    robot r = make_subject();
    ck_assert_ok(cdy_limit_report_create(r.model, &report, &error), error);
    for (int i = 0; i < 4; i++) {
        const double t = i;
        ck_assert_ok(cdy_limit_report_add(report, &t, NULL, i < 2 ? NULL : qd, i == 1 ? NULL : tau, &error), error);
    }
    const cdy_limit_use a = use_of(report, 0);
    ck_assert_near(&a.rms_torque, &(double){4}, 1, 1e-15);
    ck_assert_near(&a.energy_driven, &(double){4}, 1, 1e-15); /* between the last two rows */
    ck_assert(isnan(a.margin.value) && a.speed.row == 2);
    cdy_limit_report_destroy(report);
    free_robot(&r);
}
END_TEST

START_TEST(single_numbers_may_be_unknown)
{
    cdy_error error = {0};
    cdy_limit_report *report = NULL;
    const double none = (double)NAN, x[5] = {none, 0.1, 0, none, 0};
    robot r = make_subject();
    ck_assert_ok(cdy_limit_report_create(r.model, &report, &error), error);
    add(report, (double)NAN, 0.5, 1, 2);
    ck_assert_ok(cdy_limit_report_add(report, NULL, x, x, x, &error), error);
    const cdy_limit_use a = use_of(report, 0);
    ck_assert(a.torque.value >= 2 && a.speed.value >= 1 && a.margin.row == 0 && a.power.row == 0);
    ck_assert_near(&a.rms_torque, &(double){2}, 1, 1e-15);
    ck_assert_uint_eq(use_of(report, 1).margin.row, 1);
    cdy_limit_report_destroy(report);
    free_robot(&r);
}
END_TEST

START_TEST(adding_does_not_allocate)
{
    cdy_error error = {0};
    cdy_limit_report *report = NULL;
    robot r = make_subject();
    const size_t size = cdy_limit_report_size(r.model);
    char *memory = malloc(size + 1);
    const double x[5] = {0.1, 0.2, 0.3, 0.4, 0.5};
    ck_assert_ok(cdy_limit_report_init(memory + 1, size, r.model, &report, &error), error);
    const heap_counts before = heap_count();
    for (int i = 0; i < 1000; i++) {
        const double t = i;
        if (cdy_limit_report_add(report, &t, x, x, x, &error)) {
            break;
        }
    }
    const size_t calls = heap_count().calls - before.calls;
    ck_assert_uint_eq(calls, 0);
    ck_assert_uint_eq(cdy_limit_report_rows(report), 1000);
    free(memory);
    free_robot(&r);
}
END_TEST

START_TEST(wrong_rows_are_refused)
{
    cdy_error error = {0};
    cdy_limit_report *report = NULL;
    cdy_limit_use use;
    char memory[8];
    const double wrong[5] = {0, (double)INFINITY, 0, 0, 0}, no_time = (double)NAN, large[5] = {1e200, 0, 0, 0, 0},
                 early = -1;
    robot r = make_subject();
    ck_assert_ok(cdy_limit_report_create(r.model, &report, &error), error);
    add(report, 0, 0, 0, 0);
    ck_assert_fails(cdy_limit_report_add(report, NULL, wrong, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_limit_report_add(report, NULL, NULL, wrong, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_limit_report_add(report, NULL, NULL, NULL, wrong, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_limit_report_add(report, &no_time, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_limit_report_add(report, &early, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_limit_report_add(NULL, NULL, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_uint_eq(cdy_limit_report_rows(report), 1);
    ck_assert_fails(cdy_limit_report_use(report, 5, &use, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_limit_report_use(report, 0, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ok(cdy_limit_report_add(report, NULL, NULL, large, large, &error), error);
    ck_assert_fails(cdy_limit_report_use(report, 0, &use, &error), CDY_ERROR_NUMERIC, error);
    cdy_limit_report *other = NULL;
    ck_assert_fails(cdy_limit_report_create(NULL, &other, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_limit_report_init(memory, 8, r.model, &other, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_limit_report_init(NULL, 8, r.model, &other, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_uint_eq(cdy_limit_report_rows(NULL), 0);
    ck_assert_int_eq(cdy_limit_report_exceeded(NULL), 0);
    cdy_limit_report_clear(NULL);
    cdy_limit_report_destroy(report);
    cdy_limit_report_destroy(NULL);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("limit_report");
    TCase *tests = add_case(suite, "limit reports", peaks_stand_where_they_are);
    tcase_add_test(tests, what_is_beyond_counts);
    tcase_add_test(tests, rows_may_give_a_part);
    tcase_add_test(tests, single_numbers_may_be_unknown);
    tcase_add_test(tests, adding_does_not_allocate);
    tcase_add_test(tests, wrong_rows_are_refused);
    return run_suites(suite, NULL);
}
